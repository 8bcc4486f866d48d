"""Whole runs of the team with agents by script, over a runner of this process."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from langgraph.runtime import Runtime

from kasen.runtime.rows import Options, RunRow
from kasen.runtime.runner import Runner
from kasen.runtime.store import Store
from kasen.team import Deps
from kasen.teams.code.leaving import leave
from kasen.teams.code.opening import FOLDER
from kasen.teams.code.place import Place
from kasen.testing.crash_child import rules_only
from teams.code.agents import Script, workflow_folder

QUICK = {"heartbeat_seconds": 1.0, "scan_seconds": 2.0}
PATIENCE_S = 120.0
PAIR_ADDS: dict[str, str | None] = {"src/backend/tax.py": "RATE = 0.1\n"}


def runtime(deps: Deps) -> Runtime[Deps]:
    return Runtime(context=deps)


@asynccontextmanager
async def running(home: Path) -> AsyncIterator[tuple[Runner, Store]]:
    """A runner; however the block ends, no agent lives after it."""
    async with Store(home) as store:
        runner = Runner(store, rules_only(home))
        try:
            yield runner, store
        finally:
            await runner.close(grace_s=0)
            for row in await store.runs():
                await leave(store.folder(row.id), gone=False)


async def begin(runner: Runner, repo: Path, workflow: Path, *, options: Options | None = None, **more: Any) -> str:
    request = {"requirement": "Add the tax to the price", "repo": str(repo), "workflow": str(workflow), **more}
    return await runner.start("code", request, options=options)


def place_in(store: Store, run_id: str) -> Place:
    return Place(store.folder(run_id) / FOLDER, run_id)


def pair(tmp_path: Path, script: Script, **more: Any) -> Path:
    limits = {**QUICK, **more.pop("limits", {})}
    return workflow_folder(tmp_path / "flow", script, "pair", limits=limits, **more)


async def events(store: Store, row: RunRow, type: str) -> list[Any]:
    found: list[Any] = []
    after = 0
    while page := await store.events(row.id, after=after):
        after = page[-1].seq
        found += [event for event in page if event.type == type]
    return found


async def until(true: Callable[[], Awaitable[bool]] | Callable[[], bool], seconds: float = PATIENCE_S) -> None:
    async with asyncio.timeout(seconds):
        while True:
            said = true()
            if await said if inspect.isawaitable(said) else said:
                return
            await asyncio.sleep(0.05)
