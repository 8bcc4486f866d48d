from __future__ import annotations

import pytest

from kasen.errors import Refused
from kasen.tools.search.mcp.bounds import MOST_MESSAGES, Bounds


def test_what_a_server_sends_is_counted_from_the_beginning_of_a_call() -> None:
    bounds = Bounds("MCP server `docs`", most=2 << 20)
    bounds.take(2 << 20)
    with pytest.raises(Refused, match="MCP server `docs` sends more than 2 MB for one question"):
        bounds.take(1)
    bounds.begin()
    bounds.take(1)


def test_messages_are_counted_too() -> None:
    bounds = Bounds("MCP server `docs`")
    for _ in range(MOST_MESSAGES):
        bounds.message()
    with pytest.raises(Refused, match=f"more than {MOST_MESSAGES} messages"):
        bounds.message()
