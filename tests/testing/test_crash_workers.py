"""Workers of a real Temporal server are killed amid a run of each team, three times, asked to end, and held."""

from __future__ import annotations

from pathlib import Path

import pytest

from kasen.testing.crash import Crashes, Disturbed, Kill
from kasen.testing.crash_cells import measured, undisturbed
from kasen.testing.crash_harm import doubled, drained
from kasen.testing.crash_workers import by_workers
from servers.temporal import Temporal
from testing.durable import TEAMS, scenarios

QUICK = ("echo", "resume")
SOME = [team if team in QUICK else pytest.param(team, marks=pytest.mark.slow) for team in TEAMS]


@pytest.mark.parametrize("team", TEAMS)
def test_when_a_worker_is_killed_another_goes_on_as_if_nothing_had_been(
    team: str, tmp_path: Path, crashes_on_postgresql: Crashes, temporal: Temporal
) -> None:
    crashes, seen = crashes_on_postgresql, list[Disturbed]()
    scenario = by_workers(scenarios(tmp_path)[team], temporal.address)
    whole = undisturbed(crashes, tmp_path, scenario, timed=False)
    middle = whole.steps // 2
    kills = [Kill(step=middle), Kill(step=middle, after=True), Kill(commit=whole.commits // 2, after=True)]
    cell = measured(crashes, tmp_path, scenario, whole, [[kill] for kill in kills], spare=True, seen=seen.append)
    assert cell.said == []
    assert cell.is_whole
    assert (cell.kills, len(cell.takeovers)) == (3, 3)
    for found in seen:
        (cut,) = found.cuts
        assert found.final is not None
        assert {event["attempt"] for event in cut.events} == {1}, "what stood there before the other one went on"
        assert cut.paid
        assert cut.last_seq < found.final.last_seq
        assert found.final.parents.total() >= whole.steps, "no checkpoint of the chain is missing"


@pytest.mark.parametrize("team", SOME)
def test_a_worker_that_is_asked_to_end_finishes_its_step_and_another_goes_on(
    team: str, tmp_path: Path, crashes_on_postgresql: Crashes, temporal: Temporal
) -> None:
    scenario = by_workers(scenarios(tmp_path)[team], temporal.address)
    found = drained(crashes_on_postgresql, tmp_path / "home", scenario, at=Kill(step=3, after=True))
    assert found.broken() == []
    assert (found.outcome.killed, found.outcome.error) == (False, "")
    (cut,) = found.cuts
    assert cut.status != "done"
    assert set(cut.tasks("node_started")) == set(cut.tasks("node_finished")), "what ran was let finish"
    assert attempts(found) == [1, 2]
    assert found.final is not None
    assert set(found.final.calls.values()) == {1}, "nothing was asked twice"


@pytest.mark.parametrize("team", SOME)
def test_a_worker_that_is_held_loses_its_run_and_writes_nothing_when_it_wakes(
    team: str, tmp_path: Path, crashes_on_postgresql: Crashes, temporal: Temporal
) -> None:
    scenario = by_workers(scenarios(tmp_path)[team], temporal.address)
    found = doubled(crashes_on_postgresql, tmp_path / "home", scenario, at=Kill(step=5, after=True))
    assert found.broken() == []
    assert (found.outcome.killed, found.outcome.error) == (False, ""), "it ends in order"
    assert attempts(found) == [1, 2]
    (cut,) = found.cuts
    assert found.final is not None
    assert found.final.events[-1]["attempt"] == 2
    assert cut.paid
    assert not cut.paid & {call for call, times in found.final.calls.items() if times > 1}


def attempts(found: Disturbed) -> list[int]:
    assert found.final is not None
    assert found.final.status == "done"
    return [event["attempt"] for event in found.final.events if event["type"] == "run_started"]
