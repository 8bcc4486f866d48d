"""Runs that are drained, doubled, starved and cut off; whatever happens, nothing is lost, doubled or paid twice."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kasen.testing.crash import Crashes, Kill, Scenario
from kasen.testing.crash_harm import Harmed, cut_off, doubled, drained, locked_for, starved
from kasen.testing.traces import read_bills
from testing.durable import TESTS

ECHO = Scenario(team="echo", request={"text": "hello big wide world"}, host="runtime.scenes:scripted")
MIDDLE = Kill(commit=14, after=True)


@pytest.fixture(scope="module")
def crashes() -> Iterator[Crashes]:
    with Crashes(path=[TESTS]) as crashes:
        yield crashes


def ended_well(found: Harmed) -> None:
    assert found.broken() == []
    assert found.final is not None
    assert found.final.status == "done"


def attempts(found: Harmed) -> list[int]:
    assert found.final is not None
    return [event["attempt"] for event in found.final.events if event["type"] == "run_started"]


def test_asked_to_end_a_process_finishes_its_step_and_another_goes_on(crashes: Crashes, tmp_path: Path) -> None:
    found = drained(crashes, tmp_path, ECHO, at=MIDDLE)
    ended_well(found)
    assert (found.outcome.killed, found.outcome.error) == (False, "")
    assert found.outcome.value["status"] == "interrupted"
    assert attempts(found) == [1, 2]
    (cut,) = found.cuts
    assert set(cut.tasks("node_started")) == set(cut.tasks("node_finished")), "what ran was let finish"


@pytest.mark.parametrize("at", [Kill(commit=8), MIDDLE, Kill(step=3, after=True)], ids=str)
def test_of_two_owners_the_older_is_refused_and_pays_for_nothing(crashes: Crashes, tmp_path: Path, at: Kill) -> None:
    found = doubled(crashes, tmp_path, ECHO, at=at)
    ended_well(found)
    assert found.outcome.error.startswith("Fenced: another attempt has taken run ")
    assert attempts(found) == [1, 2]
    assert found.final is not None
    assert found.final.events[-1]["attempt"] == 2
    again = [call for call, times in found.final.calls.items() if times > 1]
    assert len(again) <= 2, "what was under way when it was held, at most"
    assert len(read_bills(tmp_path)) == found.final.calls.total() >= 4


@pytest.mark.parametrize("more", [4_096, 40_000])
def test_on_a_full_disk_a_run_ends_with_a_sentence_and_goes_on_when_there_is_room(
    crashes: Crashes, tmp_path: Path, more: int
) -> None:
    assert crashes.see_through(tmp_path, ECHO, Kill(commit=6, after=True)).killed
    found = starved(crashes, tmp_path, ECHO, room=(tmp_path / "kasen.db-wal").stat().st_size + more)
    ended_well(found)
    assert found.outcome.error.startswith("StoreFailed: the database ")
    (cut,) = found.cuts
    assert cut.status != "done"


def test_while_another_program_locks_the_file_a_run_waits_and_goes_on(crashes: Crashes, tmp_path: Path) -> None:
    found = cut_off(crashes, tmp_path, ECHO, at=MIDDLE, trouble=locked_for(tmp_path, 0.5))
    ended_well(found)
    assert found.outcome.value["status"] == "done"
    assert found.outcome.seconds > 0.5
    assert attempts(found) == [1]


def test_a_database_that_is_no_database_is_said_and_left_as_it_is(crashes: Crashes, tmp_path: Path) -> None:
    home, aside = tmp_path / "home", tmp_path / "aside"
    assert crashes.see_through(home, ECHO, MIDDLE).killed
    aside.mkdir()
    for file in home.glob("kasen.db*"):
        file.rename(aside / file.name)
    (home / "kasen.db").write_bytes(b"this is no database " * 500)
    assert crashes.see_through(home, ECHO).error.startswith("HomeUnusable: ")
    assert (home / "kasen.db").read_bytes().startswith(b"this is no")
    for file in aside.iterdir():
        file.rename(home / file.name)
    assert crashes.see_through(home, ECHO).value["status"] == "done"
