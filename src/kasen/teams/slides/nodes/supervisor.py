"""Runs the plan: sends what is ready to its workers at once, takes in what they bring, goes around what failed."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime
from langgraph.types import Command, Send

from kasen.team import Deps
from kasen.teams.slides.planning import merged, ready, replanned
from kasen.teams.slides.schemas.envelope import Plan, Step
from kasen.teams.slides.state import State, Task
from kasen.teams.slides.telling import plan_rows


async def supervisor(state: State, runtime: Runtime[Deps]) -> Command[Any]:
    """Update the plan and route; this node asks nobody."""
    deps = runtime.context
    plan = replanned(merged(state["plan"], state.get("finished", [])))
    steps = ready(plan)
    if steps and _wants_outline_seen(state, plan):
        await deps.emit("plan", steps=plan_rows(plan))
        return Command(update={"plan": plan}, goto="approve_outline")
    running = plan.model_copy(update={"steps": tuple(_running(step) if step in steps else step for step in plan.steps)})
    await deps.emit("plan", steps=plan_rows(running))
    deps.note(_note(running, state["lang"]))
    # The plan keeps `pending`: a run that is carried on does again what was in flight, and nothing else.
    sends = [Send(step.role, _task(state, plan, step)) for step in steps]
    return Command(update={"plan": plan}, goto=sends or "publisher")


def _wants_outline_seen(state: State, plan: Plan) -> bool:
    """Whether a person is to see the outline before slides are written of it."""
    if "outline" not in state["request"].approve or state.get("outline_seen"):
        return False
    return any(step.mode == "outline" and step.status == "completed" for step in plan.steps)


def _running(step: Step) -> Step:
    return step.model_copy(update={"status": "running"})


def _task(state: State, plan: Plan, step: Step) -> Task:
    return {
        "request": state["request"],
        "lang": state["lang"],
        "design": state["design"],
        "tables": state["tables"],
        "passages": state["passages"],
        "plan": plan,
        "step": step,
        "title": state.get("title", ""),
        "audience": state.get("audience", ""),
        "answers": state.get("answers", []),
        "comments": state.get("comments", []),
        "outline": state.get("outline"),
        "figures": state.get("figures", []),
        "found": state.get("found", []),
        "slides": state.get("slides", []),
        "refs": state.get("refs", []),
        "sketches": state.get("sketches", []),
        "drawn": state.get("drawn", []),
    }


def _note(plan: Plan, lang: str) -> str:
    now = [step.title for step in plan.steps if step.status == "running"]
    done = sum(step.status in ("completed", "skipped") for step in plan.steps)
    if not now:
        return f"{done}/{len(plan.steps)}"
    return f"{done}/{len(plan.steps)} → {'・'.join(now) if lang == 'ja' else ', '.join(now)}"
