"""The queries of the plan, sent to the web."""

from __future__ import annotations

from langgraph.runtime import Runtime

from kasen.models.role import Role
from kasen.team import Deps
from kasen.teams.research.gathering import search_web
from kasen.teams.research.reading import LATER
from kasen.teams.research.rules.planner import MOST_QUERIES
from kasen.teams.research.rules.searcher import send
from kasen.teams.research.schemas import Queries
from kasen.teams.research.state import Gathered, WebFound

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


async def searcher(state: Gathered, runtime: Runtime[Deps]) -> WebFound:
    """Search and read; what fails is recorded and the rest goes on. Nothing is sent where no search is configured.

    The planner's queries are sent as they are; in later rounds, which look for what they did not find, the role puts
    them into other words first.
    """
    deps, request, planned = runtime.context, state["request"], state["plan"].web_queries
    if deps.search is None or not planned:
        return {"search_results": [], "searches": []}
    first = state["loop_count"] == 1
    queries = planned if first else await _reworded(state, deps)
    done = await search_web(deps, request, queries[:MOST_QUERIES], weight=1.0 if first else LATER)
    failed = sum(bool(search.error) for search in done.searches)
    deps.note(f"web: {len({found.source_id for found in done.found})}" + (f" ({failed} ✗)" if failed else ""))
    return {"search_results": done.found, "searches": done.searches}


async def _reworded(state: Gathered, deps: Deps) -> list[str]:
    planned = state["plan"].web_queries
    today = deps.now().date().isoformat()
    answer = await deps.ask(SEARCHER, question=state["request"].question, queries=planned, lang=deps.lang, today=today)
    said = list(dict.fromkeys(" ".join(query.split()) for query in answer.value.queries if query.strip()))
    return said or planned
