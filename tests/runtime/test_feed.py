from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack, aclosing
from pathlib import Path
from typing import TypeVar

import pytest
from sqlalchemy import Connection

from kasen.errors import StoreFailed, UnknownName
from kasen.runtime import stored
from kasen.runtime.attempt import Attempt
from kasen.runtime.feed import GAP_MOST, Feed, Stored
from kasen.runtime.followed import WINDOW
from kasen.runtime.lock import owned
from kasen.runtime.rows import Options
from kasen.runtime.store import Store
from kasen.runtime.stored import PAGE

T = TypeVar("T")


class Counted(Store):
    """A store that counts how often it is read."""

    reads = 0

    async def read(self, query: Callable[[Connection], T], *, threads: Executor | None = None) -> T:
        self.reads += 1
        return await super().read(query, threads=threads)


class Live:
    """A run that is driven: here (`driven`), or by somebody who holds its lock."""

    def __init__(self, store: Store, attempt: Attempt, ownership: ExitStack, driven: set[str]) -> None:
        self.store, self.attempt, self.id = store, attempt, attempt.run_id
        self._ownership, self._driven = ownership, driven

    async def say(self, count: int, text: str = "x") -> None:
        await self.attempt.append([self.attempt.event("warning", text=f"{text} {n}") for n in range(count)])

    def end(self) -> None:
        """The attempt ends, as in `Runner._over`: its owner is gone."""
        self._ownership.close()
        self._driven.discard(self.id)
        self.store.notify(self.id)


async def live(store: Store, driven: set[str] | None = None) -> Live:
    row = await store.create(team="echo", mode="echo", title="t", lang="en", request={}, options=Options())
    ownership = ExitStack()
    ownership.enter_context(owned(store.folder(row.id), row.id))
    driven = set() if driven is None else driven
    driven.add(row.id)
    return Live(store, Attempt(store, row.id, await store.claim(row.id)), ownership, driven)


def feed_of(store: Store, driven: set[str]) -> Feed:
    return Feed(store, is_driven=driven.__contains__)


async def all_of(feed: Feed, run_id: str, after: int = 0) -> list[Stored]:
    return [one async for one in feed.follow(run_id, after=after)]


def whole(events: Sequence[Stored]) -> bool:
    return [event.seq for event in events] == list(range(1, len(events) + 1))


async def until_followed(feed: Feed) -> None:
    """The readers that were started have seen what there is, and wait."""
    await asyncio.sleep(0)
    for run in list(feed._runs.values()):
        if not run.is_open:
            await run.news.wait()


async def test_readers_who_come_before_during_and_after_see_all_of_it(store: Store) -> None:
    driven: set[str] = set()
    run, feed = await live(store, driven), feed_of(store, driven)
    await run.say(3)
    readers = [asyncio.create_task(all_of(feed, run.id)) for _ in range(5)]
    for n in range(20):
        await run.say(1 + n % 3)
        readers.append(asyncio.create_task(all_of(feed, run.id, after=n)))
    run.end()
    seen = await asyncio.gather(*readers)
    assert all(each == seen[0] for each in seen[:5])
    assert whole(seen[0])
    assert all(seen[5 + n] == seen[0][n:] for n in range(20))
    assert await all_of(feed, run.id) == seen[0]


async def test_bodies_are_those_that_are_stored(store: Store) -> None:
    driven: set[str] = set()
    run, feed = await live(store, driven), feed_of(store, driven)
    reader = asyncio.create_task(all_of(feed, run.id))
    await run.say(2, text="日本語\u2028\n\r\"'")
    run.end()
    seen = await reader
    rows = await store.read(lambda c: stored.page_of(c, run.id, 0))
    assert seen == rows
    assert all("\n" not in one.body and "\r" not in one.body for one in seen)


async def test_what_another_process_writes_is_seen(home: Path, store: Store) -> None:
    async with Store(home) as other:
        run, feed = await live(other), feed_of(store, set())
        reader = asyncio.create_task(all_of(feed, run.id))
        await run.say(3)
        await run.say(PAGE * 2 + 7)
        await asyncio.sleep(0)
        await other.write(lambda c: c.exec_driver_sql("UPDATE runs SET status = 'done'"))
        assert whole(seen := await asyncio.wait_for(reader, 30))
        assert len(seen) == PAGE * 2 + 10
        run.end()


async def test_a_run_whose_owner_dies_ends(home: Path, store: Store) -> None:
    async with Store(home) as other:
        run, feed = await live(other), feed_of(store, set())
        await run.say(1)
        reader = asyncio.create_task(all_of(feed, run.id))
        await until_followed(feed)
        run.end()
        assert len(await asyncio.wait_for(reader, 30)) == 1


async def test_a_run_that_nobody_drives_ends_at_once_with_what_there_is(store: Store) -> None:
    run = await live(store)
    await run.say(2)
    run.end()
    feed = feed_of(store, set())
    assert len(await all_of(feed, run.id)) == 2
    assert await all_of(feed, run.id, after=2) == []
    assert await all_of(feed, run.id, after=10**18) == []


async def test_a_run_that_is_continued_is_followed_before_it_is_claimed(store: Store) -> None:
    driven: set[str] = set()
    run, feed = await live(store, driven), feed_of(store, driven)
    await store.write(lambda c: c.exec_driver_sql("UPDATE runs SET status = 'paused'"))
    reader = asyncio.create_task(all_of(feed, run.id))
    await until_followed(feed)
    await run.say(1)
    run.end()
    assert len(await reader) == 1


async def test_an_unknown_run_is_named(store: Store) -> None:
    feed = feed_of(store, set())
    with pytest.raises(UnknownName, match="01NONE"):
        await all_of(feed, "01NONE")


async def test_deleting_a_run_ends_its_streams(home: Path, store: Store) -> None:
    async with Store(home) as other:
        run, feed = await live(other), feed_of(store, set())
        await run.say(1)
        reader = asyncio.create_task(all_of(feed, run.id))
        await until_followed(feed)
        await other.delete(run.id)
        assert len(await asyncio.wait_for(reader, 30)) <= 1
        run.end()


async def test_a_slow_reader_holds_up_nobody_and_misses_nothing(store: Store) -> None:
    driven: set[str] = set()
    run, feed = await live(store, driven), feed_of(store, driven)
    quick = asyncio.create_task(all_of(feed, run.id))
    async with aclosing(feed.pages(run.id)) as pages:
        await run.say(1)
        slow = list(await anext(pages))
        for _ in range(5):
            await run.say(WINDOW // 2)
        run.end()
        assert whole(fast := await quick)
        async for page in pages:
            slow += page
    assert slow == fast
    assert len(fast) == 1 + 5 * (WINDOW // 2)


async def test_a_reader_between_what_was_taken_back_and_the_window_waits_and_goes_on(home: Path) -> None:
    """Deltas of a text are deleted when the final text stands there."""
    store = Counted(home)
    async with store:
        driven: set[str] = set()
        run, feed = await live(store, driven), feed_of(store, driven)
        await run.say(8)
        await store.write(lambda c: c.exec_driver_sql("DELETE FROM events WHERE seq BETWEEN 3 AND 8"))
        reader = asyncio.create_task(all_of(feed, run.id, after=2))
        await until_followed(feed)
        await asyncio.sleep(0.1)
        assert store.reads <= 3
        await run.say(1)
        run.end()
        assert [one.seq for one in await asyncio.wait_for(reader, 30)] == [9]


async def test_each_event_is_read_once_for_all_readers(home: Path) -> None:
    store = Counted(home)
    async with store:
        driven: set[str] = set()
        run, feed = await live(store, driven), feed_of(store, driven)
        readers = [asyncio.create_task(all_of(feed, run.id)) for _ in range(100)]
        await until_followed(feed)
        before = store.reads
        for _ in range(10):
            await run.say(1)
        run.end()
        seen = await asyncio.gather(*readers)
        assert all(len(each) == 10 for each in seen)
        assert store.reads - before <= 12 + 100  # a look for each write, and one page for each who began at 0
        assert feed._not_before - asyncio.get_running_loop().time() <= GAP_MOST


async def test_nothing_is_read_while_nothing_happens(home: Path) -> None:
    store = Counted(home)
    async with store:
        driven: set[str] = set()
        run, feed = await live(store, driven), feed_of(store, driven)
        reader = asyncio.create_task(all_of(feed, run.id))
        await until_followed(feed)
        await run.say(1)
        await feed._runs[run.id].news.wait()
        await asyncio.sleep(0.05)
        before = store.reads
        await asyncio.sleep(0.5)
        assert store.reads == before
        run.end()
        await reader


async def test_all_runs_of_other_processes_are_looked_for_in_one_read(home: Path) -> None:
    store = Counted(home)
    async with store, Store(home) as other:
        runs, feed = [await live(other) for _ in range(20)], feed_of(store, set())
        readers = [asyncio.create_task(all_of(feed, run.id)) for run in runs]
        await until_followed(feed)
        before = store.reads
        await asyncio.sleep(0.55)
        assert 1 <= store.reads - before <= 7
        for run in runs:
            run.end()
        await asyncio.wait_for(asyncio.gather(*readers), 30)
        await asyncio.sleep(0.05)
        before = store.reads
        await asyncio.sleep(0.3)
        assert store.reads == before, "nobody follows"


async def test_who_goes_away_leaves_nothing_behind(store: Store) -> None:
    driven: set[str] = set()
    run, feed = await live(store, driven), feed_of(store, driven)
    readers = [asyncio.create_task(all_of(feed, run.id)) for _ in range(3)]
    await until_followed(feed)
    for reader in readers:
        reader.cancel()
    await asyncio.wait(readers)
    assert feed._runs == {}
    assert feed._poller is not None
    await asyncio.wait_for(feed._poller, 5)
    run.end()
    assert await all_of(feed, run.id) == []


async def test_a_feed_that_is_closed_gives_what_was_written_and_no_more(store: Store) -> None:
    driven: set[str] = set()
    run, feed = await live(store, driven), feed_of(store, driven)
    reader = asyncio.create_task(all_of(feed, run.id))
    await until_followed(feed)
    await run.say(PAGE + 5)
    await feed.close()
    assert len(await reader) == PAGE + 5
    assert await all_of(feed, run.id) == []
    run.end()


async def test_a_database_that_cannot_be_read_is_told_to_every_reader(store: Store) -> None:
    driven: set[str] = set()
    run, feed = await live(store, driven), feed_of(store, driven)
    readers = [asyncio.create_task(all_of(feed, run.id)) for _ in range(2)]
    await until_followed(feed)
    await store.write(lambda c: c.exec_driver_sql("ALTER TABLE events RENAME TO elsewhere"))
    store.notify(run.id)
    for reader in readers:
        with pytest.raises(StoreFailed):
            await asyncio.wait_for(reader, 30)
    await store.write(lambda c: c.exec_driver_sql("ALTER TABLE elsewhere RENAME TO events"))
    reader = asyncio.create_task(all_of(feed, run.id))
    await run.say(1)
    run.end()
    assert len(await reader) == 1


async def test_whether_there_is_more(store: Store) -> None:
    driven: set[str] = set()
    run, feed = await live(store, driven), feed_of(store, driven)
    assert await feed.has_more(run.id)
    await run.say(1)
    run.end()
    assert await feed.has_more(run.id)
    assert not await feed.has_more(run.id, after=1)
    assert not await feed.has_more("01NONE")
