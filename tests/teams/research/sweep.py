"""Runs of research that are killed around their commits and carried on; the report must be the same each time."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from kasen.knowledge.library import Library
from kasen.runtime.host import Host
from kasen.team import load_object
from kasen.testing.crash import Crashes, Kill, Scenario, disturb, every_commit
from kasen.testing.crash_child import rules_only
from kasen.testing.stores import FakeLibrary
from kasen.testing.traces import Trace, read_trace

TESTS = Path(__file__).parents[2]
DOCUMENTS = {
    "compare": "teams.research.graphs.test_compare:DOCS",
    "causal": "teams.research.graphs.test_causal:DOCS",
    "fact-check": "teams.research.graphs.test_fact_check:DOCS",
}


def hosts(mode: str, home: Path) -> Host:
    """A host without models and web, whose documents are those of the tests of a mode."""

    async def opened(*_: object) -> Library:
        return FakeLibrary(load_object(DOCUMENTS[mode]))

    return replace(rules_only(home), open_library=opened)


compare = partial(hosts, "compare")
causal = partial(hosts, "causal")
fact_check = partial(hosts, "fact-check")


def scenario(mode: str, question: str) -> Scenario:
    """A run by rules, with a pause for the plan that is answered at once."""
    request = {"question": question, "docs": [str(TESTS)], "approve": ["plan"]}
    return Scenario(team="research", mode=mode, request=request, host=f"teams.research.sweep:{mode.replace('-', '_')}")


def report_of(trace: Trace) -> dict[str, Any]:
    """The result without what is another in every run: its id and its seconds."""
    result = dict(trace.result)
    result["document"] = {key: value for key, value in result["document"].items() if key != "how_made"}
    return {key: value for key, value in result.items() if key != "report"}


def kill_around(place: Path, run: Scenario, *, every: bool) -> None:
    """Kill the run before and after every commit, else those in the middle."""
    with Crashes(path=[TESTS]) as crashes:
        commits = crashes.see_through(place / "whole", run).commits
        whole = read_trace(place / "whole")
        assert whole is not None
        assert whole.status == "done"
        assert report_of(whole)["findings"]
        asked = Counter((e["node"], e["role"]) for e in whole.events if e["type"] == "model_call")
        middle = commits // 2
        assert middle > 10
        kills = every_commit(commits) if every else (Kill(commit=middle), Kill(commit=middle, after=True))
        for kill in kills:
            final, broken = disturb(crashes, place / str(kill), run, [kill])
            assert broken == [], kill
            assert final is not None
            assert final.status == "done", kill
            assert report_of(final) == report_of(whole), kill
            again = Counter((e["node"], e["role"]) for e in final.events if e["type"] == "model_call")
            assert again == asked, kill
