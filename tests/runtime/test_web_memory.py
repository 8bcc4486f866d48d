from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

from kasen.runtime.attempt import Attempt
from kasen.runtime.rows import Options, timestamp
from kasen.runtime.store import Store
from kasen.runtime.web_flights import Flights
from kasen.runtime.web_memory import Lifetimes, Memory, Name
from kasen.runtime.web_records import NEVER, WHOLLY, Kept, of_run

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
DAY = timedelta(days=1)


class Maker:
    """Makes finds, and counts them."""

    def __init__(self, key: str = "all", text: str | None = None) -> None:
        self.made = 0
        self._key = key
        self._text = text

    async def __call__(self) -> Kept:
        self.made += 1
        await asyncio.sleep(0)
        return Kept(key=self._key, at=timestamp(NOON), body=f"[{self.made}]", shared=WHOLLY, text=self._text)


async def memory_of(store: Store, flights: Flights[Kept] | None = None, **options: Any) -> tuple[Memory, str]:
    row = await store.create(team="echo", mode="echo", title="t", lang="en", request={}, options=Options(**options))
    attempt = Attempt(store, row.id, await store.claim(row.id))
    return Memory(attempt, row, flights or Flights(), lambda: NOON, Lifetimes()), row.id


async def test_it_looks_in_the_run_then_at_others_and_then_it_is_made(store: Store) -> None:
    maker = Maker()
    mine, run_id = await memory_of(store)
    first = await mine.get([Name("own")], [Name("all")], DAY, maker)
    again = await mine.get([Name("own")], [Name("nothing")], DAY, maker)
    assert first == again
    assert await store.read(lambda c: of_run(c, run_id, "own")) == first
    other, other_id = await memory_of(store)
    assert await other.get([Name("theirs")], [Name("nothing"), Name("all")], DAY, maker) == first
    assert await store.read(lambda c: of_run(c, other_id, "theirs")) == first, "what a run used is its own"
    assert maker.made == 1
    late, _ = await memory_of(store)
    await late.get([Name("own")], [Name("all")], -DAY, maker)
    assert maker.made == 2


async def test_a_fresh_run_asks_anew_and_still_only_once(store: Store) -> None:
    maker = Maker()
    plain, _ = await memory_of(store)
    await plain.get([Name("own")], [Name("all")], DAY, maker)
    fresh, _ = await memory_of(store, fresh=True)
    found = [await fresh.get([Name("own")], [Name("all")], DAY, maker) for _ in range(3)]
    assert [one and one.body for one in found] == ["[2]"] * 3


async def test_what_counts_only_where_a_page_was_had_does_not_count_else(store: Store) -> None:
    mine, _ = await memory_of(store)
    await mine.get([Name("a")], [Name("all")], DAY, Maker())
    maker = Maker("b")
    await mine.get([Name("b"), Name("a", had=True)], [Name("b"), Name("all", had=True)], DAY, maker)
    assert maker.made == 1
    await mine.get([Name("c")], [Name("c")], DAY, Maker("c", text="words"))
    await mine.get([Name("d"), Name("c", had=True)], [Name("d")], DAY, maker)
    assert maker.made == 1


async def test_runs_at_the_same_time_ask_once_and_each_writes_it_down(store: Store) -> None:
    maker, flights = Maker(), Flights[Kept]()
    runs = [await memory_of(store, flights) for _ in range(4)]
    asked = [memory.get([Name("own")], [Name("all")], DAY, maker) for memory, _ in runs for _ in range(2)]
    found = await asyncio.gather(*asked)
    assert maker.made == 1
    assert len({one.id for one in found if one}) == 1
    for _, run_id in runs:
        assert await store.read(partial(of_run, run_id=run_id, key="own")) == found[0]


class Late(Store):
    """A store that holds back what it has read."""

    held: asyncio.Event | None = None

    async def read(self, query: Any, **how: Any) -> Any:
        found = await super().read(query, **how)
        if self.held is not None:
            await self.held.wait()
        return found


async def test_who_looked_before_it_was_written_down_does_not_ask_after(home: Path) -> None:
    began, go, made = asyncio.Event(), asyncio.Event(), 0

    async def make() -> Kept:
        nonlocal made
        made += 1
        began.set()
        await go.wait()
        return Kept(key="all", at=timestamp(NOON), body="[]", shared=NEVER)

    store = Late(home)
    async with store:
        memory, _ = await memory_of(store)
        first = asyncio.create_task(memory.get([Name("own")], [Name("all")], DAY, make))
        await began.wait()
        store.held = asyncio.Event()
        second = asyncio.create_task(memory.get([Name("own")], [Name("all")], DAY, make))
        await asyncio.sleep(0)
        go.set()
        await first
        store.held.set()
        assert await second == await first
    assert made == 1


async def test_a_repetition_has_what_the_run_had_and_nothing_newer(store: Store) -> None:
    maker = Maker()
    first, run_id = await memory_of(store)
    had = await first.get([Name("own")], [Name("all")], DAY, maker)
    newer, _ = await memory_of(store, fresh=True)
    await newer.get([Name("own")], [Name("all")], DAY, maker)
    again, _ = await memory_of(store, replay_of=run_id)
    assert await again.get([Name("own")], [Name("all")], DAY, maker) == had
    assert await again.get([Name("other")], [Name("all")], DAY, maker) is None
    assert maker.made == 2
