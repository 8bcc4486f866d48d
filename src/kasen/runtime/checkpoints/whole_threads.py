"""What is done with all checkpoints of a thread or a run at once: copied, pruned, deleted."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import orjson
from langgraph.checkpoint.serde.base import SerializerProtocol
from sqlalchemy import Connection, delete, literal, select

from kasen.runtime.checkpoints.dropping import places_of, sweep
from kasen.runtime.checkpoints.rows import Place
from kasen.runtime.sql import add
from kasen.runtime.tables import CHECKPOINTS, STATE, WRITES

COUNTERS = "counters_since_delta_snapshot"
"""What metadata say while a `DeltaChannel` is put together from earlier checkpoints (langgraph-checkpoint 4.3)."""


def copy(connection: Connection, source: str, target: str) -> None:
    """Copy all of a thread; what the target has under the same keys stays."""
    for table in STATE:
        rest = [column for column in table.columns if column.name != "thread_id"]
        rows = select(literal(target), *rest).where(table.c.thread_id == source)
        connection.execute(add(table).from_select(["thread_id", *(column.name for column in rest)], rows))


def keep_latest(connection: Connection, serde: SerializerProtocol, thread: str) -> None:
    """Of each place keep the latest checkpoint with what was written after it: pauses, finished nodes.

    Earlier ones stay that a `DeltaChannel` of it is put together from, or that the run may go back to.
    """
    for place in places_of(connection, thread):
        query = (
            select(CHECKPOINTS.c.checkpoint_id, CHECKPOINTS.c.metadata, CHECKPOINTS.c.kept)
            .where(CHECKPOINTS.c.thread_id == thread, CHECKPOINTS.c.checkpoint_ns == place.ns)
            .order_by(CHECKPOINTS.c.checkpoint_id.desc())
        )
        gone, is_needed = [], True
        for checkpoint_id, metadata, kept in connection.execute(query):
            if not is_needed and not kept:
                gone.append(checkpoint_id)
            is_needed = is_needed and bool(metadata) and COUNTERS in orjson.loads(metadata)
        _drop(connection, place, gone)
        sweep(connection, serde, place)


def drop_runs(connection: Connection, serde: SerializerProtocol, run_ids: Collection[str]) -> None:
    """Drop the checkpoints that runs of these ids wrote, and what was written after them."""
    query = select(CHECKPOINTS.c.thread_id, CHECKPOINTS.c.checkpoint_ns, CHECKPOINTS.c.checkpoint_id)
    found: dict[Place, list[str]] = {}
    for thread, ns, checkpoint_id, metadata in connection.execute(query.add_columns(CHECKPOINTS.c.metadata)):
        if metadata and orjson.loads(metadata).get("run_id") in run_ids:
            found.setdefault(Place(thread, ns), []).append(checkpoint_id)
    for place, ids in found.items():
        _drop(connection, place, ids)
        sweep(connection, serde, place)


def _drop(connection: Connection, place: Place, ids: list[str]) -> None:
    for table in (WRITES, CHECKPOINTS):
        for one in ids:
            connection.execute(delete(table).where(*_at(table, place), table.c.checkpoint_id == one))


def _at(table: Any, place: Place) -> tuple[Any, Any]:
    return table.c.thread_id == place.thread, table.c.checkpoint_ns == place.ns
