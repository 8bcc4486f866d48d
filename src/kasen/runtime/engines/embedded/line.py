"""Which runs wait for their turn, and how many are before each: derived from who holds what, in whatever process."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sqlalchemy import Connection, select

from kasen.runtime.engines.embedded.turns import before
from kasen.runtime.rows import RunRow
from kasen.runtime.tables import IS_OPEN, IS_OWN, RUNS

if TYPE_CHECKING:
    from kasen.runtime.runner import Runner
    from kasen.runtime.store import Store

WAITING = "waiting"
"""What a run is called that some process holds and has no place for yet; its row says `created`."""


async def waiting_of(runner: Runner, rows: Sequence[RunRow]) -> dict[str, int]:
    """Those of the runs that wait for their turn, with how many are before each.

    Of runs of other processes the number is what their order of arrival says. Raises StoreFailed.
    """
    here = {row.id: runner.turns.before(row.id) for row in rows if row.id in runner.driven and runner.handing is None}
    elsewhere = [row for row in rows if row.id not in here]
    found = {run_id: number for run_id, number in here.items() if number is not None}
    return found | await waiting_elsewhere(runner.store, elsewhere)


async def waiting_elsewhere(store: Store, rows: Sequence[RunRow]) -> dict[str, int]:
    """Those of the runs that wait in another process, with how many of all that are held come before them.

    Raises StoreFailed.
    """
    run_ids = [row.id for row in rows if row.status == "created"]

    def look(connection: Connection) -> dict[str, int]:
        if not store.owners.of(connection, run_ids):
            return {}
        query = select(RUNS.c.id, RUNS.c.owner).where(IS_OPEN, RUNS.c.status == "created", IS_OWN)
        rows = connection.execute(query.order_by(RUNS.c.updated_at, RUNS.c.id)).all()
        held = store.owners.of(connection, [row.id for row in rows])
        lines: dict[str, list[str]] = {}
        for row in rows:
            if row.id in held:
                lines.setdefault(row.owner, []).append(row.id)
        return {run_id: number for run_id in run_ids if (number := before(lines, run_id)) is not None}

    return await store.read(look) if run_ids else {}
