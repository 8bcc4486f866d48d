"""Which cells are still empty, and what is asked for them: measured, nobody is asked."""

from __future__ import annotations

from typing import Any, Literal

from langgraph.runtime import Runtime
from langgraph.types import Command

from kasen.team import Deps
from kasen.teams.research.nodes.planner import measure
from kasen.teams.research.reading import measured
from kasen.teams.research.rules.comparison_queries import Cell, cells, queries_for_documents, queries_for_web
from kasen.teams.research.rules.coverage import COVERED
from kasen.teams.research.schemas import PointCoverage
from kasen.teams.research.states.compare import Measuring


async def gap_evaluator(
    state: Measuring, runtime: Runtime[Deps]
) -> Command[Literal["searcher", "rag_retriever", "comparer"]]:
    """Search for the empty cells, at most `loops` times again; on when none is empty, or a round found nothing new."""
    deps = runtime.context
    every, excerpts = cells(state["comparison"]), state.get("analyzed_data", [])
    filled = {excerpt.point for excerpt in excerpts}
    empty = [cell for cell in every if cell.number not in filled]
    coverage = await _coverage(every, state, deps)
    update: dict[str, Any] = {"coverage": coverage, "rag_queries": [], "web_queries": []}
    rounds, known = state.get("loop_count", 0), len(state.get("seen", []))
    may_go_on = rounds == 0 or (rounds <= state["request"].loops and known > state.get("known", 0))
    if rounds:
        await _tell(len(every), len(filled), deps)
    if empty and may_go_on:
        update |= await _queries(empty, state, deps)
        update |= {"loop_count": rounds + 1, "known": known}
        if update["rag_queries"] or update["web_queries"]:
            return Command(update=update, goto=["searcher", "rag_retriever"])
    return Command(update=update, goto="comparer")


async def _coverage(every: list[Cell], state: Measuring, deps: Deps) -> list[PointCoverage]:
    """Each cell; what is known of it is covered, however it is worded."""
    points = [cell.text(deps.lang) for cell in every]
    excerpts = state.get("analyzed_data", [])
    filled = {excerpt.point for excerpt in excerpts}
    found = await measured(deps.evidence, excerpts, points, enough=COVERED)
    return [one.model_copy(update={"covered": one.point in filled}) for one in found]


async def _queries(empty: list[Cell], state: Measuring, deps: Deps) -> dict[str, list[str]]:
    """To the documents what is empty; to the web what their words do not hold."""
    request, first = state["request"], state.get("loop_count", 0) == 0
    sent = [done.query for done in state.get("searches", [])]
    library = await deps.library(request.docs, request.kb)
    rag = queries_for_documents(empty, sent, first=first) if library.passages else []
    if deps.search is None:
        return {"rag_queries": rag, "web_queries": []}
    lacking = empty
    if first and library.passages:
        shares = await measure(library, [cell.text(deps.lang) for cell in empty])
        lacking = [cell for cell, one in zip(empty, shares, strict=True) if one.coverage < COVERED]
    web_sent = [done.query for done in state.get("searches", []) if done.where == "web"]
    return {"rag_queries": rag, "web_queries": queries_for_web(lacking, web_sent, first=first)}


async def _tell(cells: int, filled: int, deps: Deps) -> None:
    await deps.emit("score", name="coverage", value=round(filled / cells, 3), scale=1.0)
    deps.note(f"{cells} 欄中 {filled} 欄に根拠" if deps.lang == "ja" else f"{filled} of {cells} cells have evidence")
