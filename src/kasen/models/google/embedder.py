"""Gemini's embedding models."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable, Sequence
from typing import Any

from google.genai import types

from kasen.models.access import Access
from kasen.models.embedder_kinds import Kind, kinds_of, only_field
from kasen.models.google.client import GoogleDoor, LoadCredentials, application_default

BATCH = 100
"""Texts that one request of AI Studio takes at most."""
VERTEX_BATCH = 5
"""The same on Vertex AI: five outside us-central1; one for Gemini's models."""
_TASK = "task_type"
AT_ONCE = 8
"""Requests on their way at a time."""


class GoogleEmbedder:
    """`google:gemini-embedding-…` through AI Studio or Vertex AI; the vectors are as long as the model makes them."""

    def __init__(self, model: str, access: Access, *, credentials: LoadCredentials = application_default) -> None:
        self._door = GoogleDoor(model, access, credentials=credentials)
        self.model = self._door.name
        self._kinds = only_field(self.model, kinds_of("google", model, access.embeddings_kinds), _TASK)
        self.kinds = str(self._kinds)
        self._batch = _batch(model, vertex=bool(self._door.project))

    async def embed(self, texts: Sequence[str], kind: Kind | None = None) -> list[list[float]]:
        """One vector per text, in order; the second generation of models is told the kind in words, others by type."""
        contents = [_content(text) for text in self._kinds.texts(texts, kind)]
        task = self._kinds.fields(kind).get(_TASK)
        gate = asyncio.Semaphore(AT_ONCE)

        async def part(start: int) -> list[list[float]]:
            async with gate:
                return await self._door.embed(contents[start : start + self._batch], task)

        parts = await _all(part(start) for start in range(0, len(contents), self._batch))
        return [vector for part in parts for vector in part]


def _content(text: str) -> types.Content:
    # A content of its own for each text: as parts of one they would share a single vector.
    return types.Content(role="user", parts=[types.Part(text=text)])


def _batch(model: str, *, vertex: bool) -> int:
    if not vertex:
        return BATCH
    return 1 if "gemini" in model or "maas" in model else VERTEX_BATCH


async def _all(jobs: Iterable[Coroutine[Any, Any, list[list[float]]]]) -> list[list[list[float]]]:
    """Results in order; the first failure stops the others and is raised as it is."""
    try:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(job) for job in jobs]
    except ExceptionGroup as failures:
        raise failures.exceptions[0] from None
    return [task.result() for task in tasks]
