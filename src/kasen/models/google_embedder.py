"""Gemini's embedding models."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable, Sequence
from typing import Any, Literal

from google.genai import types

from kasen.models.access import Access
from kasen.models.google_client import GoogleDoor, LoadCredentials, application_default

BATCH = 100
"""Texts that one request of AI Studio takes at most."""
VERTEX_BATCH = 5
"""The same on Vertex AI: five outside us-central1; one for Gemini's models."""
AT_ONCE = 8
"""Requests on their way at a time."""
Purpose = Literal["document", "query"]
_TASKS: dict[Purpose, str] = {"document": "RETRIEVAL_DOCUMENT", "query": "RETRIEVAL_QUERY"}
_WORDED: dict[Purpose, str] = {"document": "title: none | text: ", "query": "task: search result | query: "}
"""gemini-embedding-2 takes the task in the text and ignores `taskType` (ai.google.dev/gemini-api/docs/embeddings)."""


class GoogleEmbedder:
    """`google:gemini-embedding-…` through AI Studio or Vertex AI; the vectors are as long as the model makes them."""

    def __init__(self, model: str, access: Access, *, credentials: LoadCredentials = application_default) -> None:
        self._door = GoogleDoor(model, access, credentials=credentials)
        self.model = self._door.name
        self._worded = "gemini-embedding-2" in model
        self._batch = _batch(model, vertex=bool(self._door.project))

    async def embed(self, texts: Sequence[str], *, purpose: Purpose | None = None) -> list[list[float]]:
        """One vector per text, in order. With a purpose for documents and queries alike, they find each other better.

        Never mix: an index of documents embedded without a purpose wants queries without one.
        """
        contents = [self._content(text, purpose) for text in texts]
        config = types.EmbedContentConfig(task_type=_TASKS[purpose]) if purpose and not self._worded else None
        gate = asyncio.Semaphore(AT_ONCE)

        async def part(start: int) -> list[list[float]]:
            async with gate:
                return await self._door.embed(contents[start : start + self._batch], config)

        parts = await _all(part(start) for start in range(0, len(contents), self._batch))
        return [vector for part in parts for vector in part]

    def _content(self, text: str, purpose: Purpose | None) -> types.Content:
        # A content of its own for each text: as parts of one they would share a single vector.
        worded = _WORDED[purpose] + text if purpose and self._worded else text
        return types.Content(role="user", parts=[types.Part(text=worded)])


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
