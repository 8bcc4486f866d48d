"""The report of the modes that write about points: checked, cited, stored."""

from __future__ import annotations

from langgraph.runtime import Runtime

from kasen.team import Deps
from kasen.teams.research import headings, wording
from kasen.teams.research.gathering import lang_of
from kasen.teams.research.publishing import Brief, publish
from kasen.teams.research.schemas import Draft, Evaluation, PointCoverage, Result
from kasen.teams.research.schemas.verification import Verification
from kasen.teams.research.state import Publishable


async def publisher(state: Publishable, runtime: Runtime[Deps]) -> dict[str, Result]:
    """Publish the draft; where the plan was refused, a report that says so and claims nothing."""
    deps, plan = runtime.context, state["plan"]
    evaluation = state.get("evaluation") or _none(plan.investigation_points)
    brief = Brief(
        question=state["request"].question,
        mode="quick",
        theme=plan.theme,
        points=plan.investigation_points,
        coverage=evaluation.coverage,
        excerpts=state.get("analyzed_data", []),
        searches=state.get("searches", []),
        found=[*state.get("rag_results", []), *state.get("search_results", [])],
        refused=state.get("refused", ""),
        notes=await _notes(state, evaluation, deps),
        by_rule=state.get("draft_by_rule", True),
        verification=state.get("verification") or Verification(),
    )
    return {"result": await publish(deps, state["request"], brief, state.get("draft") or Draft())}


async def _notes(state: Publishable, evaluation: Evaluation, deps: Deps) -> list[str]:
    """What else was not covered."""
    lang = lang_of(deps.lang)
    notes: list[str] = []
    library = await deps.library(state["request"].docs, state["request"].kb)
    foreign = library.languages.get("en" if lang == "ja" else "ja", 0)
    if foreign and state.get("draft_by_rule", True):
        notes.append(wording.other_language(foreign, lang))
    judged = [text for text in evaluation.missing if text not in {point.text for point in evaluation.coverage}]
    judged = [text for text in judged if headings.may_be_asked(text, state["request"].question)]
    if judged and not evaluation.by_rule and not evaluation.sufficient:
        notes.append(wording.judged_missing(judged, lang))
    return notes


def _none(points: list[str]) -> Evaluation:
    open_points = [PointCoverage(point=n, text=t, coverage=0.0, covered=False) for n, t in enumerate(points, start=1)]
    return Evaluation(sufficient=False, reason="", coverage=open_points, by_rule=True)
