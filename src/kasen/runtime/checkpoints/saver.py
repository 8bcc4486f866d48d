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
from sqlalchemy import Connection, text

from kasen.runtime.attempt import Attempt, Soon
from kasen.runtime.checkpoints import reading, whole_threads
from kasen.runtime.checkpoints.dropping import OLDER, REPLACED, drop_nested, drop_older, drop_threads, sweep
from kasen.runtime.checkpoints.ending import Ending, without_errors
from kasen.runtime.checkpoints.ids import go_past
from kasen.runtime.checkpoints.rows import Place, checkpoint_row, id_of, place_of, write_rows
from kasen.runtime.checkpoints.values import Changes, Values
from kasen.runtime.hot_statements import Hot
from kasen.runtime.sql import add, put
from kasen.runtime.tables import BLOBS, CHECKPOINTS, WRITES

_OF_CHECKPOINT = [column.name for column in CHECKPOINTS.columns if column.name != "kept"]
_OF_BLOB = [column.name for column in BLOBS.columns if column.name != "kept"]
_OF_WRITE = [column.name for column in WRITES.columns]
PUT = Hot(put(CHECKPOINTS), _OF_CHECKPOINT)
INNER = ("__", "branch:", "join:")
"""Begin the names of the channels by which LangGraph says what runs next; they hold something only until it does."""
PUT_ALONE = Hot(
    text("""
WITH older AS (
    DELETE FROM checkpoints WHERE thread_id = :thread_id AND checkpoint_ns = :checkpoint_ns
    AND checkpoint_id < :checkpoint_id AND kept = 0
)
INSERT INTO checkpoints (thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, type, checkpoint, metadata)
VALUES (:thread_id, :checkpoint_ns, :checkpoint_id, :parent_checkpoint_id, :type, :checkpoint, :metadata)
ON CONFLICT (thread_id, checkpoint_ns, checkpoint_id) DO UPDATE
SET parent_checkpoint_id = excluded.parent_checkpoint_id, type = excluded.type,
    checkpoint = excluded.checkpoint, metadata = excluded.metadata
""")
)
"""PostgreSQL: the row of a checkpoint in the place of those before it."""
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
        self._places: set[Place] = set()
        """Where something was looked for or written."""
        self._has_writes: set[Place] = set()
        """Where rows of what nodes wrote may lie."""
        self._empty: set[Place] = set()
        """Where nothing was found, and nothing was written since."""
        self._passed: set[str] = set()
        """Threads whose checkpoints of before have smaller ids than those that this process makes."""
        self._given: dict[Place, Soon] = {}
        """First checkpoints, which hold what a graph was given and nothing else: nobody waits for them."""
        self._waiting: dict[Place, list[Soon]] = {}
        """What nodes wrote since the last checkpoint that nobody has waited for: the next one holds it."""

    def get_next_version(self, current: Any, channel: None) -> str:
        """A version that sorts after the one before, and that no other branch of a history has."""
        number = 0 if current is None else current if isinstance(current, int) else int(current.split(".")[0])
        return f"{number + 1:08}.{random.getrandbits(32):08x}"

    # Reading

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """The checkpoint that `config` names, else the latest; see the base class."""
        place = place_of(config)
        if self._is_new(place):
            self._tidy.add(place)
            self._empty.add(place)
            self._places.add(place)
            return None
        await self._attempt.read_after()

        def query(connection: Connection) -> tuple[reading.Found | None, str | None]:
            head = reading.find(connection, config)
            newest = None if place.thread in self._passed else reading.newest(connection, place.thread)
            return (None if head is None else self._full(connection, head)), newest

        found, newest = await self._attempt.store.read(query)
        self._passed.add(place.thread)
        go_past(newest)
        if found is not None:
            versions = found.saved.checkpoint["channel_versions"]
            self._values.loaded(place, versions, found.stored, found.small)
            return found.saved
        if id_of(config) is None:
            self._tidy.add(place)
            self._empty.add(place)
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
        await self._attempt.read_after()
        store = self._attempt.store
        found = [
            head for head in await store.read(lambda c: reading.heads(c, config, until)) if reading.fits(head, filter)
        ]
        for head in found[:limit]:
            yield (await store.read(lambda c, head=head: self._full(c, head))).saved  # type: ignore[misc]

    def _is_new(self, place: Place) -> bool:
        """Nothing lies there, because nothing was there before this attempt, which has not written there."""
        is_own = self._attempt.is_first and place.thread == self._attempt.run_id
        return is_own and not self._history and place not in self._places

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
        self._places.add(place)
        changes = self._values.changes(self.serde, place, checkpoint, new_versions)
        row = checkpoint_row(self.serde, config, checkpoint, metadata, changes.small)
        drops = not self._history and whole_threads.COUNTERS not in metadata
        if drops and place in self._empty and metadata.get("source") == "input":
            self._empty.discard(place)
            self._given[place] = self._attempt.write_soon(lambda c: _put(c, row, changes), [])
            return place.config(checkpoint["id"])
        superfluous, writes = self._superseded(place, is_left=drops and not self._attempt.may_go_back)
        is_tidy, nested = place in self._tidy, place.thread in self._nested

        def job(connection: Connection) -> None:
            (_put_alone if drops and not writes else _put)(connection, row, changes)
            if drops and writes:
                drop_older(connection, place, checkpoint["id"], changes.replaced)
            if drops and (nested or not is_tidy):
                drop_nested(connection, place, checkpoint["id"])
            if drops and not is_tidy:
                sweep(connection, self.serde, place)

        if self._attempt.tells_end and _is_last(place, checkpoint):
            self._attempt.write_soon(job, [], instead_of=superfluous)
            self._tidy.discard(place)
            return place.config(checkpoint["id"])
        self._has_writes.discard(place)
        try:
            await self._attempt.write(job, instead_of=superfluous)
        except BaseException:
            self._has_writes.add(place)
            raise
        self._values.written(place, changes)
        (self._tidy.add if drops else self._tidy.discard)(place)
        if place.ns:
            self._nested.add(place.thread)
        elif drops:
            self._nested.discard(place.thread)
        return place.config(checkpoint["id"])

    def _superseded(self, place: Place, *, is_left: bool) -> tuple[list[Soon], bool]:
        """What a new checkpoint makes superfluous before it was written; whether rows of nodes may lie there.

        `is_left`: nobody goes back to where the checkpoint before stands.
        """
        self._empty.discard(place)
        waiting, given = self._waiting.pop(place, []), self._given.pop(place, None)
        superfluous = [soon for soon in (given, *waiting) if soon is not None and soon.waits] if is_left else []
        if given is not None and given not in superfluous:
            self._tidy.discard(place)
        is_written = any(soon not in superfluous for soon in waiting)
        return superfluous, is_written or place in self._has_writes or place not in self._tidy

    async def aput_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        """Hand in what a node wrote, and that it ended; commit an error or a pause. See the base class."""
        writes = without_errors(self._attempt, writes)
        rows = write_rows(self.serde, config, writes, (task_id, task_path))
        special = [channel in WRITES_IDX_MAP for channel, _ in writes]
        place = place_of(config)
        self._places.add(place)

        def job(connection: Connection) -> None:
            (PUT_WRITE if all(special) else ADD_WRITE).many(connection, rows)

        soon = None if all(special) else await self._ending.write(task_id, job)
        if soon is not None:
            self._waiting.setdefault(place, []).append(soon)
        else:
            self._has_writes.add(place)
        if all(special):
            await self._attempt.write(job)
        elif any(special) and soon is not None:
            await self._attempt.settle()

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
        self._empty.clear()
        self._given.clear()
        self._values.clear()
        self._tidy.clear()
        self._waiting.clear()


def _is_last(place: Place, checkpoint: Checkpoint) -> bool:
    """No node follows in the graph of the run: nobody waits for the checkpoint alone, but for the end of the run."""
    return not place.ns and not any(name.startswith(INNER) for name in checkpoint["channel_values"])


def _put_alone(connection: Connection, row: dict[str, Any], changes: Changes) -> None:
    """Put a checkpoint in the place of those before it, after which no rows were written."""
    if connection.dialect.name == "postgresql":
        PUT_ALONE.run(connection, row)
    else:
        PUT.run(connection, row)
        OLDER.run(connection, row)
    PUT_VALUE.many(connection, changes.rows)
    REPLACED.many(connection, changes.replaced)


def _put(connection: Connection, row: dict[str, Any], changes: Changes) -> None:
    PUT.run(connection, row)
    PUT_VALUE.many(connection, changes.rows)
