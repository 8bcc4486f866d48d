"""The row of a run: recorded, claimed, ended and read inside a transaction, by statements built once."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import cache
from itertools import pairwise
from typing import Any

import orjson
from sqlalchemy import Connection, bindparam, case, func, insert, or_, select, update

from kasen.runtime.hot_statements import Hot
from kasen.runtime.rows import Options, RunRow, timestamp
from kasen.runtime.tables import EVENTS, RUNS

ADD = Hot(insert(RUNS), [column.name for column in RUNS.columns if column.name not in ("result", "error")], texts=True)
ROW = Hot(select(RUNS).where(RUNS.c.id == bindparam("run")))
TIMES = Hot(
    select(EVENTS.c.attempt, EVENTS.c.type, EVENTS.c.at)
    .where(EVENTS.c.run_id == bindparam("run"))
    .order_by(EVENTS.c.seq)
)
END = Hot(
    update(RUNS)
    .where(RUNS.c.id == bindparam("run"))
    .values(
        status=bindparam("ended"),
        updated_at=bindparam("at"),
        error=bindparam("why"),
        result=func.coalesce(bindparam("reached"), RUNS.c.result),
    )
    .returning(RUNS),
    texts=True,
)


@cache
def claiming(*statuses: str) -> Hot:
    """Takes the run `run` under a new token when it stands as one of these; gives its row.

    `at` is the time, `given` the options as JSON, None for those that it has.
    """
    return Hot(
        update(RUNS)
        .where(RUNS.c.id == bindparam("run"), or_(*(RUNS.c.status == status for status in statuses)))
        .values(
            fence=RUNS.c.fence + 1,
            status="running",
            updated_at=bindparam("at"),
            cancel_asked=case((RUNS.c.cancel_asked == 1, 1), else_=0),
            options=func.coalesce(bindparam("given"), RUNS.c.options),
        )
        .returning(RUNS),
        texts=True,
    )


def end(
    connection: Connection, run_id: str, status: str, *, error: str | None = None, result: str | None = None
) -> RunRow:
    """How an attempt ended, error and result as JSON; a result that was reached before stays."""
    given = {"run": run_id, "ended": status, "at": timestamp(), "why": error, "reached": result}
    return whole(*END.rows(connection, given))


def row_of(connection: Connection, run_id: str) -> RunRow:
    """The run of that id as it stands within the transaction."""
    return whole(*ROW.rows(connection, {"run": run_id}))


def whole(row: tuple[Any, ...]) -> RunRow:
    """The run of a row that holds every column, in order."""
    return run_of(dict(zip(RUNS.columns.keys(), row, strict=True)))


def run_of(row: Mapping[Any, Any]) -> RunRow:
    """The run of a row by the names of its columns."""
    values = dict(row)
    values["cancel_asked"] = values["cancel_asked"] == 1  # other words are for whoever drives it
    for name in ("request", "result", "error"):
        values[name] = orjson.loads(values[name]) if values[name] is not None else None
    values["options"] = Options.model_validate_json(values["options"])
    return RunRow.model_validate(values)


def seconds_at_work(connection: Connection, run_id: str) -> float:
    """Seconds between the first and last event of each attempt, summed; the wait for an answer is left out."""
    return sum(
        (datetime.fromisoformat(at) - datetime.fromisoformat(since)).total_seconds()
        for (before, asked, since), (attempt, given, at) in pairwise(TIMES.rows(connection, {"run": run_id}))
        if before == attempt and (asked, given) != ("approval_asked", "approval_given")
    )
