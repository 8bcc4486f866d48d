"""Is it enough? Back to the planner, at most twice, or on to the report."""

from __future__ import annotations

from typing import Literal

from langgraph.runtime import Runtime
from langgraph.types import Command

from kasen.models.role import Role
from kasen.team import Deps
from kasen.teams.research.reading import excerpt_views, measured
from kasen.teams.research.rules.coverage import COVERED, WEAK
from kasen.teams.research.rules.evaluator import assess
from kasen.teams.research.schemas import Assessment, Evaluation, PointCoverage
from kasen.teams.research.state import Weighed

LONGEST = 300
"""Characters of a reason, and of what is missing, that are kept."""
EVALUATOR = Role(
    name="evaluator",
    package="kasen.teams.research",
    reply=Assessment,
    rule=assess,
    tier="reasoning",
    answer_tokens=500,
    target_s=10.0,
    maximum_s=20.0,
)
"""Seconds as those of a reviewer."""


async def evaluator(state: Weighed, runtime: Runtime[Deps]) -> Command[Literal["planner", "synthesizer"]]:
    """Measure each point; where that leaves one open, hear the role; a round that found nothing new is the last."""
    deps, points = runtime.context, state["plan"].investigation_points
    question = state["request"].question
    coverage = await measured(deps.evidence, state["analyzed_data"], points, enough=COVERED, question=question)
    passages = len({found.passage_id for found in (*state["rag_results"], *state["search_results"])})
    if all(point.covered for point in coverage):
        evaluation = _measured(coverage, passages, deps.lang)
    else:
        evaluation = await _heard(state, deps, coverage, passages)
    again = not evaluation.sufficient and _may_go_on(state, passages)
    await _tell(evaluation.coverage, deps, again=again)
    return Command(update={"evaluation": evaluation}, goto="planner" if again else "synthesizer")


def _measured(coverage: list[PointCoverage], passages: int, lang: str) -> Evaluation:
    """Code found the words of every point in its evidence: nobody needs to be asked."""
    reason = assess(question="", points=coverage, evidence=[], lang=lang).reason
    return Evaluation(sufficient=True, reason=reason, coverage=coverage, by_rule=True, passages=passages)


async def _heard(state: Weighed, deps: Deps, coverage: list[PointCoverage], passages: int) -> Evaluation:
    question, excerpts = state["request"].question, state["analyzed_data"]
    points = state["plan"].investigation_points
    evidence = await excerpt_views(deps.evidence, excerpts, points, question=question)
    answer = await deps.ask(EVALUATOR, question=question, points=coverage, evidence=evidence, lang=deps.lang)
    said = answer.value
    if not answer.is_rule:
        coverage = [_accepted(point) if _answered(said, point) else point for point in coverage]
    open_points = [point.text for point in coverage if not point.covered]
    missing = [" ".join(text.split())[:LONGEST] for text in said.missing if text.strip()][:8]
    return Evaluation(
        sufficient=said.sufficient and not open_points,
        reason=" ".join(said.reason.split())[:LONGEST],
        coverage=coverage,
        missing=missing or ([] if answer.is_rule else open_points),
        by_rule=answer.is_rule,
        passages=passages,
    )


def _answered(said: Assessment, point: PointCoverage) -> bool:
    return said.sufficient or point.point in said.answered


def _accepted(point: PointCoverage) -> PointCoverage:
    """A model may accept a point that is weakly covered, or whose evidence holds the user's own words; nothing else."""
    holds = point.covered or point.coverage >= WEAK or point.asked >= COVERED
    return point.model_copy(
        update={"covered": holds, "coverage": max(point.coverage, point.asked) if holds else point.coverage}
    )


def _may_go_on(state: Weighed, passages: int) -> bool:
    found_more = "evaluation" not in state or passages > state["evaluation"].passages
    return found_more and state["loop_count"] <= state["request"].loops


async def _tell(coverage: list[PointCoverage], deps: Deps, *, again: bool) -> None:
    mean = sum(point.coverage for point in coverage) / len(coverage)
    await deps.emit("score", name="coverage", value=round(mean, 3), scale=1.0)
    covered = sum(point.covered for point in coverage)
    if deps.lang == "ja":
        deps.note(f"{len(coverage)} 点中 {covered} 点に根拠" + (" → もう一巡" if again else ""))
    else:
        deps.note(f"{covered} of {len(coverage)} points covered" + (" → one more round" if again else ""))
