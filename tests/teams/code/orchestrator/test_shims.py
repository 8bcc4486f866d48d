"""Whole runs with real shims in a tmux of their own and agents by script."""

from __future__ import annotations

import asyncio
import json
import shutil
import signal
import uuid
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from kasen.teams.code.mailbox.writing import deliver
from kasen.teams.code.messages import Order
from kasen.teams.code.orchestrator.desk import ORCHESTRATOR
from kasen.teams.code.orchestrator.outcome import Ended
from kasen.teams.code.place import Place
from kasen.teams.code.queue.queue import Queue
from teams.code.agents import Script
from teams.code.git.made import call
from teams.code.orchestrator import begun, desks
from teams.code.orchestrator.begun import end_all, go_on, left_of, shim_of, started

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")
BAD = {"verdict": "FAIL", "blocking": [{"file": "a.py", "issue": "x は 2 でないといけない", "severity": "major"}]}


@pytest.fixture
async def folder(tmp_path: Path) -> AsyncIterator[Path]:
    """A run of its own number: its processes are told apart from those of other tests."""
    run = f"run-{uuid.uuid4().hex[:12]}"
    (tmp_path / "run-id").write_text(run, encoding="utf-8")
    yield tmp_path
    await end_all(tmp_path, run)
    assert left_of(run) == {}


def queue_of(folder: Path) -> Queue:
    return Queue(folder / "run" / "code" / "queue.sqlite")


def statuses(folder: Path) -> dict[str, str]:
    queue = queue_of(folder)
    found: dict[str, str] = {task.task_id: task.status for task in queue.tasks()}
    queue.close()
    return found


def shown(folder: Path, name: str) -> str:
    return call(folder / "repo", "show", f"kasen/{desks.run_of(folder)}:{name}")


async def until(what: Callable[[], bool], seconds: float = 60) -> None:
    """Poll it; a test that waits longer has failed."""
    for _ in range(round(seconds / 0.05)):
        if what():
            return
        await asyncio.sleep(0.05)
    raise AssertionError(f"not within {seconds:g} s")


def coder(script: Script) -> Script:
    return script.rule(agent="coder-1", times=1, edits={"a.py": "x = 1\n"}, answer={"summary": "書いた"})


async def test_coder_and_reviewer_until_it_passes(folder: Path) -> None:
    script = coder(Script(folder / "script"))
    script.rule(asks="review", times=1, answer=BAD)
    script.rule(agent="coder-1", edits={"a.py": "x = 2\n"}, answer={"summary": "直した"})
    ended = await go_on(folder)
    assert isinstance(ended, Ended)
    assert ended.outcome == "completed", ended
    assert [call["agent"] for call in script.calls()] == ["coder-1", "reviewer-1", "coder-1", "reviewer-1"]
    assert "x は 2 でないといけない" in script.calls("coder-1")[1]["prompt"]
    assert shown(folder, "a.py") == "x = 2\n"
    assert set(statuses(folder).values()) == {"done"}
    assert left_of(desks.run_of(folder)) == {}


def shop(script: Script) -> Script:
    """Five phases with a plan of three tasks."""
    tasks = [
        {"id": "api", "role": "impl-backend", "instruction": "api を書く", "files": ["src/backend/**"]},
        {
            "id": "page",
            "role": "impl-frontend",
            "instruction": "page を書く",
            "files": ["src/frontend/**"],
            "depends_on": ["api"],
        },
        {"id": "guide", "role": "impl-document", "instruction": "guide を書く", "files": ["docs/**"]},
    ]
    script.rule(agent="planner-1", answer={"tasks": tasks})
    script.rule(agent="impl-backend-1", edits={"src/backend/price.py": "RATE = 0.1\n"})
    script.rule(agent="impl-frontend-1", edits={"src/frontend/page.js": "export const tax = 0.1\n"})
    script.rule(agent="impl-document-1", edits={"docs/index.md": "# 税込み\n"})
    wrong = {"file": "src/backend/price.py", "issue": "率が上書きできる", "severity": "critical"}
    script.rule(agent="reviewer-security-1", times=1, answer={"verdict": "FAIL", "blocking": [wrong]})
    return script


async def test_five_phases_with_nine_agents_and_a_gate_that_sends_back(folder: Path) -> None:
    script = shop(Script(folder / "script"))
    ended = await go_on(folder, "five-phase")
    assert isinstance(ended, Ended)
    assert ended.outcome == "completed", ended
    assert shown(folder, "docs/index.md") == "# 税込み\n"
    backend = script.calls("impl-backend-1")
    assert len(backend) == 2
    assert "率が上書きできる" in backend[1]["prompt"]
    assert set(statuses(folder).values()) == {"done"}
    assert left_of(desks.run_of(folder)) == {}


async def test_an_orchestrator_that_is_killed_is_followed_by_one_that_goes_on_and_nothing_is_done_twice(
    folder: Path,
) -> None:
    script = Script(folder / "script")
    script.rule(agent="coder-1", times=1, edits={"a.py": "x = 1\n"}, waits_for="go", answer={"summary": "書いた"})
    first = started(folder)
    try:
        await until(lambda: len(script.calls()) == 1)
        first.kill()
        first.wait()
        script.open("go")
        ended = await go_on(folder)
    finally:
        first.kill()
        first.wait()
    assert isinstance(ended, Ended)
    assert ended.outcome == "completed", ended
    assert [call["agent"] for call in script.calls()] == ["coder-1", "reviewer-1"]
    assert shown(folder, "a.py") == "x = 1\n"


async def test_orchestrator_and_shim_are_killed_and_the_work_goes_on_in_the_same_tree(folder: Path) -> None:
    script = Script(folder / "script")
    script.rule(agent="coder-1", times=1, edits={"half.py": "h = 1\n"}, stalls=600)
    script.rule(agent="coder-1", edits={"a.py": "x = 1\n"}, answer={"summary": "書いた"})
    first = started(folder)
    try:
        await until(lambda: len(script.calls()) == 1)
        first.kill()
        first.wait()
        shim_of(desks.run_of(folder), "coder-1").send(signal.SIGKILL)
        ended = await go_on(folder)
    finally:
        first.kill()
        first.wait()
    assert isinstance(ended, Ended)
    assert ended.outcome == "completed", ended
    assert len(script.calls("coder-1")) == 2
    assert shown(folder, "half.py") == "h = 1\n"
    queue = queue_of(folder)
    assert queue.task("implementation.1.coder").token == 2
    queue.close()


async def test_what_a_person_says_reaches_the_agent_that_is_begun_anew(folder: Path) -> None:
    script = Script(folder / "script")
    script.rule(agent="coder-1", times=1, stalls=600)
    first = started(folder)
    inbox = Place(folder / "run" / "code", "").mailbox.inbox(ORCHESTRATOR)
    try:
        await until(lambda: len(script.calls()) == 1)
        deliver(Order(verb="say", agent="coder-1", words="税率は 8% です"), inbox)
        deliver(Order(verb="respawn", agent="coder-1"), inbox)
        await asyncio.to_thread(first.wait, 60)
    finally:
        first.kill()
        first.wait()
    said = json.loads((folder / "out.json").read_text(encoding="utf-8"))
    assert (said["kind"], said["outcome"]) == ("Ended", "completed")
    assert "税率は 8% です" in script.calls("coder-1")[1]["prompt"]
    assert begun.left_of(desks.run_of(folder)) == {}
