"""Checkpoints in the database of the store, written by its one writer under the attempt's fencing token.

One transaction checks the token, writes, and drops what the new checkpoint leaves without use; the end of a node is one
commit with its `node_finished` event.
"""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Sequence
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import (
    WRITES_IDX_MAP,
    BaseCheckpointSaver,
    ChannelVersions,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
)
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from sqlalchemy import Connection

from kasen.runtime.attempt import Attempt
from kasen.runtime.checkpoints import reading, whole_threads
from kasen.runtime.checkpoints.dropping import drop_nested, drop_older, drop_threads, sweep
from kasen.runtime.checkpoints.ending import Ending, without_errors
from kasen.runtime.checkpoints.rows import Place, checkpoint_row, id_of, place_of, write_rows
from kasen.runtime.checkpoints.values import Values
from kasen.runtime.hot_statements import Hot, together
from kasen.runtime.sql import add, put
from kasen.runtime.tables import BLOBS, CHECKPOINTS, WRITES

_OF_CHECKPOINT = [column.name for column in CHECKPOINTS.columns if column.name != "kept"]
_OF_BLOB = [column.name for column in BLOBS.columns if column.name != "kept"]
_OF_WRITE = [column.name for column in WRITES.columns]
PUT = Hot(put(CHECKPOINTS), _OF_CHECKPOINT)
PUT_VALUE = Hot(put(BLOBS), _OF_BLOB)
PUT_WRITE = Hot(put(WRITES), _OF_WRITE)
ADD_WRITE = Hot(add(WRITES), _OF_WRITE)


class RunSaver(BaseCheckpointSaver[str]):
    """The checkpoints of one attempt; they may hold `models` (module, name) besides plain values.

    It keeps what a run needs to be continued: of each graph in it the latest checkpoint, what was written after it, its
    values. `history`: everything stays. Async only.

    Raises, from whatever writes:
        Fenced: another attempt has taken the run.
        StoreFailed: the database refused.
    """

    def __init__(self, attempt: Attempt, models: set[tuple[str, str]], *, history: bool = False) -> None:
        super().__init__(serde=JsonPlusSerializer(allowed_msgpack_modules=models))
        self._attempt = attempt
        self._ending = Ending(attempt)
        self._history = history
        self._values = Values()
        self._tidy: set[Place] = set()
        """Where nothing superfluous lies."""
        self._nested: set[str] = set()
        """Threads in which nodes ran graphs of their own since the last checkpoint."""

    def get_next_version(self, current: Any, channel: None) -> str:
        """A version that sorts after the one before, and that no other branch of a history has."""
        number = 0 if current is None else current if isinstance(current, int) else int(current.split(".")[0])
        return f"{number + 1:08}.{random.getrandbits(32):08x}"

    # Reading

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """The checkpoint that `config` names, else the latest; see the base class."""
        place = place_of(config)

        def query(connection: Connection) -> reading.Found | None:
            head = reading.find(connection, config)
            return None if head is None else self._full(connection, head)

        found = await self._attempt.store.read(query)
        if found is not None:
            versions = found.saved.checkpoint["channel_versions"]
            self._values.loaded(place, versions, found.stored, found.small)
            return found.saved
        if id_of(config) is None:
            self._tidy.add(place)
        return None

    async def alist(
        self,
        config: RunnableConfig | None,
        *,
        filter: dict[str, Any] | None = None,
        before: RunnableConfig | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[CheckpointTuple]:
        """The checkpoints that are kept, newest first; see the base class."""
        until = id_of(before) if before is not None else None
        store = self._attempt.store
        found = [
            head for head in await store.read(lambda c: reading.heads(c, config, until)) if reading.fits(head, filter)
        ]
        for head in found[:limit]:
            yield (await store.read(lambda c, head=head: self._full(c, head))).saved  # type: ignore[misc]

    def _full(self, connection: Connection, head: reading.Head) -> reading.Found:
        return reading.full(connection, self.serde, head, all_values=not self._history)

    # Writing

    async def aput(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        """Commit a checkpoint, and drop what it leaves without use; see the base class."""
        place = place_of(config)
        changes = self._values.changes(self.serde, place, checkpoint, new_versions)
        row = checkpoint_row(self.serde, config, checkpoint, metadata, changes.small)
        drops = not self._history and whole_threads.COUNTERS not in metadata
        is_tidy, nested = place in self._tidy, place.thread in self._nested

        def job(connection: Connection) -> None:
            with together(connection):
                PUT.run(connection, row)
                PUT_VALUE.many(connection, changes.rows)
                if drops:
                    drop_older(connection, place, checkpoint["id"], changes.replaced)
            if not drops:
                return
            if nested or not is_tidy:
                drop_nested(connection, place, checkpoint["id"])
            if not is_tidy:
                sweep(connection, self.serde, place)

        await self._attempt.write(job)
        self._values.written(place, changes)
        (self._tidy.add if drops else self._tidy.discard)(place)
        if place.ns:
            self._nested.add(place.thread)
        elif drops:
            self._nested.discard(place.thread)
        return place.config(checkpoint["id"])

    async def aput_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        """Commit what a node wrote, and that it ended; see the base class."""
        writes = without_errors(self._attempt, writes)
        rows = write_rows(self.serde, config, writes, (task_id, task_path))
        special = all(channel in WRITES_IDX_MAP for channel, _ in writes)

        def job(connection: Connection) -> None:
            (PUT_WRITE if special else ADD_WRITE).many(connection, rows)

        if special:
            await self._attempt.write(job)
        else:
            await self._ending.write(task_id, job)

    # Whole threads

    async def adelete_thread(self, thread_id: str) -> None:
        """Delete everything of a thread."""
        await self._attempt.write(lambda c: drop_threads(c, [thread_id]))
        self._start_anew()

    async def adelete_for_runs(self, run_ids: Sequence[str]) -> None:
        """Delete what runs of these ids wrote; see the base class."""
        gone = set(run_ids)
        await self._attempt.write(lambda c: whole_threads.drop_runs(c, self.serde, gone))
        self._start_anew()

    async def acopy_thread(self, source_thread_id: str, target_thread_id: str) -> None:
        """Copy a thread with all that is kept of it."""
        await self._attempt.write(lambda c: whole_threads.copy(c, source_thread_id, target_thread_id))

    async def aprune(self, thread_ids: Sequence[str], *, strategy: str = "keep_latest") -> None:
        """`keep_latest`: what is needed to continue stays, pauses with it. `delete`: nothing does.

        Raises ValueError for another strategy.
        """
        if strategy not in ("keep_latest", "delete"):
            raise ValueError(f"there is no strategy `{strategy}`; use `keep_latest` or `delete`")

        def job(connection: Connection) -> None:
            if strategy == "delete":
                drop_threads(connection, thread_ids)
                return
            for thread in thread_ids:
                whole_threads.keep_latest(connection, self.serde, thread)

        await self._attempt.write(job)
        self._start_anew()

    def _start_anew(self) -> None:
        self._values.clear()
        self._tidy.clear()
