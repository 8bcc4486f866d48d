"""How many runs a caller, and all callers, have at work or in line; who is over is told to ask again later.

A caller's runs are those of all servers and workers of the database, where there may be several; what all callers
together may have is what one process can carry.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from sqlalchemy import Connection, func, select

from kasen.runtime.tables import IS_ACTIVE, IS_OWN, RUNS
from kasen.server.at_terminal import is_terminal_only
from kasen.server.errors import Rejected

if TYPE_CHECKING:
    from kasen.runtime.runner import Runner
    from kasen.server.limits import ServerLimits


class Busy(Rejected):
    """Too many runs are at work or wait (429, with `Retry-After`)."""

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(429, message, hint=hint)


class AtWork:
    """The places for runs: those that are driven, and those in line."""

    def __init__(self, runner: Runner, limits: ServerLimits) -> None:
        self._runner = runner
        self._limits = limits
        self._starting: Counter[str] = Counter()

    @asynccontextmanager
    async def place(self, owner: str, *, but: str = "") -> AsyncIterator[None]:
        """A place while a run of that owner is being started; from its start on it is counted by itself.

        `but`: the run that is started, which needs no second place when it is at work already.
        Raises Busy when the owner, or all together, have as many at work and in line as they may; StoreFailed.
        """
        self._starting[owner] += 1
        try:
            is_here = but in self._runner.driven
            mine = await self._held(owner, but) + self._starting[owner]
            if mine > self._limits.runs_at_work + self._limits.waiting_each:
                raise Busy(f"{mine - 1} runs of yours are at work or wait", hint="Wait for one, or cancel one.")
            in_all = len(self._runner.driven) + self._starting.total() - is_here
            if in_all > self._limits.runs_in_all + self._limits.waiting_in_all:
                raise Busy("the server has as many runs at work and in line as it may", hint="Ask again in a while.")
            yield
        finally:
            self._starting[owner] -= 1
            if not self._starting[owner]:
                del self._starting[owner]

    async def _held(self, owner: str, but: str) -> int:
        """Runs of an owner that are at work or wait, but that one: of all processes where they share a database."""
        if not self._runner.store.is_shared:
            return self._runner.turns.held(owner) - (but in self._runner.driven)
        return await self._runner.store.read(lambda c: active_of(c, owner, but=but))


def active_of(connection: Connection, owner: str, *, but: str = "") -> int:
    """Runs of an owner that are at work or wait for it, whoever drives them, without those that runs asked for.

    Nor those of teams that no server drives.
    """
    mine = (IS_ACTIVE, RUNS.c.owner == owner, RUNS.c.id != but, IS_OWN)
    teams = connection.execute(select(RUNS.c.team, func.count()).where(*mine).group_by(RUNS.c.team))
    return sum(count for team, count in teams if not is_terminal_only(team))
