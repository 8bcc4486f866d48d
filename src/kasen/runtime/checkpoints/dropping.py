"""What of a state is superfluous, and goes in the transaction that makes it so."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from langgraph.checkpoint.serde.base import SerializerProtocol
from sqlalchemy import BindParameter, Connection, bindparam, delete, select

from kasen.runtime.checkpoints.rows import Place, body_of, version_text
from kasen.runtime.checkpoints.values import Blob, needed
from kasen.runtime.hot_statements import Hot
from kasen.runtime.tables import BLOBS, CHECKPOINTS, STATE, WRITES

_RUN: BindParameter[str] = bindparam("thread_id")
_NS: BindParameter[str] = bindparam("checkpoint_ns")
_LATEST: BindParameter[str] = bindparam("checkpoint_id")
_STAY = select(CHECKPOINTS.c.checkpoint_id).where(
    CHECKPOINTS.c.thread_id == _RUN, CHECKPOINTS.c.checkpoint_ns == _NS, CHECKPOINTS.c.kept == 1
)
OLDER_WRITES = Hot(
    delete(WRITES).where(
        WRITES.c.thread_id == _RUN,
        WRITES.c.checkpoint_ns == _NS,
        WRITES.c.checkpoint_id < _LATEST,
        WRITES.c.checkpoint_id.not_in(_STAY),
    )
)
OLDER = Hot(
    delete(CHECKPOINTS).where(
        CHECKPOINTS.c.thread_id == _RUN,
        CHECKPOINTS.c.checkpoint_ns == _NS,
        CHECKPOINTS.c.checkpoint_id < _LATEST,
        CHECKPOINTS.c.kept == 0,
    )
)
REPLACED = Hot(
    delete(BLOBS).where(
        BLOBS.c.thread_id == _RUN,
        BLOBS.c.checkpoint_ns == _NS,
        BLOBS.c.channel == bindparam("channel"),
        BLOBS.c.version != bindparam("version"),
        BLOBS.c.kept == 0,
    )
)
BLOB = delete(BLOBS).where(
    BLOBS.c.thread_id == _RUN,
    BLOBS.c.checkpoint_ns == _NS,
    BLOBS.c.channel == bindparam("of_channel"),
    BLOBS.c.version == bindparam("of_version"),
    BLOBS.c.kept == 0,
)


def drop_older(connection: Connection, place: Place, latest: str, replaced: Sequence[Mapping[str, Any]]) -> None:
    """Drop what a new checkpoint leaves without use, of values those of channels that were written anew."""
    key = {**place.key, "checkpoint_id": latest}
    OLDER_WRITES.run(connection, key)
    OLDER.run(connection, key)
    REPLACED.many(connection, replaced)


def drop_nested(connection: Connection, place: Place, latest: str) -> None:
    """Drop the state of graphs that nodes of earlier steps ran; one that keeps its state over calls stays."""
    below = f"{place.ns}|" if place.ns else ""
    query = (
        select(CHECKPOINTS.c.checkpoint_ns)
        .distinct()
        .where(
            CHECKPOINTS.c.thread_id == place.thread,
            CHECKPOINTS.c.checkpoint_ns.startswith(below, autoescape=True),
            CHECKPOINTS.c.checkpoint_ns != place.ns,
            CHECKPOINTS.c.checkpoint_id < latest,
            CHECKPOINTS.c.kept == 0,
        )
    )
    ended = [ns for ns in connection.execute(query).scalars() if ":" in ns[len(below) :]]
    for ns in ended:
        at = Place(place.thread, ns)
        drop_older(connection, at, latest, ())
        if not _heads(connection, at):
            connection.execute(delete(BLOBS).where(*_at(BLOBS, at), BLOBS.c.kept == 0))


def sweep(connection: Connection, serde: SerializerProtocol, place: Place) -> None:
    """Drop the values that no checkpoint of the place names."""
    named = [
        (channel, version_text(version))
        for kind, body in _heads(connection, place)
        for channel, version in body_of(serde, kind, body)["channel_versions"].items()
    ]
    query = select(BLOBS.c.channel, BLOBS.c.version, BLOBS.c.extends).where(*_at(BLOBS, place))
    blobs = [Blob(*row) for row in connection.execute(query)]
    stay = needed(blobs, named)
    gone = [{**place.key, "of_channel": b.channel, "of_version": b.version} for b in blobs if b[:2] not in stay]
    if gone:
        connection.execute(BLOB, gone)


def drop_threads(connection: Connection, threads: Iterable[str]) -> None:
    """Drop everything of these threads."""
    for thread in threads:
        for table in STATE:
            connection.execute(delete(table).where(table.c.thread_id == thread))


def places_of(connection: Connection, thread: str) -> list[Place]:
    """Where a thread has checkpoints."""
    query = select(CHECKPOINTS.c.checkpoint_ns).distinct().where(CHECKPOINTS.c.thread_id == thread)
    return [Place(thread, ns) for ns in connection.execute(query).scalars()]


def _heads(connection: Connection, place: Place) -> list[tuple[str, bytes]]:
    query = select(CHECKPOINTS.c.type, CHECKPOINTS.c.checkpoint).where(*_at(CHECKPOINTS, place))
    return [(kind, body) for kind, body in connection.execute(query)]


def _at(table: Any, place: Place) -> tuple[Any, Any]:
    return table.c.thread_id == place.thread, table.c.checkpoint_ns == place.ns
