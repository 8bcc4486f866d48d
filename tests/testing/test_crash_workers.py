"""Three times a worker of a real Temporal server is killed amid a run of each team, and another goes on by itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from kasen.runtime.database import open_database
from kasen.testing.crash import Crashes, Disturbed, Kill
from kasen.testing.crash_cells import measured, undisturbed
from kasen.testing.crash_workers import by_workers
from servers.postgresql import PostgreSQL
from servers.temporal import Temporal
from testing.durable import TEAMS, TESTS, scenarios


@pytest.mark.parametrize("team", TEAMS)
def test_when_a_worker_is_killed_another_goes_on_as_if_nothing_had_been(
    team: str, tmp_path: Path, postgresql: PostgreSQL, temporal: Temporal
) -> None:
    databases: dict[Path, str] = {}
    template = postgresql.create()
    open_database(tmp_path / "migrated", postgresql.address(template)).dispose()

    def database(home: Path) -> str:
        if home not in databases:
            databases[home] = postgresql.address(postgresql.create(template=template))
        return databases[home]

    seen: list[Disturbed] = []
    with Crashes(path=[TESTS], database=database, history=True) as crashes:
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
