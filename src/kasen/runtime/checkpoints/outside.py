"""Checkpoints that a saver of another library keeps outside of the database: one owner, no fence in the store itself.

Receipts, events and pauses stay in the database. The token is checked there before each write, which stops an attempt
that comes back late, but not two writes at the same moment.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
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

from kasen.runtime.attempt import Attempt
from kasen.runtime.checkpoints.ending import Ending, without_errors
from kasen.runtime.checkpoints.ids import go_past

Trim = Callable[[RunnableConfig, Checkpoint], Awaitable[None]]


async def _keep_all(_config: RunnableConfig, _checkpoint: Checkpoint) -> None:
    return None


class OutsideSaver(BaseCheckpointSaver[Any]):
    """`kept` holds the state. `trim` drops what a checkpoint leaves without use.

    Raises, from whatever writes:
        Fenced: another attempt has taken the run.
        StoreFailed: the database, or the place of the state, refused.
    """

    def __init__(self, attempt: Attempt, kept: BaseCheckpointSaver[Any], trim: Trim = _keep_all) -> None:
        super().__init__(serde=kept.serde)
        self._attempt = attempt
        self._kept = kept
        self._trim = trim
        self._ending = Ending(attempt)
        self._order = asyncio.Lock()
        """What a node wrote is there before the checkpoint that it leads to, and before what came before is dropped."""

    def get_next_version(self, current: Any, channel: None) -> Any:
        """As the other library counts."""
        return self._kept.get_next_version(current, channel)

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """See the base class."""
        found = await self._kept.aget_tuple(config)
        go_past(found.checkpoint["id"] if found is not None else None)
        return found

    async def alist(
        self,
        config: RunnableConfig | None,
        *,
        filter: dict[str, Any] | None = None,
        before: RunnableConfig | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[CheckpointTuple]:
        """See the base class."""
        async for saved in self._kept.alist(config, filter=filter, before=before, limit=limit):
            yield saved

    async def aput(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        """See the base class; the token holds."""
        async with self._order:
            await self._attempt.write(lambda _connection: None)
            placed = await self._kept.aput(config, checkpoint, metadata, new_versions)
            await self._trim(placed, checkpoint)
            return placed

    async def aput_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        """See the base class; a node has finished when what it wrote is there."""
        writes = without_errors(self._attempt, writes)
        async with self._order:
            await self._attempt.write(lambda _connection: None)
            await self._kept.aput_writes(config, writes, task_id, task_path)
        if not all(channel in WRITES_IDX_MAP for channel, _ in writes):
            await self._ending.write(task_id, lambda _connection: None)

    async def adelete_thread(self, thread_id: str) -> None:
        """Delete everything of a thread."""
        await self._attempt.write(lambda _connection: None)
        await self._kept.adelete_thread(thread_id)
