"""Pause for a person before the subtasks are worked on, when that was asked for."""

from __future__ import annotations

from typing import Any, Literal

from langgraph.runtime import Runtime
from langgraph.types import Command
from pydantic import ValidationError

from kasen.team import Deps
from kasen.teams.research.approving import plan_pause
from kasen.teams.research.nodes.master_planner import begun
from kasen.teams.research.schemas.deep import MasterPlan, PlannedSubtask, ProposedPlan, Subtask
from kasen.teams.research.states.deep import Agreed
from kasen.teams.research.subtasks import distinct, without_circles

_TEXT = {"type": "string", "maxLength": 500}
_TEXTS = {"type": "array", "items": _TEXT, "maxItems": 8}
_NUMBERS = {"type": "array", "items": {"type": "integer", "minimum": 1}, "maxItems": 20}
PLAN: dict[str, Any] = {
    "type": "object",
    "properties": {
        "subtasks": {
            "type": "array",
            "minItems": 1,
            "maxItems": 20,
            "items": {
                "type": "object",
                "properties": {
                    "question": _TEXT,
                    "why": _TEXT,
                    "rag_queries": _TEXTS,
                    "web_queries": _TEXTS,
                    "depends_on": _NUMBERS,
                },
                "required": ["question"],
                "additionalProperties": False,
            },
        }
    },
    "required": ["subtasks"],
    "additionalProperties": False,
}


async def approve_plan(
    state: Agreed, runtime: Runtime[Deps]
) -> Command[Literal["master_planner", "subtask_executor", "publisher"]]:
    """Ask; nothing else happens in this node.

    A comment sends the plan back, an edit goes on as edited, a no ends the run with a report that says so.
    """
    plan = state["master_plan"]
    shown = [f"{number}. {subtask.question}{_after(subtask)}" for number, subtask in enumerate(plan.subtasks, start=1)]
    answer = plan_pause(runtime.context, state["request"], shown=shown, plan=sheet(plan), schema=PLAN)
    if not answer.go_on:
        return Command(update={"refused": "plan"}, goto="publisher")
    if answer.comment:
        return Command(update={"wishes": [*state.get("wishes", []), answer.comment]}, goto="master_planner")
    if answer.plan == sheet(plan):
        return Command(goto="subtask_executor")
    changed = edited(plan, answer.plan, state["max_total_subtasks"])
    return Command(update=dict(begun(changed, state["request"], [])), goto="subtask_executor")


def sheet(plan: MasterPlan) -> dict[str, Any]:
    """What of a plan can be edited, as plain JSON; dependencies by number from 1."""
    place = {subtask.id: number for number, subtask in enumerate(plan.subtasks, start=1)}
    return {
        "subtasks": [
            {
                "question": one.question,
                "why": one.why,
                "rag_queries": one.rag_queries,
                "web_queries": one.web_queries,
                "depends_on": [place[id] for id in one.depends_on],
            }
            for one in plan.subtasks
        ]
    }


def edited(plan: MasterPlan, given: dict[str, Any], most: int) -> MasterPlan:
    """The plan as a person edited it, their queries as they wrote them; the plan as it was when nothing is left of it.

    A subtask without any query is looked up by its question.
    """
    try:
        said = distinct(ProposedPlan.model_validate({"subtasks": given.get("subtasks", [])}).subtasks)[:most]
    except ValidationError:
        return plan
    if not said:
        return plan
    needs, _ = without_circles([one.depends_on for one in said])
    subtasks = [_subtask(n, one, need) for n, (one, need) in enumerate(zip(said, needs, strict=True), start=1)]
    mode = "hierarchical" if len(subtasks) > 1 else "simple"
    return plan.model_copy(update={"subtasks": subtasks, "execution_mode": mode})


def _subtask(number: int, one: PlannedSubtask, needs: list[int]) -> Subtask:
    silent = not (one.rag_queries or one.web_queries)
    return Subtask(
        id=f"s{number}",
        question=one.question,
        why=one.why,
        rag_queries=[one.question] if silent else one.rag_queries,
        web_queries=[one.question] if silent else one.web_queries,
        depends_on=[f"s{need}" for need in needs],
    )


def _after(subtask: Subtask) -> str:
    return f" ← {', '.join(subtask.depends_on)}" if subtask.depends_on else ""
