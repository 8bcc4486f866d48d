"""A worker with a scripted model, for children of the nursery; settings by the environment."""

from __future__ import annotations

import sys

from kasen.cli.logs import begin
from kasen.runtime.engines.temporal.worker import work
from kasen.runtime.opening import store_of
from kasen.testing.crash_child import host_with
from kasen.testing.scripted import ScriptedModel
from runtime.scenes import good


async def main(latency_s: float) -> None:
    """Work with a model that takes so long for each answer, and notes each in `calls.jsonl` of the home."""
    settings = begin({})
    async with store_of(settings) as store:
        store.home.mkdir(parents=True, exist_ok=True)
        host = host_with(ScriptedModel(good, latency_s=latency_s), store.home)
        await work(store, host, settings, say=_say, tell=_say)


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
