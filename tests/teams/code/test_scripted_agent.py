"""The agents by script do what their rules say."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from kasen.teams.code.config.agents import Agent
from kasen.teams.code.config.loading import DEFAULTS, default, of_folder
from kasen.teams.code.messages import Finding, ReviewRequest, TaskAssignment
from kasen.teams.code.programs.answers import answer_in
from kasen.teams.code.prompting import prompt_of, result_of, schema_of
from kasen.teams.code.worker.spec import Spec
from teams.code.agents import Script, scripted, workflow_folder
from teams.code.git.made import call

STRING = {"type": "string"}
RESULT = {"type": "object", "properties": {"summary": STRING}, "required": ["summary"], "additionalProperties": False}
FINDING = {
    "type": "object",
    "properties": {"file": STRING, "line": {"anyOf": [{"type": "integer"}, {"type": "null"}]}, "issue": STRING},
    "required": ["file", "line", "issue"],
    "additionalProperties": False,
}
REVIEW = {
    "type": "object",
    "properties": {
        "summary": STRING,
        "review": {
            "type": "object",
            "properties": {
                "verdict": {"type": "string", "enum": ["FAIL", "PASS"]},
                "blocking": {"type": "array", "items": {"$ref": "#/$defs/Finding"}},
            },
            "required": ["verdict", "blocking"],
            "additionalProperties": False,
        },
    },
    "required": ["summary", "review"],
    "additionalProperties": False,
    "$defs": {"Finding": FINDING},
}


def turn(script: Script, agent: str, where: Path, schema: dict[str, Any] = RESULT, prompt: str = "Build it") -> Any:
    given = {"prompt": prompt, "policy": "", "schema": schema, "session": "", "writes": True}
    return subprocess.run(
        script.command(agent), input=json.dumps(given).encode(), cwd=where, capture_output=True, timeout=60, check=False
    )


def answered(ran: Any, schema: dict[str, Any]) -> dict[str, Any]:
    found = answer_in(ran.stdout.decode().splitlines()[-1], schema)
    assert found is not None, ran
    return found


def test_without_a_rule_an_agent_is_content(script: Script, repo: Path) -> None:
    assert answered(turn(script, "coder-1", repo), RESULT) == {"summary": "done"}
    review = answered(turn(script, "reviewer-1", repo, REVIEW), REVIEW)
    assert review["review"] == {"verdict": "PASS", "blocking": []}
    assert [(one["agent"], one["asks"], one["folder"]) for one in script.calls()] == [
        ("coder-1", "result", str(repo)),
        ("reviewer-1", "review", str(repo)),
    ]
    assert len(script.ends()) == 2
    assert call(repo, "status", "--porcelain") == ""


def test_a_rule_is_taken_as_often_as_it_says_and_by_whom_it_is_for(script: Script, repo: Path) -> None:
    script.rule(agent="reviewer-1", asks="review", times=1, answer={"verdict": "FAIL", "blocking": [{"file": "a"}]})
    script.rule(match="login", answer={"summary": "ログイン"})
    assert answered(turn(script, "other-1", repo, REVIEW), REVIEW)["review"]["verdict"] == "PASS"
    failed = answered(turn(script, "reviewer-1", repo, REVIEW), REVIEW)
    assert failed["review"] == {"verdict": "FAIL", "blocking": [{"file": "a", "line": None, "issue": ""}]}
    assert answered(turn(script, "reviewer-1", repo, REVIEW), REVIEW)["review"]["verdict"] == "PASS"
    assert answered(turn(script, "coder-1", repo, prompt="the login page"), RESULT) == {"summary": "ログイン"}


def test_it_writes_deletes_and_commits(script: Script, repo: Path) -> None:
    script.rule(times=1, edits={"a/b.py": "x = 1\n", "README.md": None}, commits="b")
    script.rule(times=1, deletes_all=True)
    turn(script, "coder-1", repo)
    assert call(repo, "show", "--stat", "--format=%s").startswith("b\n")
    assert (repo / "a/b.py").read_text() == "x = 1\n"
    turn(script, "coder-1", repo)
    assert [one.name for one in repo.iterdir()] == [".git"]


def test_it_ends_badly_in_every_way(script: Script, repo: Path) -> None:
    script.rule(times=1, says="All good, I promise.")
    script.rule(times=1, exit=3)
    script.rule(times=1, signal=signal.SIGKILL)
    script.rule(times=1, prints=3_000_000, line=200_000)
    script.rule(times=1, child=600)
    prose, code, killed, much, left = [turn(script, "coder-1", repo) for _ in range(5)]
    assert (prose.returncode, prose.stdout) == (0, b"All good, I promise.\n")
    assert (code.returncode, code.stdout) == (3, b"")
    assert killed.returncode == -signal.SIGKILL
    assert len(much.stdout) > 3_000_000
    assert answered(much, RESULT)["summary"] == "done"
    assert left.returncode == 0
    (child,) = script.children()
    os.kill(child, signal.SIGKILL)  # it was there: else this raises
    assert len(script.ends()) == 4


def test_it_waits_until_it_may_go_on(script: Script, repo: Path) -> None:
    script.rule(waits_for="go")
    script.open("go")
    assert answered(turn(script, "coder-1", repo), RESULT) == {"summary": "done"}


@pytest.mark.parametrize("name", DEFAULTS)
def test_our_own_workflows_can_be_played(name: str, script: Script, tmp_path: Path) -> None:
    config = scripted(default(name), script, lease_seconds=7)
    assert config.workflow.limits.lease_seconds == 7
    assert {agent.type for agent in config.agents.agents} == {"command"}
    path = workflow_folder(tmp_path / "flow", script, name, limits={"lease_seconds": 7})
    read = of_folder(path.parent)
    assert read == config


def test_a_transition_and_a_gate_can_be_changed(script: Script, tmp_path: Path) -> None:
    merge = [{"name": "tests", "run": "true"}]
    path = workflow_folder(
        tmp_path / "flow", script, gates={"merge": merge}, transitions={"completed": {"approve": True}}
    )
    read = of_folder(path.parent)
    assert read.workflow.transitions[0].approve
    assert read.gates.merge[0].run == "true"


@pytest.mark.parametrize(("said", "state"), [("PASS", "closed"), ("FAIL", "open")])
def test_each_finding_that_was_shown_is_answered(script: Script, repo: Path, said: str, state: str) -> None:
    script.rule(asks="review", answer={"verdict": said})
    known = (Finding(id="a-1", issue="lost"), Finding(id="a-2", issue="slow"))
    shared: dict[str, Any] = {"task_id": "w", "token": 1, "phase": "p", "role": "r", "instruction": "x"}
    again = ReviewRequest(**shared, files=(), base="a", head="b", open=known, lease_seconds=9)
    mend = TaskAssignment(**shared, kind="fix", findings=known, lease_seconds=9)
    who = Agent(id="reviewer-1", type="codex", role="r", phase="p")
    results = []
    for message in (again, mend):
        prompt = prompt_of(message, Spec(run_id="r", agent=who, folder=repo), str)
        schema = schema_of(message)
        results.append(result_of(message, answered(turn(script, who.id, repo, schema, prompt), schema)))
    assert results[0]["review"].verdict == said
    assert len(results[0]["review"].blocking) == (2 if state == "open" else 0)
    assert "a-1: mended" in results[1]["output"].report
