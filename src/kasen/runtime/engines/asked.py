"""Words for whoever drives a run, left in its row: they are meant for one continuation of it and for no later one."""

from __future__ import annotations

from sqlalchemy import ColumnElement, Connection, func, select, update

from kasen.runtime.rows import ACTIVE
from kasen.runtime.tables import APPROVALS, EVENTS, RUNS

CANCEL, STOP, STOP_NOW = 1, 2, 3
"""Values of `runs.cancel_asked`: end it for good; end the attempt after the step, or now."""


def leave_word(connection: Connection, run_id: str, word: int, meant: int | None = None) -> int | None:
    """Leave a word for who drives the run; gives the number of the continuation that has it, for when it is repeated.

    A continuation lasts until the run fails, is stopped or is answered, whichever workers die meanwhile. `meant` is the
    one that the word was left for before; a word that stands there yet is not written over then, and never by one that
    asks for less. None: there is nothing to be driven, or another continuation has begun.
    """
    query = select(RUNS.c.status, RUNS.c.cancel_asked).where(RUNS.c.id == run_id).with_for_update()
    row = connection.execute(query).first()
    if row is None or row.status not in ACTIVE:
        return None
    now = int(connection.execute(select(_continuation(run_id))).scalar_one())
    if meant is not None and now != meant:
        return None
    if row.cancel_asked == 0 or (meant is None and row.cancel_asked != CANCEL):
        says = word if word == CANCEL else max(word, row.cancel_asked)
        connection.execute(update(RUNS).where(RUNS.c.id == run_id).values(cancel_asked=says))
    return now


def _continuation(run_id: str) -> ColumnElement[int]:
    """How often the run has failed, was stopped or was answered."""
    ends = select(func.count()).where(EVENTS.c.run_id == run_id, EVENTS.c.type == "run_failed")
    answers = select(func.count()).where(APPROVALS.c.run_id == run_id, APPROVALS.c.answer.is_not(None))
    return ends.scalar_subquery() + answers.scalar_subquery()
