"""What a filtering proxy passes on: one HTTP exchange, or the bytes of a tunnel, both counted."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

import h11
import httpcore

if TYPE_CHECKING:
    from kasen.tools.addresses import Checked

_PIECE = 65_536
_HOP = frozenset({
    b"connection", b"keep-alive", b"proxy-authenticate", b"proxy-authorization", b"proxy-connection", b"te",
    b"trailer", b"transfer-encoding", b"upgrade",
})  # fmt: skip
"""Headers that are meant for the next hop only (RFC 9110 §7.6.1)."""
_ENDED = (httpcore.NetworkError, httpcore.TimeoutException, OSError)


class Broken(Exception):
    """An exchange that cannot go on: not HTTP, too much of it, or an end before its time."""


class Spend:
    """Bytes that may still come, counted over all connections of a page."""

    def __init__(self, most: int) -> None:
        self.left = most

    def take(self, data: bytes) -> bytes:
        """Count them. Raises Broken when there were too many."""
        self.left -= len(data)
        if self.left < 0:
            raise Broken("more bytes than a page may have")
        return data


@dataclass(frozen=True)
class Request:
    """The head of a request to a proxy."""

    is_tunnel: bool
    target: str
    """The URL, or `host:port` of a tunnel."""
    event: h11.Request
    state: h11.Connection


def request_of(head: bytes) -> Request:
    """A request's head. Raises Broken for what is none, or names no host."""
    state = h11.Connection(h11.SERVER, max_incomplete_event_size=_PIECE)
    try:
        state.receive_data(head)
        event = state.next_event()
    except h11.RemoteProtocolError as error:
        raise Broken("not HTTP") from error
    if not isinstance(event, h11.Request):
        raise Broken("not HTTP")
    target = event.target.decode("latin-1")
    is_tunnel = event.method == b"CONNECT"
    if is_tunnel == ("/" in target) or target.startswith("/"):
        raise Broken("not a request to a proxy")
    return Request(is_tunnel, target, event, state)


async def tunnel(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    stream: httpcore.AsyncNetworkStream,
    spend: Spend,
    idle_s: float,
) -> None:
    """Pass bytes both ways until one side ends, or nothing has come for `idle_s` seconds. Raises Broken."""
    writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
    await writer.drain()

    async def up() -> None:
        while data := await reader.read(_PIECE):
            await stream.write(data, idle_s)

    async def down() -> None:
        while data := await stream.read(_PIECE, idle_s):
            writer.write(spend.take(data))
            await writer.drain()

    tasks = {asyncio.create_task(up()), asyncio.create_task(down())}
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    for task in done:
        with suppress(*_ENDED, asyncio.CancelledError):
            task.result()


async def exchange(
    request: Request,
    target: Checked,
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    stream: httpcore.AsyncNetworkStream,
    spend: Spend,
    idle_s: float,
) -> None:
    """Send a request on and its answer back; the connections are closed after it. Raises Broken."""
    server = h11.Connection(h11.CLIENT, max_incomplete_event_size=_PIECE)
    path = request.target.partition("//")[2].partition("/")[2]
    headers = [(b"Host", target.authority.encode("ascii")), *_passed(request.event.headers, {b"host"})]
    try:
        head = h11.Request(
            method=request.event.method,
            target=f"/{path}".encode("latin-1"),
            headers=[*headers, (b"Connection", b"close")],
        )
        await stream.write(server.send(head) or b"", idle_s)
        await _send_body(request.state, server, reader, stream, idle_s)
        await _send_answer(request.state, server, writer, stream, spend, idle_s)
    except (h11.RemoteProtocolError, h11.LocalProtocolError, *_ENDED) as error:
        raise Broken("broke off") from error


async def _send_body(
    browser: h11.Connection,
    server: h11.Connection,
    reader: asyncio.StreamReader,
    stream: httpcore.AsyncNetworkStream,
    idle_s: float,
) -> None:
    while True:
        event = browser.next_event()
        if event is h11.NEED_DATA:
            async with asyncio.timeout(idle_s):
                browser.receive_data(await reader.read(_PIECE))
        elif isinstance(event, h11.Data):
            await stream.write(server.send(event) or b"", idle_s)
        elif isinstance(event, h11.EndOfMessage):
            await stream.write(server.send(h11.EndOfMessage()) or b"", idle_s)
            return
        else:
            raise Broken("broke off")


async def _send_answer(
    browser: h11.Connection,
    server: h11.Connection,
    writer: asyncio.StreamWriter,
    stream: httpcore.AsyncNetworkStream,
    spend: Spend,
    idle_s: float,
) -> None:
    while True:
        event = server.next_event()
        out: bytes | None = b""
        if event is h11.NEED_DATA:
            server.receive_data(spend.take(await stream.read(_PIECE, idle_s)))
        elif isinstance(event, h11.Response):
            headers = [*_passed(event.headers), (b"Connection", b"close")]
            out = browser.send(h11.Response(status_code=event.status_code, headers=headers, reason=event.reason))
        elif isinstance(event, h11.Data):
            out = browser.send(event)
        elif isinstance(event, h11.EndOfMessage):
            writer.write(browser.send(h11.EndOfMessage()) or b"")
            await writer.drain()
            return
        elif not isinstance(event, h11.InformationalResponse):
            raise Broken("broke off")
        if out:
            writer.write(out)
            await writer.drain()


def _passed(headers: Iterable[tuple[bytes, bytes]], without: Iterable[bytes] = ()) -> list[tuple[bytes, bytes]]:
    """Headers that go on; the framing of bodies is done anew, but a stated length stays."""
    return [(name, value) for name, value in headers if name.lower() not in _HOP and name.lower() not in without]
