from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest

from kasen.testing.providers.connection import Connection

Serve = Callable[[Connection], Awaitable[None]]


@asynccontextmanager
async def served(
    serve: Serve, split: int | None = None
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A raw client of a server that does what the test says with its first connection."""
    done = asyncio.Event()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connection = Connection(reader, writer, sleep=asyncio.sleep, split=split)
        try:
            await serve(connection)
        finally:
            await connection.close()
            done.set()

    server = await asyncio.start_server(connected, "127.0.0.1", 0)
    reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname()[:2])
    try:
        yield reader, writer
    finally:
        writer.close()
        server.close()
        await asyncio.wait_for(done.wait(), 5)


async def test_a_request_in_pieces_is_read_whole() -> None:
    seen = []

    async def serve(connection: Connection) -> None:
        seen.append(await connection.receive())
        await connection.begin(200, {"content-length": "0"})
        await connection.send(b"", last=True)
        seen.append(await connection.receive())

    async with served(serve) as (reader, writer):
        for piece in (
            b"POST /a%20b?x=1&y=%E8%8C%B6 HT",
            b"TP/1.1\r\nHost: h\r\nX-A: 1\r\nContent-",
            b"Length: 3\r\n\r\nab",
            b"c",
        ):
            writer.write(piece)
            await writer.drain()
            await asyncio.sleep(0.001)
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200")
        writer.write_eof()
    first, second = seen
    assert first
    assert (first.method, first.path, first.arguments, first.body) == ("POST", "/a b", {"x": "1", "y": "茶"}, b"abc")
    assert first.headers["x-a"] == "1"
    assert second is None


async def test_a_client_that_waits_to_be_asked_for_its_body_is_asked() -> None:
    seen = []

    async def serve(connection: Connection) -> None:
        seen.append(await connection.receive())

    async with served(serve) as (reader, writer):
        writer.write(b"POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
        assert b"100" in await reader.readuntil(b"\r\n\r\n")
        writer.write(b"ok")
        await reader.read()
    assert seen[0]
    assert seen[0].body == b"ok"


async def test_writes_are_split_at_the_bytes_asked_for() -> None:
    async def serve(connection: Connection) -> None:
        await connection.receive()
        await connection.begin(200, {"content-length": "9"})
        await connection.send("宇治茶".encode(), last=True)

    async with served(serve, split=2) as (reader, writer):
        writer.write(b"GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        reads = []
        while piece := await reader.read(100):
            reads.append(piece)
    assert b"".join(reads).endswith("宇治茶".encode())
    assert len(reads) > 10


async def test_a_dropped_connection_is_reset_and_may_be_dropped_twice() -> None:
    async def serve(connection: Connection) -> None:
        await connection.receive()
        connection.drop()
        connection.drop()

    async with served(serve) as (reader, writer):
        writer.write(b"GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        with pytest.raises(ConnectionResetError):
            await reader.read()


async def test_a_client_that_leaves_is_noticed_and_one_that_is_early_is_not_lost() -> None:
    seen: list[object] = []

    async def serve(connection: Connection) -> None:
        await connection.receive()
        left = asyncio.ensure_future(connection.left())
        await asyncio.sleep(0.02)
        seen.append(left.done())
        left.cancel()
        await asyncio.wait([left])
        await connection.begin(200, {"content-length": "0"})
        await connection.send(b"", last=True)
        second = await connection.receive()
        seen.append(second.path if second else None)
        await connection.left()
        seen.append("left")

    async with served(serve) as (reader, writer):
        writer.write(b"GET /first HTTP/1.1\r\nHost: h\r\n\r\n")
        await asyncio.sleep(0.005)
        writer.write(b"GET /second HTTP/1.1\r\nHost: h\r\n\r\n")
        await reader.readuntil(b"\r\n\r\n")
        writer.close()
    assert seen == [False, "/second", "left"]
