"""Without a model the web gets the queries of the plan."""

from __future__ import annotations

from kasen.teams.research.rules.searcher import send


def test_queries_go_out_as_planned_each_once() -> None:
    assert send(question="q", queries=["a", "b", "a"], lang="en", today="2026-01-01").queries == ["a", "b"]
