from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cli.code.built import site
from cli.conftest import Invoke
from teams.code.git.made import call


def test_a_run_is_begun_taken_over_and_discarded(kasen: Invoke, clean_environment: Path) -> None:
    here = site(clean_environment)
    done = kasen(*here.line, "--out", str(clean_environment / "out"))
    assert done.exit_code == 0, done.stderr
    run = here.place.run_id
    assert f"take the work over: kasen code approve {run}" in done.stderr
    assert list((clean_environment / "out").glob("*.md"))
    assert call(here.repo, "status", "--porcelain") == ""
    assert not (here.repo / "src/backend/tax.py").exists()
    assert here.agents == []

    asked = kasen("code", "approve")
    assert asked.exit_code == 2
    assert "src/backend/tax.py" in asked.stderr
    assert "Give --yes to do it." in asked.stderr
    assert not (here.repo / "src/backend/tax.py").exists()

    taken = kasen("code", "approve", "--yes")
    assert taken.exit_code == 0, taken.stderr
    assert taken.stdout.startswith("main is at ")
    assert (here.repo / "src/backend/tax.py").read_text() == "RATE = 1.1\n"
    assert "main has all of it already" in kasen("code", "approve").stderr

    assert kasen("code", "discard").exit_code == 2
    assert kasen("code", "discard", "--yes").exit_code == 0
    assert call(here.repo, "branch", "--format=%(refname:short)").split() == ["main"]
    assert not here.place.trees.exists()
    assert "has left nothing" in kasen("code", "discard", "--yes").stderr


def test_events_are_json_lines_and_a_transition_waits_for_a_person(kasen: Invoke, clean_environment: Path) -> None:
    here = site(clean_environment, transitions={"completed": {"approve": True}})
    begun = kasen(*here.line, "--json")
    assert begun.exit_code == 75
    types = [json.loads(line)["type"] for line in begun.stdout.splitlines()]
    assert types[0] == "run_started"
    assert "approval_asked" in types
    run = here.place.run_id
    assert f"kasen code approve {run}" in begun.stderr
    assert here.agents == []

    assert kasen("code", "approve").exit_code == 75
    assert kasen("code", "approve", "--answer", "maybe").exit_code == 4
    done = kasen("code", "approve", "--answer", "yes")
    assert done.exit_code == 0, done.stderr
    assert f"take the work over: kasen code approve {run}" in done.stderr
    assert kasen("code", "approve", "--answer", "yes").exit_code == 2


def test_work_that_did_not_pass_is_never_called_done(kasen: Invoke, clean_environment: Path) -> None:
    """Exit code, list, board, report and events say the same; what passed before can still be taken."""
    here = site(clean_environment)
    here.script.rule(asks="review", answer={"verdict": "FAIL", "blocking": [{"file": "a.py", "issue": "Wrong."}]})
    begun = kasen(*here.line, "--yes", "--json", "--out", str(clean_environment / "out"))
    run = here.place.run_id
    assert begun.exit_code == 1
    assert f"run {run} did not pass: a person gave up" in begun.stderr
    assert f"Nothing passed; its work trees and branches are still there: kasen code discard {run}" in begun.stderr
    assert json.loads(begun.stdout.splitlines()[-1])["status"] == "not passed"
    assert "not passed" in kasen("runs", "list").stdout
    assert "did not pass" in kasen("code", "status").stdout
    assert json.loads(kasen("code", "status", "--json").stdout)["status"] == "not passed"
    (report,) = (clean_environment / "out").glob("*.md")
    assert "**Did not pass: a person gave up" in report.read_text(encoding="utf-8")
    assert kasen("code", "say", "coder-1", "more").exit_code == 2
    assert kasen("code", "continue").exit_code == 2


def test_a_transition_that_is_not_allowed_ends_the_run_as_ended_by_a_person(
    kasen: Invoke, clean_environment: Path
) -> None:
    here = site(clean_environment, transitions={"completed": {"approve": True}})
    assert kasen(*here.line).exit_code == 75
    done = kasen("code", "approve", "--answer", "no")
    assert done.exit_code == 130
    assert "was ended by a person" in done.stderr
    assert f"What passed lies on branch kasen/{here.place.run_id}: kasen code approve" in done.stderr
    assert "stopped: person" in kasen("runs", "list").stdout
    assert "what passed lies on branch" in " ".join(kasen("code", "status").stdout.split())
    assert kasen("code", "approve", "--yes").exit_code == 0
    assert (here.repo / "src/backend/tax.py").exists()


@pytest.mark.parametrize(
    ("more", "code", "said"),
    [
        (["--repo", "."], 4, "is no git repository"),
        (["-r", "wish.md"], 4, "there is no file `wish.md`"),
        (["-r", " "], 4, "the requirement is empty"),
        (["--format", "exe"], 2, "`--format exe` is not known"),
    ],
)
def test_what_cannot_begin_is_told_and_nothing_is_recorded(
    kasen: Invoke, clean_environment: Path, more: list[str], code: int, said: str
) -> None:
    here = site(clean_environment)
    shown = kasen(*here.line, *more)
    assert shown.exit_code == code
    assert said in shown.stderr
    assert not list(here.home.glob("runs/*"))
    assert call(here.repo, "branch").split() == ["*", "main"]


def test_a_workflow_that_is_not_trusted_is_not_run(kasen: Invoke, clean_environment: Path) -> None:
    here = site(clean_environment)
    (here.workflow.parent / "agents.yaml").write_text("agents: []\n")
    shown = kasen(*here.line)
    assert shown.exit_code == 3
    assert "is not trusted" in shown.stderr
    assert not list(here.home.glob("runs/*"))


def test_in_a_terminal_the_board_is_drawn_and_a_question_is_answered_by_its_number(
    terminal: Callable[..., Any], clean_environment: Path
) -> None:
    here = site(clean_environment, transitions={"completed": {"approve": True}})
    screen = terminal(*here.line)
    screen.until("IMPLEMENTATION")
    screen.until("coder-1")
    screen.until("2  no")
    screen.until("a number or a word")
    screen.type("maybe\n")
    screen.until("`maybe` is no answer")
    screen.until("a number or a word", after="is no answer")
    screen.type("1\n")
    assert screen.exit_code() == 0
    assert "implementation ✓" in screen.text
    assert f"take the work over: kasen code approve {here.place.run_id}" in screen.text
    assert here.agents == []
