"""The state keeps the seed's names, survives a restart, and a killed run ends with the same report."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any, get_type_hints

import pytest

from kasen.runtime.state_types import state_models
from kasen.teams.research.graphs.supervised import build
from kasen.teams.research.schemas.supervised import Message, SearchResult
from kasen.teams.research.states.supervised import State
from kasen.testing.crash import Crashes, Scenario, disturb, every_commit
from kasen.testing.traces import Trace, read_trace
from teams.research.supervised_scenes import QUESTION

TESTS = Path(__file__).parents[3]
SCENARIO = Scenario(
    team="research",
    mode="supervised",
    request={"question": QUESTION, "approve": ["plan", "draft"]},
    host="teams.research.supervised_scenes:hosted",
)


def test_the_names_are_those_of_the_seed() -> None:
    named = {"messages", "task_plan", "research_data", "current_draft", "feedback", "iteration_count", "next_action"}
    assert named | {"human_input_required", "human_input"} <= get_type_hints(State).keys()


def test_every_type_survives_a_checkpoint() -> None:
    names = {name for _, name in state_models(build())}
    assert {
        "Message",
        "SearchResult",
        "ResearchPlan",
        "DraftReview",
        "StatementCheck",
        "Draft",
        "Verification",
    } <= names


def test_the_state_holds_passages_by_id_and_words_of_sources_as_summaries_only() -> None:
    assert set(Message.model_fields) == {"role", "text"}
    assert {"summary", "passage_ids"} <= SearchResult.model_fields.keys()


def report_of(trace: Trace) -> dict[str, Any]:
    """The result without what differs from run to run: its id, its seconds, the price of a call that was cut off."""
    result = {key: value for key, value in trace.result.items() if key not in ("report", "plan")}
    document = {key: value for key, value in result.pop("document").items() if key not in ("how_made", "made_by")}
    return {**result, "document": document}


def kill_around(home: Path, points: int) -> None:
    """Kill a run before and after so many of its commits and carry it on; each time the result must be the same."""
    with Crashes(path=[TESTS]) as crashes:
        commits = crashes.see_through(home / "whole", SCENARIO).commits
        whole = read_trace(home / "whole")
        assert whole is not None
        nodes = [event["node"] for event in whole.events if event["type"] == "node_finished"]
        assert nodes[-1] == "manuscript_publisher"
        assert Counter(nodes)["writer"] == Counter(nodes)["reviewer"] == 2
        asked = Counter((e["node"], e["role"]) for e in whole.events if e["type"] == "model_call")
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
