from __future__ import annotations

from pathlib import Path

import pytest
from temporalio.client import WorkflowHistory
from temporalio.worker import Replayer, UnsandboxedWorkflowRunner

from kasen.runtime.engines.temporal.workflow import DrivenRun
from kasen.runtime.runner import Runner
from runtime.engines.temporal.conftest import Installation
from runtime.engines.temporal.following import started

HISTORIES = sorted(Path(__file__).with_name("histories").glob("*.json"))


@pytest.mark.parametrize("history", HISTORIES, ids=lambda path: path.stem)
async def test_workflows_that_began_with_earlier_code_go_on_with_this(history: Path) -> None:
    """A new history joins these with each change of the workflow; none of them is ever edited."""
    told = WorkflowHistory.from_json("R", history.read_text(encoding="utf-8"))
    await Replayer(workflows=[DrivenRun], workflow_runner=UnsandboxedWorkflowRunner()).replay_workflow(told)


async def test_only_ids_pass_through_the_server(
    installation: Installation, runner: Runner, request: pytest.FixtureRequest
) -> None:
    await installation.worker(0.01).greets()
    (run_id,) = await started(runner, text="a secret word", ask_first=True)
    assert (await runner.wait(run_id)).status == "paused"
    await runner.answer(run_id, "parts", {"go_on": True})
    await runner.continue_(run_id)
    assert (await runner.wait(run_id)).status == "done"
    client = await installation.dispatch.connected()
    handle = client.get_workflow_handle(run_id)
    assert await handle.result() == "done"
    kept = (await handle.fetch_history()).to_json()
    assert run_id in kept
    assert "secret" not in kept
    assert HISTORIES, "there are histories to hold the code against"
