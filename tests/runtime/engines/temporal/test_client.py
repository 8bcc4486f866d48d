from __future__ import annotations

import logging
from datetime import timedelta
from pathlib import Path

import pytest

from kasen.errors import ConfigurationError
from kasen.runtime.engines.temporal.client import LONGEST_TASK_S, TemporalDispatch, require
from kasen.runtime.engines.temporal.connecting import Connecting
from kasen.runtime.local import open_runner
from kasen.runtime.runner import Runner
from kasen.runtime.store import Store
from kasen.settings import load_settings
from kasen.testing.crash_child import host_with
from runtime.engines.temporal.conftest import HEARTBEAT_S, Installation
from runtime.engines.temporal.following import ended_right, started
from servers.postgresql import free_port
from servers.temporal import Temporal


async def test_a_run_is_recorded_while_temporal_is_away_and_driven_when_it_is_back(
    installation: Installation, caplog: pytest.LogCaptureFixture
) -> None:
    folder = installation.folder / "temporal"
    folder.mkdir()
    installation.temporal = away = Temporal(folder)
    async with Store(installation.folder / "home", database=installation.database) as store:
        runner = Runner(store, host_with(None, store.home), installation.dispatch)
        (run_id,) = await started(runner)
        assert (await store.run(run_id)).status == "created"
        assert "cannot be reached" in caplog.text
        worker = installation.worker(0.05)
        with away:
            await worker.greets()
            await ended_right(runner, [run_id])
            caplog.clear()
            away.stop()
            away.start()
            (again,) = await started(runner)
            await ended_right(runner, [again])
        await runner.close()


async def test_a_run_that_is_submitted_twice_is_driven_once(installation: Installation, runner: Runner) -> None:
    (run_id,) = await started(runner)
    for _ in range(3):
        assert await installation.dispatch.submit(run_id, "")
    handle = (await installation.dispatch.connected()).get_workflow_handle(run_id)
    begun = (await handle.describe()).history_length
    for _ in range(3):
        assert await installation.dispatch.submit(run_id, "", word=False)
    assert (await handle.describe()).history_length == begun, "what is known already takes no place in its history"
    await installation.worker(0.05).greets()
    found = await ended_right(runner, [run_id])
    assert found[run_id][-1].attempt == 1
    assert await handle.result(rpc_timeout=timedelta(seconds=30)) == "done"


async def test_what_the_engine_lacks_is_said_in_a_sentence(tmp_path: Path) -> None:
    lacking = load_settings(home=tmp_path, engine="temporal")
    with pytest.raises(ConfigurationError, match="needs a database that servers and workers share") as caught:
        async with open_runner(lacking):
            pass
    assert "KASEN_DATABASE" in caught.value.hint
    elsewhere = load_settings(
        home=tmp_path, engine="temporal", database="postgresql://x@127.0.0.1/x", checkpoints="memory:"
    )
    with pytest.raises(ConfigurationError, match="keeps the state of runs in the database"):
        require(elsewhere)


async def test_a_server_that_is_not_there_is_not_waited_for_long(caplog: pytest.LogCaptureFixture) -> None:
    nobody = TemporalDispatch(Connecting(address=f"127.0.0.1:{free_port()}"), queue="q", heartbeat_s=2)
    with caplog.at_level(logging.WARNING):
        assert not await nobody.submit("R", "")
    assert "run R waits for it" in caplog.text


async def test_a_worker_that_dies_with_a_workflow_in_its_hands_holds_it_no_longer_than_a_run(
    installation: Installation, runner: Runner
) -> None:
    """Temporal by itself would wait for ten seconds."""
    from temporalio.api.enums.v1 import EventType
    from temporalio.api.taskqueue.v1 import TaskQueue
    from temporalio.api.workflowservice.v1 import PollWorkflowTaskQueueRequest

    (run_id,) = await started(runner)
    client = await installation.dispatch.connected()
    queue = TaskQueue(name=installation.queue)
    taken = PollWorkflowTaskQueueRequest(namespace="default", task_queue=queue, identity="dies")
    task = await client.workflow_service.poll_workflow_task_queue(taken, timeout=timedelta(seconds=30))
    assert task.workflow_execution.workflow_id == run_id
    await installation.worker(0.05).greets()
    await ended_right(runner, [run_id])
    events = [event async for event in client.get_workflow_handle(run_id).fetch_history_events()]
    begun, lost = (
        next(event.event_time.ToDatetime() for event in events if event.event_type == kind)
        for kind in (EventType.EVENT_TYPE_WORKFLOW_TASK_STARTED, EventType.EVENT_TYPE_WORKFLOW_TASK_TIMED_OUT)
    )
    assert timedelta(seconds=HEARTBEAT_S) <= lost - begun < timedelta(seconds=LONGEST_TASK_S / 2)
