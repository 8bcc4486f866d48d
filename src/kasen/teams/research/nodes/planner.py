"""Points to find out and queries, each sent where the documents or the web can answer it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from langgraph.runtime import Runtime

from kasen.errors import InputError
from kasen.knowledge.library import Library
from kasen.models.role import Role
from kasen.team import Deps
from kasen.teams.research.prose import Lang, is_in
from kasen.teams.research.rules.parts import MOST, parts
from kasen.teams.research.rules.planner import MOST_QUERIES, allocate, drafts, plan, same, strategy
from kasen.teams.research.rules.question import keywords
from kasen.teams.research.schemas import Before, Measured, PlanningNotes, Request, ResearchPlan, Result, StrategicPlan
from kasen.teams.research.state import Planned, Retried

PLANNER = Role(
    name="planner",
    package="kasen.teams.research",
    reply=StrategicPlan,
    rule=plan,
    tier="reasoning",
    answer_tokens=700,
    target_s=5.0,
    maximum_s=10.0,
)
"""Seconds of the roles: seed 004 §5.1; the planner's are those of its supervisor."""
VOCABULARY = 120
LONGEST = 500
"""Characters of a point, a query and the theme that are kept."""
_OPERATORS = re.compile(r"\b(?:site|inurl|intitle|filetype|before|after):\S+|[\"“”]|(?<!\w)-(?=\w)|\b(?:AND|OR|NOT)\b")


async def planner(state: Retried, runtime: Runtime[Deps]) -> Planned:
    """Plan the next round. Raises InputError when there is nothing to search at all."""
    deps, request = runtime.context, state["request"]
    library = await documents_of(deps, request)
    earlier = list(dict.fromkeys(done.query for done in state.get("searches", [])))
    missing = state["evaluation"].missing if "evaluation" in state else []
    vocabulary = [term.text for term in await library.vocabulary(limit=VOCABULARY)]
    measured = await measure(library, drafts(request.question, vocabulary, missing, earlier))
    answer = await deps.ask(
        PLANNER,
        question=request.question,
        lang=deps.lang,
        today=deps.now().date().isoformat(),
        vocabulary=vocabulary,
        measured=measured,
        web=deps.search is not None,
        notes=PlanningNotes(
            earlier=earlier,
            missing=missing,
            before=before_of(deps),
            wishes=state.get("wishes", []),
            outline=request.outline,
        ),
    )
    proposed = answer.value if answer.is_rule else await _allocated(answer.value, library, measured, earlier, deps)
    plan_ = settled(proposed, state, deps)
    await _tell(plan_, deps)
    return {"plan": plan_, "loop_count": state.get("loop_count", 0) + 1}


async def documents_of(deps: Deps, request: Request) -> Library:
    """The user's documents, searched as one. Raises InputError when there is nothing to search at all."""
    library = await deps.library(request.docs, request.kb)
    knows = library.passages or request.docs or request.kb or (deps.earlier and deps.earlier.passage_ids)
    if deps.search is None and not knows:
        raise InputError(
            "there is nothing to search: no documents were given and no web search is configured",
            hint="Give a folder with --docs, a knowledge base with --kb, or set a search key.",
        )
    return library


async def measure(library: Library, queries: Sequence[str]) -> list[Measured]:
    """Queries with the share of their words that the documents hold."""
    shares = [await library.coverage(keywords(query) or query) for query in queries]
    return [Measured(query=query, coverage=round(share, 3)) for query, share in zip(queries, shares, strict=True)]


async def _allocated(
    said: StrategicPlan, library: Library, drafted: Sequence[Measured], earlier: Sequence[str], deps: Deps
) -> StrategicPlan:
    """A model's queries, measured and sent by the measure; where it proposed none, those that were drafted."""
    sent = {same(query) for query in earlier}
    proposed = [*plain_queries(said.rag_queries), *plain_queries(said.web_queries)]
    fresh = [query for query in dict.fromkeys(proposed) if same(query) not in sent][:MOST_QUERIES]
    if not fresh:
        measured = list(drafted)
    else:
        own_words = [one for one in drafted[:1] if not earlier and one.query not in fresh]
        measured = [*own_words, *await measure(library, fresh)]
    rag, web = allocate(measured, web=deps.search is not None)
    wanted = [query for query in plain_queries(said.web_queries) if query in fresh and deps.search is not None]
    web = list(dict.fromkeys([*web, *wanted]))
    told = strategy(measured, rag, web, lang=deps.lang)
    reason = " ".join(part for part in (" ".join(said.allocation_strategy.split()), told) if part)
    return said.model_copy(update={"rag_queries": rag, "web_queries": web, "allocation_strategy": reason})


def before_of(deps: Deps) -> Before | None:
    """What the report that this run goes on from asked and found."""
    if deps.earlier is None:
        return None
    said = Result.model_validate(dict(deps.earlier.result))
    return Before(question=said.question, findings=[finding.text for finding in said.findings][:10])


def settled(said: StrategicPlan, state: Retried, deps: Deps) -> ResearchPlan:
    """The points stay those of the first round, so that evidence keeps its numbers; an outline gives them."""
    request = state["request"]
    question = request.question
    own = parts(question)
    points = _clean(said.investigation_points)[:MOST]
    if not points or not readable(points, own, deps.lang):
        points = own
    if request.outline:
        points = request.outline
    if "plan" in state and state.get("loop_count", 0) > 0:
        points = state["plan"].investigation_points
    return ResearchPlan(
        theme=" ".join(said.theme.split())[:LONGEST] or question,
        investigation_points=points,
        rag_queries=said.rag_queries,
        web_queries=said.web_queries,
        allocation_strategy=said.allocation_strategy,
        plan_text=said.plan_text,
        search_queries=list(dict.fromkeys([*said.rag_queries, *said.web_queries])),
        created_at=deps.now().isoformat(timespec="seconds"),
    )


def readable(points: Sequence[str], own: Sequence[str], lang: str) -> bool:
    """Whether the points, which head the parts of the report, are in its language; the question may not be either."""
    expected: Lang = "ja" if lang == "ja" else "en"
    return all(is_in(expected, point) for point in points) or not all(is_in(expected, point) for point in own)


def plain_queries(texts: Sequence[str]) -> list[str]:
    """Queries without the operators of search engines, which find nothing in documents."""
    return _clean([_OPERATORS.sub(" ", text) for text in texts])


def _clean(texts: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(" ".join(text.split())[:LONGEST] for text in texts if any(c.isalnum() for c in text)))


async def _tell(plan_: ResearchPlan, deps: Deps) -> None:
    points = [{"id": str(n), "text": point} for n, point in enumerate(plan_.investigation_points, start=1)]
    queries = [{"query": query, "where": "documents"} for query in plan_.rag_queries]
    queries += [{"query": query, "where": "web"} for query in plan_.web_queries]
    await deps.emit("plan", steps=[*points, *queries])
    documents, web = len(plan_.rag_queries), len(plan_.web_queries)
    if deps.lang == "ja":
        deps.note(f"{len(points)} 点、検索 {len(queries)} 件：資料 {documents}、ウェブ {web}")
    else:
        deps.note(f"points: {len(points)}, queries: {len(queries)} ({documents} → documents, {web} → web)")
