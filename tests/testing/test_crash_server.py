"""Children that are held while others run, that have no room on the disk, and that end in order."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kasen.runtime.store import Store
from kasen.testing.crash import Crashes, Kill, Scenario
from kasen.testing.traces import read_note

ECHO = Scenario(team="echo", request={"text": "hello big wide world"})


@pytest.fixture(scope="module")
def crashes() -> Iterator[Crashes]:
    with Crashes(path=[Path(__file__).parents[1]]) as crashes:
        yield crashes


async def imported(_store: Store, **_scenario: Any) -> bool:
    """Run by a child: whether a step of research was there when it began."""
    return "kasen.teams.research.nodes.manuscript_publisher" in sys.modules


def test_who_is_held_goes_on_when_those_that_waited_for_it_are_over(crashes: Crashes, tmp_path: Path) -> None:
    held = crashes.driving(tmp_path / "a", ECHO, Kill(commit=5, after=True, how="STOP"))
    late = replace(crashes.driving(tmp_path / "b", ECHO), when_stopped=True)
    first, second = crashes.run_at_once(held, late)
    assert [first.killed, second.killed] == [False, False]
    assert [first.value["status"], second.value["status"]] == ["done", "done"]
    assert first.began < second.began
    assert second.ended <= first.ended


def test_what_stood_there_when_one_was_held_is_noted_before_another_goes_on(crashes: Crashes, tmp_path: Path) -> None:
    home, noted = tmp_path / "home", tmp_path / "noted"
    held = replace(crashes.driving(home, ECHO, Kill(commit=5, after=True, how="STOP")), noted=noted)
    taking = crashes.command(home, "kasen.testing.crash_child:take_over", driven_by=ECHO.driven_by, **ECHO.arguments())
    crashes.run_at_once(held, replace(taking, when_stopped=True))
    cut, final = read_note(noted), crashes.trace(home)
    assert cut is not None
    assert final is not None
    assert (cut.status, final.status) == ("running", "done")
    assert {event["attempt"] for event in cut.events} == {1}


def test_who_waits_for_a_stop_that_never_comes_begins_when_the_other_is_over(crashes: Crashes, tmp_path: Path) -> None:
    held = crashes.driving(tmp_path / "a", ECHO, Kill(commit=10_000, how="STOP"))
    late = replace(crashes.driving(tmp_path / "b", ECHO), when_stopped=True)
    first, second = crashes.run_at_once(held, late)
    assert first.ended <= second.began
    assert second.value["status"] == "done"


def test_steps_are_the_commits_of_checkpoints_and_one_can_be_the_last(crashes: Crashes, tmp_path: Path) -> None:
    whole = crashes.see_through(tmp_path / "whole", ECHO)
    assert 3 < whole.steps < whole.commits
    for after in (False, True):
        home = tmp_path / str(after)
        assert crashes.see_through(home, ECHO, Kill(step=3, after=after)).killed
        left = crashes.see_through(home, ECHO).steps
        assert left == whole.steps - (3 if after else 2)


def test_asked_to_end_a_child_ends_in_order_and_says_so(crashes: Crashes, tmp_path: Path) -> None:
    outcome = crashes.see_through(tmp_path, ECHO, Kill(commit=9, after=True, how="TERM"))
    assert (outcome.killed, outcome.error, outcome.value["status"]) == (False, "", "interrupted")
    assert crashes.see_through(tmp_path, ECHO).value["status"] == "done"


def test_a_file_that_may_not_grow_is_an_error_of_that_child_alone(crashes: Crashes, tmp_path: Path) -> None:
    starved = replace(crashes.driving(tmp_path / "a", ECHO), room=1_000)
    first, second = crashes.run_at_once(starved, crashes.driving(tmp_path / "b", ECHO))
    assert first.error
    assert first.value is None
    assert second.value["status"] == "done"


def test_the_steps_of_a_team_are_imported_once_before_children_begin(crashes: Crashes, tmp_path: Path) -> None:
    here = "testing.test_crash_server:imported"
    assert not crashes.run(tmp_path, here).value
    assert crashes.run(tmp_path, here, team="research", mode="supervised").value
