"""The state of runs on a plain Redis 7 or Valkey, through `AsyncValkeySaver` of langgraph-checkpoint-aws."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import ChannelVersions, Checkpoint, CheckpointMetadata, CheckpointTuple
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from langgraph_checkpoint_aws.checkpoint.valkey import AsyncValkeySaver  # type: ignore[import-untyped]
from valkey.asyncio import Valkey
from valkey.exceptions import ValkeyError

from kasen.errors import StoreFailed
from kasen.runtime.checkpoints.outside import OutsideSaver
from kasen.runtime.checkpoints.rows import place_of

if TYPE_CHECKING:
    from kasen.runtime.attempt import Attempt
    from kasen.runtime.checkpoints.opening import Models

TIMEOUT_S = 10.0
"""How long a command may take before the server counts as gone."""


class InRedis:
    """A server at `url`; of each run it holds what is needed to go on with it, for as long as the run is there."""

    elsewhere = "redis"

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._at = f"{parts.hostname}:{parts.port or 6379}"
        self._url = url.replace("rediss://", "valkeys://", 1).replace("redis://", "valkey://", 1)

    async def open(self) -> None:
        """Raises StoreFailed when nobody answers."""
        self._client = Valkey.from_url(self._url, socket_timeout=TIMEOUT_S, socket_connect_timeout=TIMEOUT_S)
        try:
            async with self._named():
                await self._client.ping()
        except StoreFailed:
            await self._client.aclose()
            raise

    async def close(self) -> None:
        """Close the connections."""
        await self._client.aclose()

    def saver(self, attempt: Attempt, models: Models) -> OutsideSaver:
        """See `States`."""
        kept = _Named(self._client, serde=JsonPlusSerializer(allowed_msgpack_modules=models))
        kept.named = self._named
        return OutsideSaver(attempt, kept, kept.trim)

    async def over(self, run_id: str) -> None:
        """What it came to may be looked at, by whatever process."""

    async def delete(self, run_id: str) -> None:
        """See `States`."""
        async with self._named():
            await AsyncValkeySaver(self._client).adelete_thread(run_id)

    @asynccontextmanager
    async def _named(self) -> AsyncIterator[None]:
        """What goes wrong with the server, in a sentence."""
        try:
            yield
        except (ValkeyError, OSError, TimeoutError) as error:
            raise StoreFailed(
                f"the server of the checkpoints at {self._at} does not answer: {error}",
                hint="Start it, or set KASEN_CHECKPOINTS to another place; then continue the run.",
            ) from error


class _Named(AsyncValkeySaver):  # type: ignore[misc]
    """The library's saver; a server that is gone is an error, where the library says that there is no checkpoint."""

    named: Any

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        async with self.named():
            found: CheckpointTuple | None = await super().aget_tuple(config)
            if found is None:
                await self.client.ping()
            return found

    async def aput(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        async with self.named():
            placed: RunnableConfig = await super().aput(config, checkpoint, metadata, new_versions)
            return placed

    async def aput_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        async with self.named():
            await super().aput_writes(config, writes, task_id, task_path)

    async def trim(self, latest: RunnableConfig, _checkpoint: Checkpoint) -> None:
        """Drop the checkpoints before this one, and what was written after them."""
        place = place_of(latest)
        ids = self._make_thread_key(place.thread, place.ns)
        async with self.named():
            old = [id.decode() for id in await self.client.lrange(ids, 1, -1)]
            if not old:
                return
            pipe = self.client.pipeline()
            pipe.ltrim(ids, 0, 0)
            for id in old:
                pipe.delete(self._make_checkpoint_key(place.thread, place.ns, id))
                pipe.delete(self._make_writes_key(place.thread, place.ns, id))
            await pipe.execute()
