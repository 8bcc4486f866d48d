"""Texts to vectors: the port, and the table of providers behind it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from kasen.models.access import Access
from kasen.models.registry import opened

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
