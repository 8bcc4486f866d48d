"""How many runs a caller, and all callers, have at work; who is over is told to ask again later."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from sqlalchemy import func, select

from kasen.runtime.tables import RUNS
from kasen.server.errors import Rejected

if TYPE_CHECKING:
    from kasen.runtime.runner import Runner
    from kasen.server.limits import ServerLimits


class Busy(Rejected):
    """Too many runs are at work (429, with `Retry-After`)."""

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(429, message, hint=hint)


class AtWork:
    """The places for runs of one process."""

    def __init__(self, runner: Runner, limits: ServerLimits) -> None:
        self._runner = runner
        self._limits = limits
        self._starting: Counter[str] = Counter()

    @asynccontextmanager
    async def place(self, owner: str, *, but: str = "") -> AsyncIterator[None]:
        """A place while a run of that owner is being started; once it is driven it is counted by itself.

        `but`: the run that is started, which needs no second place when it is at work already.
        Raises Busy when the owner, or all together, have as many at work as they may.
        """
        self._starting[owner] += 1
        try:
            driven = self._runner.driven - {but}
            mine = await self._mine(owner, driven) + self._starting[owner]
            if mine > self._limits.runs_at_work:
                raise Busy(f"{mine - 1} runs of yours are at work", hint="Wait for one, or cancel one.")
            if len(driven) + self._starting.total() > self._limits.runs_in_all:
                raise Busy("the server has as many runs at work as it may", hint="Ask again in a while.")
            yield
        finally:
            self._starting[owner] -= 1
            if not self._starting[owner]:
                del self._starting[owner]

    async def _mine(self, owner: str, driven: frozenset[str]) -> int:
        if not driven:
            return 0
        query = select(func.count()).where(RUNS.c.id.in_(driven), RUNS.c.owner == owner)
        return int(await self._runner.store.read(lambda c: c.execute(query).scalar_one()))
