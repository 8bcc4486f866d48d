"""`sentence-transformers:MODEL`: vectors made on this machine by a model of the package sentence-transformers."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from sentence_transformers import SentenceTransformer

from kasen.errors import ConfigurationError, Retryable
from kasen.models.access import Access
from kasen.models.embedder_kinds import Kind, kinds_of, only_field

_PROMPT = "prompt_name"
_METHODS = {"query": "encode_query", "document": "encode_document"}
"""Names of prompts that the package has a method for, which knows what else a model does with such texts."""
BATCH = 32
"""Texts that are turned into vectors together."""


class SentenceEmbedder:
    """One model, loaded when it is first used. The package itself fetches a name from the hub, without a token."""

    def __init__(self, model: str, access: Access) -> None:
        self.model = f"sentence-transformers:{model}"
        self._name = model
        kinds = kinds_of("sentence-transformers", model, access.embeddings_kinds)
        self._kinds = only_field(self.model, kinds, _PROMPT)
        self.kinds = str(self._kinds)
        self._loaded: SentenceTransformer | None = None
        self._lock = threading.Lock()

    async def embed(self, texts: Sequence[str], kind: Kind | None = None) -> list[list[float]]:
        """One vector of length 1 per text, in order. Raises ConfigurationError for a model that cannot be loaded."""
        if not texts:
            return []
        return await asyncio.to_thread(self._embed, self._kinds.texts(texts, kind), kind)

    def _embed(self, texts: list[str], kind: Kind | None) -> list[list[float]]:
        # One call at a time: the models are not made for several threads.
        with self._lock:
            encode = self._encoding(self._load(), kind)
            try:
                vectors = encode(texts, batch_size=BATCH, normalize_embeddings=True, show_progress_bar=False)
            except (RuntimeError, ValueError, MemoryError) as error:
                raise Retryable(f"{self.model} could not turn {len(texts)} texts into vectors: {error}") from error
        return [[float(value) for value in vector] for vector in vectors]

    def _encoding(self, model: SentenceTransformer, kind: Kind | None) -> Callable[..., Any]:
        """What encodes texts of a kind, with the words that the model's own configuration has for it."""
        told = self._kinds.fields(kind)
        name = _METHODS.get(told.get(_PROMPT, ""), "")
        if told and not name:
            if told[_PROMPT] not in model.prompts:
                raise ConfigurationError(
                    f"`{self.model}` has no prompt `{told[_PROMPT]}`, which `embeddings_kinds` names",
                    hint=f"It has: {', '.join(model.prompts) or 'none'}.",
                )
            return partial(model.encode, **told)
        if name and not hasattr(model, name):
            raise ConfigurationError(
                f"`{self.model}` needs sentence-transformers 5 or later",
                hint="Run: pip install -U sentence-transformers",
            )
        encode: Callable[..., Any] = getattr(model, name or "encode")
        return encode

    def _load(self) -> SentenceTransformer:
        if self._loaded is None:
            try:
                self._loaded = SentenceTransformer(self._name, token=False)
            except (OSError, ValueError, RuntimeError) as error:
                reason = " ".join(str(error).split())[:300]
                raise ConfigurationError(f"`{self.model}` cannot be loaded: {reason}") from error
        return self._loaded
