from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from kasen.errors import Malformed, ProviderError, Refused, Retryable
from kasen.models.connection import DIRECT
from kasen.settings.servers import McpServer
from kasen.testing.mcp_server import command, mcp_over_http
from kasen.tools.search.mcp.session import Session


@asynccontextmanager
async def session(*behaviours: str, url: str = "", **more: Any) -> AsyncIterator[Session]:
    server = McpServer(url=url) if url else McpServer(command=command(*behaviours))
    one = Session("docs", server, DIRECT, **more)
    try:
        yield one
    finally:
        await one.close()


@pytest.mark.parametrize(
    ("behaviour", "kind", "said"),
    [
        ("endless", Refused, "sends more than 2000 messages for one question"),
        ("one-line", Refused, "sends more than 8 MB for one question"),
        ("broken-json", Malformed, "sent a message that cannot be read"),
        ("form", Malformed, "answered in a form that is none of MCP"),
    ],
)
async def test_a_server_that_does_not_keep_to_the_protocol_fails_in_a_sentence(
    behaviour: str, kind: type[ProviderError], said: str
) -> None:
    async with session(behaviour) as one:
        with pytest.raises(kind) as raised:
            await one.call("search", {"query": "茶"})
    assert str(raised.value) == f"MCP server `docs` {said}"


async def test_a_huge_result_is_refused_over_stdio_and_http() -> None:
    async with session("huge") as one:
        with pytest.raises(Refused, match="more than 8 MB"):
            await one.call("huge", {"query": ""})
    async with mcp_over_http("huge") as url, session(url=url) as one:
        with pytest.raises(Refused, match="more than 8 MiB"):
            await one.call("huge", {"query": ""})


async def test_a_greeting_on_the_way_is_passed_over() -> None:
    async with session("greeting") as one:
        assert "Uji tea" in str((await one.call("search", {"query": "茶"})).content)


async def test_a_server_that_leaves_is_started_again_for_the_next_question() -> None:
    async with session("picky") as one:
        with pytest.raises(Retryable, match=r"ended \(exit 9\): the disk is full"):
            await one.call("search", {"query": "leave"})
        assert one.pid == 0
        assert "Uji tea" in str((await one.call("search", {"query": "茶"})).content)
        assert one.pid


async def test_one_that_leaves_fails_every_question_that_was_open() -> None:
    async with session("picky") as one:
        await one.tools()
        calls = (one.call("search", {"query": query}) for query in ("wait", "leave"))
        ended = await asyncio.gather(*calls, return_exceptions=True)
    assert [type(error) for error in ended] == [Retryable, Retryable]
    assert all("ended (exit 9)" in str(error) for error in ended)


async def test_calls_share_one_program_that_ends_when_nobody_calls() -> None:
    async with session("picky", idle_s=0.2) as one:
        await one.call("search", {"query": "a"})
        first = one.pid
        await asyncio.gather(*(one.call("search", {"query": query}) for query in "bc"))
        assert one.pid == first
        async with asyncio.timeout(10):
            while is_running(first):  # noqa: ASYNC110  a process has no event
                await asyncio.sleep(0.02)


@pytest.mark.parametrize(("behaviour", "said"), [("not-mcp", r"ended \(exit 0\)"), ("nonsense-flag", "")])
async def test_a_program_that_is_no_server_ends_in_a_sentence(behaviour: str, said: str) -> None:
    async with session(behaviour) as one:
        if said:
            with pytest.raises(Retryable, match=said):
                await one.tools()
        else:
            assert await one.tools() == []


async def test_one_that_never_greets_is_given_up() -> None:
    async with session("mute", start_s=0.3) as one:
        with pytest.raises(Retryable, match=r"did not start within 0\.3 s"):
            await one.tools()


async def test_a_program_that_is_not_there_is_named() -> None:
    one = Session("docs", McpServer(command=("/nowhere/server\x1b[2J",)), DIRECT)
    with pytest.raises(Refused) as raised:
        await one.tools()
    assert str(raised.value) == "MCP server `docs` cannot be started: `/nowhere/server[2J`: no such file or directory"


async def test_an_address_where_nobody_is_is_named_without_its_query() -> None:
    one = Session("docs", McpServer(url="http://127.0.0.1:9/mcp?key=test-key-planted"), DIRECT)
    with pytest.raises(Retryable) as raised:
        await one.tools()
    assert str(raised.value) == "MCP server `docs` does not answer at 127.0.0.1:9"


async def test_a_slow_tool_costs_no_more_than_its_time_and_the_server_stays() -> None:
    async with session("picky") as one:
        await one.tools()
        pid = one.pid
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.2):
                await one.call("search", {"query": "wait"})
        assert "Uji tea" in str((await one.call("search", {"query": "茶"})).content)
        assert one.pid == pid


def test_a_loop_that_ends_takes_the_program_with_it_and_the_next_starts_its_own() -> None:
    one = Session("docs", McpServer(command=command("picky")), DIRECT)
    pids = []

    async def ask() -> None:
        await one.call("search", {"query": "a"})
        pids.append(one.pid)

    asyncio.run(ask())
    assert not is_running(pids[0])
    asyncio.run(ask())
    assert pids[0] != pids[1]
    assert not is_running(pids[1])


def is_running(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists()
