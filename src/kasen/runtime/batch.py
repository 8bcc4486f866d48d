"""Many runs under one budget: some at a time, none stopped by another, none done twice."""

from __future__ import annotations

import asyncio
import hashlib
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import orjson

from kasen.errors import KasenError
from kasen.runtime.batch_file import Asked
from kasen.runtime.limits import Spent, spent_so_far
from kasen.runtime.request import argument_of
from kasen.runtime.rows import RESUMABLE, Options, RunRow
from kasen.runtime.threads import latest
from kasen.team import request_type

if TYPE_CHECKING:
    from kasen.runtime.events import Event
    from kasen.runtime.runner import Runner
    from kasen.team import Team

CAPS = ("usd", "tokens", "seconds", "calls")
WAITING = "waiting"
"""Status of a request whose turn has not come; nothing was recorded of it."""
BUDGET_STOPPED = "stopped: budget"
NO_BUDGET = "not started: budget"
NOTHING = Spent(0.0, 0, 0.0, 0)


@dataclass
class Entry:
    """One request of a batch, and where it stands."""

    asked: Asked
    thread: str
    """Marks its runs, so that the same batch finds them again."""
    status: str = WAITING
    row: RunRow | None = None
    spent: Spent = NOTHING
    """By all its attempts, those of earlier times included."""
    error: KasenError | None = None
    was_done: bool = False
    """Done before this time, and not run again."""
    share: dict[str, float] = field(default_factory=dict)
    """What is set aside for it while it runs, beyond what it had spent."""


def thread_of(file: Path, team: Team, asked: Asked, options: Options) -> str:
    """The mark of a request: of this file, with these models. Another file or other models ask again."""
    known = [team.name, asked.mode, options.preset, options.models, options.continues]
    body = orjson.dumps([*known, asked.request.model_dump(mode="json")], option=orjson.OPT_SORT_KEYS)
    place = hashlib.sha256(str(file.resolve()).encode("utf-8", "surrogatepass")).hexdigest()[:12]
    return f"batch:{place}:{hashlib.sha256(body).hexdigest()[:16]}"


class Batch:
    """Runs the requests of a file, `jobs` at once, under `caps` that hold for all runs together, whenever they ran.

    `on_event` and `on_end` are called as things happen; `await batch()` returns when nothing is left to do or when it
    was stopped.
    """

    def __init__(
        self,
        runner: Runner,
        team: Team,
        entries: Sequence[Entry],
        options: Options,
        *,
        mode: str | None = None,
        jobs: int = 2,
        caps: dict[str, float | None],
    ) -> None:
        self.entries = list(entries)
        self._runner = runner
        self._team = team
        self._options = options
        self._mode = mode
        self._jobs = jobs
        self._caps = {name: cap for name, cap in caps.items() if cap is not None}
        self._waiting: deque[Entry] = deque()
        self._running: list[Entry] = []
        self._stopped = False
        self.on_event: Callable[[Entry, Event], None] = lambda _entry, _event: None
        self.on_end: Callable[[Entry], Any] = lambda _entry: None

    async def __call__(self) -> None:
        """Run what is not done yet."""
        for entry in self.entries:
            await self._look(entry)
            if entry.was_done:
                await _called(self.on_end, entry)
        self._waiting.extend(entry for entry in self.entries if not entry.was_done)
        await asyncio.gather(*(self._work() for _ in range(min(self._jobs, len(self._waiting)))))
        await self._again()

    def stop(self) -> None:
        """Start no more, and end the runs at work after their step."""
        self._stopped = True
        for entry in self._running:
            if entry.row is not None:
                self._runner.stop(entry.row.id)

    async def kill(self) -> None:
        """End the runs at work now."""
        self._stopped = True
        await asyncio.gather(*(self._runner.kill(entry.row.id) for entry in self._running if entry.row is not None))

    def spent(self) -> Spent:
        """By all runs of the batch."""
        sums = zip(*(entry.spent for entry in self.entries), strict=True)
        usd, tokens, seconds, calls = (sum(column) for column in sums)
        return Spent(usd, int(tokens), seconds, int(calls))

    async def _look(self, entry: Entry) -> None:
        """What is there of a request from earlier times."""
        row = await latest(self._runner.store, self._team.name, entry.thread)
        if row is not None:
            entry.row, entry.status = row, row.status
            entry.spent = await self._runner.store.read(lambda c: spent_so_far(c, row.id))
            entry.was_done = row.status == "done"

    async def _work(self) -> None:
        while self._waiting and not self._stopped:
            entry = self._waiting.popleft()
            self._running.append(entry)
            try:
                await self._one(entry)
            finally:
                self._running.remove(entry)
                entry.share = {}
            await _called(self.on_end, entry)

    async def _again(self) -> None:
        """What was set aside for others and not used goes to those that it was wanting for, one after another."""
        short = [entry for entry in self.entries if entry.status in (NO_BUDGET, BUDGET_STOPPED) and not entry.was_done]
        if self._caps and all(amount > 0 for amount in self._left().values()):
            self._jobs = 1
            self._waiting.extend(short)
            await self._work()

    async def _one(self, entry: Entry) -> None:
        """See one run through; what fails is its own."""
        left = self._left()
        if any(amount <= 0 < self._caps[name] for name, amount in left.items()):
            entry.status = NO_BUDGET if entry.row is None else entry.status
            return
        entry.share = {name: max(amount, 0.0) / self._free() for name, amount in left.items()}
        try:
            await self._drive(entry)
        except KasenError as error:
            entry.error = error
        await self._settle(entry)

    async def _drive(self, entry: Entry) -> None:
        runner, row = self._runner, entry.row
        if row is not None and row.status in RESUMABLE:
            after = row.last_seq
            await runner.continue_(row.id, options=row.options.model_copy(update=self._given(entry)))
        else:
            options = self._options.model_copy(update={**self._given(entry), "thread": entry.thread})
            mode, entry.spent, after = entry.asked.mode or self._mode, NOTHING, 0
            run_id = await runner.start(self._team.name, entry.asked.given, mode=mode, options=options)
            row = entry.row = await runner.store.run(run_id)
        if self._stopped:
            runner.stop(row.id)
        async for event in runner.events(row.id, after=after):
            self.on_event(entry, event)
        await runner.wait(row.id)

    async def _settle(self, entry: Entry) -> None:
        """Where it stands now, and what it took."""
        if entry.row is None:
            entry.status = "failed"
            return
        row = entry.row = await self._runner.store.run(entry.row.id)
        entry.status = row.status
        entry.spent = await self._runner.store.read(lambda c: spent_so_far(c, row.id))

    def _left(self) -> dict[str, float]:
        """Of each cap, what is neither spent nor set aside."""
        spent = self.spent()
        aside = {name: sum(self._aside(entry, name) for entry in self._running) for name in self._caps}
        return {name: cap - getattr(spent, name) - aside[name] for name, cap in self._caps.items()}

    @staticmethod
    def _aside(entry: Entry, name: str) -> float:
        return entry.share.get(name, 0.0)

    def _free(self) -> int:
        """How many runs, this one included, may begin before one of those at work ends."""
        begun = sum(1 for entry in self._running if entry.share)
        return max(min(self._jobs - begun, len(self._waiting) + 1), 1)

    def _given(self, entry: Entry) -> dict[str, Any]:
        """The caps of one run: its share beyond what it has spent, and no more than any run may."""
        caps: dict[str, Any] = {name: getattr(self._options, name) for name in CAPS}
        for name, share in entry.share.items():
            own = caps[name]
            cap = getattr(entry.spent, name) + share
            cap = int(cap) if name in ("tokens", "calls") else cap
            caps[name] = cap if own is None else min(cap, own)
        return caps


async def _called(report: Callable[[Entry], Any], entry: Entry) -> None:
    done = report(entry)
    if asyncio.iscoroutine(done):
        await done


def question_of(team: Team, entry: Entry) -> str:
    """What a request asks, on one line."""
    return " ".join(str(getattr(entry.asked.request, argument_of(request_type(team)), "")).split())
