from __future__ import annotations

import asyncio

from kasen.runtime.cancels import Cancels
from kasen.runtime.rows import Options
from kasen.runtime.store import Store


async def new_run(store: Store) -> str:
    return (await store.create(team="echo", mode="echo", title="t", lang="en", request={}, options=Options())).id


async def test_word_reaches_the_run_that_is_meant_and_once(store: Store) -> None:
    cancels, told = Cancels(store), list[str]()
    one, other = await new_run(store), await new_run(store)
    came = asyncio.Event()

    def hear() -> None:
        told.append(one)
        came.set()

    with (
        cancels.heard(one, hear),
        cancels.heard(other, lambda: told.append(other)),
    ):
        await store.ask_cancel(one)
        await asyncio.wait_for(came.wait(), 30)
        await asyncio.sleep(0.3)
    assert told == [one]


async def test_who_looks_is_begun_again_after_it_died(store: Store) -> None:
    cancels, came = Cancels(store), asyncio.Event()
    one, other = await new_run(store), await new_run(store)

    def fail() -> None:
        raise KeyError(one)

    with cancels.heard(one, fail):
        await store.ask_cancel(one)
        looker = cancels._looker
        assert looker is not None
        await asyncio.wait({looker}, timeout=30)
        assert isinstance(looker.exception(), KeyError)
        with cancels.heard(other, came.set):
            await store.ask_cancel(other)
            await asyncio.wait_for(came.wait(), 30)


async def test_nothing_is_looked_for_while_no_run_is_driven(store: Store) -> None:
    cancels = Cancels(store)
    with cancels.heard("01A", lambda: None), cancels.heard("01B", lambda: None):
        looker = cancels._looker
        assert looker is not None
    await asyncio.wait({looker})
    assert cancels._looker is None
