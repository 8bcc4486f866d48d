"""How many runs a caller, and all callers, have at work or in line; who is over is told to ask again later.

A caller's runs are those of all servers and workers of the database, where there may be several; what all callers
together may have is what one process can carry.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from sqlalchemy import Connection, select

from kasen.runtime.rows import new_run_id
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
        self._starting: Counter[tuple[str, str]] = Counter()
        """Owner and id of the runs that are being started."""

    @asynccontextmanager
    async def place(self, owner: str, *, but: str = "") -> AsyncIterator[str]:
        """A place while a run of that owner is being started; gives the id under which it is to be recorded.

        It is counted once, recorded or not. `but`: the run that is carried on instead.
        Raises Busy when the owner, or all together, have as many at work and in line as they may; StoreFailed.
        """
        starts = (owner, but or new_run_id())
        self._starting[starts] += 1
        try:
            mine = len(await self._held(owner) | {run_id for of, run_id in self._starting if of == owner})
            if mine > self._limits.runs_at_work + self._limits.waiting_each:
                raise Busy(f"{mine - 1} runs of yours are at work or wait", hint="Wait for one, or cancel one.")
            in_all = len(self._runner.driven | {run_id for _, run_id in self._starting})
            if in_all > self._limits.runs_in_all + self._limits.waiting_in_all:
                raise Busy("the server has as many runs at work and in line as it may", hint="Ask again in a while.")
            yield starts[1]
        finally:
            self._starting[starts] -= 1
            if not self._starting[starts]:
                del self._starting[starts]

    async def _held(self, owner: str) -> set[str]:
        """Runs of an owner that are at work or wait: of all processes where they share a database."""
        if not self._runner.store.is_shared:
            return self._runner.turns.held(owner)
        return await self._runner.store.read(lambda c: active_of(c, owner))


def active_of(connection: Connection, owner: str) -> set[str]:
    """Runs of an owner that are at work or wait for it, whoever drives them, without those that runs asked for.

    Nor those of teams that no server drives.
    """
    found = connection.execute(select(RUNS.c.id, RUNS.c.team).where(IS_ACTIVE, RUNS.c.owner == owner, IS_OWN)).all()
    alone = {team for team in {row.team for row in found} if is_terminal_only(team)}
    return {row.id for row in found if row.team not in alone}
