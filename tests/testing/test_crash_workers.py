"""A worker of a real Temporal server is killed in the middle of a run, and another goes on by itself."""

from __future__ import annotations

from pathlib import Path

from kasen.runtime.database import open_database
from kasen.testing.crash import Crashes, Kill, disturbed
from kasen.testing.crash_cells import measured, undisturbed
from kasen.testing.crash_workers import by_workers
from servers.postgresql import PostgreSQL
from servers.temporal import Temporal
from testing.durable import TESTS, scenarios


def test_when_a_worker_is_killed_another_goes_on_as_if_nothing_had_been(
    tmp_path: Path, postgresql: PostgreSQL, temporal: Temporal
) -> None:
    databases: dict[Path, str] = {}
    template = postgresql.create()
    open_database(tmp_path / "migrated", postgresql.address(template)).dispose()

    def database(home: Path) -> str:
        if home not in databases:
            databases[home] = postgresql.address(postgresql.create(template=template))
        return databases[home]

    with Crashes(path=[TESTS], database=database, history=True) as crashes:
        scenario = by_workers(scenarios(tmp_path)["echo"], temporal.address)
        whole = undisturbed(crashes, tmp_path, scenario, timed=False)
        kills = [Kill(commit=whole.commits // 2, after=True)]
        cell = measured(crashes, tmp_path, scenario, whole, [kills], spare=True)
        found = disturbed(crashes, tmp_path / "noted", scenario, kills, spare=True)
    assert cell.said == []
    assert (cell.kills, len(cell.takeovers)) == (1, 1)
    (cut,) = found.cuts
    assert found.final is not None
    assert {event["attempt"] for event in cut.events} == {1}, "what stood there before the other one went on"
    assert cut.paid
    assert cut.last_seq < found.final.last_seq
    assert found.final.parents.total() >= whole.steps, "no checkpoint of the chain is missing"
    assert found.broken() == []
