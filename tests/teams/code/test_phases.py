from __future__ import annotations

from typing import Any

import pytest

from kasen.teams.code.config.lined import Lined
from kasen.teams.code.config.workflow import workflow_of
from kasen.teams.code.phases import Ask, Facts, Step, next_step
from kasen.teams.code.queue.rows import State
from teams.code.config.written import changed, five_phases, text_of

DONE: tuple[State, ...] = ("done", "done")


def stands(phase: str, **facts: Any) -> Step | Ask | None:
    return next_step(five_phases(), phase, Facts(**{"tasks": DONE, **facts}))


@pytest.mark.parametrize(
    ("phase", "to"),
    [
        ("research", "requirements"),
        ("requirements", "planning"),
        ("planning", "implementation"),
        ("implementation", "final_review"),
    ],
)
def test_a_phase_leads_on_when_all_its_tasks_are_done(phase: str, to: str) -> None:
    assert stands(phase) == Step(to=to, why="all_done")
    assert [stands(phase, tasks=("done", state)) for state in ("ready", "claimed", "blocked")] == [None] * 3


def test_the_gate_decides_whether_work_is_complete_or_goes_back() -> None:
    assert stands("final_review") is None  # the gate was not asked yet
    assert stands("final_review", gate="PASS") == Step(to="completed", why="gate_passed")
    assert stands("final_review", gate="FAIL") == Step(to="implementation", why="gate_failed")


def test_what_is_no_verdict_is_neither_pass_nor_fail_but_asks_a_person() -> None:
    assert stands("final_review", gate="NO_VERDICT") == Ask("no_verdict")
    assert stands("final_review", gate="NOT_CONVERGING") == Ask("not_converging")


@pytest.mark.parametrize("state", ["failed", "poisoned"])
def test_a_task_that_cannot_be_done_stops_its_phase(state: State) -> None:
    assert stands("implementation", tasks=("done", state)) == Ask("failed_task")
    assert stands("implementation", tasks=("claimed", state)) is None, "the others end their work first"


def test_a_person_is_asked_where_the_file_says_so() -> None:
    lined = changed("workflow.yaml", "to: implementation, when: all_done}", "to: implementation, approve: true}")
    found = next_step(workflow_of(lined), "planning", Facts(tasks=DONE))
    assert found == Step(to="implementation", approve=True, why="all_done")


def test_what_does_not_converge_may_have_a_way_of_its_own() -> None:
    text = text_of("workflow.yaml").replace(
        "persistent:", "  - {from: final_review, to: failed, when: not_converging}\npersistent:"
    )
    found = next_step(workflow_of(Lined("w", text)), "final_review", Facts(tasks=DONE, gate="NOT_CONVERGING"))
    assert found == Step(to="failed", why="not_converging")


def test_the_pair_is_complete_when_its_work_passed() -> None:
    pair = workflow_of(Lined("workflow.yaml", text_of("workflow.yaml", "pair")))
    assert next_step(pair, "implementation", Facts(tasks=DONE[:1])) == Step(to="completed", why="all_done")
