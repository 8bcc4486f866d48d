"""A plan can be let through, edited, sent back with a comment, or refused; later rounds are not asked about."""

from __future__ import annotations

from typing import Any

import jsonschema
import pytest
from langgraph.runtime import Runtime
from langgraph.types import Command

from kasen.team import Deps
from kasen.teams.research.nodes.approve_plan import PLAN, approve_plan, sheet
from kasen.teams.research.schemas import Request, ResearchPlan
from kasen.testing.deps import fake_deps

GIVEN = ResearchPlan(theme="茶", investigation_points=["価格は？"], rag_queries=["茶 価格"], web_queries=["tea price"])
ON = ["searcher", "rag_retriever"]


async def pause(answer: dict[str, Any] | None, *, loop: int = 1, **more: Any) -> Command[Any]:
    deps = fake_deps(lang="ja", answers={"plan": answer} if answer else None)
    state: Any = {"request": Request(question="q", approve=["plan"]), "plan": GIVEN, "loop_count": loop, **more}
    runtime: Runtime[Deps] = Runtime(context=deps)
    return await approve_plan(state, runtime)


async def test_yes_goes_on_to_both_searches_with_the_plan_as_it_is() -> None:
    command = await pause(None)
    assert command.goto == ON
    assert command.update == {
        "plan": GIVEN.model_copy(update={"search_queries": ["茶 価格", "tea price"]}),
    }


async def test_an_edit_is_worked_on_as_edited() -> None:
    edited = {"investigation_points": [" 産地は？ ", "産地は？", ""], "rag_queries": ["茶 産地"], "web_queries": []}
    command = await pause({"go_on": True, "plan": edited})
    assert isinstance(command.update, dict)
    plan = command.update["plan"]
    assert (plan.investigation_points, plan.rag_queries, plan.web_queries) == (["産地は？"], ["茶 産地"], [])
    assert (plan.search_queries, plan.theme) == (["茶 産地"], "茶")


async def test_a_plan_cannot_be_edited_into_nothing() -> None:
    command = await pause({"go_on": True, "plan": {"investigation_points": [" "]}})
    assert isinstance(command.update, dict)
    assert command.update["plan"].investigation_points == ["価格は？"]


async def test_a_comment_sends_the_plan_back_as_if_it_were_the_first() -> None:
    command = await pause({"go_on": True, "comment": "産地も"}, wishes=["短く"])
    assert (command.goto, command.update) == ("planner", {"wishes": ["短く", "産地も"], "loop_count": 0})


async def test_a_no_ends_the_run_with_a_report_that_says_so() -> None:
    command = await pause({"go_on": False})
    assert (command.goto, command.update) == ("publisher", {"refused": "plan"})


async def test_later_rounds_are_not_asked_about() -> None:
    command = await pause({"go_on": False}, loop=2)
    assert command.goto == ON


@pytest.mark.parametrize(
    "wrong", [{"investigation_points": []}, {"rag_queries": "茶"}, {"theme": "x"}, {"web_queries": ["x" * 501]}]
)
def test_what_is_no_plan_is_refused_at_the_pause(wrong: dict[str, Any]) -> None:
    jsonschema.validate(sheet(GIVEN), PLAN)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(wrong, PLAN)
