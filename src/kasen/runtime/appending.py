"""Appending events under the token of an attempt: whether it holds, their numbers and their rows in one go."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, insert, select, text, update

from kasen.errors import Fenced
from kasen.runtime.events import EVENT
from kasen.runtime.hot_statements import Hot
from kasen.runtime.postgres import CHANNEL, XID, note_number
from kasen.runtime.rows import timestamp
from kasen.runtime.tables import EVENTS, RUNS

_MINE = (RUNS.c.id == bindparam("run"), RUNS.c.fence == bindparam("token"))
TAKE_SEQ = Hot(
    update(RUNS).where(*_MINE).values(last_seq=RUNS.c.last_seq + bindparam("count")).returning(RUNS.c.last_seq)
)
ADD_EVENTS = Hot(insert(EVENTS), [column.name for column in EVENTS.columns], texts=True)
SEPARATOR = "\x1e"
"""Stands in no JSON as it is; in the statement below it ends each of many texts in one."""
NUMBERED = Hot(
    text(f"""
WITH taken AS (
    UPDATE runs SET last_seq = last_seq + CAST(:count AS INTEGER) WHERE id = :run AND fence = :token
    RETURNING last_seq - CAST(:count AS INTEGER) AS before
),
told AS (
INSERT INTO events (run_id, seq, attempt, type, task, at, body)
SELECT :run, before + nth, :token, type, task, :at, CAST(:head AS TEXT) || (before + nth) || tail
FROM taken, unnest(
    string_to_array(:types, '{SEPARATOR}'),
    string_to_array(:tasks, '{SEPARATOR}'),
    string_to_array(:tails, '{SEPARATOR}')
) WITH ORDINALITY AS given (type, task, tail, nth)
WHERE nth <= CAST(:count AS INTEGER)
)
SELECT {XID}, pg_notify('{CHANNEL}', :run) FROM taken
"""),
    texts=True,
)
"""PostgreSQL: the number of an event is written into its words there, instead of being asked for first. It tells those
who listen as well, and the number of the transaction."""
IS_MINE = Hot(select(RUNS.c.last_seq).where(*_MINE).with_for_update(read=True))
"""On PostgreSQL nobody claims the run between this and the commit; SQLite has one writer anyway."""
_NUMBER = '"seq":0'


class _Told(NamedTuple):
    """An event as its row has it; `body` is its JSON, with the number 0 where that is not known yet."""

    type: str
    task: str
    body: str


def append(connection: Connection, run_id: str, fence: int, events: Sequence[Mapping[str, Any]]) -> None:
    """Append event bodies (without `run_id`, `seq`, `attempt`, `at`) inside a transaction.

    Raises:
        Fenced: `fence` is not the token of the run any more; at the latest before the commit.
    """
    if not events:
        check(connection, run_id, fence)
    elif connection.dialect.name == "postgresql":
        _append_shared(connection, run_id, fence, events)
    else:
        _append(connection, run_id, fence, events)


def check(connection: Connection, run_id: str, fence: int) -> None:
    """The token holds until the commit. Raises Fenced as `append`."""
    IS_MINE.must(connection, {"run": run_id, "token": fence}, lambda: _fenced(run_id))


def _append(connection: Connection, run_id: str, fence: int, events: Sequence[Mapping[str, Any]]) -> None:
    taken = TAKE_SEQ.rows(connection, {"run": run_id, "token": fence, "count": len(events)})
    if not taken:
        raise _fenced(run_id)
    now, before = timestamp(), int(taken[0][0]) - len(events)
    rows = []
    for seq, event in enumerate(events, start=before + 1):
        told = _told(run_id, fence, now, event, seq)
        rows.append({"run_id": run_id, "seq": seq, "attempt": fence, "at": now, **told._asdict()})
    ADD_EVENTS.many(connection, rows)


def _append_shared(connection: Connection, run_id: str, fence: int, events: Sequence[Mapping[str, Any]]) -> None:
    now = timestamp()
    told = [_told(run_id, fence, now, event, 0) for event in events]
    head, _, _ = told[0].body.partition(_NUMBER)
    given = {
        "run": run_id,
        "token": fence,
        "count": len(events),
        "at": now,
        "head": head + _NUMBER[:-1],
        "types": _joined(one.type for one in told),
        "tasks": _joined(one.task for one in told),
        "tails": _joined(one.body.partition(_NUMBER)[2] for one in told),
    }
    note_number(connection, NUMBERED.must(connection, given, lambda: _fenced(run_id)))


def _joined(texts: Iterable[str]) -> str:
    return "".join(part.replace(SEPARATOR, "") + SEPARATOR for part in texts)


def _told(run_id: str, fence: int, now: str, body: Mapping[str, Any], seq: int) -> _Told:
    event = EVENT.validate_python({"run_id": run_id, "seq": seq, "attempt": fence, "at": now, **body})
    return _Told(event.type, event.task, event.__pydantic_serializer__.to_json(event).decode())


def _fenced(run_id: str) -> Fenced:
    return Fenced(f"another attempt has taken run {run_id}; this one writes no more")
