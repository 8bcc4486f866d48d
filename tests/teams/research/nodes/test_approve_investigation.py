"""The supervisor's plan can be let through, edited, commented on or refused, over restarts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from langgraph.runtime import Runtime
from langgraph.types import Command

from kasen.team import Deps
from kasen.teams.research.nodes.approve_investigation import approve_investigation, edited
from kasen.teams.research.schemas import Request, ResearchPlan
from kasen.testing.deps import fake_deps
from teams.research.supervised_scenes import PLAN, QUESTION, asked, play, shown, team

GIVEN = ResearchPlan(
    theme="茶", investigation_points=["価格は？"], search_queries=["茶 価格", "tea price"], web_queries=["tea price"]
)


async def pause(answer: dict[str, Any] | None, action: str = "research") -> Command[Any]:
    deps = fake_deps(lang="ja", answers={"plan": answer} if answer else None)
    state: Any = {"request": Request(question="q", approve=["plan"]), "task_plan": GIVEN, "next_action": action}
    runtime: Runtime[Deps] = Runtime(context=deps)
    return await approve_investigation(state, runtime)


@pytest.mark.parametrize(("action", "node"), [("research", "researcher"), ("write", "writer")])
async def test_yes_goes_on_to_what_was_decided(action: str, node: str) -> None:
    command = await pause(None, action)
    assert command.goto == node
    assert command.update == {"task_plan": GIVEN, "agreed": True, "human_input_required": False}


async def test_a_comment_is_the_supervisors_input() -> None:
    command = await pause({"go_on": True, "comment": "産地も"})
    assert (command.goto, command.update) == ("supervisor", {"human_input": "産地も", "human_input_required": False})


async def test_a_no_ends_the_run() -> None:
    command = await pause({"go_on": False})
    assert command.goto == "manuscript_publisher"


def test_an_edit_keeps_what_it_does_not_name_and_never_takes_all_points() -> None:
    plan = edited(GIVEN, {"investigation_points": [" ", ""], "search_queries": [" 茶  価格 ", "茶 価格"]})
    assert plan.investigation_points == ["価格は？"]
    assert (plan.search_queries, plan.web_queries) == (["茶 価格"], [])


async def test_an_edited_plan_is_worked_on_after_a_restart(tmp_path: Path) -> None:
    model = team(writer={"title": "Uji tea"})
    plan = {
        "investigation_points": ["When did the custom of tea jars end"],
        "search_queries": ["tea jars custom ended"],
    }
    played = await play(tmp_path, model, {"go_on": True, "plan": plan}, approve=["plan"], max_iterations=3)
    assert played.asked == ["plan"]
    assert asked(model)["supervisor"] == 1
    assert played.result.plan is not None
    assert played.result.plan.investigation_points == plan["investigation_points"]
    assert [search.query for search in played.result.document.how_made.searches][:1] == plan["search_queries"]


async def test_a_comment_makes_another_plan_which_is_asked_about_again(tmp_path: Path) -> None:
    other = {**PLAN, "investigation_points": ["What does shaded cultivation do to tea leaves"]}
    model = team(supervisor=[PLAN, other], writer={"title": "Uji tea"})
    played = await play(tmp_path, model, {"go_on": True, "comment": "Only shading."}, {"go_on": True}, approve=["plan"])
    assert played.asked == ["plan", "plan"]
    second = [request for request in model.requests if request.role == "supervisor"][1]
    assert list(shown(second, "person").values()) == ["Only shading."]
    assert played.result.plan is not None
    assert played.result.plan.investigation_points == other["investigation_points"]


async def test_a_refused_plan_ends_in_a_report_that_says_so_and_searches_nothing(tmp_path: Path) -> None:
    played = await play(tmp_path, team(), {"go_on": False}, approve=["plan"])
    assert played.row.status == "done"
    assert played.result.findings == []
    assert played.result.iterations == 0
    assert played.result.review is None
    assert not [event for event in played.events if event.type == "search"]
    assert played.result.question == QUESTION
