from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kasen.runtime.store import Store
from kasen.settings.environment import plain_environment
from kasen.testing.crash import Command, Crashes, Kill, Outcome, Scenario, disturb, disturbed, every_commit
from kasen.testing.traces import judged, read_trace

ECHO = Scenario(team="echo", request={"text": "hello big wide world"})


@pytest.fixture(scope="module")
def crashes() -> Iterator[Crashes]:
    with Crashes() as crashes:
        yield crashes


def test_an_undisturbed_scenario_is_seen_through_and_its_commits_are_counted(crashes: Crashes, tmp_path: Path) -> None:
    outcome = crashes.see_through(tmp_path, ECHO)
    assert not outcome.killed
    assert outcome.value["status"] == "done"
    assert outcome.value["result"]["text"] == "hello big wide world"
    assert outcome.commits > 10


def test_before_its_first_commit_nothing_is_there_and_after_it_the_run_is(crashes: Crashes, tmp_path: Path) -> None:
    assert crashes.see_through(tmp_path / "a", ECHO, Kill(commit=1)).killed
    assert read_trace(tmp_path / "a") is None
    assert crashes.see_through(tmp_path / "b", ECHO, Kill(commit=1, after=True)).killed
    trace = read_trace(tmp_path / "b")
    assert trace is not None
    assert (trace.status, trace.events) == ("created", [])


def test_a_child_is_killed_when_its_time_is_over(crashes: Crashes, tmp_path: Path) -> None:
    outcome = crashes.see_through(tmp_path, ECHO, Kill(seconds=0.02))
    assert outcome.killed
    assert outcome.value is None


def test_a_kill_after_the_end_does_nothing(crashes: Crashes, tmp_path: Path) -> None:
    outcome = crashes.see_through(tmp_path, ECHO, Kill(commit=10_000, after=True))
    assert outcome.value["status"] == "done"


def test_a_disturbed_run_is_carried_on_to_its_end_and_judged(crashes: Crashes, tmp_path: Path) -> None:
    final, broken = disturb(crashes, tmp_path, ECHO, [Kill(commit=9), Kill(commit=4, after=True)])
    assert broken == []
    assert final is not None
    assert [e["attempt"] for e in final.events if e["type"] == "run_started"] == [1, 2, 3]


def test_what_cannot_be_continued_is_said_and_never_judged_well(crashes: Crashes, tmp_path: Path) -> None:
    nobody = Scenario(team="nobody", request={})
    _, broken = disturb(crashes, tmp_path, nobody, [])
    assert broken == [
        "the run could not be continued: UnknownName: there is no team `nobody`; "
        "there is: code, desk, echo, research, resume, slides"
    ]


def test_commands_begin_at_the_same_moment_and_each_has_its_own_outcome(crashes: Crashes, tmp_path: Path) -> None:
    good = Command(
        home=tmp_path / "a",
        function="kasen.testing.crash_child:see_through",
        arguments={"team": "echo", "request": {"text": "a b"}, "host": ECHO.host},
    )
    killed = Command(home=tmp_path / "b", function=good.function, arguments=good.arguments, kill=Kill(commit=3))
    outcomes = crashes.run_at_once(good, killed)
    assert [outcome.killed for outcome in outcomes] == [False, True]
    assert outcomes[0].value["result"]["text"] == "a b"


def test_an_error_in_a_child_is_an_outcome_and_the_server_lives_on(crashes: Crashes, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    outcome = crashes.see_through(tmp_path / "file", ECHO)
    assert isinstance(outcome, Outcome)
    assert outcome.error.startswith("HomeUnusable: ")
    assert crashes.see_through(tmp_path / "home", ECHO).value["status"] == "done"


def test_with_its_state_in_memory_a_run_that_is_killed_begins_again_and_pays_for_nothing_twice(tmp_path: Path) -> None:
    scenario = Scenario(team="echo", request=ECHO.request, host="runtime.scenes:scripted")
    with Crashes(path=[Path(__file__).parents[1]], checkpoints="memory:") as crashes:
        found = disturbed(crashes, tmp_path, scenario, [Kill(commit=14, after=True)])
    assert (found.lost, found.kills) == ("", 1)
    (cut,) = found.cuts
    assert found.final is not None
    assert found.final.status == "done"
    assert cut.paid
    assert judged(found.final, found.cuts).all() == []
    nodes = [event["node"] for event in found.final.events if event["type"] == "node_finished"]
    assert nodes.count("planner") == 2, "what its process knew went with it"
    assert not cut.parents, "nothing of it lies in the database"


async def time_zone(_store: Store) -> str:
    """Run by a child."""
    return plain_environment().get("TZ", "")


def test_children_have_the_environment_that_is_given(tmp_path: Path) -> None:
    with Crashes(path=[Path(__file__).parents[1]], env={**plain_environment(), "TZ": "Asia/Tokyo"}) as crashes:
        assert crashes.run(tmp_path, "testing.test_crash:time_zone").value == "Asia/Tokyo"


def test_kills_are_named_and_come_before_and_after_each_commit() -> None:
    assert [str(kill) for kill in every_commit(2)] == ["before-1", "after-1", "before-2", "after-2"]
    assert [kill.commit for kill in every_commit(5, step=2)] == [1, 1, 3, 3, 5, 5]
    assert str(Kill(seconds=0.25)) == "at-0.2500s"
