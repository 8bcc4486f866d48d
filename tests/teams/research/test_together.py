"""Nothing is left running when a part of the work fails."""

from __future__ import annotations

import asyncio

import pytest

from kasen.teams.research.together import together


async def test_all_have_ended_before_a_failure_comes_out() -> None:
    ended: list[str] = []

    async def works() -> str:
        await asyncio.sleep(0)
        ended.append("worked")
        return "worked"

    async def fails() -> str:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await together([fails(), works()])
    assert ended == ["worked"]
    assert await together([works(), works()]) == ["worked", "worked"]
