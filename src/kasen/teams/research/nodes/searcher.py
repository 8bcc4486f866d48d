"""The queries of the plan, sent to the web."""

from __future__ import annotations

import asyncio

from langgraph.runtime import Runtime

from kasen.errors import ProviderError
from kasen.models.role import Role
from kasen.team import Deps
from kasen.teams.research.reading import LATER, found_by
from kasen.teams.research.rules.planner import MOST_QUERIES
from kasen.teams.research.rules.searcher import send
from kasen.teams.research.schemas import Found, Queries, SearchDone
from kasen.teams.research.state import Gathered, WebFound
from kasen.tools.search import WebSearch

SEARCHER = Role(
    name="searcher",
    package="kasen.teams.research",
    reply=Queries,
    rule=send,
    answer_tokens=150,
    target_s=3.0,
    maximum_s=5.0,
)
"""Seconds as those of a query."""
RESULTS = 5
"""Results per query (seed 004: `max_results` 5)."""


async def searcher(state: Gathered, runtime: Runtime[Deps]) -> WebFound:
    """Search; a query that fails is recorded and the others go on. Nothing is sent where no search is configured."""
    deps, planned = runtime.context, state["plan"].web_queries
    if deps.search is None or not planned:
        return {"search_results": [], "searches": []}
    question = state["request"].question
    today = deps.now().date().isoformat()
    answer = await deps.ask(SEARCHER, question=question, queries=planned, lang=deps.lang, today=today)
    said = list(dict.fromkeys(" ".join(query.split()) for query in answer.value.queries if query.strip()))
    queries = (said or planned)[:MOST_QUERIES]
    weight = 1.0 if state["loop_count"] == 1 else LATER
    asked = [_one(deps, deps.search, query, weight) for query in queries]
    ended = await asyncio.gather(*asked, return_exceptions=True)
    # All have ended here, so none is left running when one of them was cancelled or is a bug.
    for one in ended:
        if isinstance(one, BaseException):
            raise one
    done = [one for one in ended if not isinstance(one, BaseException)]
    failed = sum(1 for search, _ in done if search.error)
    deps.note(f"web: {sum(len(found) for _, found in done)}" + (f" ({failed} ✗)" if failed else ""))
    return {"search_results": [f for _, found in done for f in found], "searches": [search for search, _ in done]}


async def _one(deps: Deps, search: WebSearch, query: str, weight: float) -> tuple[SearchDone, list[Found]]:
    try:
        hits = await search(query, max_results=RESULTS)
    except ProviderError as error:
        await deps.emit("search", query=query, where="web", found=0, error=str(error))
        return SearchDone(query=query, where="web", error=str(error)), []
    await deps.evidence.add(hits)
    await deps.emit("search", query=query, where="web", found=len(hits))
    return SearchDone(query=query, where="web", found=len(hits)), found_by(query, hits, weight=weight)
