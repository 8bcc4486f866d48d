from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from typing import Any

import orjson

from kasen.runtime.stored import Stored
from kasen.server.context import ServerDeps
from kasen.server.event_stream import CHUNK, EventStream, event_bytes, frame, writes
from kasen.server.listening import Patient
from server.streaming import Event, listening, live, parsed

REQUEST = "GET /api/runs/{}/events?after={} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n"


async def pages_of(*pages: Sequence[Stored]) -> AsyncGenerator[Sequence[Stored], None]:
    for page in pages:
        yield page


async def done() -> str:
    return "done"


def events(count: int, size: int = 10) -> list[Stored]:
    return [Stored(seq, "warning", '{"text":"' + "あ" * size + '"}') for seq in range(1, count + 1)]


async def stream(port: int, run_id: str, after: int = 0) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 24)
    writer.write(REQUEST.format(run_id, after, port).encode())
    return reader, writer


async def read_all(port: int, run_id: str, after: int = 0) -> list[Event]:
    """A whole stream, read as the bytes come: HTTP chunks, each taken apart."""
    reader, writer = await stream(port, run_id, after)
    assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200")
    body = b""
    while size := int(await reader.readuntil(b"\r\n"), 16):
        body += (await reader.readexactly(size + 2))[:-2]
    writer.close()
    return parsed(body.decode())


async def until(is_so: Any) -> None:
    async with asyncio.timeout(30):
        while not is_so():  # noqa: ASYNC110 - what is waited for is in the kernel
            await asyncio.sleep(0.01)


def test_an_event_is_three_lines_and_its_body_is_not_touched() -> None:
    body = '{"text":"a\\nb: \u2028 日本"}'
    assert frame(Stored(7, "warning", body)) == f"id: 7\nevent: warning\ndata: {body}\n\n"


def test_events_that_come_together_are_one_write_up_to_a_size() -> None:
    page = events(20)
    assert writes(page) == ["".join(map(frame, page)).encode()]
    large = events(5, size=CHUNK // 2)
    assert [write.count(b"data:") for write in writes(large)] == [1, 1, 1, 1, 1]
    assert writes([]) == []


async def test_a_stream_says_at_its_end_where_it_ended_and_as_what() -> None:
    counted: list[int] = []
    made = [data async for data in event_bytes(pages_of(events(2)), after=0, status=done, sent=counted.append)]
    end = parsed(made[-1].decode())[0]
    assert (end.event, orjson.loads(end.data)) == ("end", {"status": "done", "last_seq": 2})
    assert end.id == "2"
    assert counted == [2]
    assert made[0].startswith(b":")


class Wire:
    """What an application is given by a server, without one."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.gone = asyncio.Event()
        self.pinged = asyncio.Event()

    async def receive(self) -> dict[str, Any]:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Any) -> None:
        self.sent.append(message.get("body", b""))
        if message.get("body") == b": ping\n\n":
            self.pinged.set()


async def silent(closed: asyncio.Event) -> AsyncGenerator[bytes, None]:
    try:
        await asyncio.Event().wait()
        yield b""
    finally:
        closed.set()


async def test_silence_is_filled_and_a_client_that_leaves_frees_everything() -> None:
    wire, closed = Wire(), asyncio.Event()
    answer = EventStream(silent(closed), ping_s=0.01)
    answering = asyncio.create_task(answer({"type": "http"}, wire.receive, wire.send))
    await asyncio.wait_for(wire.pinged.wait(), 10)
    assert not closed.is_set()
    wire.gone.set()
    await asyncio.wait_for(answering, 10)
    assert closed.is_set()
    assert len(asyncio.all_tasks()) == 1


async def test_twenty_readers_get_everything_in_order(deps: ServerDeps) -> None:
    runs = [await live(deps.runner.store) for _ in range(4)]

    async def talk(run: Any) -> None:
        for n in range(60):
            await run.say(1 + n % 3, text="発言")
        run.end()

    async with listening(deps) as port:
        readers = [asyncio.create_task(read_all(port, runs[n % 4].id, after=n)) for n in range(20)]
        await asyncio.gather(*map(talk, runs))
        seen = await asyncio.gather(*readers)
    for n, (*found, end) in enumerate(seen):
        stored = [one async for one in deps.feed.follow(runs[n % 4].id, after=n)]
        assert [(int(one.id), one.event, one.data) for one in found] == stored
        assert len(found) == 120 - n
        assert end.event == "end"


async def test_who_closes_the_connection_is_followed_for_no_longer(deps: ServerDeps) -> None:
    run = await live(deps.runner.store)
    await run.say(1)
    async with listening(deps) as port:
        reader, writer = await stream(port, run.id)
        await reader.readuntil(b"data: ")
        assert len(deps.streams) == 1
        writer.close()
        await until(lambda: len(deps.streams) == 0)
        assert deps.feed._runs == {}
        run.end()


class Impatient(Patient):
    stalled_s = 0.3


async def test_who_does_not_read_is_cut_off_and_holds_up_nobody(deps: ServerDeps) -> None:
    run = await live(deps.runner.store)
    async with listening(deps, Impatient) as port:
        _, writer = await stream(port, run.id)
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        reading = asyncio.create_task(read_all(port, run.id))
        await until(lambda: len(deps.streams) == 2)
        for _ in range(30):
            await run.say(10, text="x" * 40_000)
        await until(lambda: len(deps.streams) == 1)
        run.end()
        *found, end = await asyncio.wait_for(reading, 60)
        assert [int(one.id) for one in found] == list(range(1, 301))
        assert end.event == "end"
        writer.close()


async def test_a_server_that_stops_ends_streams_whole_and_without_an_end_event(deps: ServerDeps) -> None:
    run = await live(deps.runner.store)
    await run.say(2)
    async with listening(deps) as port:
        reading = asyncio.create_task(read_all(port, run.id))
        await until(lambda: len(deps.streams) == 1 and run.id in deps.feed._runs and deps.feed._runs[run.id].is_open)
        await asyncio.sleep(0.05)
    assert [(one.id, one.event) for one in await reading] == [("1", "warning"), ("2", "warning")]
    run.end()
