"""Runs of each team that are drained, doubled, starved and cut off: nothing is lost, doubled or paid twice.

Each harm befalls each team once; the slow test has all of it, on both databases, at several moments.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from kasen.runtime.database import open_database
from kasen.testing.crash import Crashes, Kill, Scenario
from kasen.testing.crash_cells import Cell, Undisturbed, counted, files_of, undisturbed
from kasen.testing.crash_harm import Harmed, cut_off, doubled, drained, locked_for, sessions_ended, starved
from kasen.testing.traces import read_bills
from servers.postgresql import PostgreSQL
from testing.conftest import BACKENDS
from testing.durable import TEAMS, TESTS, scenarios

CrashesOn = Callable[[str], Crashes]
MIDDLE = Kill(step=4, after=True)
ROOM = 4_096
AWAY_S = 0.5


def ended_well(found: Harmed) -> None:
    assert found.broken() == []
    assert found.final is not None
    assert found.final.status == "done"


def attempts(found: Harmed) -> list[int]:
    assert found.final is not None
    return [event["attempt"] for event in found.final.events if event["type"] == "run_started"]


def is_drained(crashes: Crashes, home: Path, scenario: Scenario, at: Kill = MIDDLE) -> Harmed:
    """It finishes its step, and another process goes on."""
    found = drained(crashes, home, scenario, at=at)
    ended_well(found)
    assert (found.outcome.killed, found.outcome.error) == (False, "")
    assert found.outcome.value["status"] == "interrupted"
    assert attempts(found) == [1, 2]
    (cut,) = found.cuts
    assert set(cut.tasks("node_started")) == set(cut.tasks("node_finished")), "what ran was let finish"
    return found


def is_doubled(crashes: Crashes, home: Path, scenario: Scenario, at: Kill = MIDDLE) -> Harmed:
    """The older of two owners is refused and pays for nothing."""
    found = doubled(crashes, home, scenario, at=at)
    ended_well(found)
    assert found.outcome.error.startswith("Fenced: another attempt has taken run ")
    assert attempts(found) == [1, 2]
    assert found.final is not None
    assert found.final.events[-1]["attempt"] == 2
    (cut,) = found.cuts
    assert {event["attempt"] for event in cut.events} == {1}, "what stood there when it was held"
    again = {call for call, times in found.final.calls.items() if times > 1}
    assert not again & cut.paid, "what was under way when it was held, at most"
    assert len(read_bills(home)) == found.final.calls.total()
    return found


def is_starved(crashes: Crashes, home: Path, scenario: Scenario, more: int = ROOM) -> Harmed:
    """On a full disk it ends with a sentence, and goes on when there is room."""
    assert crashes.see_through(home, scenario, Kill(step=2, after=True)).killed
    found = starved(crashes, home, scenario, room=(home / "kasen.db-wal").stat().st_size + more)
    ended_well(found)
    assert found.outcome.error.startswith("StoreFailed: the database ")
    (cut,) = found.cuts
    assert cut.status != "done"
    return found


def is_cut_off(crashes: Crashes, home: Path, scenario: Scenario, at: Kill = MIDDLE) -> Harmed:
    """The file is locked by another program, or the server ends all sessions: it waits, and goes on itself."""
    database = crashes.database_of(home)
    trouble = sessions_ended(database) if database else locked_for(home, AWAY_S)
    found = cut_off(crashes, home, scenario, at=at, trouble=trouble)
    ended_well(found)
    assert found.outcome.value["status"] == "done"
    assert attempts(found) == [1]
    return found


HARMS = (is_drained, is_doubled, is_cut_off)


@pytest.mark.parametrize(
    ("harm", "team", "backend"),
    [
        *((is_drained, team, BACKENDS[number % 2]) for number, team in enumerate(TEAMS)),
        *((is_doubled, team, BACKENDS[1 - number % 2]) for number, team in enumerate(TEAMS)),
        *((is_starved, team, "sqlite") for team in TEAMS),
        *((is_cut_off, team, BACKENDS[1 - number % 2]) for number, team in enumerate(TEAMS)),
        (is_cut_off, "echo", "sqlite"),
    ],
)
def test_whatever_befalls_a_run_it_ends_as_it_should_and_nothing_is_done_twice(
    crashes_on: CrashesOn, tmp_path: Path, harm: Callable[..., Harmed], team: str, backend: str
) -> None:
    harm(crashes_on(backend), tmp_path / "home", scenarios(tmp_path)[team])


@pytest.mark.parametrize("at", [Kill(commit=8), Kill(commit=14, after=True)], ids=str)
def test_of_two_owners_the_older_is_refused_between_two_steps_too(
    crashes_on: CrashesOn, tmp_path: Path, at: Kill
) -> None:
    is_doubled(crashes_on("sqlite"), tmp_path / "home", scenarios(tmp_path)["echo"], at)


@contextmanager
def away_for(server: PostgreSQL, seconds: float) -> Iterator[Callable[[], None]]:
    """A trouble for `cut_off`: the server ends, and is there again after so long."""
    over = threading.Event()

    def again() -> None:
        over.wait(seconds)
        server.start()
        over.wait()  # it would end with the thread that began it

    def go() -> None:
        server.stop()
        coming.start()

    coming = threading.Thread(target=again)
    try:
        yield go
    finally:
        over.set()
        if coming.ident is not None:
            coming.join()


@pytest.fixture
def server() -> Iterator[PostgreSQL]:
    """One that may be stopped."""
    with TemporaryDirectory(prefix="kasen-pg-") as folder, PostgreSQL(Path(folder)) as one:
        yield one


@pytest.mark.parametrize("team", ["echo", *(pytest.param(team, marks=pytest.mark.slow) for team in TEAMS[1:])])
def test_while_the_server_of_the_database_is_away_a_run_waits_and_goes_on(
    server: PostgreSQL, tmp_path: Path, team: str
) -> None:
    address = server.address(server.create())
    open_database(tmp_path / "migrated", address).dispose()
    with (
        Crashes(path=[TESTS], database=lambda _home: address, history=True) as crashes,
        away_for(server, AWAY_S) as trouble,
    ):
        found = cut_off(crashes, tmp_path / "home", scenarios(tmp_path)[team], at=MIDDLE, trouble=trouble)
    ended_well(found)
    assert found.outcome.value["status"] == "done"
    assert found.outcome.seconds > AWAY_S
    assert attempts(found) == [1]


def test_a_database_that_is_no_database_is_said_and_left_as_it_is(crashes_on_sqlite: Crashes, tmp_path: Path) -> None:
    crashes, echo = crashes_on_sqlite, scenarios(tmp_path)["echo"]
    home, aside = tmp_path / "home", tmp_path / "aside"
    assert crashes.see_through(home, echo, MIDDLE).killed
    aside.mkdir()
    for file in home.glob("kasen.db*"):
        file.rename(aside / file.name)
    (home / "kasen.db").write_bytes(b"this is no database " * 500)
    assert crashes.see_through(home, echo).error.startswith("HomeUnusable: ")
    assert (home / "kasen.db").read_bytes().startswith(b"this is no")
    for file in aside.iterdir():
        file.rename(home / file.name)
    assert crashes.see_through(home, echo).value["status"] == "done"


def moments(whole: Undisturbed) -> list[Kill]:
    """After the first step, half of them and all but one; in the middle of the work of one."""
    steps = sorted({1, whole.steps // 2, whole.steps - 2})
    return [*(Kill(step=step, after=True) for step in steps), Kill(commit=whole.commits // 2, after=True)]


@pytest.mark.slow
@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("team", TEAMS)
def test_every_harm_at_every_moment_leaves_the_files_of_an_undisturbed_run(
    crashes_on: CrashesOn, tmp_path: Path, team: str, backend: str
) -> None:
    crashes, scenario, cell = crashes_on(backend), scenarios(tmp_path)[team], Cell()
    whole = undisturbed(crashes, tmp_path, scenario, timed=False)
    found: dict[Path, Harmed] = {}
    for harm in HARMS:
        for at in moments(whole):
            home = tmp_path / f"{harm.__name__}-{at}"
            found[home] = harm(crashes, home, scenario, at)
    for more in (ROOM, 40_000) if backend == "sqlite" else ():
        home = tmp_path / f"starved-{more}"
        found[home] = is_starved(crashes, home, scenario, more)
    for home, one in found.items():
        assert one.final is not None
        assert counted(cell, one, whole, files_of(crashes, home, one.final.run_id)) == [], home.name
