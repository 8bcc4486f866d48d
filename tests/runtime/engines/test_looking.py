from __future__ import annotations

import asyncio

import pytest

from kasen.errors import InternalError, StoreFailed
from kasen.runtime.engines.looking import again_and_again


async def told_of(*looks: BaseException | None) -> list[str]:
    """What is said when looks go so; then whoever looks is cancelled."""
    left, told = list(looks), list[str]()
    over = asyncio.Event()

    async def look() -> None:
        if not left:
            over.set()
        elif (error := left.pop(0)) is not None:
            raise error

    task = asyncio.create_task(again_and_again(look, every_s=0.0, tell=told.append))
    await asyncio.wait({task, asyncio.create_task(over.wait())}, return_when=asyncio.FIRST_COMPLETED)
    task.cancel()
    await asyncio.wait({task})
    if not task.cancelled() and (error := task.exception()) is not None:
        raise error
    return told


async def test_an_outage_is_told_once_and_its_end_once_and_the_next_one_again() -> None:
    away = StoreFailed("the database cannot be reached")
    first, back, second, again = await told_of(away, away, away, None, None, away, away)
    assert first == second == "the database cannot be reached; looking again until it is back, runs wait for it"
    assert back == again == "the database is back"


async def test_nothing_is_told_where_nothing_goes_wrong() -> None:
    assert await told_of(None, None) == []


async def test_what_is_no_outage_is_not_passed_over() -> None:
    with pytest.raises(InternalError, match="a mistake"):
        await told_of(None, InternalError("a mistake"), None)
