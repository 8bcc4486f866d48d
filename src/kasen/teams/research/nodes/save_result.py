"""What was found is settled, what is new joins the plan, and the next wave is chosen, or the report is written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from langgraph.runtime import Runtime
from langgraph.types import Command

from kasen.team import Deps
from kasen.teams.research.nodes.master_planner import queries_of, tell
from kasen.teams.research.schemas.deep import LeftOut, MasterPlan, Subtask
from kasen.teams.research.states.deep import Saving
from kasen.teams.research.subtasks import is_same, ready

WAVE_STEPS = 4
"""Super-steps of a wave: subtask_executor, depth_evaluator with plan_revisor, drill_down_generator, save_result."""
REPORT_STEPS = 5
"""Super-steps from here to the end: synthesizer, verifier, approve_draft, publisher, and one to spare."""


async def save_result(
    state: Saving, runtime: Runtime[Deps]
) -> Command[Literal["subtask_executor", "hierarchical_synthesizer"]]:
    """Go on with every subtask that waits for nothing, while limits allow."""
    deps, before = runtime.context, state["master_plan"]
    plan, over = extended(before, [*state["revised"], *state["drilled"]], state["max_total_subtasks"])
    done = state["subtask_results"]
    wave = ready(plan, done)
    left = [LeftOut(question=question, limit="max_total_subtasks") for question in over]
    if wave and state["remaining_steps"] < WAVE_STEPS + REPORT_STEPS:
        left += [LeftOut(question=s.question, limit="steps") for s in plan.subtasks if s.id not in done]
        wave = []
    if len(plan.subtasks) > len(before.subtasks):
        await tell(plan, deps)
    else:
        deps.note(f"済み {len(done)} 件" if deps.lang == "ja" else f"{len(done)} done")
    update = {
        "master_plan": plan,
        "rag_queries": queries_of(plan, "rag_queries"),
        "web_queries": queries_of(plan, "web_queries"),
        "wave": [subtask.id for subtask in wave],
        "current_subtask_id": wave[0].id if wave else "",
        "current_subtask_index": len(done),
        "loop_count": state["loop_count"] + bool(wave),
        "left_out": left,
    }
    return Command(update=update, goto="subtask_executor" if wave else "hierarchical_synthesizer")


def extended(plan: MasterPlan, new: Sequence[Subtask], most: int) -> tuple[MasterPlan, list[str]]:
    """The plan with new subtasks, each named and none twice; and the questions for which there was no room."""
    subtasks = list(plan.subtasks)
    over: list[str] = []
    for one in new:
        if any(is_same(one.question, known.question) for known in subtasks):
            continue
        if len(subtasks) >= most:
            over.append(one.question)
        else:
            subtasks.append(one.model_copy(update={"id": _id(one, subtasks)}))
    return plan.model_copy(update={"subtasks": subtasks}), over


def _id(subtask: Subtask, known: Sequence[Subtask]) -> str:
    siblings = sum(other.parent == subtask.parent for other in known)
    return f"{subtask.parent}.{siblings + 1}" if subtask.parent else f"s{siblings + 1}"
