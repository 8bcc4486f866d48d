"""The line to Gemini: says when something arrives, and takes from the stream what google-genai cannot read."""

from __future__ import annotations

from collections.abc import AsyncIterable, AsyncIterator, Callable, Mapping
from typing import Any

import httpx

from kasen.models.incoming import guard

_SKIPPED = (b":", b"event:", b"id:", b"retry:")


class Wire(httpx.AsyncBaseTransport):
    """Sends requests without redirects or retries, and calls `pulse` for each piece that arrives.

    `options` are those of `Connection.options`.
    """

    def __init__(self, options: Mapping[str, Any], pulse: Callable[[], object], name: str = "the server") -> None:
        self._inner = httpx.AsyncHTTPTransport(**options, retries=0)
        self._pulse = pulse
        self._name = name

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """The response, its body still to be read."""
        response = await self._inner.handle_async_request(request)
        self._pulse()
        guard(response, httpx, self._name, pulse=self._pulse)
        assert isinstance(response.stream, httpx.AsyncByteStream)
        if response.headers.get("content-type", "").startswith("text/event-stream"):
            response.stream = _Events(response.stream)
        return response

    async def aclose(self) -> None:
        """Close every connection."""
        await self._inner.aclose()


class _Events(httpx.AsyncByteStream):
    def __init__(self, inner: httpx.AsyncByteStream) -> None:
        self._inner = inner

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for piece in plain_events(self._inner):
            yield piece

    async def aclose(self) -> None:
        await self._inner.aclose()


async def plain_events(pieces: AsyncIterable[bytes]) -> AsyncIterator[bytes]:
    """Server-sent events as `data: …` lines alone.

    google-genai takes a comment (`: ping`, which gateways send to keep a line open), an `event:` line, a `data:`
    without a space and a last `[DONE]` for broken JSON. Lines that are no field pass, for errors come as plain JSON.
    """
    rest: list[bytes] = []  # pieces of a line that goes on: joined once, for a picture is one line of megabytes
    async for piece in pieces:
        first, *lines = piece.split(b"\n")
        rest.append(first)
        if lines:
            *lines, last = b"".join(rest), *lines
            rest = [last]
            kept = b"".join(map(_line, lines))
            if kept:
                yield kept
    if any(rest):
        yield _line(b"".join(rest))


def _line(line: bytes) -> bytes:
    line = line.rstrip(b"\r")
    if line.startswith(_SKIPPED):
        return b""
    if not line.startswith(b"data:"):
        return line + b"\n"
    data = line[5:].strip(b" ")
    return b"" if data == b"[DONE]" else b"data: " + data + b"\n"
