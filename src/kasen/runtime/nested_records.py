"""Which run asked for which: rows in the database."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, insert, select, update

from kasen.runtime.hot_statements import Hot
from kasen.runtime.sql import add
from kasen.runtime.tables import EVENTS, NESTED, RUN_PASSAGES

TEAM = "team:"
"""What stands before the name of a team where the name of a model would stand."""
UNSETTLED = Hot(
    select(NESTED.c.child_id, NESTED.c.role, NESTED.c.team).where(
        NESTED.c.run_id == bindparam("run"), NESTED.c.settled == 0
    )
)


class Child(NamedTuple):
    """A run that another one asked for; `by` is its team as it stands in receipts."""

    child_id: str
    role: str
    by: str


def note(connection: Connection, child_id: str, *, parent_id: str, key: str, team: str, role: str) -> None:
    """Record that a run was asked for, under the hash of what was asked where."""
    row = {"run_id": parent_id, "key": key, "child_id": child_id, "team": team, "role": role, "settled": 0}
    connection.execute(insert(NESTED).values(row))


def known(connection: Connection, parent_id: str, key: str) -> str:
    """Id of the run that was asked for under that key; empty when there is none."""
    query = select(NESTED.c.child_id).where(NESTED.c.run_id == parent_id, NESTED.c.key == key)
    return connection.execute(query).scalar() or ""


def children(connection: Connection, parent_id: str) -> list[str]:
    """Ids of the runs that a run has asked for, oldest first."""
    query = select(NESTED.c.child_id).where(NESTED.c.run_id == parent_id).order_by(NESTED.c.child_id)
    return list(connection.execute(query).scalars())


def unsettled(connection: Connection, parent_id: str) -> list[Child]:
    """Those of them whose cost stands in no receipt."""
    return [Child(id, role, f"{TEAM}{team}") for id, role, team in UNSETTLED.rows(connection, {"run": parent_id})]


def settle(connection: Connection, child_id: str) -> None:
    """From now on a receipt holds what it cost, and the run that asked may cite what it could cite."""
    connection.execute(update(NESTED).where(NESTED.c.child_id == child_id).values(settled=1))
    parent_id = connection.execute(select(NESTED.c.run_id).where(NESTED.c.child_id == child_id)).scalar_one()
    adopt(connection, parent_id, child_id)


def adopt(connection: Connection, run_id: str, from_id: str, only: Sequence[str] | None = None) -> None:
    """Let a run cite what another may cite, or `only` these of it."""
    query = select(RUN_PASSAGES.c.passage_id).where(RUN_PASSAGES.c.run_id == from_id)
    wanted = None if only is None else set(only)
    found = [id for id in connection.execute(query).scalars() if wanted is None or id in wanted]
    if found:
        rows = [{"run_id": run_id, "passage_id": id} for id in found]
        connection.execute(add(RUN_PASSAGES), rows)


def reopen(connection: Connection, parent_id: str, key: str) -> None:
    """What was asked under that key is to go on: its cost stands in no receipt any more."""
    mine = (NESTED.c.run_id == parent_id, NESTED.c.key == key)
    connection.execute(update(NESTED).where(*mine).values(settled=0))


def is_capped(connection: Connection, run_id: str) -> bool:
    """Whether a cap of the run itself was near or reached."""
    query = select(EVENTS.c.seq).where(EVENTS.c.run_id == run_id, EVENTS.c.type == "budget").limit(1)
    return connection.execute(query).first() is not None
