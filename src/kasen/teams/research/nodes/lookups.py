"""Searches with queries that code made, in the graphs whose plan leaves no wording open."""

from __future__ import annotations

from langgraph.runtime import Runtime

from kasen.team import Deps
from kasen.teams.research.gathering import earlier_passages, search_documents, search_web
from kasen.teams.research.reading import LATER
from kasen.teams.research.state import Asked, DocumentsFound, WebFound


class Lookup(Asked):
    """What searcher and rag_retriever read."""

    rag_queries: list[str]
    web_queries: list[str]
    loop_count: int


async def searcher(state: Lookup, runtime: Runtime[Deps]) -> WebFound:
    """Search the web and read what is found; what fails is recorded and the rest goes on."""
    deps = runtime.context
    done = await search_web(deps, state["request"], state["web_queries"], weight=_weight(state))
    if state["web_queries"]:
        failed = sum(bool(search.error) for search in done.searches)
        deps.note(f"web: {len({found.source_id for found in done.found})}" + (f" ({failed} ✗)" if failed else ""))
    return {"search_results": done.found, "searches": done.searches}


async def rag_retriever(state: Lookup, runtime: Runtime[Deps]) -> DocumentsFound:
    """Search the documents; the first time also what the report that this run goes on from rested on."""
    deps, request = runtime.context, state["request"]
    kept = await earlier_passages(deps, request.question) if state["loop_count"] == 1 else []
    done = await search_documents(deps, request, state["rag_queries"], weight=_weight(state))
    found = [*kept, *done.found]
    passages = len({one.passage_id for one in found})
    if state["rag_queries"]:
        deps.note(f"資料 {passages} 箇所" if deps.lang == "ja" else f"documents: {passages} passages")
    return {"rag_results": found, "searches": done.searches}


def _weight(state: Lookup) -> float:
    return 1.0 if state["loop_count"] == 1 else LATER
