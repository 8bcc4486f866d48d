"""Texts to vectors: the port, and the table of providers behind it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Protocol

from kasen.errors import Retryable
from kasen.models.access import Access, access_of
from kasen.models.chain import Retries
from kasen.models.embedder_kinds import Kind, kinds_of
from kasen.models.meter import estimate_tokens
from kasen.models.redacted import RedactedEmbedder
from kasen.models.registry import opened, split
from kasen.settings import redactor_of

if TYPE_CHECKING:
    from kasen.settings import Settings

LOGGER = logging.getLogger("kasen.models")

EMBEDDERS = {
    "google": "kasen.models.google.embedder:GoogleEmbedder",
    "openai": "kasen.models.openai.embedder:OpenAIEmbedder",
    "compatible": "kasen.models.openai.embedder:CompatibleEmbedder",
    "ollama": "kasen.models.ollama.embedder:OllamaEmbedder",
    "sentence-transformers": "kasen.models.sentence_embedder:SentenceEmbedder",
}
"""Provider to `"module:Name"` of what makes an Embedder of `(model, access)`."""


class Embedder(Protocol):
    """Turns texts into vectors of one length."""

    model: str
    """`provider:model`."""
    kinds: str
    """How it is told a question from a passage (`Kinds`); with the model, what an index remembers."""

    async def embed(self, texts: Sequence[str], kind: Kind | None = None) -> list[list[float]]:
        """One vector per text, in order, for any number of texts; all are of the kind, None: it is not told.

        Raises ProviderError or ConfigurationError.
        """
        ...


def open_embedder(name: str, access: Access) -> Embedder:
    """The embedder `provider:model`. Raises UnknownName, and ConfigurationError when it lacks a key or an extra."""
    embedder: Embedder = opened(EMBEDDERS, name, access)
    return embedder


def embedder_of(settings: Settings) -> Steady | None:
    """The embedder that the settings name, or None; it is not told secrets.

    Raises UnknownName for its name; a key or an extra that is missing is noticed when the first text is embedded.
    """
    if not settings.embeddings:
        return None
    provider, model = split(settings.embeddings, EMBEDDERS)
    name = f"{provider}:{model}"
    kinds = kinds_of(provider, model, settings.embeddings_kinds)
    redact = redactor_of(settings)
    return Steady(name, lambda: RedactedEmbedder(open_embedder(name, access_of(settings)), redact), kinds=str(kinds))


class Steady:
    """An embedder that is asked again when that is worth while, and counts about how many tokens it was given.

    It is opened for its first text: what is kept already needs no key. `announce` is awaited before each call.
    """

    def __init__(
        self,
        model: str,
        open_embedder: Callable[[], Embedder],
        *,
        kinds: str = "",
        retries: Retries | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.model = model
        self.kinds = kinds
        self.tokens = 0
        """Estimated as for prompts, since few providers say it for embeddings."""
        self.calls = 0
        """Times that it was asked, tries that failed included."""
        self.announce: Callable[[], Awaitable[None]] | None = None
        self._open = cache(open_embedder)
        self._retries = retries or Retries()
        self._sleep = sleep

    async def embed(self, texts: Sequence[str], kind: Kind | None = None) -> list[list[float]]:
        """One vector per text. Raises what the embedder raises, after the last try."""
        embedder, attempt = self._open(), 1
        while True:
            self.tokens += sum(map(estimate_tokens, texts))
            self.calls += 1
            if self.announce is not None:
                await self.announce()
            try:
                return await embedder.embed(texts, kind)
            except Retryable as error:
                wait = self._retries.wait(attempt, error)
                if wait is None:
                    raise
                LOGGER.warning("asking %s again in %g s: %s", self.model, wait, error)
                await self._sleep(wait)
                attempt += 1
