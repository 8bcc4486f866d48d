"""What several runs may share goes with the last of them: passages and their sources, searches and pages of the web.

Looked at is only what the run had that is deleted, by its indices: deleting a run takes as long as that run is large,
however many others there are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Column, Connection, delete, exists, select

from kasen.runtime.tables import PASSAGES, RUN_PASSAGES, RUN_WEB, SOURCES, WEB_FOUND, WEB_TEXTS

Id = Column[Any]
AT_ONCE = 500
"""Ids in one statement."""


@dataclass(frozen=True)
class Shared:
    """Ids of what one run has and others may have as well."""

    passages: Sequence[str]
    found: Sequence[str]


def shared_of(connection: Connection, run_id: str) -> Shared:
    """What a run has, before it is deleted."""
    passages = select(RUN_PASSAGES.c.passage_id).where(RUN_PASSAGES.c.run_id == run_id)
    found = select(RUN_WEB.c.found_id).where(RUN_WEB.c.run_id == run_id, RUN_WEB.c.found_id.is_not(None))
    return Shared(
        [str(id) for id in connection.execute(passages).scalars()],
        [str(id) for id in connection.execute(found).scalars()],
    )


def drop_unused(connection: Connection, shared: Shared) -> None:
    """Delete what of it no run has any more."""
    for part in _parts(shared.passages):
        _drop(
            connection, part, PASSAGES.c.id, user=RUN_PASSAGES.c.passage_id, on=PASSAGES.c.source_id, top=SOURCES.c.id
        )
    for part in _parts(shared.found):
        _drop(connection, part, WEB_FOUND.c.id, user=RUN_WEB.c.found_id, on=WEB_FOUND.c.text_hash, top=WEB_TEXTS.c.hash)


def _drop(connection: Connection, ids: Sequence[str], key: Id, *, user: Id, on: Id, top: Id) -> None:
    """Rows that nobody uses, then what these alone stood on."""
    above = connection.execute(select(on).where(key.in_(ids), on.is_not(None)).distinct()).scalars().all()
    connection.execute(delete(key.table).where(key.in_(ids), ~exists().where(user == key)))
    for part in _parts([str(one) for one in above]):
        connection.execute(delete(top.table).where(top.in_(part), ~exists().where(on == top)))


def _parts(ids: Sequence[str]) -> Iterator[Sequence[str]]:
    """In one order for all, so that two who delete at once wait for each other instead of clashing."""
    ordered = sorted(set(ids))
    return (ordered[start : start + AT_ONCE] for start in range(0, len(ordered), AT_ONCE))
