"""LangGraph's SQLite checkpoints, written by our one writer under the attempt's fencing token.

Reading is the library's; writing differs in three ways: one transaction checks the token and writes, commits are
shared with everything else the process writes, and the end of a node is one commit with its `node_finished` event.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import (
    WRITES_IDX_MAP,
    ChannelVersions,
    Checkpoint,
    CheckpointMetadata,
    get_checkpoint_metadata,
)
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from sqlalchemy import Connection
from sqlalchemy.dialects.sqlite import insert

from kasen.runtime.attempt import Attempt
from kasen.runtime.node import NodeRun
from kasen.runtime.store import append
from kasen.runtime.tables import CHECKPOINTS, WRITES
from kasen.runtime.texts import compact

PUT = insert(CHECKPOINTS).prefix_with("OR REPLACE")
PUT_WRITES = insert(WRITES).prefix_with("OR REPLACE")
ADD_WRITES = insert(WRITES).prefix_with("OR IGNORE")


class RunSaver(AsyncSqliteSaver):
    """The checkpoints of one attempt; they may hold `models` (module, name) besides plain values."""

    def __init__(self, attempt: Attempt, models: set[tuple[str, str]]) -> None:
        super().__init__(attempt.store.checkpoints, serde=JsonPlusSerializer(allowed_msgpack_modules=models))
        self._attempt = attempt
        self.is_setup = True

    async def aput(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        """Commit a checkpoint; see the base class. Raises Fenced."""
        place = _place(config)
        kind, blob = self.serde.dumps_typed(checkpoint)
        row = {
            "thread_id": place["thread_id"],
            "checkpoint_ns": place["checkpoint_ns"],
            "checkpoint_id": checkpoint["id"],
            "parent_checkpoint_id": place.get("checkpoint_id"),
            "type": kind,
            "checkpoint": blob,
            "metadata": json.dumps(get_checkpoint_metadata(config, metadata), ensure_ascii=False).encode(),
        }
        await self._attempt.write(lambda c: c.execute(PUT, row))
        return {"configurable": {**place, "checkpoint_id": checkpoint["id"]}}

    async def aput_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        """Commit what a node wrote, and that it ended; see the base class. Raises Fenced."""
        place = _place(config)
        rows = []
        for idx, (channel, value) in enumerate(writes):
            if isinstance(value, BaseException):  # kept as its words, which may quote a secret
                value = self._attempt.store.redact(repr(value))
            kind, blob = self.serde.dumps_typed(value)
            key = {"task_id": task_id, "task_path": task_path, "idx": WRITES_IDX_MAP.get(channel, idx)}
            rows.append({**place, **key, "channel": channel, "type": kind, "value": blob})
        special = all(channel in WRITES_IDX_MAP for channel, _ in writes)
        ended = None if special else self._attempt.finishing.pop(task_id, None)

        attempt = self._attempt

        def job(connection: Connection) -> list[dict[str, Any]]:
            connection.execute(PUT_WRITES if special else ADD_WRITES, rows)
            if ended is None or not attempt.texts.may_have(task_id):
                return []
            events = [*compact(connection, attempt.run_id, task_id), _finished(ended)]
            append(connection, attempt.run_id, attempt.fence, events)
            return events

        at_once = ended is not None and not attempt.texts.may_have(task_id)
        compacted = await attempt.write(job, [_finished(ended)] if ended is not None and at_once else None)
        attempt.store.notify(attempt.run_id, compacted)


def _finished(ended: NodeRun) -> dict[str, Any]:
    names = {"type": "node_finished", "node": ended.name, "task": ended.task}
    return {**names, "seconds": ended.seconds, "summary": ended.note}


def _place(config: RunnableConfig) -> dict[str, Any]:
    configurable = config["configurable"]
    place = {"thread_id": str(configurable["thread_id"]), "checkpoint_ns": str(configurable.get("checkpoint_ns", ""))}
    if configurable.get("checkpoint_id"):
        place["checkpoint_id"] = str(configurable["checkpoint_id"])
    return place
