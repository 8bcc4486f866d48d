"""Runs that nobody drives and that nobody stopped: what a process left when it ended, and pauses that came due."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

import orjson
from sqlalchemy import Connection, func, select, update

from kasen.errors import InternalError
from kasen.runtime.attempt import Attempt
from kasen.runtime.rows import ACTIVE, RESUMABLE, TALK, Options, Question, timestamp
from kasen.runtime.tables import APPROVALS, EVENTS, IS_ACTIVE, IS_DUE, IS_OWN, RUNS

if TYPE_CHECKING:
    from kasen.runtime.store import Store

NO_PROGRESS = ("run_started", "node_started", "warning")
"""Events of an attempt that has done nothing yet."""
AT_ONCE = 500
"""Runs that are asked for in one statement."""
OF_A_DUE_PAUSE = ("paused", *ACTIVE)
"""How a run may stand that is carried on because a pause of it came due; it may wait for its place by then."""


class LeftRun(NamedTuple):
    """A run that says it is at work, or is to be; `deaths` are the attempts that ended without any progress."""

    id: str
    team: str
    status: str
    fence: int
    created_at: str
    updated_at: str
    deaths: int


async def await_turn(
    store: Store, run_id: str, options: Options | None = None, *, only: Collection[str] = RESUMABLE
) -> None:
    """Note that a run is to be carried on, with these options, as soon as a process has a place for it.

    One that stands as none of `only` stays as it is.
    """
    values = {"status": "created", "updated_at": timestamp()}
    if options is not None:
        values["options"] = options.model_dump_json()
    mine = (RUNS.c.id == run_id, RUNS.c.status.in_(only))
    await store.write(lambda c: c.execute(update(RUNS).where(*mine).values(values)))


def left_runs(
    connection: Connection, owned: Callable[[Connection, Collection[str]], set[str]] | None = None
) -> list[LeftRun]:
    """Runs that are at work or wait for it, in the order in which they are carried on, but those that are `owned`.

    Those that had begun first, then those that had not, each in the order in which they came. Lines of chats are left
    out: who wrote them asks again.
    """
    found = (RUNS.c.id, RUNS.c.team, RUNS.c.status, RUNS.c.fence, RUNS.c.created_at, RUNS.c.updated_at)
    query = select(*found).where(IS_ACTIVE, RUNS.c.team != TALK, IS_OWN)
    rows = sorted(connection.execute(query).all(), key=lambda row: (row.fence == 0, row.updated_at, row.id))
    if owned is not None:  # before anything is counted: most of them are, and they have the most events
        taken = owned(connection, [row.id for row in rows])
        rows = [row for row in rows if row.id not in taken]
    last: dict[str, int] = {}
    begun = [row.id for row in rows if row.fence]
    for start in range(0, len(begun), AT_ONCE):
        last |= _last_progress(connection, begun[start : start + AT_ONCE])
    return [LeftRun(*row, deaths=row.fence - last.get(row.id, 0)) for row in rows]


def _last_progress(connection: Connection, run_ids: list[str]) -> dict[str, int]:
    """The latest attempt of each run that did anything, or said how it ended."""
    query = (
        select(EVENTS.c.run_id, func.max(EVENTS.c.attempt))
        .where(EVENTS.c.run_id.in_(run_ids), EVENTS.c.type.not_in(NO_PROGRESS))
        .group_by(EVENTS.c.run_id)
    )
    return {row[0]: row[1] for row in connection.execute(query)}


def due_runs(connection: Connection, now: datetime) -> list[tuple[str, str]]:
    """Paused runs with a pause that settles itself and has come due: id and team, the longest due first."""
    waits = (IS_DUE, APPROVALS.c.deadline <= timestamp(now))
    query = (
        select(RUNS.c.id, RUNS.c.team, APPROVALS.c.asked)
        .join(RUNS, RUNS.c.id == APPROVALS.c.run_id)
        .where(RUNS.c.status == "paused", IS_OWN, *waits)
        .order_by(APPROVALS.c.deadline)
    )
    rows = connection.execute(query).all()
    settles = [(id, team) for id, team, asked in rows if Question.model_validate_json(asked).at_deadline != "wait"]
    return list(dict.fromkeys(settles))


async def give_up(store: Store, run_id: str, message: str, *, only: Collection[str] = RESUMABLE) -> None:
    """Say of a run, which the caller owns, that nobody goes on trying by themselves: it failed; it can be continued.

    Raises UsageError for one that stands as none of `only`.
    """
    attempt = Attempt(store, run_id, await store.claim(run_id, only=only))
    hint = f"Its log says what it was at; `kasen runs continue {run_id}` tries again."
    body = {"type": "run_failed", "error": InternalError.__name__, "message": message, "hint": hint}
    values = {"status": "failed", "error": orjson.dumps(body).decode(), "updated_at": timestamp()}
    await attempt.write(lambda c: c.execute(update(RUNS).where(RUNS.c.id == run_id).values(values)), [body])
