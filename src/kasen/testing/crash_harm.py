"""What else can happen to a run than a kill: it is drained, doubled, starved of disk, cut off from its database.

Each function brings it about, has another process carry the run on, and gives what became of it. `Disturbed.broken()`
of all of them has to be empty. `at` says when, in the run of the process that is harmed: one that drives it by itself,
or a worker of another engine (`crash_workers.by_workers`).
"""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from kasen.testing.crash import Crashes, Disturbed, Kill, Outcome, Scenario
from kasen.testing.crash_child import HELD, MENDED
from kasen.testing.traces import read_note

LONGEST_S = 60.0
END_ALL = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
)


@dataclass(frozen=True, kw_only=True)
class Harmed(Disturbed):
    """A run that was harmed and driven to its end; `outcome` is how the process ended that was."""

    outcome: Outcome


def drained(crashes: Crashes, home: Path, scenario: Scenario, *, at: Kill) -> Harmed:
    """SIGTERM: the process ends after the super-step that is running."""
    outcome = crashes.see_through(home, scenario, replace(at, how="TERM"))
    return _carried_on(crashes, home, scenario, outcome)


def doubled(crashes: Crashes, home: Path, scenario: Scenario, *, at: Kill) -> Harmed:
    """Two owners: the process is held, another takes its run though it lives and sees it through, then it wakes."""
    crashes.begin(home, scenario)
    noted = home / "cut"
    older = replace(crashes.driving(home, scenario, replace(at, how="STOP")), noted=noted)
    taking = {"driven_by": scenario.driven_by, **scenario.arguments(database=crashes.database_of(home))}
    younger = crashes.command(home, "kasen.testing.crash_child:take_over", **taking)
    woken, other = crashes.run_at_once(older, replace(younger, when_stopped=True))
    cut, final = read_note(noted), crashes.trace(home)
    lost = other.error or ("" if final else "there is none") or ("" if cut else "it was never held")
    return Harmed(final=final, cuts=[cut] if cut else [], kills=0, takeovers=[], lost=lost, outcome=woken)


def starved(crashes: Crashes, home: Path, scenario: Scenario, *, room: int) -> Harmed:
    """A disk that is full when a file has so many bytes; there is room again for the process that carries on."""
    crashes.begin(home, scenario)
    outcome = crashes.run_at_once(replace(crashes.driving(home, scenario), room=room))[0]
    return _carried_on(crashes, home, scenario, outcome)


def cut_off(
    crashes: Crashes,
    home: Path,
    scenario: Scenario,
    *,
    at: Kill,
    trouble: Callable[[], None],
    mend: Callable[[], None] = lambda: None,
) -> Harmed:
    """The process is held, `trouble` is brought about, and it wakes to that; `mend` is called when it has ended."""
    crashes.begin(home, scenario)
    held = crashes.command(home, "kasen.testing.crash_child:hold")
    commands = (crashes.driving(home, scenario, replace(at, how="STOP")), replace(held, when_stopped=True))
    maker = threading.Thread(target=_make, args=(home, trouble))
    maker.start()
    try:
        outcome = crashes.run_at_once(*commands)[0]
    finally:
        maker.join()
    mend()
    return _carried_on(crashes, home, scenario, outcome)


def _make(home: Path, trouble: Callable[[], None]) -> None:
    end = time.monotonic() + LONGEST_S
    while not (home / HELD).exists():
        if time.monotonic() > end:
            return
        time.sleep(0.005)  # noqa: TID251 - a thread of its own
    try:
        trouble()
    finally:
        (home / MENDED).touch()


@contextmanager
def locked(home: Path) -> Iterator[None]:
    """Another program writes to the database file of a home and takes its time."""
    with closing(sqlite3.connect(home / "kasen.db", isolation_level=None, check_same_thread=False)) as file:
        file.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            file.execute("ROLLBACK")


def locked_for(home: Path, seconds: float) -> Callable[[], None]:
    """A trouble for `cut_off`: from when the process is held, the file is locked for so long after it wakes."""

    def begin() -> None:
        taken = threading.Event()
        threading.Thread(target=_hold, args=(home, seconds, taken), daemon=True).start()
        taken.wait(LONGEST_S)

    return begin


def sessions_ended(database: str) -> Callable[[], None]:
    """Likewise: the PostgreSQL server ends every session of that database, those that own runs too."""

    def end() -> None:
        import psycopg

        with psycopg.connect(database, autocommit=True) as session:
            session.execute(END_ALL)

    return end


def _hold(home: Path, seconds: float, taken: threading.Event) -> None:
    with locked(home):
        taken.set()
        time.sleep(seconds)  # noqa: TID251 - a thread of its own


def _carried_on(crashes: Crashes, home: Path, scenario: Scenario, outcome: Outcome) -> Harmed:
    cut = crashes.trace(home)
    last = crashes.see_through(home, scenario)
    final = crashes.trace(home)
    lost = last.error or ("" if final else "there is none")
    return Harmed(final=final, cuts=[cut] if cut else [], kills=0, takeovers=[], lost=lost, outcome=outcome)
