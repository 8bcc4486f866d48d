"""Pause for a person before the plan is worked on, when that was asked for."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime
from langgraph.types import Command

from kasen.team import Deps
from kasen.teams.research.approving import lines, plan_pause
from kasen.teams.research.schemas import ResearchPlan
from kasen.teams.research.state import Agreed

_TEXTS = {"type": "array", "items": {"type": "string", "maxLength": 500}, "maxItems": 20}
PLAN: dict[str, Any] = {
    "type": "object",
    "properties": {"investigation_points": {**_TEXTS, "minItems": 1}, "rag_queries": _TEXTS, "web_queries": _TEXTS},
    "additionalProperties": False,
}


async def approve_plan(state: Agreed, runtime: Runtime[Deps]) -> Command[Any]:
    """Ask; nothing else happens in this node.

    A comment sends the plan back to the planner, an edit goes on as edited, a no ends the run with a report that says
    so. Later rounds look for what is missing in the plan that was approved, and are not asked about.
    """
    deps, plan = runtime.context, state["plan"]
    on = ["searcher", "rag_retriever"]
    if state["loop_count"] > 1:
        return Command(goto=on)
    queries = [f"{query} → {where}" for query, where in _queries(plan)]
    shown = [*plan.investigation_points, *queries]
    answer = plan_pause(deps, state["request"], shown=shown, plan=sheet(plan), schema=PLAN)
    if not answer.go_on:
        return Command(update={"refused": "plan"}, goto="publisher")
    if answer.comment:
        wishes = [*state.get("wishes", []), answer.comment]
        return Command(update={"wishes": wishes, "loop_count": 0}, goto="planner")
    return Command(update={"plan": edited(plan, answer.plan)}, goto=on)


def sheet(plan: ResearchPlan) -> dict[str, Any]:
    """What of a plan can be edited, as plain JSON."""
    return plan.model_dump(mode="json", include={"investigation_points", "rag_queries", "web_queries"})


def edited(plan: ResearchPlan, sheet: dict[str, Any]) -> ResearchPlan:
    """The plan with what a person changed in it."""
    changed = plan.model_copy(update={key: lines(values) for key, values in sheet.items()})
    points = changed.investigation_points or plan.investigation_points
    queries = list(dict.fromkeys([*changed.rag_queries, *changed.web_queries]))
    return changed.model_copy(update={"investigation_points": points, "search_queries": queries})


def _queries(plan: ResearchPlan) -> list[tuple[str, str]]:
    return [(q, "documents") for q in plan.rag_queries] + [(q, "web") for q in plan.web_queries]
