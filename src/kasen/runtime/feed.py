"""The events of all followed runs: one poller per process reads each once and hands it to every reader."""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections.abc import AsyncGenerator, Callable, Collection, Mapping, Sequence
from contextlib import aclosing, suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import Connection, bindparam, select

from kasen.errors import UnknownName
from kasen.runtime.lock import is_owned
from kasen.runtime.rows import ACTIVE
from kasen.runtime.tables import EVENTS, RUNS

if TYPE_CHECKING:
    from kasen.runtime.store import Store

EVERY = 0.1
"""Seconds between two looks for what other processes wrote."""
OWNER_EVERY = 1.0
"""Seconds between two looks whether the process that drives a run is still there."""
GAP_EACH = 0.0002
"""Seconds for each reader who was woken, before what this process wrote is looked for again: many readers get more
events at a time, less often."""
GAP_MOST = 0.12
PAGE = 256
"""Events that are read at a time."""
WINDOW = 512
"""Latest events of a run that are kept for its readers; whoever is further behind reads pages from the store."""
WINDOW_CHARS = 1_000_000
"""Characters of bodies in a window, at most; the latest event is kept whatever its size."""

PAGE_OF = (
    select(EVENTS.c.seq, EVENTS.c.type, EVENTS.c.body)
    .where(EVENTS.c.run_id == bindparam("run"), EVENTS.c.seq > bindparam("after"))
    .order_by(EVENTS.c.seq)
    .limit(PAGE)
)
STATES = select(RUNS.c.id, RUNS.c.status, RUNS.c.last_seq).where(RUNS.c.id.in_(bindparam("runs", expanding=True)))


class Stored(NamedTuple):
    """An event as it stands in the database; `body` is its JSON, one line."""

    seq: int
    type: str
    body: str


class _State(NamedTuple):
    """A run in the database: what its row says, and whether some process owned it just before."""

    status: str
    last_seq: int
    owned: bool

    @property
    def is_still(self) -> bool:
        """Nobody is going to write."""
        return self.status not in ACTIVE or not self.owned


class _Seen(NamedTuple):
    """What one look found."""

    states: dict[str, _State]
    events: dict[str, list[Stored]]


class _Run:
    """A run that is followed: its latest events, and who waits for more."""

    def __init__(self) -> None:
        self.readers = 0
        self.news = asyncio.Event()
        self.is_open = False
        self.over = False
        self.error: BaseException | None = None
        self.owner_seen = 0.0
        self.floor = 0
        self.head = 0
        self._window: list[Stored] = []
        self._chars = 0

    @property
    def start(self) -> int | None:
        """Where the next look begins; None before the first."""
        return self.head if self.is_open else None

    def above(self, after: int) -> Sequence[Stored] | None:
        """What came after `after`; None when the window does not reach back so far."""
        if after < self.floor:
            return None
        return self._window[bisect_right(self._window, after, key=_seq) :] if after < self.head else ()

    def open(self, last_seq: int) -> None:
        """From here on everything passes through the window."""
        self.is_open = True
        self.floor = self.head = last_seq

    def take(self, events: Sequence[Stored]) -> None:
        """Keep the latest events, and let go of the earliest."""
        self._window += events
        self._chars += sum(len(event.body) for event in events)
        self.head = events[-1].seq
        gone = 0
        while gone < len(self._window) - 1 and (len(self._window) - gone > WINDOW or self._chars > WINDOW_CHARS):
            self._chars -= len(self._window[gone].body)
            gone += 1
        if gone:
            self.floor = self._window[gone - 1].seq
            del self._window[:gone]

    def wake(self) -> None:
        """Let all readers look again."""
        self.news.set()
        self.news = asyncio.Event()

    def end(self, error: BaseException | None = None) -> None:
        """Nothing more will come."""
        self.over, self.error = True, error
        self.wake()


class Feed:
    """What happens in runs, for any number of readers. One per process and store.

    `is_driven` tells which runs an attempt in this process is at: of these everything is heard, others are looked for.
    """

    def __init__(self, store: Store, *, is_driven: Callable[[str], bool] = lambda _run_id: False) -> None:
        self._store = store
        self._is_driven = is_driven
        self._runs: dict[str, _Run] = {}
        self._told: set[str] = set()
        self._ring = asyncio.Event()
        self._poller: asyncio.Task[None] | None = None
        self._not_before = 0.0
        self._looked = 0.0
        self._closed = False
        store.listen(self._hear)

    async def follow(self, run_id: str, *, after: int = 0) -> AsyncGenerator[Stored, None]:
        """Events above `after`, then those to come, until nobody is going to write: see `pages`."""
        async with aclosing(self.pages(run_id, after=after)) as pages:
            async for page in pages:
                for event in page:
                    yield event

    async def pages(self, run_id: str, *, after: int = 0) -> AsyncGenerator[Sequence[Stored], None]:
        """The same, as many at a time as there are (`PAGE` or `WINDOW` at most); a reader may take any time for them.

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
                    page = await self._page(run_id, after)
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

    async def close(self) -> None:
        """End every stream with what has been written by now; later ones end at once."""
        self._closed = True
        self._ring.set()
        if self._poller is not None:
            await asyncio.wait({self._poller})

    async def _page(self, run_id: str, after: int) -> list[Stored]:
        return await self._store.read(lambda c: _page(c, run_id, after))

    def _hear(self, run_id: str) -> None:
        if run_id in self._runs:
            self._told.add(run_id)
            self._ring.set()

    def _join(self, run_id: str) -> _Run:
        run = self._runs.get(run_id)
        if run is None:
            run = _Run()
            run.readers = 1
            if self._closed:
                run.end()
                return run
            self._runs[run_id] = run
            self._hear(run_id)
        else:
            run.readers += 1
        if self._poller is None or self._poller.done():
            self._poller = asyncio.create_task(self._work(), name="feed")
            self._poller.add_done_callback(self._ended)
        return run

    def _leave(self, run_id: str, run: _Run) -> None:
        run.readers -= 1
        if not run.readers and self._runs.get(run_id) is run:
            del self._runs[run_id]
            if not self._runs:
                self._ring.set()

    async def _work(self) -> None:
        """Look while anybody follows."""
        while self._runs:
            await self._rest()
            if not self._runs:
                return
            self._ring.clear()
            told = self._told & self._runs.keys()
            self._told = set()
            await self._look(set(self._runs) if self._closed else told)
            if self._closed and not self._told:
                self._end_all()

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
        loop = asyncio.get_running_loop()
        await asyncio.sleep(max(self._not_before - loop.time(), 0))
        if self._ring.is_set():
            return
        looks = not all(map(self._is_driven, self._runs))
        with suppress(TimeoutError):
            async with asyncio.timeout_at(self._looked + EVERY if looks else None):
                await self._ring.wait()

    async def _look(self, told: set[str]) -> None:
        now = asyncio.get_running_loop().time()
        asked = {run_id for run_id in told if not self._runs[run_id].is_open or not self._is_driven(run_id)}
        if now - self._looked >= EVERY:
            self._looked = now
            asked |= {run_id for run_id in self._runs if not self._is_driven(run_id)}
        owners = {run_id for run_id in asked if now - self._runs[run_id].owner_seen >= OWNER_EVERY}
        heads = {run_id: self._runs[run_id].start for run_id in told | asked}
        seen = await self._store.read(lambda c: self._seen(c, heads, asked, owners))
        woken = 0
        for run_id in heads:
            if (run := self._runs.get(run_id)) is not None:
                run.owner_seen = now if run_id in owners else run.owner_seen
                woken += self._publish(run_id, run, seen, is_asked=run_id in asked)
        self._not_before = now + min(woken * GAP_EACH, GAP_MOST)

    def _seen(
        self, connection: Connection, heads: Mapping[str, int | None], asked: Collection[str], owners: Collection[str]
    ) -> _Seen:
        """In a thread: who is alive first, then rows and events in one transaction."""
        dead = {run_id for run_id in owners if not is_owned(self._store.folder(run_id))}
        rows = connection.execute(STATES, {"runs": list(asked)}).all() if asked else []
        states = {id: _State(status, last_seq, id not in dead) for id, status, last_seq in rows}
        events = {}
        for run_id, head in heads.items():
            state = states.get(run_id)
            if head is not None and (run_id not in asked or (state is not None and state.last_seq > head)):
                events[run_id] = _page(connection, run_id, head)
        return _Seen(states, events)

    def _publish(self, run_id: str, run: _Run, seen: _Seen, *, is_asked: bool) -> int:
        """Hand out what was found of one run; the number of readers who were woken."""
        events, state = seen.events.get(run_id), seen.states.get(run_id)
        if is_asked and state is None:
            del self._runs[run_id]
            run.end(None if run.is_open else UnknownName(f"there is no run `{run_id}`", hint=HINT))
            return run.readers
        if not run.is_open and state is not None:
            run.open(state.last_seq)
        if events:
            run.take(events)
        if events and len(events) == PAGE:
            self._hear(run_id)
        elif state is not None and state.is_still and not self._is_driven(run_id):
            del self._runs[run_id]
            run.end()
            return run.readers
        if events or not run.is_open:
            run.wake()
            return run.readers
        return 0


HINT = "`kasen runs list` shows them."


def _seq(event: Stored) -> int:
    return event.seq


def _page(connection: Connection, run_id: str, after: int) -> list[Stored]:
    rows: Any = connection.execute(PAGE_OF, {"run": run_id, "after": after})
    return [Stored(seq, type, body) for seq, type, body in rows]
