"""Pause for a person before evidence for the hypotheses is looked for, when that was asked for."""

from __future__ import annotations

from typing import Any, Literal

from langgraph.runtime import Runtime
from langgraph.types import Command
from pydantic import ValidationError

from kasen.team import Deps
from kasen.teams.research.approving import plan_pause
from kasen.teams.research.nodes.brainstormer import settled
from kasen.teams.research.schemas.causal import MOST_HYPOTHESES, Hypotheses, Hypothesis, IssueAnalysis
from kasen.teams.research.states.causal import Agreeing

_LINE = {"type": "string", "maxLength": 360}
_NAMES = {"type": "array", "items": {"type": "string", "maxLength": 120}, "maxItems": 8}
_HYPOTHESIS = {
    "type": ["object", "string"],
    "properties": {
        "text": {"type": "string", "minLength": 1, "maxLength": 120},
        "also": _NAMES,
        "mechanism": _LINE,
        "supports": _LINE,
        "refutes": _LINE,
        "explains": {"type": "array", "items": {"type": "integer"}, "maxItems": 8},
    },
    "required": ["text"],
    "additionalProperties": False,
}
PLAN: dict[str, Any] = {
    "type": "object",
    "properties": {
        "hypotheses": {"type": "array", "items": _HYPOTHESIS, "minItems": 1, "maxItems": MOST_HYPOTHESES},
    },
    "additionalProperties": False,
}


async def approve_hypotheses(
    state: Agreeing, runtime: Runtime[Deps]
) -> Command[Literal["issue_analyzer", "evidence_planner", "publisher"]]:
    """Ask; nothing else happens in this node.

    A comment goes back to the issue_analyzer, an edit goes on as edited, a no ends the run with a report that says so.
    Without hypotheses there is nothing to ask about, unless a person can name some.
    """
    deps, hypotheses = runtime.context, state["hypotheses"]
    sheet = {"hypotheses": [one.model_dump(mode="json") for one in hypotheses]}
    answer = plan_pause(deps, state["request"], shown=shown(hypotheses), plan=sheet, schema=PLAN)
    if not answer.go_on:
        return Command(update={"refused": "plan"}, goto="publisher")
    if answer.comment:
        return Command(update={"wishes": [*state.get("wishes", []), answer.comment]}, goto="issue_analyzer")
    kept = edited(hypotheses, answer.plan, state["issue"])
    return Command(update={"hypotheses": kept}, goto="evidence_planner" if kept else "publisher")


def shown(hypotheses: list[Hypothesis]) -> list[str]:
    """Hypotheses as a person reads them, each with what would refute it."""
    return [f"{one.text} ✗ {one.refutes}" if one.refutes else one.text for one in hypotheses]


def edited(hypotheses: list[Hypothesis], sheet: dict[str, Any], issue: IssueAnalysis) -> list[Hypothesis]:
    """The hypotheses with what a person changed in them; a bare text is a hypothesis."""
    try:
        changed = Hypotheses.model_validate(sheet).hypotheses
    except ValidationError:
        return hypotheses
    return settled(changed, issue) or hypotheses
