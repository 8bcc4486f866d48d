"""A UI Message Stream as a response: headers as the AI SDK sends them, one write per page of chunks."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing

from kasen.server.event_stream import EventStream
from kasen.server.ui_stream.chunks import DONE, Chunk, frames

HEADERS = {
    "content-type": "text/event-stream",
    "cache-control": "no-cache",
    "connection": "keep-alive",
    "x-vercel-ai-ui-message-stream": "v1",
    "x-accel-buffering": "no",
}
LARGEST = 200
"""Chunks of one write."""


class UIStream(EventStream):
    """Sends chunks until they end, then `[DONE]`; silence is filled with comments, which clients pass over."""

    def __init__(self, chunks: AsyncGenerator[list[Chunk], None]) -> None:
        super().__init__(_data(chunks))
        self.raw_headers = [(name.encode(), value.encode()) for name, value in HEADERS.items()]


async def _data(pages: AsyncGenerator[list[Chunk], None]) -> AsyncGenerator[bytes, None]:
    async with aclosing(pages):
        async for page in pages:
            for start in range(0, len(page), LARGEST):
                yield frames(page[start : start + LARGEST])
    yield DONE
