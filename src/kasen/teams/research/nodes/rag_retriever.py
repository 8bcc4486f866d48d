"""The queries of the plan, looked up in the user's documents."""

from __future__ import annotations

from langgraph.runtime import Runtime

from kasen.models.role import Role
from kasen.team import Deps
from kasen.teams.research.gathering import earlier_passages, search_documents
from kasen.teams.research.nodes.planner import VOCABULARY
from kasen.teams.research.reading import LATER
from kasen.teams.research.rules.planner import MOST_QUERIES
from kasen.teams.research.rules.rag_retriever import send
from kasen.teams.research.schemas import Queries
from kasen.teams.research.state import DocumentsFound, Gathered

RAG_RETRIEVER = Role(
    name="rag_retriever",
    package="kasen.teams.research",
    reply=Queries,
    rule=send,
    answer_tokens=150,
    target_s=3.0,
    maximum_s=5.0,
)
"""Seconds as those of a query."""


async def rag_retriever(state: Gathered, runtime: Runtime[Deps]) -> DocumentsFound:
    """Search the documents with the planned queries, in later rounds also with those that the role adds to them."""
    deps, request, planned = runtime.context, state["request"], state["plan"].rag_queries
    first = state["loop_count"] == 1
    kept = await earlier_passages(deps, request.question) if first else []
    if not planned:
        return {"rag_results": kept, "searches": []}
    done = await search_documents(deps, request, planned[:MOST_QUERIES], weight=1.0 if first else LATER)
    added = [] if first else await _added(state, deps)
    done += await search_documents(deps, request, added[: MOST_QUERIES - len(planned)], weight=LATER)
    found = [*kept, *done.found]
    passages = len({one.passage_id for one in found})
    deps.note(f"資料 {passages} 箇所" if deps.lang == "ja" else f"documents: {passages} passages")
    return {"rag_results": found, "searches": done.searches}


async def _added(state: Gathered, deps: Deps) -> list[str]:
    """The queries that the role adds in the words of the documents."""
    request, planned = state["request"], state["plan"].rag_queries
    library = await deps.library(request.docs, request.kb)
    if not library.passages:
        return []
    vocabulary = [term.text for term in await library.vocabulary(limit=VOCABULARY)]
    answer = await deps.ask(RAG_RETRIEVER, question=request.question, queries=planned, vocabulary=vocabulary)
    said = dict.fromkeys(" ".join(query.split()) for query in answer.value.queries if query.strip())
    return [query for query in said if query not in planned]
