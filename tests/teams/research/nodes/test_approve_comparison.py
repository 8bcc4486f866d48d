"""The pause behind the plan of a comparison."""

from __future__ import annotations

from typing import Any

import jsonschema
import pytest
from langgraph.runtime import Runtime
from langgraph.types import Command

from kasen.team import Deps
from kasen.teams.research.nodes.approve_comparison import PLAN, approve_comparison
from kasen.teams.research.schemas import Request
from kasen.teams.research.schemas.compare import ComparisonPlan
from kasen.testing.deps import fake_deps

GIVEN = ComparisonPlan.model_validate(
    {"theme": "t", "items": ["Alpha", "Beta"], "criteria": [{"name": "price", "better": "less"}]}
)


async def pause(answer: dict[str, Any] | None, approve: str = "plan") -> Command[Any]:
    deps = fake_deps(answers={"plan": answer} if answer else None)
    state: Any = {"request": Request(question="q", approve=[approve]), "comparison": GIVEN}
    runtime: Runtime[Deps] = Runtime(context=deps)
    command = await approve_comparison(state, runtime)
    if approve == "plan":
        jsonschema.validate(deps.approve.asked[0]["default"]["plan"], PLAN)
    return command


async def test_yes_and_no_pause_go_on_with_the_plan() -> None:
    for command in (await pause(None), await pause(None, "draft")):
        assert (command.goto, command.update) == ("evaluator", {"comparison": GIVEN})


async def test_an_edit_may_name_things_plainly() -> None:
    command = await pause({"go_on": True, "plan": {"items": ["Gamma", "Beta"], "criteria": ["size"]}})
    assert isinstance(command.update, dict)
    plan = command.update["comparison"]
    assert [one.name for one in (*plan.items, *plan.criteria)] == ["Gamma", "Beta", "size"]


async def test_an_edit_that_leaves_nothing_to_compare_leaves_the_plan() -> None:
    command = await pause({"go_on": True, "plan": {"items": ["Beta", "beta"], "criteria": [{"name": "?"}]}})
    assert isinstance(command.update, dict)
    assert command.update["comparison"].items == GIVEN.items
    assert command.update["comparison"].criteria == GIVEN.criteria


async def test_a_comment_goes_back_and_a_no_ends_the_run() -> None:
    command = await pause({"go_on": True, "comment": "add size"})
    assert (command.goto, command.update) == ("planner", {"wishes": ["add size"]})
    command = await pause({"go_on": False})
    assert (command.goto, command.update) == ("publisher", {"refused": "plan"})


@pytest.mark.parametrize("wrong", [{"items": ["x"]}, {"criteria": []}, {"items": "x"}, {"other": 1}])
def test_what_is_no_plan_is_refused_at_the_pause(wrong: dict[str, Any]) -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(wrong, PLAN)
