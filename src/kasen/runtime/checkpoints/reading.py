"""Reading checkpoints, their values and what was written after them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import orjson
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import CheckpointTuple
from langgraph.checkpoint.serde.base import SerializerProtocol
from sqlalchemy import ColumnElement, Connection, Select, bindparam, func, select

from kasen.runtime.checkpoints.rows import SMALL, Place, body_of, id_of, pending, place_of, tuple_of, version_text
from kasen.runtime.checkpoints.values import Blob, assembled, needed
from kasen.runtime.hot_statements import Hot
from kasen.runtime.tables import BLOBS, CHECKPOINTS, WRITES

AT_ONCE = 400
"""Versions that one query names."""
Rows = dict[tuple[str, str], tuple[str | None, str, bytes]]
_HEAD = select(
    CHECKPOINTS.c.thread_id,
    CHECKPOINTS.c.checkpoint_ns,
    CHECKPOINTS.c.checkpoint_id,
    CHECKPOINTS.c.parent_checkpoint_id,
    CHECKPOINTS.c.type,
    CHECKPOINTS.c.checkpoint,
    CHECKPOINTS.c.metadata,
)
_AT = (CHECKPOINTS.c.thread_id == bindparam("thread_id"), CHECKPOINTS.c.checkpoint_ns == bindparam("checkpoint_ns"))
LATEST = Hot(_HEAD.where(*_AT).order_by(CHECKPOINTS.c.checkpoint_id.desc()).limit(1))
EXACT = Hot(_HEAD.where(*_AT, CHECKPOINTS.c.checkpoint_id == bindparam("checkpoint_id")))
NEWEST = Hot(select(func.max(CHECKPOINTS.c.checkpoint_id)).where(CHECKPOINTS.c.thread_id == bindparam("thread_id")))
AFTER = Hot(
    select(WRITES.c.task_id, WRITES.c.channel, WRITES.c.type, WRITES.c.value)
    .where(
        WRITES.c.thread_id == bindparam("thread_id"),
        WRITES.c.checkpoint_ns == bindparam("checkpoint_ns"),
        WRITES.c.checkpoint_id == bindparam("checkpoint_id"),
    )
    .order_by(WRITES.c.task_path, WRITES.c.task_id, WRITES.c.idx)
)
ALL_VALUES = Hot(
    select(BLOBS.c.channel, BLOBS.c.version, BLOBS.c.extends, BLOBS.c.type, BLOBS.c.value).where(
        BLOBS.c.thread_id == bindparam("thread_id"), BLOBS.c.checkpoint_ns == bindparam("checkpoint_ns")
    )
)


class Head(NamedTuple):
    """A row of a checkpoint."""

    thread: str
    ns: str
    id: str
    parent: str | None
    type: str
    body: bytes
    metadata: bytes | None

    @property
    def place(self) -> Place:
        """Where it stands."""
        return Place(self.thread, self.ns)


class Found(NamedTuple):
    """A checkpoint as LangGraph gets it; values that have rows of their own, and those that stand in its own."""

    saved: CheckpointTuple
    stored: dict[str, Any]
    small: dict[str, tuple[str, bytes]]


def find(connection: Connection, config: RunnableConfig) -> Head | None:
    """The checkpoint that a config names, else the latest of its place."""
    place, wanted = place_of(config), id_of(config)
    named = {**place.key, "checkpoint_id": wanted} if wanted else place.key
    rows = (EXACT if wanted else LATEST).rows(connection, named)
    return Head(*rows[0]) if rows else None


def newest(connection: Connection, thread: str) -> str | None:
    """The greatest id of a checkpoint of a thread, of graphs within it too."""
    found: str | None = NEWEST.rows(connection, {"thread_id": thread})[0][0]
    return found


def heads(connection: Connection, wanted: RunnableConfig | None, before: str | None) -> list[Head]:
    """The checkpoints that a config allows, newest first; with `before`, those with a smaller id."""
    named = wanted["configurable"] if wanted is not None else {}
    conditions: list[ColumnElement[bool]] = []
    for name, column in (
        ("thread_id", CHECKPOINTS.c.thread_id),
        ("checkpoint_ns", CHECKPOINTS.c.checkpoint_ns),
        ("checkpoint_id", CHECKPOINTS.c.checkpoint_id),
    ):
        if named.get(name) is not None:
            conditions.append(column == str(named[name]))
    if before is not None:
        conditions.append(CHECKPOINTS.c.checkpoint_id < before)
    query: Select[Any] = _HEAD.where(*conditions).order_by(CHECKPOINTS.c.checkpoint_id.desc())
    return [Head(*row) for row in connection.execute(query)]


def full(connection: Connection, serde: SerializerProtocol, head: Head, *, all_values: bool) -> Found:
    """A checkpoint with its values and what was written after it.

    `all_values`: the place holds little else than this checkpoint's values, and they are read in one go.
    """
    body = body_of(serde, head.type, head.body)
    versions = body["channel_versions"]
    rows = _all(connection, head.place) if all_values else _named(connection, head.place, versions)
    stored = assembled(serde, rows, versions)
    small = {channel: (kind, bytes(blob)) for channel, (kind, blob) in body.get(SMALL, {}).items()}
    values = {**stored, **{channel: serde.loads_typed(value) for channel, value in small.items()}}
    saved = tuple_of(head.place, head.parent, body, values, head.metadata)
    after = AFTER.rows(connection, {**head.place.key, "checkpoint_id": head.id})
    writes = [pending(serde, *row) for row in after]
    return Found(saved._replace(pending_writes=writes), stored, small)


def fits(head: Head, wanted: Mapping[str, Any] | None) -> bool:
    """Whether the metadata of a checkpoint says all that is wanted."""
    if not wanted:
        return True
    said = orjson.loads(head.metadata) if head.metadata is not None else {}
    return all(name in said and said[name] == value for name, value in wanted.items())


def _all(connection: Connection, place: Place) -> Rows:
    return {(row[0], row[1]): row[2:] for row in ALL_VALUES.rows(connection, place.key)}


def _named(connection: Connection, place: Place, versions: Mapping[str, Any]) -> Rows:
    mine = (BLOBS.c.thread_id == place.thread, BLOBS.c.checkpoint_ns == place.ns)
    listed = connection.execute(select(BLOBS.c.channel, BLOBS.c.version, BLOBS.c.extends).where(*mine))
    pairs = ((channel, version_text(version)) for channel, version in versions.items())
    wanted = needed([Blob(*row) for row in listed], pairs)
    texts = sorted({version for _, version in wanted})
    found: Rows = {}
    for n in range(0, len(texts), AT_ONCE):
        query = select(BLOBS.c.channel, BLOBS.c.version, BLOBS.c.extends, BLOBS.c.type, BLOBS.c.value).where(
            *mine, BLOBS.c.version.in_(texts[n : n + AT_ONCE])
        )
        for channel, version, *rest in connection.execute(query):
            if (channel, version) in wanted:
                found[channel, version] = (rest[0], rest[1], rest[2])
    return found
