from __future__ import annotations

import asyncio

import pytest

from kasen.server.errors import Rejected
from kasen.server.limits import ServerLimits
from kasen.server.streams import Streams, is_stream


@pytest.mark.parametrize(
    ("method", "path", "stays_open"),
    [
        ("GET", "/api/runs/01ABC/events", True),
        ("GET", "/api/chat/abc/stream", True),
        ("GET", "/api/chat/stream/abc/stream", True),
        ("POST", "/api/chat", True),
        ("POST", "/api/chat/stream", True),
        ("GET", "/api/chat", False),
        ("GET", "/api/chat/abc", False),
        ("POST", "/api/chat/abc/stop", False),
        ("GET", "/api/runs/01ABC", False),
        ("GET", "/api/runs/01ABC/artifacts/events", False),
        ("DELETE", "/api/runs/01ABC/events", False),
    ],
)
def test_which_answers_stay_open(method: str, path: str, stays_open: bool) -> None:
    assert is_stream(method, path) is stays_open


async def test_streams_are_counted_for_each_caller_and_for_all() -> None:
    streams = Streams(ServerLimits(streams=2, streams_each=1))

    async def refused(owner: str) -> str:
        with pytest.raises(Rejected) as caught, streams.slot(owner):
            pass
        assert caught.value.status == 429
        return caught.value.hint

    async def beside() -> None:
        with streams.slot("b"):
            assert (len(streams), streams.open_of("b")) == (2, 1)
            assert await asyncio.create_task(refused("b")) == "Close some."
            assert await asyncio.create_task(refused("c")) == "Ask again later."

    with streams.slot("a"):
        await asyncio.create_task(beside())
        assert (len(streams), streams.open_of("b")) == (1, 0)
    assert (len(streams), streams.open_of("a")) == (0, 0)


async def test_nothing_new_begins_once_the_server_stops() -> None:
    streams = Streams(ServerLimits())
    streams.check()
    streams.close()
    with pytest.raises(Rejected) as caught:
        streams.check()
    assert caught.value.status == 503
