from __future__ import annotations

import asyncio

import pytest

from kasen.errors import StoreFailed
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


async def test_what_nobody_expected_is_logged_once_and_looked_past(caplog: pytest.LogCaptureFixture) -> None:
    mistake, away = KeyError("a mistake"), StoreFailed("the database cannot be reached")
    assert len(await told_of(None, mistake, mistake, None, away, None)) == 2, "an outage is told as ever"
    (record,) = caplog.records
    assert "looking again" in record.getMessage()
    assert record.exc_info is not None
    assert record.exc_info[1] is mistake
    await told_of(mistake, None, mistake)
    assert len(caplog.records) == 3, "what comes again is another"


async def test_who_is_cancelled_looks_no_more() -> None:
    with pytest.raises(asyncio.CancelledError):
        await again_and_again(_cancelled, every_s=0.0, tell=print)


async def _cancelled() -> None:
    raise asyncio.CancelledError
