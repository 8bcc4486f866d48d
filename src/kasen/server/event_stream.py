"""Server-sent events, written as bytes that are made once: a page of events is one write, and nothing is parsed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import aclosing

import orjson
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from kasen.runtime.stored import Stored

PING_S = 15.0
"""Seconds of silence after which a comment says that the stream is there; proxies close what is silent for longer."""
RETRY_MS = 1000
"""What a browser waits before it asks again."""
CHUNK = 64 * 1024
"""Characters of one write, about; the next waits until the client has taken enough of it."""
HEADERS = {"cache-control": "no-store", "x-accel-buffering": "no"}
Pages = AsyncGenerator[Sequence[Stored], None]


def frame(event: Stored) -> str:
    """One event on the wire. Its body is one line: JSON from `model_dump_json`, which escapes line ends."""
    return f"id: {event.seq}\nevent: {event.type}\ndata: {event.body}\n\n"


def writes(page: Sequence[Stored]) -> list[bytes]:
    """A page as few writes, each of whole events and of `CHUNK` or of one event."""
    made, size, parts = [], 0, list[str]()
    for event in page:
        text = frame(event)
        if parts and size + len(text) > CHUNK:
            made.append("".join(parts).encode())
            size, parts = 0, []
        parts.append(text)
        size += len(text)
    return [*made, "".join(parts).encode()] if parts else made


async def event_bytes(
    pages: Pages, *, after: int, status: Callable[[], Awaitable[str]], sent: Callable[[int], None]
) -> AsyncGenerator[bytes, None]:
    """The stream: all pages, then `event: end`, with the number of the last event and what the run is now."""
    yield f": kasen\nretry: {RETRY_MS}\n\n".encode()
    async with aclosing(pages):
        async for page in pages:
            for data in writes(page):
                yield data
            after = page[-1].seq
            sent(len(page))
    last = orjson.dumps({"status": await status(), "last_seq": after}).decode()
    yield f"id: {after}\nevent: end\ndata: {last}\n\n".encode()


class EventStream(StreamingResponse):
    """Sends what `content` yields, pings while it is silent, and lets go of everything when the client is gone.

    A client that does not read is waited for with one write in hand; the connection ends it (`listening.Patient`).
    """

    def __init__(self, content: AsyncGenerator[bytes, None], *, ping_s: float = PING_S) -> None:
        super().__init__(content, media_type="text/event-stream", headers=HEADERS)
        self._content = content
        self._ping_s = ping_s
        self._is_silent = True

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        try:
            async with asyncio.timeout(None) as here:
                watcher = asyncio.create_task(self._watch(receive, send, here))
                try:
                    await self.stream_response(send)
                finally:
                    watcher.cancel()
        except TimeoutError:
            if not here.expired():
                raise

    async def stream_response(self, send: Send) -> None:
        """Headers, content, end."""
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        async with aclosing(self._content) as content:
            async for data in content:
                self._is_silent = False
                await send({"type": "http.response.body", "body": data, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _watch(self, receive: Receive, send: Send, here: asyncio.Timeout) -> None:
        """Until the client is gone; then `here` is over."""
        while True:
            try:
                async with asyncio.timeout(self._ping_s):
                    while (await receive())["type"] != "http.disconnect":
                        pass
            except TimeoutError:
                if self._is_silent:
                    await send({"type": "http.response.body", "body": b": ping\n\n", "more_body": True})
                self._is_silent = True
            else:
                here.reschedule(asyncio.get_running_loop().time())
                return
