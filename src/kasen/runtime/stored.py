"""Events as they stand in the database, and what is new of many runs: read, never parsed."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, select

from kasen.runtime.owners import Owners
from kasen.runtime.rows import ACTIVE
from kasen.runtime.tables import EVENTS, RUNS

PAGE = 256
"""Events that are read at a time."""
PAGE_OF = (
    select(EVENTS.c.seq, EVENTS.c.type, EVENTS.c.body)
    .where(EVENTS.c.run_id == bindparam("run"), EVENTS.c.seq > bindparam("after"))
    .order_by(EVENTS.c.seq)
    .limit(bindparam("limit"))
)
STATES = select(RUNS.c.id, RUNS.c.status, RUNS.c.last_seq).where(RUNS.c.id.in_(bindparam("runs", expanding=True)))


class Stored(NamedTuple):
    """An event as it stands in the database; `body` is its JSON, one line."""

    seq: int
    type: str
    body: str


class State(NamedTuple):
    """A run in the database: what its row says, and whether some process owned it just before."""

    status: str
    last_seq: int
    owned: bool

    @property
    def is_still(self) -> bool:
        """Nobody is going to write."""
        return self.status not in ACTIVE or not self.owned


class News(NamedTuple):
    """What one look found, by run."""

    states: dict[str, State]
    events: dict[str, list[Stored]]


def page_of(connection: Connection, run_id: str, after: int, limit: int = PAGE) -> list[Stored]:
    """The events with `seq` above `after`, in order."""
    rows: Any = connection.execute(PAGE_OF, {"run": run_id, "after": after, "limit": limit})
    return [Stored(seq, type, body) for seq, type, body in rows]


def news_of(
    connection: Connection,
    who: Owners,
    heads: Mapping[str, int | None],
    asked: Collection[str],
    owners: Collection[str],
) -> News:
    """A page of each run above its head (None: no events), with the states of those `asked`, as at one moment.

    Whether those in `owners` are owned is looked up first: whoever is gone by then has written what is read. Others
    count as owned. Events of a run that is asked are read when its row says there are any.
    """
    dead = set(owners) - who.of(connection, owners)
    rows = connection.execute(STATES, {"runs": list(asked)}).all() if asked else []
    states = {id: State(status, last_seq, id not in dead) for id, status, last_seq in rows}
    events = {}
    for run_id, head in heads.items():
        state = states.get(run_id)
        if head is not None and (run_id not in asked or (state is not None and state.last_seq > head)):
            events[run_id] = page_of(connection, run_id, head)
    return News(states, events)
