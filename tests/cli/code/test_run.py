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


@pytest.mark.parametrize(
    ("more", "code", "said"),
    [
        (["--repo", "."], 4, "is no git repository"),
        (["-r", "wish.md"], 4, "there is no file `wish.md`"),
        (["-r", " "], 4, "is empty; say what to build"),
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
    screen.until("your answer: a number")
    screen.type("1\n")
    assert screen.exit_code() == 0
    assert "implementation ✓" in screen.text
    assert f"take the work over: kasen code approve {here.place.run_id}" in screen.text
    assert here.agents == []
