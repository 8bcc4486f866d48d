from __future__ import annotations

import pytest
from starlette.requests import HTTPConnection

from kasen.server.caller import Caller, caller_of


def test_who_holds_a_token_is_outside_and_this_machine_s_user_is_not() -> None:
    assert Caller("yuki").is_outside
    assert not Caller().is_outside


async def test_the_caller_is_whom_the_guard_found_and_nobody_by_default() -> None:
    scope = {"type": "http", "headers": [], "caller": Caller("yuki")}
    assert await caller_of(HTTPConnection(scope)) == Caller("yuki")
    with pytest.raises(KeyError):
        await caller_of(HTTPConnection({"type": "http", "headers": []}))
