"""Searching: up to five queries at once, in documents and on the web, none of them twice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from langgraph.runtime import Runtime

from kasen.models.role import Role
from kasen.team import Deps
from kasen.teams.research import remarks
from kasen.teams.research.actions import checked
from kasen.teams.research.gathering import Gathering, gather, lang_of
from kasen.teams.research.nodes.planner import VOCABULARY, documents_of, measure, plain_queries
from kasen.teams.research.reading import LATER
from kasen.teams.research.results import results_of
from kasen.teams.research.rules.coverage import COVERED
from kasen.teams.research.rules.planner import allocate, same
from kasen.teams.research.rules.researcher import improve
from kasen.teams.research.schemas import Queries, ResearchPlan
from kasen.teams.research.schemas.supervised import Message, SearchResult
from kasen.teams.research.states.supervised import Planned
from kasen.teams.research.steering import MOST_DRY, evaluate_progress

RESEARCHER = Role(
    name="researcher",
    package="kasen.teams.research",
    reply=Queries,
    rule=improve,
    answer_tokens=200,
    target_s=3.0,
    maximum_s=5.0,
)
AT_ONCE = 5
"""Queries that are sent at the same time (seed 004 §3.3.7)."""


async def researcher(state: Planned, runtime: Runtime[Deps]) -> dict[str, Any]:
    """Search; a query or page that fails costs only itself and is recorded. Without a query left, nothing is sent."""
    deps, request, lang = runtime.context, state["request"], lang_of(runtime.context.lang)
    queries = await _queries(state, deps)
    gathered = await _sent(state, deps, queries)
    known = state["research_data"]
    data = await results_of(deps, request, gathered.found, known)
    new = len(data) - len(known)
    failed = sum(1 for search in gathered.searches if search.error)
    said = remarks.searched(new, len(data), failed, lang) if queries else remarks.exhausted(lang)
    deps.note(said)
    update = {
        "messages": [Message(role="researcher", text=said)],
        "research_data": data,
        "found": gathered.found,
        "searches": gathered.searches,
        "iteration_count": state["iteration_count"] + 1,
        "dry_searches": 0 if new else await _dry(state, deps, data, queries),
        "next_action": "research",
    }
    return checked("researcher", state, update)


async def _queries(state: Planned, deps: Deps) -> list[str]:
    """Those of the plan not sent yet; the role is asked when there are none, or when the review wants evidence."""
    plan = _plan(state)
    tried = list(dict.fromkeys(done.query for done in state["searches"]))
    sent = {same(query) for query in tried}
    planned = [query for query in plan.search_queries if same(query) not in sent]
    if planned and not state["feedback"]:
        return planned[:AT_ONCE]
    request, points = state["request"], plan.investigation_points
    library = await documents_of(deps, request)
    progress = await evaluate_progress(deps.evidence, points, state["found"], state["research_data"])
    shares = zip(points, progress.points, strict=True)
    answer = await deps.ask(
        RESEARCHER,
        question=request.question,
        lang=deps.lang,
        today=deps.now().date().isoformat(),
        points=points,
        missing=[point for point, share in shares if share < COVERED],
        planned=planned,
        tried=tried,
        feedback=state["feedback"] or "",
        vocabulary=[term.text for term in await library.vocabulary(limit=VOCABULARY)],
        most=AT_ONCE,
    )
    fresh: dict[str, str] = {}
    for query in [*plain_queries(answer.value.queries), *planned]:
        if same(query) and same(query) not in sent:
            fresh.setdefault(same(query), query)
    return list(fresh.values())[:AT_ONCE]


async def _sent(state: Planned, deps: Deps, queries: Sequence[str]) -> Gathering:
    """Each query where the documents or the web can answer it."""
    request = state["request"]
    measured = await measure(await documents_of(deps, request), queries)
    rag, web = allocate(measured, web=deps.search is not None)
    weight = LATER if state["searches"] else 1.0
    return await gather(deps, request, rag_queries=rag, web_queries=web, weight=weight)


async def _dry(state: Planned, deps: Deps, data: Sequence[SearchResult], queries: Sequence[str]) -> int:
    """Searches in a row without a new source; as many as end the searching where there is nothing left to be found."""
    library = await documents_of(deps, state["request"])
    in_documents = sum(1 for one in data if one.source == "documents")
    all_read = deps.search is None and in_documents >= library.documents
    return MOST_DRY if all_read or not queries else state["dry_searches"] + 1


def _plan(state: Planned) -> ResearchPlan:
    plan = state["task_plan"]
    assert plan is not None, "the supervisor plans before anything is searched"
    return plan
