"""Searches with queries that code made."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from kasen.errors import Retryable
from kasen.team import Deps
from kasen.teams.research.nodes.lookups import rag_retriever, searcher
from kasen.teams.research.reading import LATER
from kasen.teams.research.schemas import Request
from kasen.testing.deps import fake_deps
from kasen.testing.search import FakeSearch, document_hit, web_hit


def state(**more: Any) -> Any:
    given = {"rag_queries": [], "web_queries": [], "loop_count": 1}
    return {"request": Request(question="q", docs=["/d"]), **given, **more}


async def test_documents_and_web_are_searched_as_told_and_nobody_is_asked() -> None:
    search = FakeSearch({"a": Retryable("timed out"), "b": [web_hit("b page")]})
    deps = fake_deps(documents=[document_hit("about tea")], search=search)
    runtime: Runtime[Deps] = Runtime(context=deps)
    on_web = await searcher(state(web_queries=["a", "b"]), runtime)
    in_docs = await rag_retriever(state(rag_queries=["tea"]), runtime)
    assert [(done.query, done.error) for done in on_web["searches"]] == [("a", "timed out"), ("b", "")]
    assert len(on_web["search_results"]) == len(in_docs["rag_results"]) == 1
    assert deps.notes == ["web: 1 (1 ✗)", "documents: 1 passages"]
    assert deps.ledger.receipts == {}


async def test_what_later_rounds_find_weighs_less_and_nothing_planned_is_nothing_sent() -> None:
    deps = fake_deps(documents=[document_hit("about tea")], search=FakeSearch([web_hit("x")]))
    runtime: Runtime[Deps] = Runtime(context=deps)
    later = await rag_retriever(state(rag_queries=["tea"], loop_count=2), runtime)
    assert later["rag_results"][0].score == LATER
    assert (await searcher(state(), runtime))["searches"] == []
    assert (await rag_retriever(state(), runtime))["searches"] == []
    assert len(deps.notes) == 1
