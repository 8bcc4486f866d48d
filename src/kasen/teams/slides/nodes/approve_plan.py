"""Pause for a person before the plan is worked on, when that was asked for."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime
from langgraph.types import Command

from kasen.team import Deps
from kasen.teams.slides.approving import asked
from kasen.teams.slides.schemas.envelope import Plan
from kasen.teams.slides.schemas.request import FEWEST, MOST
from kasen.teams.slides.state import Asked, Intake, Planned

PLAN: dict[str, Any] = {
    "type": "object",
    "properties": {
        "title": {"type": "string", "maxLength": 200},
        "goal": {"type": "string", "maxLength": 500},
        "slides": {"type": "integer", "minimum": FEWEST, "maximum": MOST},
        "leave_out": {"type": "array", "items": {"type": "string", "pattern": "^S[0-9]+$"}},
    },
    "additionalProperties": False,
}
"""What of a plan can be edited; `leave_out` are steps that are not wanted."""


class Shown(Asked, Intake, Planned):
    """What is asked about."""


async def approve_plan(state: Shown, runtime: Runtime[Deps]) -> Command[Any]:
    """Ask; nothing else happens in this node. A comment goes back to the planner, a no ends the run."""
    deps, plan = runtime.context, state["plan"]
    if "plan" not in state["request"].approve:
        return Command(goto="supervisor")
    rows = [f"{step.id} {step.role}: {step.title} · {step.instruction}" for step in plan.steps]
    question = "この計画で作りますか。" if deps.lang == "ja" else "Shall the deck be made by this plan?"
    sheet = {"title": plan.title, "goal": plan.goal, "slides": plan.slides, "leave_out": []}
    answer = asked(deps, "plan", question, shown=rows, value=sheet, schema=PLAN)
    if not answer.go_on:
        return Command(goto="publisher")
    if answer.comment:
        return Command(update={"comments": [answer.comment]}, goto="planner")
    return Command(update={"plan": _edited(plan, answer.value)}, goto="supervisor")


def _edited(plan: Plan, sheet: dict[str, Any]) -> Plan:
    out = set(sheet.get("leave_out", ()))
    steps = tuple(
        step.model_copy(update={"status": "skipped"}) if step.id in out and not step.required else step
        for step in plan.steps
    )
    kept = {key: sheet[key] for key in ("title", "goal", "slides") if sheet.get(key)}
    return plan.model_copy(update={**kept, "steps": steps})
