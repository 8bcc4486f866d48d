"""The places of a process for attempts: who finds none waits; owners take turns, first come first served within one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

from kasen.errors import Stopped

PLACES = 64
"""Attempts that a process drives at once when nothing else is said."""


def before(lines: Mapping[str, Sequence[str]], run_id: str) -> int | None:
    """How many of the runs that wait get a place before that one; None when it does not wait.

    `lines` are the waiting runs of each owner in order, owners in the order of their turns. How long those take that
    have a place, and how many of one owner may have one, is not foreseen.
    """
    owners = list(lines)
    for turn, owner in enumerate(owners):
        if run_id in lines[owner]:
            mine = list(lines[owner]).index(run_id)
            others = enumerate(owners)
            return mine + sum(min(len(lines[o]), mine + (at < turn)) for at, o in others if at != turn)
    return None


class Place:
    """The place of one run among the `Turns` of the process, which it has or has not."""

    def __init__(self, turns: Turns, run_id: str, owner: str) -> None:
        self._turns = turns
        self._run_id = run_id
        self._owner = owner
        self._is_mine = False

    async def take(self, waits: Callable[[], Awaitable[Any]] | None = None, after_s: float = 0.0) -> None:
        """Have it, when it is its turn; nothing for one that has it. See `Turns.turn`."""
        if not self._is_mine:
            self._is_mine = await self._turns.wait(self._run_id, self._owner, waits, after_s)

    def give_back(self) -> None:
        """Somebody else may have it; nothing for one that has it not."""
        if self._is_mine:
            self._is_mine = False
            self._turns.give_back(self._run_id, self._owner)


class Turns:
    """At most `places` attempts at once, and at most `each` of one owner. One per process.

    A run that waits holds nothing but its number. `first` lets it through at once, without a place.
    """

    def __init__(self, places: int = PLACES, *, each: int | None = None) -> None:
        self.places = places
        self.each = each
        self._taken: dict[str, set[str]] = {}
        """Runs that have a place, by owner."""
        self._lines: dict[str, dict[str, asyncio.Future[bool]]] = {}
        """Runs that wait, by owner; owners in the order of their turns."""
        self._later: dict[str, asyncio.Future[bool]] = {}
        """Runs that are not in line yet: their process died, and they begin again after a moment."""
        self._is_closed = False

    @property
    def waiting(self) -> frozenset[str]:
        """Runs that wait for a place."""
        return frozenset(self._later).union(*self._lines.values())

    @property
    def taken(self) -> int:
        """Places that are taken."""
        return sum(map(len, self._taken.values()))

    def held(self, owner: str) -> set[str]:
        """Runs of an owner that have a place or are in line."""
        return self._taken.get(owner, set()) | self._lines.get(owner, {}).keys()

    def before(self, run_id: str) -> int | None:
        """How many runs of this process get a place before that one; None when it does not wait."""
        if run_id in self._later:
            return sum(map(len, self._lines.values()))
        return before({owner: list(line) for owner, line in self._lines.items()}, run_id)

    @asynccontextmanager
    async def turn(
        self, run_id: str, owner: str, *, waits: Callable[[], Awaitable[Any]], after_s: float = 0.0
    ) -> AsyncIterator[Place]:
        """A place while the block runs, waited for where there is none; not in line before `after_s` seconds.

        `waits` is called once when there is none, before the wait. The block may give the place back for a while.

        Raises:
            Stopped: the process ends; the run has not begun.
        """
        place = Place(self, run_id, owner)
        await place.take(waits, after_s)
        try:
            yield place
        finally:
            place.give_back()

    def first(self, run_id: str) -> None:
        """Let a run that waits through at once: there is nothing left to do but to say how it ended."""
        for future in self._futures(run_id):
            future.set_result(False)

    def close(self) -> None:
        """Nobody gets a place any more."""
        self._is_closed = True
        for run_id in self.waiting:
            for future in self._futures(run_id):
                future.set_exception(_ending())

    async def wait(self, run_id: str, owner: str, waits: Callable[[], Awaitable[Any]] | None, after_s: float) -> bool:
        """Wait for a place; whether the run has one. See `turn`."""
        if self._is_closed:
            raise _ending()
        if after_s <= 0 and owner not in self._lines and self._is_free(owner):
            self._taken.setdefault(owner, set()).add(run_id)
            return True
        loop = asyncio.get_running_loop()
        future: asyncio.Future[bool] = loop.create_future()
        joining = loop.call_later(after_s, self._join, run_id, owner, future) if after_s > 0 else None
        if joining is None:
            self._join(run_id, owner, future)
        else:
            self._later[run_id] = future
        try:
            if waits is not None:
                await waits()
            return await future
        except BaseException:
            if future.done() and not future.cancelled() and future.exception() is None and future.result():
                self.give_back(run_id, owner)  # it came in the moment in which whoever waited for it was ended
            raise
        finally:
            if joining is not None:
                joining.cancel()
            self._leave(run_id, owner)

    def _join(self, run_id: str, owner: str, future: asyncio.Future[bool]) -> None:
        self._later.pop(run_id, None)
        if not future.done():
            self._lines.setdefault(owner, {})[run_id] = future
            self._serve()

    def _leave(self, run_id: str, owner: str) -> None:
        self._later.pop(run_id, None)
        line = self._lines.get(owner, {})
        line.pop(run_id, None)
        if not line:
            self._lines.pop(owner, None)

    def _is_free(self, owner: str) -> bool:
        return self.taken < self.places and (self.each is None or len(self._taken.get(owner, ())) < self.each)

    def give_back(self, run_id: str, owner: str) -> None:
        """The run needs its place no more."""
        self._taken[owner].discard(run_id)
        if not self._taken[owner]:
            del self._taken[owner]
        self._serve()

    def _serve(self) -> None:
        """Give the places that are free to those whose turn it is."""
        while (owner := next(filter(self._is_free, self._lines), None)) is not None:
            line = self._lines.pop(owner)
            run_id = next(iter(line))
            future = line.pop(run_id)
            if line:  # behind all others
                self._lines[owner] = line
            if not future.done():
                self._taken.setdefault(owner, set()).add(run_id)
                future.set_result(True)

    def _futures(self, run_id: str) -> list[asyncio.Future[bool]]:
        lines = (*self._lines.values(), self._later)
        return [line[run_id] for line in lines if run_id in line and not line[run_id].done()]


def _ending() -> Stopped:
    return Stopped("the process ended before the run had its turn", hint="It keeps its turn: it is carried on later.")
