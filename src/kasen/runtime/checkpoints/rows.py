"""Checkpoints and writes of LangGraph as rows of the database, and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, cast

import orjson
import ormsgpack
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import (
    WRITES_IDX_MAP,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
    PendingWrite,
    get_checkpoint_metadata,
)
from langgraph.checkpoint.serde.base import SerializerProtocol

PACKED = "packed"
"""Type of a checkpoint that is read without a serializer: names, versions, and small values in serialized form."""
SMALL = "small"
"""Key of these values in it: type and bytes by channel."""


class Place(NamedTuple):
    """Where checkpoints follow one another: a thread, and the graph or the nested graph in it."""

    thread: str
    ns: str

    @property
    def key(self) -> dict[str, str]:
        """As columns."""
        return {"thread_id": self.thread, "checkpoint_ns": self.ns}

    def config(self, checkpoint_id: str) -> RunnableConfig:
        """As LangGraph names one checkpoint there."""
        return {"configurable": {**self.key, "checkpoint_id": checkpoint_id}}


def place_of(config: RunnableConfig) -> Place:
    """The place that a config names."""
    configurable = config["configurable"]
    return Place(str(configurable["thread_id"]), str(configurable.get("checkpoint_ns") or ""))


def id_of(config: RunnableConfig) -> str | None:
    """The checkpoint that a config names, if it does."""
    named = config["configurable"].get("checkpoint_id")
    return str(named) if named else None


def version_text(version: Any) -> str:
    """A version as the database keeps it."""
    return str(version)


def checkpoint_row(
    serde: SerializerProtocol,
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
    small: Mapping[str, tuple[str, bytes]] = MappingProxyType({}),
) -> dict[str, Any]:
    """The row of a checkpoint; of what its channels hold, only what is `small` stands in it."""
    versions = checkpoint["channel_versions"]
    body: dict[str, Any] = {name: value for name, value in checkpoint.items() if name != "channel_values"}
    loose = {name: value for name, value in checkpoint["channel_values"].items() if name not in versions}
    if loose or body.get("pending_sends"):
        kind, blob = serde.dumps_typed({**body, "channel_values": loose, SMALL: dict(small)})
    else:
        kind, blob = PACKED, ormsgpack.packb({**body, SMALL: dict(small)})
    place = place_of(config)
    return {
        **place.key,
        "checkpoint_id": checkpoint["id"],
        "parent_checkpoint_id": id_of(config),
        "type": kind,
        "checkpoint": blob,
        "metadata": orjson.dumps(get_checkpoint_metadata(config, metadata), option=orjson.OPT_NON_STR_KEYS),
    }


def body_of(serde: SerializerProtocol, kind: str, blob: bytes) -> dict[str, Any]:
    """What stands in a row of a checkpoint: all but the values that lie elsewhere."""
    body = ormsgpack.unpackb(blob) if kind == PACKED else serde.loads_typed((kind, bytes(blob)))
    return cast("dict[str, Any]", body)


def tuple_of(
    place: Place, parent: str | None, body: dict[str, Any], values: Mapping[str, Any], metadata: bytes | None
) -> CheckpointTuple:
    """A checkpoint as LangGraph gets it, without writes."""
    checkpoint = {**body, "channel_values": {**body.get("channel_values", {}), **values}}
    checkpoint.pop(SMALL, None)
    return CheckpointTuple(
        place.config(body["id"]),
        cast("Checkpoint", checkpoint),
        cast("CheckpointMetadata", orjson.loads(metadata) if metadata is not None else {}),
        place.config(parent) if parent else None,
        [],
    )


def write_rows(
    serde: SerializerProtocol,
    config: RunnableConfig,
    writes: Sequence[tuple[str, Any]],
    task: tuple[str, str],
) -> list[dict[str, Any]]:
    """The rows of what a task (id, path) wrote."""
    key = {**place_of(config).key, "checkpoint_id": id_of(config), "task_id": task[0], "task_path": task[1]}
    rows = []
    for idx, (channel, value) in enumerate(writes):
        kind, blob = serde.dumps_typed(value)
        placed = {"idx": WRITES_IDX_MAP.get(channel, idx), "channel": channel}
        rows.append({**key, **placed, "type": kind, "value": blob})
    return rows


def pending(serde: SerializerProtocol, task: str, channel: str, kind: str, blob: bytes) -> PendingWrite:
    """What a task wrote, as LangGraph gets it."""
    return (task, channel, serde.loads_typed((kind, bytes(blob))))
