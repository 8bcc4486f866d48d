"""How a run stands when a worker is given it: whether it is to be driven, and when a pause settles itself."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import Connection, func, select

from kasen.runtime.approvals import approvals
from kasen.runtime.engines.embedded.left import NO_PROGRESS
from kasen.runtime.rows import ACTIVE, ApprovalRow, RunRow
from kasen.runtime.tables import EVENTS, RUNS

if TYPE_CHECKING:
    from kasen.runtime.store import Store

DEATHS = 5
"""Attempts in a row that end with their worker before they have done anything, after which nobody tries again."""


class Standing(NamedTuple):
    """A run as its rows say. `word` is what was asked of whoever drives it (`handed.CANCEL` …)."""

    row: RunRow
    pauses: list[ApprovalRow]
    word: int
    deaths: int
    now: datetime

    @property
    def is_to_be_driven(self) -> bool:
        """It waits for it, its worker is gone, or a pause of it was answered or has come due."""
        if self.row.status in ACTIVE:
            return True
        return self.row.status == "paused" and (not self._open or (self.wait_s is not None and self.wait_s <= 0))

    @property
    def wait_s(self) -> float | None:
        """Seconds until the first open pause settles itself; None where none does."""
        return min((wait for pause in self._open if (wait := self._until(pause)) is not None), default=None)

    @property
    def _open(self) -> list[ApprovalRow]:
        return [pause for pause in self.pauses if not pause.answered]

    def _until(self, pause: ApprovalRow) -> float | None:
        if not pause.deadline or pause.asked.at_deadline == "wait":
            return None
        return max(0.0, (datetime.fromisoformat(pause.deadline) - self.now).total_seconds())


async def standing_of(store: Store, run_id: str, now: datetime) -> Standing:
    """How a run stands. Raises UnknownName and StoreFailed."""
    row = await store.run(run_id)
    pauses = await approvals(store, row.id) if row.status == "paused" else []
    word, deaths = await store.read(lambda c: _asked(c, row))
    return Standing(row, pauses, word, deaths, now)


def _asked(connection: Connection, row: RunRow) -> tuple[int, int]:
    word = connection.execute(select(RUNS.c.cancel_asked).where(RUNS.c.id == row.id)).scalar()
    last = select(func.max(EVENTS.c.attempt)).where(EVENTS.c.run_id == row.id, EVENTS.c.type.not_in(NO_PROGRESS))
    return word or 0, row.fence - (connection.execute(last).scalar() or 0)
