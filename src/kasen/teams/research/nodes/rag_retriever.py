"""The queries of the plan, looked up in the user's documents."""

from __future__ import annotations

from langgraph.runtime import Runtime

from kasen.models.role import Role
from kasen.team import Deps
from kasen.teams.research.nodes.planner import VOCABULARY
from kasen.teams.research.reading import LATER, found_by
from kasen.teams.research.rules.planner import MOST_QUERIES
from kasen.teams.research.rules.rag_retriever import send
from kasen.teams.research.schemas import Found, Queries, SearchDone
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
RESULTS = 12
"""Passages per query."""


async def rag_retriever(state: Gathered, runtime: Runtime[Deps]) -> DocumentsFound:
    """Search the documents with the planned queries, and with those that the role adds to them."""
    deps, request, planned = runtime.context, state["request"], state["plan"].rag_queries
    if not planned:
        return {"rag_results": [], "searches": []}
    library = await deps.library(request.docs, request.kb)
    if not library.passages:
        return {"rag_results": [], "searches": []}
    vocabulary = [term.text for term in await library.vocabulary(limit=VOCABULARY)]
    answer = await deps.ask(RAG_RETRIEVER, question=request.question, queries=planned, vocabulary=vocabulary)
    added = [" ".join(query.split()) for query in answer.value.queries if query.strip()]
    found: list[Found] = []
    searches: list[SearchDone] = []
    for query in list(dict.fromkeys([*planned, *added]))[:MOST_QUERIES]:
        hits = await library.search(query, limit=RESULTS)
        await deps.evidence.add(hits)
        await deps.emit("search", query=query, where="documents", found=len(hits))
        first = state["loop_count"] == 1 and query in planned
        found += found_by(query, hits, weight=1.0 if first else LATER)
        searches.append(SearchDone(query=query, where="documents", found=len(hits)))
    passages = len({one.passage_id for one in found})
    deps.note(f"資料 {passages} 箇所" if deps.lang == "ja" else f"documents: {passages} passages")
    return {"rag_results": found, "searches": searches}
