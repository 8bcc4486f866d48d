"""Scenarios that the engine `temporal` drives: a child is a worker until the run is over."""

from __future__ import annotations

import asyncio
import os
import signal
from dataclasses import replace
from pathlib import Path
from typing import Any

from kasen.runtime.engines.temporal.client import TemporalDispatch
from kasen.runtime.engines.temporal.connecting import connecting_of
from kasen.runtime.engines.temporal.worker import work
from kasen.runtime.rows import OVER, Options, RunRow
from kasen.runtime.runner import Runner
from kasen.runtime.store import Store
from kasen.settings import Settings
from kasen.team import load_object
from kasen.testing.crash import Scenario

HEARTBEAT_S = 2.0
LOOK_S = 0.05
FIRST_S = 20.0
"""How long a spare worker leaves the run to another that neither begins nor dies."""


def by_workers(scenario: Scenario, address: str) -> Scenario:
    """The same scenario, driven by workers of the Temporal server at that address."""
    return replace(
        scenario,
        begun_by="kasen.testing.crash_workers:begin",
        driven_by="kasen.testing.crash_workers:see_through",
        engine={"address": address},
    )


async def begin(store: Store, *, team: str, request: dict[str, Any], host: str, **more: Any) -> str:
    """Record the run of a scenario and hand it to the engine; its id."""
    settings = _settings(store.home, more["engine"])
    runner = Runner(store, load_object(host)(store.home), _dispatch(settings))
    run_id = await runner.start(team, request, mode=more.get("mode"), options=Options(**more.get("options", {})))
    await runner.close()
    return run_id


async def see_through(store: Store, *, host: str, engine: dict[str, Any], **_more: Any) -> dict[str, Any]:
    """Be a worker until the run that was begun is over; see `crash.Scenario`. A spare one lets another begin."""
    (row,) = await store.runs(limit=1)
    if row.status in OVER:
        return {"run_id": row.id, "status": row.status, "result": row.result}
    if engine.get("spare_until"):
        await _one_other_first(store, row, Path(engine["spare_until"]))
    settings = _settings(store.home, engine)
    said: list[str] = []
    working = work(store, load_object(host)(store.home), settings, say=said.append, tell=said.append)
    worker = asyncio.create_task(working)
    while (row := await store.run(row.id)).status not in OVER and not worker.done():  # noqa: ASYNC110 - or another
        await asyncio.sleep(LOOK_S)
    if not worker.done():
        os.kill(os.getpid(), signal.SIGTERM)
    await worker
    return {"run_id": row.id, "status": row.status, "result": row.result}


async def _one_other_first(store: Store, row: RunRow, dead: Path) -> None:
    """Until the other worker has begun an attempt, or has died before it could."""
    end = asyncio.get_running_loop().time() + FIRST_S
    while asyncio.get_running_loop().time() < end:
        if dead.exists() or (await store.run(row.id)).fence > row.fence:
            return
        await asyncio.sleep(LOOK_S)


def _dispatch(settings: Settings) -> TemporalDispatch:
    return TemporalDispatch(
        connecting_of(settings), queue=settings.temporal_queue, heartbeat_s=settings.temporal_heartbeat_s
    )


def _settings(home: Path, engine: dict[str, Any]) -> Settings:
    """Each home has a queue of its own, so that no worker gets the run of another."""
    return Settings(
        home=home,
        engine="temporal",
        database=engine["database"],
        temporal_address=engine["address"],
        temporal_queue=f"kasen-{home.parent.name}-{home.name}",
        temporal_heartbeat_s=HEARTBEAT_S,
    )
