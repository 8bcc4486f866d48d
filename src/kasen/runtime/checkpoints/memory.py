"""The state of runs in the memory of the process: gone with it; runs that are continued begin again, by receipts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import Checkpoint
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer

from kasen.runtime.checkpoints.outside import OutsideSaver
from kasen.runtime.checkpoints.rows import place_of

if TYPE_CHECKING:
    from kasen.runtime.attempt import Attempt
    from kasen.runtime.checkpoints.opening import Models


class InMemory:
    """Of one store; it holds of each run what is needed to go on with it, for as long as it can go on."""

    elsewhere = "memory"

    def __init__(self) -> None:
        self._runs: dict[str, InMemorySaver] = {}

    async def open(self) -> None:
        """Nothing to do."""

    async def close(self) -> None:
        """Nothing to do: what it holds goes with the process."""

    def saver(self, attempt: Attempt, models: Models) -> OutsideSaver:
        """See `States`."""
        kept = self._runs.get(attempt.run_id) or InMemorySaver()
        kept.serde = JsonPlusSerializer(allowed_msgpack_modules=models)

        async def trim(latest: RunnableConfig, checkpoint: Checkpoint) -> None:
            self._runs[attempt.run_id] = kept  # whoever only looks leaves nothing behind
            _trim(kept, latest, checkpoint)

        return OutsideSaver(attempt, kept, trim)

    async def over(self, run_id: str) -> None:
        """See `States`."""
        await self.delete(run_id)

    async def delete(self, run_id: str) -> None:
        """See `States`."""
        self._runs.pop(run_id, None)


def _trim(kept: InMemorySaver, latest: RunnableConfig, checkpoint: Checkpoint) -> None:
    place, named = place_of(latest), checkpoint["channel_versions"]
    there = kept.storage[place.thread][place.ns]
    for old in [old for old in there if old < checkpoint["id"]]:
        del there[old]
        kept.writes.pop((place.thread, place.ns, old), None)
    for key in [key for key in kept.blobs if key[:2] == place and named.get(key[2]) != key[3]]:
        del kept.blobs[key]
