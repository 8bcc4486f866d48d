"""The report of a comparison: table, scores, conclusion, and what is unknown."""

from __future__ import annotations

from langgraph.runtime import Runtime

from kasen.team import Deps
from kasen.teams.research import comparison_wording
from kasen.teams.research.comparison import MatrixSections
from kasen.teams.research.gathering import lang_of
from kasen.teams.research.publishing import Brief, publish
from kasen.teams.research.rules.comparison_queries import cells
from kasen.teams.research.schemas import Draft, PointCoverage, Result
from kasen.teams.research.schemas.compare import MatrixCell
from kasen.teams.research.schemas.verification import Verification
from kasen.teams.research.states.compare import State


async def matrix_publisher(state: State, runtime: Runtime[Deps]) -> dict[str, Result]:
    """Publish; where the plan was refused, a report that says so and claims nothing."""
    deps, plan, request = runtime.context, state["comparison"], state["request"]
    lang, draft = lang_of(deps.lang), state.get("draft") or Draft()
    every = cells(plan)
    matrix = state.get("matrix") or [MatrixCell(item=cell.item, criterion=cell.criterion) for cell in every]
    known = {cell.number for cell, one in zip(every, matrix, strict=True) if one.statements}
    points = [cell.text(lang) for cell in every]
    disputed = [cell.text(lang) for cell, one in zip(every, matrix, strict=True) if one.disputed]
    notes = [comparison_wording.disputed(disputed, lang)] if disputed else []
    unknown = [cell.text(lang) for cell in every if cell.number not in known]
    notes += [comparison_wording.unknown(unknown, lang)] if unknown else []
    notes += [comparison_wording.not_concluded(lang)] if known and state.get("draft_by_rule", True) else []
    brief = Brief(
        question=request.question,
        mode="compare",
        theme=plan.theme,
        points=points,
        coverage=[one.model_copy(update={"covered": one.point in known}) for one in _measured(state, points)],
        excerpts=state.get("analyzed_data", []),
        searches=state.get("searches", []),
        found=[*state.get("rag_results", []), *state.get("search_results", [])],
        refused=state.get("refused", ""),
        notes=notes,
        says_open=True,
        by_rule=state.get("draft_by_rule", True),
        verification=state.get("verification") or Verification(),
        own_draft=None if known else Draft(),
    )
    sections = MatrixSections(plan, matrix, draft, lang)
    result = await publish(deps, request, brief, draft, sections=sections)
    return {"result": result.model_copy(update={"matrix": sections.found})}


def _measured(state: State, points: list[str]) -> list[PointCoverage]:
    """What was measured of each cell; nothing where nothing was searched."""
    unknown = [PointCoverage(point=n, text=text, coverage=0.0, covered=False) for n, text in enumerate(points, start=1)]
    return state.get("coverage") or unknown
