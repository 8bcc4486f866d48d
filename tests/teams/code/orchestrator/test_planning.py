from __future__ import annotations

import re
from dataclasses import replace

import pytest

from kasen.teams.code.messages import Finding, Planned
from kasen.teams.code.orchestrator.desk import Body, Desk
from kasen.teams.code.orchestrator.planning import MOST, phase_tasks, plan_of, plan_tasks
from kasen.teams.code.queue.rows import NewTask
from teams.code.orchestrator.desks import REQUIREMENT, planned

ROLES = ("impl-backend", "impl-frontend")


def tasks(desk: Desk, *plan: Planned, round: int = 1) -> dict[str, NewTask]:
    found = plan_tasks(desk, plan, "implementation", round)
    assert all(isinstance(one, NewTask) for one in found), found
    return {one.task_id: one for one in found if isinstance(one, NewTask)}


def wrong(desk: Desk, *plan: Planned) -> list[str]:
    found = plan_tasks(desk, plan, "implementation", 1)
    assert all(isinstance(one, Finding) and one.id and one.suggestion for one in found), found
    return [one.issue for one in found if isinstance(one, Finding)]


def test_a_plan_becomes_tasks_that_wait_for_accepted_work(five: Desk) -> None:
    found = tasks(five, planned("api"), planned("page", "impl-frontend", "./src/frontend/**", after=("api",)))
    assert list(found) == [
        *("implementation.1.api", "implementation.1.api.accepted"),
        *("implementation.1.page", "implementation.1.page.accepted"),
    ]
    page = found["implementation.1.page"]
    assert (page.agent_type, page.kind, page.needs) == ("impl-frontend", "work", ("implementation.1.api.accepted",))
    assert Body.model_validate(page.body).files == ("src/frontend/**",)
    row = found["implementation.1.page.accepted"]
    assert (row.agent_type, row.kind, row.needs) == ("orchestrator", "accept", ("implementation.1.page",))
    assert Body.model_validate(row.body).about == "implementation.1.page"
    five.queue.put(found.values())
    assert [one.task_id for one in five.queue.claimable("implementation", ROLES)] == ["implementation.1.api"]


def test_what_others_wait_for_is_done_first(five: Desk) -> None:
    found = tasks(five, planned("a"), planned("b"), planned("c", after=("b",)), planned("d", after=("c",)))
    five.queue.put(found.values())
    first, second = five.queue.claimable("implementation", ROLES)
    assert (first.task_id, second.task_id) == ("implementation.1.b", "implementation.1.a")


WRONG = {
    "nothing": ([], ["The plan has no tasks."]),
    "too much": ([planned(f"t{n}") for n in range(MOST + 1)], [f"The plan has 201 tasks; at most {MOST} are taken."]),
    "an id": ([planned("a.b", "impl-backend", "a")], ["`a.b` cannot be the id of a task."]),
    "twice": ([planned("a"), planned("a", "impl-test", "t/**")], ["There are two tasks `a`."]),
    "a role of nobody": (
        [planned("a", "frontend")],
        ["Task `a` is for the role `frontend`, which nobody has in this phase."],
    ),
    "a role of another phase": (
        [planned("a", "reviewer-security")],
        ["Task `a` is for the role `reviewer-security`, which nobody has in this phase."],
    ),
    "no files": (
        [Planned(id="a", role="impl-test", instruction="x")],
        ["Task `a` names no files that it may change."],
    ),
    "nothing to do": (
        [Planned(id="a", role="impl-test", instruction=" ", files=("a",))],
        ["Task `a` does not say what to do."],
    ),
    "outside": (
        [planned("a", "impl-test", "../x")],
        ["Task `a`: `../x` does not name files of the repository that a task may change."],
    ),
    "unknown": ([planned("a", after=("b",))], ["Task `a` depends on `b`, which is not in the plan."]),
    "a circle": (
        [planned("a", after=("c",)), planned("b", after=("a",)), planned("c", after=("b",)), planned("d")],
        ["The tasks 'a', 'b', 'c' wait for each other."],
    ),
    "one file for two": (
        [planned("a", "impl-backend", "src/**"), planned("b", "impl-frontend", "src/frontend/page.js")],
        ["Tasks `a` (`src/**`) and `b` (`src/frontend/page.js`) may change the same files."],
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_in_a_plan_goes_back_as_findings(five: Desk, case: str) -> None:
    plan, said = WRONG[case]
    assert wrong(replace(five, lang="en"), *plan) == said
    japanese = plan_tasks(five, plan, "implementation", 1)
    assert [one.issue for one in japanese if isinstance(one, Finding) and not re.search("[ぁ-ん]", one.issue)] == []
    assert len(japanese) == len(said)


def test_one_file_for_two_that_wait_for_each_other_is_well(five: Desk) -> None:
    files = ("src/backend/**",)
    plan = [planned("a", "impl-backend", *files), planned("b"), planned("c", "impl-test", *files, after=("b",))]
    plan[1] = plan[1].model_copy(update={"files": ("x.md",), "depends_on": ("a",)})
    assert len(tasks(five, *plan)) == 6


def test_a_role_that_was_nearly_right_is_told(five: Desk) -> None:
    (finding,) = plan_tasks(five, [planned("a", "impl-backnd")], "implementation", 1)
    assert isinstance(finding, Finding)
    assert finding.suggestion == "`impl-backend` のことではないか。"


def test_tasks_of_a_phase(five: Desk, pair: Desk) -> None:
    (coder, accepted) = phase_tasks(pair, "implementation", 1)
    assert (coder.task_id, coder.kind, accepted.kind) == ("implementation.1.coder", "work", "accept")
    assert coder.body["instruction"] == REQUIREMENT
    assert coder.body["files"] == ["**"]
    assert [one.task_id for one in phase_tasks(five, "research", 1)] == [
        *("research.1.researcher-market", "research.1.researcher-paper", "research.1.researcher-competitor"),
    ]
    plan, decision = phase_tasks(five, "planning", 1)
    assert (plan.kind, plan.body["returns"], decision.kind) == ("plan", "plan", "accept")
    assert phase_tasks(five, "implementation", 1) == []
    open = [Finding(id="F1", issue="漏れる")]
    gate = phase_tasks(five, "final_review", 2, open)
    assert {(one.kind, one.body["round"], one.body["findings"][0]["id"]) for one in gate} == {("review", 2, "F1")}


def test_the_newest_plan_is_the_one_that_counts(five: Desk) -> None:
    five.queue.put(phase_tasks(five, "planning", 1))
    first = five.queue.claim("planner", "planner-1", lease_s=9)
    assert first is not None
    five.queue.finish(first.task_id, first.token, {"plan": [planned("old").model_dump()]}, msg_id="M1")
    for number in (2, 10):
        id = f"planning.1.planner.fix.{number}"
        five.queue.put([NewTask(task_id=id, phase="planning", agent_type="planner", kind="fix")])
        mend = five.queue.claim("planner", "planner-1", lease_s=9)
        assert mend is not None
        plan = [planned(f"n{number}").model_dump()]
        five.queue.finish(mend.task_id, mend.token, {"plan": plan}, msg_id=f"F{number}")
    assert [one.id for one in plan_of(five, "planning.1.planner")] == ["n10"]
