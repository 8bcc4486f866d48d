"""Embeddings of an Ollama server."""

from __future__ import annotations

from collections.abc import Sequence

from kasen.errors import Malformed
from kasen.models.access import Access
from kasen.models.connection import connection_of
from kasen.models.embedder_kinds import Kind, kinds_of, only_field
from kasen.models.ollama.link import OllamaServer

BATCH = 64
"""Texts of one request: small enough to show progress on a slow machine, large enough for its cost not to count."""

BATCH_S = 300.0
"""Seconds for one request: a machine without a GPU takes minutes for long texts."""


class OllamaEmbedder:
    """Implements `Embedder`. A text over the model's context is cut by the server, as for any embedding model."""

    def __init__(self, model: str, access: Access) -> None:
        self.model = f"ollama:{model}"
        self._name = model
        self._kinds = only_field(self.model, kinds_of("ollama", model, access.embeddings_kinds))
        self.kinds = str(self._kinds)
        self._server = OllamaServer(access.ollama_base_url, connection_of(access))

    async def embed(self, texts: Sequence[str], kind: Kind | None = None) -> list[list[float]]:
        """One vector per text, in order. Raises ProviderError."""
        # The server puts nothing before a text, whatever its model was trained with.
        texts = self._kinds.texts(texts, kind)
        vectors: list[list[float]] = []
        async with self._server.client(self.model, BATCH_S) as client:
            for start in range(0, len(texts), BATCH):
                batch = texts[start : start + BATCH]
                answer = await client.embed(self._name, batch)
                if len(answer.embeddings) != len(batch):
                    raise Malformed(f"{self.model} gave {len(answer.embeddings)} vectors for {len(batch)} texts")
                vectors.extend(list(vector) for vector in answer.embeddings)
        return vectors
