"""Pause for a person before a comparison is worked on, when that was asked for."""

from __future__ import annotations

from typing import Any, Literal

from langgraph.runtime import Runtime
from langgraph.types import Command
from pydantic import ValidationError

from kasen.team import Deps
from kasen.teams.research.approving import plan_pause
from kasen.teams.research.nodes.comparison_planner import shown
from kasen.teams.research.rules.comparison_planner import settle
from kasen.teams.research.schemas.compare import MOST, ComparisonPlan
from kasen.teams.research.states.compare import Agreeing

_NAMES = {"type": "array", "items": {"type": "string", "maxLength": 80}, "maxItems": 8}
_NAMED = {
    "type": ["object", "string"],
    "properties": {
        "name": {"type": "string", "minLength": 1, "maxLength": 80},
        "also": _NAMES,
        "better": {"enum": ["more", "less", ""]},
        "comparable": {"type": "boolean"},
    },
    "required": ["name"],
    "additionalProperties": False,
}
PLAN: dict[str, Any] = {
    "type": "object",
    "properties": {
        "items": {"type": "array", "items": _NAMED, "minItems": 2, "maxItems": MOST},
        "criteria": {"type": "array", "items": _NAMED, "minItems": 1, "maxItems": MOST},
    },
    "additionalProperties": False,
}


async def approve_comparison(
    state: Agreeing, runtime: Runtime[Deps]
) -> Command[Literal["planner", "evaluator", "publisher"]]:
    """Ask; nothing else happens in this node.

    A comment sends the plan back to the planner, an edit goes on as edited, a no ends the run with a report that says
    so.
    """
    deps, plan = runtime.context, state["comparison"]
    sheet = plan.model_dump(mode="json", include={"items", "criteria"})
    answer = plan_pause(deps, state["request"], shown=shown(plan), plan=sheet, schema=PLAN)
    if not answer.go_on:
        return Command(update={"refused": "plan"}, goto="publisher")
    if answer.comment:
        return Command(update={"wishes": [*state.get("wishes", []), answer.comment]}, goto="planner")
    return Command(update={"comparison": edited(plan, answer.plan)}, goto="evaluator")


def edited(plan: ComparisonPlan, sheet: dict[str, Any]) -> ComparisonPlan:
    """The plan with what a person changed in it; a bare name is a thing with that name."""
    try:
        changed = ComparisonPlan.model_validate({**plan.model_dump(), **sheet})
    except ValidationError:
        return plan
    return settle(changed, plan)
