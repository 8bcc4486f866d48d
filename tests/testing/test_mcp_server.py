"""The server that tests of MCP talk to; `tests/tools/search/mcp` uses every behaviour of it."""

from __future__ import annotations

import inspect

from kasen.testing.mcp_server import TOOLS, command, mcp_over_http
from kasen.testing.mcp_tricks import TRICKS


def test_every_tool_takes_a_query_and_is_named_once() -> None:
    assert all(len(inspect.signature(tool).parameters) >= 1 for tool in TOOLS.values())
    assert set(TOOLS).isdisjoint(TRICKS)


def test_the_command_starts_this_python() -> None:
    assert command("leads")[1:] == ["-m", "kasen.testing.mcp_server", "leads"]


async def test_over_http_it_says_where_it_is() -> None:
    async with mcp_over_http("plain") as url:
        assert url.startswith("http://127.0.0.1:")
        assert url.endswith("/mcp")
