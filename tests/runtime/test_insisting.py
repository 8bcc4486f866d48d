from __future__ import annotations

import asyncio
from typing import Any

import pytest

from kasen.runtime.insisting import INSISTS, to_its_end


async def begun(work: Any, **more: Any) -> asyncio.Task[None]:
    task = asyncio.create_task(to_its_end(work, **more))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    return task


async def cancelled(task: asyncio.Task[None]) -> None:
    task.cancel()
    for _ in range(3):
        await asyncio.sleep(0)


async def test_who_asks_meanwhile_breaks_nothing_off_and_is_heard() -> None:
    go, done, heard = asyncio.Event(), [], []

    async def work() -> None:
        await go.wait()
        done.append(1)

    task = await begun(work(), again=lambda: heard.append(1))
    for _ in range(INSISTS):
        await cancelled(task)
    assert not task.done()
    go.set()
    await task
    assert (done, len(heard)) == ([1], INSISTS)


async def test_who_insists_is_not_kept_waiting() -> None:
    ended: list[str] = []

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append("broken off")

    task = await begun(work())
    for _ in range(INSISTS + 1):
        await cancelled(task)
    with pytest.raises(asyncio.CancelledError):
        await task
    assert ended == ["broken off"]


async def test_what_the_work_raises_is_raised() -> None:
    async def work() -> None:
        raise ValueError("no disk")

    with pytest.raises(ValueError, match="no disk"):
        await to_its_end(work())
