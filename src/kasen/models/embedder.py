"""Texts to vectors: the port, and the table of providers behind it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from kasen.errors import Retryable
from kasen.models.access import Access, access_of
from kasen.models.chain import Retries
from kasen.models.meter import estimate_tokens
from kasen.models.redacted import RedactedEmbedder
from kasen.models.registry import opened
from kasen.settings import redactor_of

if TYPE_CHECKING:
    from kasen.settings import Settings

LOGGER = logging.getLogger("kasen.models")

EMBEDDERS = {
    "google": "kasen.models.google_embedder:GoogleEmbedder",
    "openai": "kasen.models.openai_embedder:OpenAIEmbedder",
    "compatible": "kasen.models.openai_embedder:CompatibleEmbedder",
    "ollama": "kasen.models.ollama_embedder:OllamaEmbedder",
    "sentence-transformers": "kasen.models.sentence_embedder:SentenceEmbedder",
}
"""Provider to `"module:Name"` of what makes an Embedder of `(model, access)`."""


class Embedder(Protocol):
    """Turns texts into vectors of one length."""

    model: str
    """`provider:model`: what an index remembers."""

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """One vector per text, in order, for any number of texts. Raises ProviderError or ConfigurationError."""
        ...


def open_embedder(name: str, access: Access) -> Embedder:
    """The embedder `provider:model`. Raises UnknownName, and ConfigurationError when it lacks a key or an extra."""
    embedder: Embedder = opened(EMBEDDERS, name, access)
    return embedder


def embedder_of(settings: Settings) -> Steady | None:
    """The embedder that the settings name, or None; it is not told secrets. Raises as `open_embedder`."""
    name = settings.embeddings
    if not name:
        return None
    return Steady(RedactedEmbedder(open_embedder(name, access_of(settings)), redactor_of(settings)))


class Steady:
    """An embedder that is asked again when that is worth while, and counts about how many tokens it was given."""

    def __init__(
        self,
        embedder: Embedder,
        *,
        retries: Retries | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.model = embedder.model
        self.tokens = 0
        """Estimated as for prompts, since few providers say it for embeddings."""
        self.calls = 0
        """Times that it was asked, tries that failed included."""
        self._embedder = embedder
        self._retries = retries or Retries()
        self._sleep = sleep

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """One vector per text. Raises what the embedder raises, after the last try."""
        attempt = 1
        while True:
            self.tokens += sum(map(estimate_tokens, texts))
            self.calls += 1
            try:
                return await self._embedder.embed(texts)
            except Retryable as error:
                wait = self._retries.wait(attempt, error)
                if wait is None:
                    raise
                LOGGER.warning("asking %s again in %g s: %s", self.model, wait, error)
                await self._sleep(wait)
                attempt += 1
