"""Pause for a person before the supervisor's plan is worked on, when that was asked for."""

from __future__ import annotations

from typing import Any, Literal

from langgraph.runtime import Runtime
from langgraph.types import Command

from kasen.team import Deps
from kasen.teams.research.actions import TARGET
from kasen.teams.research.approving import lines, plan_pause
from kasen.teams.research.schemas import ResearchPlan
from kasen.teams.research.states.supervised import Planned

_TEXTS = {"type": "array", "items": {"type": "string", "maxLength": 500}, "maxItems": 20}
PLAN: dict[str, Any] = {
    "type": "object",
    "properties": {"investigation_points": {**_TEXTS, "minItems": 1}, "search_queries": _TEXTS},
    "additionalProperties": False,
}


async def approve_investigation(
    state: Planned, runtime: Runtime[Deps]
) -> Command[Literal["supervisor", "researcher", "writer", "manuscript_publisher"]]:
    """Ask; nothing else happens in this node.

    A comment goes to the supervisor, whose new plan is asked about again; an edit goes on as edited; a no ends the run
    with a report that says so.
    """
    plan = state["task_plan"]
    assert plan is not None, "there is a plan to be asked about"
    sheet = plan.model_dump(mode="json", include={"investigation_points", "search_queries"})
    shown = [*plan.investigation_points, *plan.search_queries]
    answer = plan_pause(runtime.context, state["request"], shown=shown, plan=sheet, schema=PLAN)
    if not answer.go_on:
        return Command(update={"refused": "plan", "human_input_required": False}, goto="manuscript_publisher")
    if answer.comment:
        return Command(update={"human_input": answer.comment, "human_input_required": False}, goto="supervisor")
    update = {"task_plan": edited(plan, answer.plan), "agreed": True, "human_input_required": False}
    target: Any = TARGET[state["next_action"]]
    return Command(update=update, goto=target)


def edited(plan: ResearchPlan, sheet: dict[str, Any]) -> ResearchPlan:
    """The plan with what a person changed in it; the points cannot all be taken away."""
    points = lines(sheet.get("investigation_points", plan.investigation_points))
    queries = lines(sheet.get("search_queries", plan.search_queries))
    return plan.model_copy(
        update={
            "investigation_points": points or plan.investigation_points,
            "search_queries": queries,
            "rag_queries": [query for query in plan.rag_queries if query in queries],
            "web_queries": [query for query in plan.web_queries if query in queries],
        }
    )
