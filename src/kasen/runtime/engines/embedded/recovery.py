"""What a server carries on by itself: runs whose process is gone, and pauses that came due with nobody there."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import Connection

from kasen.errors import KasenError, OtherVersion, RunBusy, StoreFailed, UnknownName, UsageError
from kasen.prompts.outside import printable
from kasen.runtime.engines.embedded.left import OF_A_DUE_PAUSE, LeftRun, due_runs, give_up, left_runs
from kasen.runtime.engines.looking import again_and_again
from kasen.runtime.owners import owned
from kasen.runtime.rows import ACTIVE, timestamp

if TYPE_CHECKING:
    from kasen.runtime.runner import Runner

EVERY_S = 1.0
"""Seconds between two looks."""
DEATHS = 5
"""Attempts in a row that end with their process before they have done anything, after which nobody tries again."""
NEW_S = 5.0
"""Seconds in which a run may be recorded and its process about to own it."""
SHOWN = 5


class Look(NamedTuple):
    """What one look found that nobody owns."""

    left: list[LeftRun]
    due: list[tuple[str, str]]


class Recovery:
    """`await recovery()` never returns: it looks, carries on, and looks again.

    What a dead process left is looked for at the start; over a database that several machines share, again and again.
    Runs of teams for which `is_left_alone` holds are left to people. `tell` gets a line when there is something to say.
    """

    def __init__(
        self,
        runner: Runner,
        *,
        tell: Callable[[str], None],
        is_left_alone: Callable[[str], bool] = lambda _team: False,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._runner = runner
        self._tell = tell
        self._is_left_alone = is_left_alone
        self._now = now
        self._refused: set[str] = set()
        """Runs, of those that were found last, that this process cannot carry on; it said so."""
        self._seen: set[str] = set()
        """Runs that had not begun and that nobody owned when this process last looked."""
        self._looks = True

    async def __call__(self) -> None:
        """Look and carry on until cancelled."""
        await again_and_again(self.once, every_s=EVERY_S, tell=self._tell)

    async def once(self) -> None:
        """One look, and what follows from it. Raises StoreFailed."""
        found = await self._runner.store.read(self._look)
        self._refused &= {run.id for run in found.left} | {run_id for run_id, _ in found.due}
        await self._carry_on(found.left)
        for run_id, team in found.due:
            if run_id not in self._refused and not self._is_left_alone(team):
                await self._continue(run_id, 0.0, OF_A_DUE_PAUSE)

    def _look(self, connection: Connection) -> Look:
        left = left_runs(connection, self._runner.store.owners.of) if self._looks else []
        return Look(left, due_runs(connection, self._now()))

    async def _carry_on(self, left: list[LeftRun]) -> None:
        new = {run.id for run in left if self._may_be_taken_yet(run)}
        mine = [run for run in left if run.id not in new and run.id not in self._refused]
        alone = [run for run in mine if self._is_left_alone(run.team)]
        self._refused |= {run.id for run in alone}
        carried = [run.id for run in mine if run not in alone and await self._take(run)]
        if carried:
            self._tell(f"{len(carried)} carried on: {_names(carried)}")
        if alone:
            self._tell(f"{len(alone)} interrupted: {_names([r.id for r in alone])}; carry on: `kasen runs continue ID`")
        self._seen = new
        self._looks = bool(new) or self._runner.store.is_shared

    def _may_be_taken_yet(self, run: LeftRun) -> bool:
        """Whether the process that recorded it may be about to own it: such a run is looked at twice."""
        is_new = self._runner.store.is_shared or run.created_at > timestamp(self._now() - timedelta(seconds=NEW_S))
        return is_new and not run.fence and run.id not in self._seen

    async def _take(self, run: LeftRun) -> bool:
        """Carry it on, or say that it failed when it never comes any further; whether it is carried on."""
        if run.deaths < DEATHS:
            return await self._continue(run.id, backoff(run.deaths), ACTIVE)
        said = f"{run.deaths} attempts in a row ended with their process before they had done anything"
        try:
            async with owned(self._runner.store.owners, run.id):
                await give_up(self._runner.store, run.id, said, only=ACTIVE)
        except (RunBusy, UsageError):  # another server was faster; it was cancelled or stopped meanwhile
            return False
        self._tell(f"run {run.id} failed: {said}")
        return False

    async def _continue(self, run_id: str, after_s: float, only: Collection[str]) -> bool:
        try:
            await self._runner.continue_(run_id, after_s=after_s, only=only)
        except (UnknownName, OtherVersion) as error:
            return self._refuse(run_id, error)
        except UsageError:  # somebody was faster: another server, a person, a cancel
            return False
        except StoreFailed:  # the database is away; the next look finds the run again
            raise
        except KasenError as error:
            return self._refuse(run_id, error)
        return True

    def _refuse(self, run_id: str, error: KasenError) -> bool:
        self._refused.add(run_id)
        self._tell(printable(f"run {run_id} is not carried on: {error}"))
        return False


def backoff(deaths: int) -> float:
    """Seconds before the next attempt after so many that died at once: 0, 0, 1, 2, 4."""
    return 0.0 if deaths < 2 else 2.0 ** (deaths - 2)


def _names(run_ids: list[str]) -> str:
    return ", ".join(run_ids[:SHOWN]) + (" …" if len(run_ids) > SHOWN else "")
