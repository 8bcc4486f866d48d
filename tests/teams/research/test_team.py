"""The team is found by name and its strings lead somewhere."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from langgraph.graph import StateGraph

from kasen.team import AUTO, load, load_object, names, request_type
from kasen.testing.crash import Crashes, Scenario, disturb, every_commit
from kasen.testing.traces import Trace, read_trace


def test_research_is_listed_and_loads() -> None:
    assert "research" in names()
    team = load("research")
    assert request_type(team).__name__ == "Request"
    assert load_object(team.result).__name__ == "Result"
    roles = [load_object(role).name for role in team.roles]
    assert roles[:6] == ["planner", "searcher", "rag_retriever", "analyzer", "evaluator", "synthesizer"]
    assert len(set(roles)) == len(roles)


def test_the_names_of_the_seed_are_the_modes() -> None:
    team = load("research")
    assert team.mode("quick_research") == "quick"
    assert team.mode(None) == AUTO
    assert (team.mode("comparative"), team.mode("causal_inference")) == ("compare", "causal")
    for mode in team.modes.values():
        assert isinstance(load_object(mode)(), StateGraph)


EXAMPLES = Path(__file__).parents[3] / "examples" / "corpus"
SCENARIO = Scenario(
    team="research",
    request={"question": "なぜ宇治は日本茶の中心になったのか", "docs": [str(EXAMPLES)]},
    host="kasen.testing.crash_child:with_documents",
)


def report_of(trace: Trace) -> dict[str, Any]:
    """The report without what is another in every run: its id and its seconds."""
    document = dict(trace.result["document"])
    document.pop("how_made")
    return document


def kill_around(home: Path, points: int) -> None:
    """Kill a run before and after so many of its commits and carry it on; each time the report must be the same."""
    with Crashes() as crashes:
        commits = crashes.see_through(home / "whole", SCENARIO).commits
        whole = read_trace(home / "whole")
        assert whole is not None
        assert len(report_of(whole)["key_findings"]) >= 3
        asked = Counter((e["node"], e["role"]) for e in whole.events if e["type"] == "model_call")
        assert set(asked) == {(role, role) for role in ("planner", "analyzer", "synthesizer")}
        kills = list(every_commit(commits, step=max(1, commits // points)))
        assert len(kills) >= 6
        for kill in kills:
            final, broken = disturb(crashes, home / str(kill), SCENARIO, [kill])
            assert broken == [], kill
            assert final is not None
            assert final.status == "done", kill
            assert report_of(final) == report_of(whole), kill
            again = Counter((e["node"], e["role"]) for e in final.events if e["type"] == "model_call")
            assert again == asked, kill


def test_a_run_killed_at_boundaries_of_its_nodes_ends_with_the_same_report(tmp_path: Path) -> None:
    kill_around(tmp_path, 3)


@pytest.mark.slow
def test_a_run_killed_around_every_commit_ends_with_the_same_report(tmp_path: Path) -> None:
    kill_around(tmp_path, 10_000)
