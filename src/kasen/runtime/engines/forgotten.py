"""Runs that are to be driven and that the engine may not know of: recorded, or answered, while it was away."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from sqlalchemy import Connection, or_, select

from kasen.runtime.engines.looking import again_and_again
from kasen.runtime.rows import ACTIVE, timestamp
from kasen.runtime.tables import APPROVALS, IS_OPEN, IS_OWN, RUNS
from kasen.team import loadable

if TYPE_CHECKING:
    from kasen.runtime.engines.port import Dispatch
    from kasen.runtime.store import Store

EVERY_S = 2.0
"""Seconds between two looks."""
NEW_S = 3.0
"""Seconds in which whoever recorded a run submits it."""
LAPSE = timedelta(minutes=1)
"""After which a run that nobody drives yet is submitted again: what was taken may have been lost."""


class Forgotten:
    """`await forgotten()` never returns: it submits what nobody drives, once for each change of how a run stands.

    One that still nobody drives a minute later is submitted again, without a word: the engine knows which it has, and
    of thousands that wait in line none gets longer by it.

    `owned` are those of some runs that a process drives at this moment.
    """

    def __init__(
        self,
        store: Store,
        dispatch: Dispatch,
        *,
        owned: Callable[[Connection, Collection[str]], set[str]],
        tell: Callable[[str], None] = lambda _line: None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._store = store
        self._dispatch = dispatch
        self._owned = owned
        self._tell = tell
        self._now = now
        self._submitted: dict[str, tuple[str, datetime]] = {}

    async def __call__(self) -> None:
        """Look and submit until cancelled."""
        await again_and_again(self.once, every_s=EVERY_S, tell=self._tell)

    async def once(self) -> list[str]:
        """One look; the runs that were submitted. Raises StoreFailed."""
        found = await self._store.read(self._look)
        there, now = {row[0] for row in found}, self._now()
        self._submitted = {id: last for id, last in self._submitted.items() if id in there}
        done = []
        for run_id, owner, at in found:
            before, when = self._submitted.get(run_id, ("", now))
            if before == at and now - when < LAPSE:
                continue
            if not await self._dispatch.submit(run_id, owner, word=before != at):
                break  # it is away; the next look tries again
            self._submitted[run_id] = (at, now)
            done.append(run_id)
        return done

    def _look(self, connection: Connection) -> list[tuple[str, str, str]]:
        """Id, owner and last change of runs that nobody owns: to be driven, or paused with every pause answered."""
        open_pauses = select(APPROVALS.c.run_id).where(APPROVALS.c.run_id == RUNS.c.id, APPROVALS.c.answer.is_(None))
        is_answered = (RUNS.c.status == "paused") & ~open_pauses.exists()
        here = [team.name for team in loadable() if not team.terminal_only]
        query = select(RUNS.c.id, RUNS.c.owner, RUNS.c.updated_at).where(
            IS_OPEN,
            or_(RUNS.c.status.in_(ACTIVE), is_answered),
            RUNS.c.updated_at < timestamp(self._now() - timedelta(seconds=NEW_S)),
            RUNS.c.team.in_(here),
            IS_OWN,
        )
        rows = [(row.id, row.owner, row.updated_at) for row in connection.execute(query.order_by(RUNS.c.updated_at))]
        owned = self._owned(connection, [row[0] for row in rows])
        return [row for row in rows if row[0] not in owned]
