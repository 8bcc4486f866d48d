"""The events of all followed runs: one poller per process reads each once and hands it to every reader."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing, suppress
from typing import TYPE_CHECKING

from sqlalchemy import Connection

from kasen.errors import UnknownName
from kasen.runtime.followed import Followed
from kasen.runtime.stored import PAGE, News, Stored, news_of, page_of

if TYPE_CHECKING:
    from kasen.runtime.store import Store

__all__ = ["Feed", "Stored"]

EVERY = 0.1
"""Seconds between two looks for what other processes wrote."""
SELDOM = 1.0
"""The same where the database tells it at once: a look finds what got lost when a connection broke."""
OWNER_EVERY = 1.0
"""Seconds between two looks whether the process that drives a run is still there."""
GAP_EACH = 0.0002
"""Seconds for each reader who was woken, before what this process wrote is looked for again: many readers get more
events at a time, less often."""
GAP_MOST = 0.12
AT_ONCE = 100
"""Readers who are woken at once, about: each takes its events and sends them before anything else goes on."""


class Feed:
    """What happens in runs, for any number of readers. One per process and store.

    `is_driven` tells which runs an attempt in this process is at: of these everything is heard, others are looked for.
    """

    def __init__(self, store: Store, *, is_driven: Callable[[str], bool] = lambda _run_id: False) -> None:
        self._store = store
        self._is_driven = is_driven
        self._runs: dict[str, Followed] = {}
        self._told: dict[str, None] = {}
        self._ring = asyncio.Event()
        self._poller: asyncio.Task[None] | None = None
        self._not_before = 0.0
        self._looked = 0.0
        self._closed = False
        self._thread = ThreadPoolExecutor(1, "kasen-feed")
        """Its own: what the shared ones do, such as sums of fifty runs that end at once, would hold every stream."""
        store.listen(self._hear)

    async def follow(self, run_id: str, *, after: int = 0) -> AsyncGenerator[Stored, None]:
        """Events above `after`, then those to come, until nobody is going to write: see `pages`."""
        async with aclosing(self.pages(run_id, after=after)) as pages:
            async for page in pages:
                for event in page:
                    yield event

    async def pages(self, run_id: str, *, after: int = 0) -> AsyncGenerator[Sequence[Stored], None]:
        """The same, as many at a time as there are; a reader may take any time for them and holds up nobody.

        Ends when the run is over, paused without a waiting process, deleted, or its owner died, and when the feed is
        closed.

        Raises:
            UnknownName: there is no such run.
            StoreFailed: the database cannot be read.
        """
        run = self._join(run_id)
        try:
            while not run.is_open and not run.over:
                await run.news.wait()
            while True:
                news, floor = run.news, run.floor
                page = run.above(after)
                if page is None:
                    page = await self.stored(run_id, after=after)
                    if len(page) < PAGE:  # what is not there any more up to the window was replaced by what is in it
                        after = max(after, floor)
                    if not page:
                        continue
                if page:
                    after = max(after, page[-1].seq)
                    yield page
                elif run.error is not None:
                    raise run.error
                elif run.over:
                    return
                else:
                    await news.wait()
        finally:
            self._leave(run_id, run)

    async def stored(self, run_id: str, *, after: int = 0, limit: int = PAGE) -> list[Stored]:
        """The first events above `after` that are there now. Raises StoreFailed."""
        return await self._store.read(lambda c: page_of(c, run_id, after, limit))

    async def has_more(self, run_id: str, *, after: int = 0) -> bool:
        """False when there is nothing above `after` and nobody is going to write. Raises StoreFailed."""
        if self._is_driven(run_id):
            return True

        def look(connection: Connection) -> bool:
            state = news_of(connection, self._store.owners, {}, {run_id}, {run_id}).states.get(run_id)
            return (state is not None and not state.is_still) or bool(page_of(connection, run_id, after, limit=1))

        return await self._store.read(look)

    async def close(self) -> None:
        """End every stream with what has been written by now; later ones end at once."""
        self._closed = True
        self._ring.set()
        if self._poller is not None:
            await asyncio.wait({self._poller})
        self._thread.shutdown(wait=False)

    def _hear(self, run_id: str, _events: Sequence[object] = ()) -> None:
        if run_id in self._runs:
            self._told[run_id] = None
            self._ring.set()

    def _join(self, run_id: str) -> Followed:
        run = self._runs.get(run_id) or Followed()
        run.readers += 1
        if self._closed:
            run.end()
            return run
        if run_id not in self._runs:
            self._runs[run_id] = run
            self._hear(run_id)
        if self._poller is None or self._poller.done():
            self._poller = asyncio.create_task(self._work(), name="feed")
            self._poller.add_done_callback(self._ended)
        return run

    def _leave(self, run_id: str, run: Followed) -> None:
        run.readers -= 1
        if not run.readers and self._runs.get(run_id) is run:
            del self._runs[run_id]
            if not self._runs:
                self._ring.set()

    async def _work(self) -> None:
        """Look while anybody follows."""
        while self._runs:
            await self._rest()
            self._ring.clear()
            told = self._next()
            is_all = await self._look(set(self._runs) if self._closed else told)
            if self._closed and is_all:
                self._end_all()

    def _next(self) -> set[str]:
        """The runs that were told of first, those of `AT_ONCE` readers; the others come with the next look."""
        chosen, readers = set[str](), 0
        for run_id in list(self._told):
            if readers >= AT_ONCE:
                self._ring.set()
                break
            del self._told[run_id]
            if run_id in self._runs:
                chosen.add(run_id)
                readers += self._runs[run_id].readers
        return chosen

    def _ended(self, poller: asyncio.Task[None]) -> None:
        """A database that cannot be read is every reader's concern."""
        error = None if poller.cancelled() else poller.exception()
        if poller is self._poller and error is not None:
            self._end_all(error)

    def _end_all(self, error: BaseException | None = None) -> None:
        for run_id in list(self._runs):
            self._runs.pop(run_id).end(error)

    async def _rest(self) -> None:
        """Until this process wrote, or it is time to look for what others wrote."""
        if (wait := self._not_before - asyncio.get_running_loop().time()) > 0:
            await asyncio.sleep(wait)
        if self._ring.is_set():
            return
        is_heard = all(map(self._is_driven, self._runs))
        with suppress(TimeoutError):
            async with asyncio.timeout_at(None if is_heard else self._looked + self._every):
                await self._ring.wait()

    @property
    def _every(self) -> float:
        return SELDOM if self._store.tells_news else EVERY

    async def _look(self, told: set[str]) -> bool:
        """Read and hand out; False when there is more of a run than was read."""
        now = asyncio.get_running_loop().time()
        asked = {run_id for run_id in told if not self._runs[run_id].is_open or not self._is_driven(run_id)}
        if now - self._looked >= self._every:
            self._looked = now
            asked |= {run_id for run_id in self._runs if not self._is_driven(run_id)}
        runs = {run_id: self._runs[run_id] for run_id in told | asked}
        if not runs:
            return True
        owners = {run_id for run_id in asked if now - runs[run_id].owner_seen >= OWNER_EVERY}
        heads = {run_id: run.start for run_id, run in runs.items()}
        found = await self._store.read(
            lambda c: news_of(c, self._store.owners, heads, asked, owners), threads=self._thread
        )
        woken = 0
        for run_id, run in runs.items():
            if self._runs.get(run_id) is run:
                run.owner_seen = now if run_id in owners else run.owner_seen
                woken += run.readers if self._publish(run_id, run, found, is_asked=run_id in asked) else 0
        self._not_before = now + min(woken * GAP_EACH, GAP_MOST)
        return all(len(events) < PAGE for events in found.events.values())

    def _publish(self, run_id: str, run: Followed, found: News, *, is_asked: bool) -> bool:
        """Hand out what was found of one run; whether its readers were woken."""
        events, state = found.events.get(run_id), found.states.get(run_id)
        if is_asked and state is None:
            lost = UnknownName(f"there is no run `{run_id}`", hint="`kasen runs list` shows them.")
            self._runs.pop(run_id).end(None if run.is_open else lost)
            return True
        is_new = not run.is_open
        if is_new and state is not None:
            run.open(state.last_seq)
        if events:
            run.take(events)
        if events and len(events) == PAGE:
            self._hear(run_id)
        elif state is not None and state.is_still and not self._is_driven(run_id):
            self._runs.pop(run_id).end()
            return True
        if events or is_new:
            run.wake()
        return bool(events) or is_new
