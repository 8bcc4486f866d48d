"""The draft of a report: statements, each with the evidence that it rests on."""

from __future__ import annotations

from langgraph.runtime import Runtime

from kasen.models.role import Role
from kasen.team import Deps
from kasen.teams.research.reading import excerpt_views
from kasen.teams.research.rules.synthesizer import compose
from kasen.teams.research.schemas import Draft
from kasen.teams.research.state import Drafted, Settled

SYNTHESIZER = Role(
    name="synthesizer",
    package="kasen.teams.research",
    reply=Draft,
    rule=compose,
    tier="high_reasoning",
    answer_tokens=3000,
    target_s=30.0,
    maximum_s=60.0,
)
"""Seconds as those of a writer."""


async def synthesizer(state: Settled, runtime: Runtime[Deps]) -> Drafted:
    """Draft the report from the excerpts."""
    deps, request, points = runtime.context, state["request"], state["plan"].investigation_points
    views = await excerpt_views(deps.evidence, state["analyzed_data"], points, question=request.question)
    answer = await deps.ask(
        SYNTHESIZER,
        question=request.question,
        points=points,
        evidence=views,
        lang=deps.lang,
        length=request.length,
        audience=request.audience,
        wishes=state.get("draft_wishes", []),
    )
    return {"draft": answer.value, "draft_by_rule": answer.is_rule}
