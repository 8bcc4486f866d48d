"""Without a model the documents get the queries of the plan."""

from __future__ import annotations

from kasen.teams.research.rules.rag_retriever import send


def test_queries_go_out_as_planned_each_once() -> None:
    assert send(question="q", queries=["茶", "茶", "煎茶"], vocabulary=[]).queries == ["茶", "煎茶"]
