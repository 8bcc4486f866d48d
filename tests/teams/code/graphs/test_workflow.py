"""Whole runs with agents by script: real tmux, real git, real processes."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from kasen.errors import Stopped
from kasen.runtime.modes import node_names
from kasen.runtime.rows import Options, RunRow
from kasen.runtime.runner import Runner
from kasen.teams.code.processes.marked import marked
from kasen.teams.code.processes.tree import process
from kasen.teams.code.schemas.result import Result
from kasen.teams.code.team import TEAM
from kasen.teams.code.watchdog.member import SHIM
from kasen.teams.code.worker.spec import MARK
from teams.code.agents import Script, workflow_folder
from teams.code.git.made import call, write
from teams.code.runs import PAIR_ADDS, QUICK, begin, events, pair, place_in, running, until

WRONG = {"file": "src/backend/tax.py", "line": 1, "severity": "critical", "issue": "The rate is 100 %."}
TESTS = Path(__file__).parents[3]


def alive(run_id: str) -> list[str]:
    """Agents of a run that live, and programs of theirs."""
    return [value for value in [*marked(MARK), *marked(SHIM)] if value.startswith(f"{run_id}/")]


def outcome(row: RunRow) -> Result:
    assert row.result is not None, row.error
    return Result.model_validate(row.result)


async def report(runner: Runner, row: RunRow) -> str:
    return (runner.store.folder(row.id) / "artifacts" / "report.md").read_text(encoding="utf-8")


def test_the_nodes_are_those_of_the_picture() -> None:
    assert node_names(TEAM.modes["workflow"]) == ("prepare", "orchestrate", "approve", "finish")


async def test_what_fails_its_review_is_mended_and_the_branch_holds_it(
    tmp_path: Path, repo: Path, script: Script
) -> None:
    script.rule(agent="coder-1", times=1, edits={"src/backend/tax.py": "RATE = 1.0\n"})
    script.rule(agent="coder-1", edits=PAIR_ADDS, answer={"summary": "税率を直した。"})
    script.rule(asks="review", times=1, answer={"verdict": "FAIL", "blocking": [WRONG], "summary": "税率が違う。"})
    write(repo, "README.md", "自分の変更\n")
    before = call(repo, "rev-parse", "HEAD").strip()
    async with running(tmp_path / "home") as (runner, store):
        row = await runner.wait(await begin(runner, repo, pair(tmp_path, script), requirement="税を足す"))
        assert row.status == "done"
        made = outcome(row)
        assert (made.outcome, made.files, made.rounds) == ("completed", ["src/backend/tax.py"], 0)
        assert made.open_findings == []
        assert [(one.agent, one.summary, one.rounds) for one in made.tasks] == [("coder-1", "税率を直した。", 2)]
        assert call(repo, "show", f"{made.branch}:src/backend/tax.py") == PAIR_ADDS["src/backend/tax.py"]
        assert call(repo, "rev-parse", "HEAD").strip() == before == made.base
        assert (repo / "README.md").read_text() == "自分の変更\n"
        (warning,) = await events(store, row, "warning")
        assert "README.md" in warning.text
        assert [one.verdict for one in await events(store, row, "verdict")] == ["fail", "pass"]
        assert [one.state for one in await events(store, row, "phase")] == ["going_on", "done"]
        text = await report(runner, row)
        assert all(
            words in text for words in ("頼まれたこと", "1回目のレビュー", "差し戻し", "税率が違う。", "README.md")
        )
        assert alive(row.id) == []
        again = await runner.wait(await begin(runner, repo, Path("/nowhere"), options=Options(replay_of=row.id)))
        assert outcome(again) == made
        assert len(script.calls()) == 4, "a repetition starts no agent"


async def test_a_person_is_asked_where_they_want_to_be_and_the_work_goes_on_with_the_answer(
    tmp_path: Path, repo: Path, script: Script
) -> None:
    script.rule(agent="coder-1", edits=PAIR_ADDS)
    script.rule(asks="review", times=1, answer={"verdict": "FAIL", "blocking": [WRONG]})
    flow = pair(tmp_path, script, limits={"rounds": 1}, transitions={"completed": {"approve": True}})
    async with running(tmp_path / "home") as (runner, store):
        row = await runner.wait(await begin(runner, repo, flow))
        assert (row.status, alive(row.id)) == ("paused", [])
        (asked,) = await events(store, row, "approval_asked")
        assert asked.shown == ["retry", "accept", "give_up"]
        assert asked.default == {"answer": "give_up"}, "nothing passes because nobody is there"
        await runner.answer(row.id, asked.approval, {"answer": "retry"})
        row = await runner.wait(await runner.continue_(row.id))
        assert row.status == "paused"
        second = (await events(store, row, "approval_asked"))[-1]
        assert second.shown == ["yes", "no"]
        await runner.answer(row.id, second.approval, {"answer": "yes"})
        row = await runner.wait(await runner.continue_(row.id))
        assert (row.status, outcome(row).outcome) == ("done", "completed")
        assert "→ once more" in await report(runner, row)


async def test_a_run_that_is_stopped_goes_on_and_one_that_is_cancelled_leaves_nobody_and_loses_nothing(
    tmp_path: Path, repo: Path, script: Script
) -> None:
    script.rule(agent="coder-1", times=1, edits={"src/half.py": "1\n"}, child=600, holds="never")
    script.rule(agent="coder-1", times=1, edits={"src/more.py": "2\n"}, holds="never")
    async with running(tmp_path / "home") as (runner, store):
        run_id = await begin(runner, repo, pair(tmp_path, script))
        tree = place_in(store, run_id).trees / "agents" / "coder-1"
        await until((tree / "src/half.py").exists)
        await until(lambda: bool(script.children()))
        runner.stop(run_id)
        with pytest.raises(Stopped):
            await runner.wait(run_id)
        (child,) = script.children()
        assert (alive(run_id), process(child)) == ([], None)
        branch = f"kasen-work/{run_id}/coder-1"
        assert call(repo, "show", f"{branch}:src/half.py") == "1\n"
        await runner.continue_(run_id)
        await until((tree / "src/more.py").exists)
        assert (await runner.cancel(run_id)).status == "cancelled"
        assert alive(run_id) == []
        assert call(repo, "show", f"{branch}:src/half.py", f"{branch}:src/more.py") == "1\n2\n"
        await runner.delete(run_id)
        assert call(repo, "worktree", "list").count("\n") == 1
        assert call(repo, "show", f"{branch}:src/more.py") == "2\n", "what was made stays on its branch"


async def test_time_that_is_over_stops_the_agents_and_more_of_it_goes_on(
    tmp_path: Path, repo: Path, script: Script
) -> None:
    script.rule(agent="coder-1", times=1, edits={"src/half.py": "1\n"}, holds="go")
    script.rule(agent="coder-1", edits=PAIR_ADDS)
    async with running(tmp_path / "home") as (runner, _):
        row = await runner.wait(await begin(runner, repo, pair(tmp_path, script), options=Options(seconds=8.0)))
        made = outcome(row)
        assert (row.status, made.outcome, made.files) == ("stopped: budget", "stopped", [])
        assert alive(row.id) == []
        text = await report(runner, row)
        assert "Stopped before the end" in text
        assert "kasen code continue" in text
        script.open("go")
        row = await runner.wait(await runner.continue_(row.id, options=Options(seconds=3600.0)))
        assert (row.status, outcome(row).outcome) == ("done", "completed")
        assert set(outcome(row).files) >= set(PAIR_ADDS), "what was begun is not thrown away"


async def test_a_process_that_is_killed_is_followed_by_one_that_goes_on_with_the_agents_that_live(
    tmp_path: Path, repo: Path, script: Script
) -> None:
    script.rule(agent="coder-1", edits=PAIR_ADDS, waits_for="go")
    home, flow = tmp_path / "home", pair(tmp_path, script)
    line = [sys.executable, "-m", "teams.code.run_child", str(home), str(repo), str(flow)]
    driver = await asyncio.create_subprocess_exec(*line, cwd=TESTS, stdout=subprocess.DEVNULL)
    try:
        await until(lambda: bool(script.calls("coder-1")))
    finally:
        driver.kill()
        await driver.wait()
    async with running(home) as (runner, store):
        (row,) = await store.runs()
        assert alive(row.id), "agents outlive whoever drives the run"
        await runner.continue_(row.id)
        script.open("go")
        row = await runner.wait(row.id)
        assert (row.status, outcome(row).outcome) == ("done", "completed")
        assert len(script.calls("coder-1")) == 1, "the turn that was under way is not done again"
        assert alive(row.id) == []


@pytest.mark.slow
async def test_five_phases_with_six_agents_at_once_and_a_gate_that_sends_back(
    tmp_path: Path, repo: Path, script: Script
) -> None:
    plan = [task("page", "impl-frontend", "src/frontend/page.js"), task("tax", "impl-backend", "src/backend/tax.py")]
    plan += [task("guide", "impl-document", "docs/tax.md"), task("check", "impl-test", "tests/test_tax.py", "tax")]
    script.rule(asks="plan", answer={"plan": plan, "summary": "四つの仕事に分けた。"})
    script.rule(agent="impl-frontend-1", times=1, edits={"src/frontend/page.js": "export const title = input\n"})
    script.rule(agent="impl-frontend-1", edits={"src/frontend/page.js": "export const title = safe(input)\n"})
    script.rule(agent="impl-backend-1", edits=PAIR_ADDS)
    script.rule(agent="impl-document-1", edits={"docs/tax.md": "# 税\n"})
    script.rule(agent="impl-test-1", edits={"tests/test_tax.py": "import tax\n"})
    hole = {"file": "src/frontend/page.js", "line": 1, "severity": "critical", "issue": "Input is shown unescaped."}
    script.rule(agent="reviewer-security-1", times=1, answer={"verdict": "FAIL", "blocking": [hole]})
    flow = workflow_folder(tmp_path / "flow", script, "five-phase", limits=QUICK)
    async with running(tmp_path / "home") as (runner, store):
        row = await runner.wait(await begin(runner, repo, flow, requirement="税込みの値段を出す"))
        assert row.status == "done"
        made = outcome(row)
        assert (made.outcome, made.rounds, made.open_findings) == ("completed", 1, [])
        assert sorted(made.files) == ["docs/tax.md", "src/backend/tax.py", "src/frontend/page.js", "tests/test_tax.py"]
        assert "safe(input)" in call(repo, "show", f"{made.branch}:src/frontend/page.js")
        entered = [(one.phase, one.round) for one in await events(store, row, "phase") if one.state == "going_on"]
        assert entered[-4:] == [("implementation", 1), ("final_review", 1), ("implementation", 2), ("final_review", 2)]
        assert len(script.calls("impl-frontend-1")) == 2
        assert len(script.calls("impl-backend-1")) == 1, "what was found goes to who owns the file alone"
        assert alive(row.id) == []


def task(id: str, role: str, file: str, *after: str) -> dict[str, Any]:
    said = {"id": id, "role": role, "title": f"{id} を作る", "instruction": f"{id} を書く"}
    return {**said, "files": [file], "depends_on": list(after), "acceptance": ["動く"]}
