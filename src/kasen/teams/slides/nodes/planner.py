"""Turns the wish into steps; code makes a plan that can be carried out of them."""

from __future__ import annotations

from typing import TypedDict

from langgraph.runtime import Runtime

from kasen.models.role import Role
from kasen.team import Deps
from kasen.teams.slides.planning import Means, planned
from kasen.teams.slides.rules.planner import simple_plan
from kasen.teams.slides.schemas.envelope import Plan
from kasen.teams.slides.schemas.outputs import PlannerOutput
from kasen.teams.slides.state import Asked, Intake, Planned, Talked
from kasen.teams.slides.telling import about_of, inventory, plan_rows

PLANNER = Role(
    name="planner",
    package="kasen.teams.slides",
    reply=PlannerOutput,
    rule=simple_plan,
    tier="reasoning",
    answer_tokens=900,
    target_s=30.0,
)


class Wished(Asked, Intake, Talked, Planned):
    """What the planner reads."""


class Laid(TypedDict):
    """What it writes."""

    plan: Plan


async def planner(state: Wished, runtime: Runtime[Deps]) -> Laid:
    """One ask; the plan is emitted as it will be worked on."""
    deps, request = runtime.context, state["request"]
    means = Means(
        tables=bool(state["tables"]),
        documents=bool(state["documents"]),
        web=deps.search is not None and deps.team is not None,
        images=request.images,
        lang=state["lang"],
    )
    answer = await deps.ask(
        PLANNER,
        about=about_of(state),
        materials=inventory(state),
        web=means.web,
        images=request.images,
        lang=deps.lang,
    )
    before = state.get("plan")
    plan = planned(answer.value, means, wanted=state.get("wanted", 0), by=answer.by)
    if before is not None:
        plan = plan.model_copy(update={"revision": before.revision + 1})
    await deps.emit("plan", steps=plan_rows(plan))
    count = len(plan.steps)
    deps.note(f"{plan.slides} 枚・{count} 工程" if state["lang"] == "ja" else f"{plan.slides} slides, {count} steps")
    return {"plan": plan}
