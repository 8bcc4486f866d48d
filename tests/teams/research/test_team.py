"""The team is found by name and its strings lead somewhere."""

from __future__ import annotations

from langgraph.graph import StateGraph

from kasen.team import load, load_object, names, request_type


def test_research_is_listed_and_loads() -> None:
    assert "research" in names()
    team = load("research")
    assert request_type(team).__name__ == "Request"
    assert load_object(team.result).__name__ == "Result"
    assert [load_object(role).name for role in team.roles] == [
        *("planner", "searcher", "rag_retriever", "analyzer", "evaluator", "synthesizer")
    ]


def test_the_name_of_the_seed_is_the_mode() -> None:
    team = load("research")
    assert team.mode("quick_research") == team.mode(None) == "quick"
    assert isinstance(load_object(team.modes["quick"])(), StateGraph)
