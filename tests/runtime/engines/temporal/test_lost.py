"""A worker that is stuck, on a machine whose home others share: it keeps the lock on the file of its run."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from kasen.runtime.approvals import approvals
from kasen.runtime.lock import is_owned
from kasen.runtime.runner import Runner
from kasen.runtime.store import Store
from kasen.testing.crash_child import host_with
from runtime.engines.temporal.conftest import Installation
from runtime.engines.temporal.following import ended_right, started, until


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "shared"


@pytest.fixture
async def sharing(installation: Installation, home: Path) -> AsyncIterator[Runner]:
    """A process that hands runs over, on the machine of the workers."""
    async with Store(home, database=installation.database) as store:
        runner = Runner(store, host_with(None, home), installation.dispatch)
        yield runner
        await runner.close()


async def test_a_run_goes_on_after_its_pauses_though_the_worker_that_lost_it_is_stuck(
    installation: Installation, sharing: Runner, home: Path
) -> None:
    stuck = await installation.worker(0.6, KASEN_HOME=str(home)).greets()
    (run_id,) = await started(sharing, ask_first=True)
    await until(sharing, run_id, lambda event: event.type == "node_started")
    stuck.signal(signal.SIGSTOP)
    other = await installation.worker(0.1, KASEN_HOME=str(home)).greets()
    async with asyncio.timeout(60):
        assert (await sharing.wait(run_id)).status == "paused"
    (pause,) = await approvals(sharing.store, run_id)
    await sharing.answer(run_id, pause.name, pause.asked.default)
    await sharing.continue_(run_id)
    found = await ended_right(sharing, [run_id])
    assert "is held by a worker that is not heard of any more" in other.told
    before = found[run_id][-1].attempt
    stuck.signal(signal.SIGCONT)
    (again,) = await started(sharing)
    await ended_right(sharing, [again])
    stuck.signal(signal.SIGTERM)
    assert await asyncio.to_thread(stuck.ended) == 0, stuck.told
    assert (await sharing.store.run(run_id)).fence == before, "who woke took nothing back"


async def test_a_run_whose_only_worker_is_stuck_can_be_cancelled(
    installation: Installation, sharing: Runner, home: Path
) -> None:
    stuck = await installation.worker(0.6, KASEN_HOME=str(home)).greets()
    (run_id,) = await started(sharing)
    await until(sharing, run_id, lambda event: event.type == "node_started")
    stuck.signal(signal.SIGSTOP)
    assert is_owned(sharing.store.folder(run_id))
    async with asyncio.timeout(60):
        assert (await sharing.cancel(run_id)).status == "cancelled"
    stuck.signal(signal.SIGCONT)
    stuck.signal(signal.SIGTERM)
    assert await asyncio.to_thread(stuck.ended) == 0, stuck.told
    assert (await sharing.store.run(run_id)).status == "cancelled"
