"""One HTTP/1.1 connection with control over every byte, on h11."""

from __future__ import annotations

import asyncio
import socket
import struct
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import NamedTuple
from urllib.parse import parse_qsl, unquote

import h11

Sleep = Callable[[float], Awaitable[object]]
_READ = 65536
_GAP_S = 0.001
"""Seconds between split writes, so that the client's side reads them apart."""


class Received(NamedTuple):
    """A request as it came in; header names in lower case."""

    method: str
    path: str
    query: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def arguments(self) -> dict[str, str]:
        """The query's fields."""
        return dict(parse_qsl(self.query))


class Connection:
    """Reads requests and writes answers, also broken ones. `split`: bytes per write, None for whole pieces."""

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, sleep: Sleep, split: int | None = None
    ) -> None:
        self._reader = reader
        self._writer = writer
        self._sleep = sleep
        self._split = split
        self._http = h11.Connection(h11.SERVER, max_incomplete_event_size=1 << 20)
        self._early = b""

    async def receive(self) -> Received | None:
        """The next request; None when the client has closed. Raises h11.RemoteProtocolError for what is no HTTP."""
        if self._http.our_state is h11.DONE and self._http.their_state is h11.DONE:
            self._http.start_next_cycle()
        if self._http.our_state is not h11.IDLE:
            return None
        head: h11.Request | None = None
        body: list[bytes] = []
        while True:
            event = self._http.next_event()
            match event:
                case h11.NEED_DATA:
                    await self._need_data()
                case h11.Request():
                    head = event
                case h11.Data():
                    body.append(bytes(event.data))
                case h11.EndOfMessage() if head is not None:
                    return _received(head, b"".join(body))
                case _:
                    return None

    async def _need_data(self) -> None:
        if self._http.they_are_waiting_for_100_continue:
            go_on = h11.InformationalResponse(status_code=100, headers=[], reason=b"Continue")
            self._writer.write(self._http.send(go_on))
        early, self._early = self._early, b""
        self._http.receive_data(early or await self._reader.read(_READ))

    async def left(self) -> None:
        """Return when the client has gone away. Only while an answer is written; what it sends early is kept."""
        try:
            while content := await self._reader.read(_READ):
                self._early += content
        except ConnectionError:
            return

    async def begin(self, status: int, headers: Mapping[str, str]) -> None:
        """Send the head of an answer; without `content-length` the body is chunked."""
        response = h11.Response(status_code=status, headers=list(headers.items()))
        await self._write(self._http.send(response))

    async def send(self, content: bytes, *, last: bool = False) -> None:
        """Send some of the body, and with the same write its end."""
        encoded = self._http.send(h11.Data(data=content)) if content else b""
        if last:
            encoded = (encoded or b"") + (self._http.send(h11.EndOfMessage()) or b"")
        await self._write(encoded)

    def drop(self) -> None:
        """Reset the connection (TCP RST), as a crashed server or a proxy does."""
        sock = self._writer.get_extra_info("socket")
        # A connection that is closed already has no socket any more.
        with suppress(OSError):
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._writer.transport.abort()

    async def close(self) -> None:
        """Close the connection; what was sent is still delivered."""
        self._writer.close()
        with suppress(OSError):
            await self._writer.wait_closed()

    async def _write(self, encoded: bytes | None) -> None:
        if not encoded:
            return
        step = self._split or len(encoded)
        for start in range(0, len(encoded), step):
            self._writer.write(encoded[start : start + step])
            await self._writer.drain()
            if start + step < len(encoded):
                await self._sleep(_GAP_S)


def _received(head: h11.Request, body: bytes) -> Received:
    path, _, query = head.target.decode("ascii", "replace").partition("?")
    headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in head.headers}
    return Received(head.method.decode(), unquote(path), query, headers, body)
