"""Kill runs with SIGKILL wherever they can be hurt, continue them, and say which promise was broken.

    with Crashes() as crashes:
        whole = crashes.see_through(tmp_path / "whole", scenario)
        for kill in every_commit(whole.commits):
            final, broken = disturb(crashes, tmp_path / str(kill), scenario, [kill])
            assert broken == [] and final.result == whole.value["result"]

LangGraph takes a second to import, so one server process (`python -m kasen.testing.crash`) imports it once and forks a
child for each command. What else can happen to a run than a kill is in `crash_harm`.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from typing import IO, Any, Literal

import orjson

from kasen.testing.traces import Trace, broken_promises, read_note, read_trace

How = Literal["KILL", "TERM", "STOP"]
CLOCK_S = 0.001
"""Of times of events: they have milliseconds."""


@dataclass(frozen=True, kw_only=True)
class Kill:
    """When a child is hurt: before or `after` its commit number `commit`, or `seconds` after it began.

    `step` counts those commits alone that write a checkpoint, which is the end of a super-step. `how` is the signal:
    KILL ends it, TERM asks it to end in order, STOP holds it until the commands that wait for that are over.
    """

    commit: int = 0
    step: int = 0
    after: bool = False
    seconds: float | None = None
    how: How = "KILL"

    def __str__(self) -> str:
        if self.seconds is not None:
            return f"at-{self.seconds:.4f}s"
        return f"{'after' if self.after else 'before'}-{'step-' if self.step else ''}{self.step or self.commit}"


@dataclass(frozen=True, kw_only=True)
class Scenario:
    """A run to be disturbed. `host` is `"module:function"`, called in the child with the home; it gives a `Host`."""

    team: str
    request: dict[str, Any]
    host: str = "kasen.testing.crash_child:rules_only"
    mode: str | None = None
    options: dict[str, Any] = field(default_factory=dict)
    answers: dict[str, Any] = field(default_factory=dict)
    """Answer by name of the pause, given as soon as it is asked."""
    driven_by: str = "kasen.testing.crash_child:see_through"
    """`"module:function"` that a child runs to begin or carry on the run: `await function(store, **arguments)` with the
    other fields as arguments. It returns `{"run_id", "status", "result"}` when the run is over. Another engine has its
    own, which is a worker until then; see `crash_workers`."""
    begun_by: str = ""
    """Likewise what begins the run, where whoever drives it does not; nobody kills that."""
    engine: dict[str, Any] = field(default_factory=dict)
    """Where the engine is, for those two; `database` and `spare` are added."""

    def arguments(self, **more: Any) -> dict[str, Any]:
        """What `driven_by` is called with; `more` goes into `engine`, where there is one."""
        said = {name: value for name, value in asdict(self).items() if name not in ("driven_by", "begun_by", "engine")}
        return {**said, "engine": {**self.engine, **more}} if self.engine else said


@dataclass(frozen=True, kw_only=True)
class Command:
    """What a child does in `home`: `await function(store, **arguments)`; `function` is `"module:name"`."""

    home: Path
    function: str
    arguments: dict[str, Any] = field(default_factory=dict)
    kill: Kill = Kill()
    database: str = ""
    """URL of the database of the home; empty for its own file."""
    room: int | None = None
    """Bytes that a file may grow to: a disk that is full from there on."""
    when_stopped: bool = False
    """It begins when another command of the list has been held by STOP."""
    history: bool = False
    """All checkpoints stay, so that a fork of their chain is seen; else those alone that a run needs."""
    checkpoints: str = ""
    """Where the state lies between two steps, as the setting has it; empty for the database."""
    noted: Path | None = None
    """Where what stands in the database is kept when this one is killed, or held by STOP; the others of the list are
    held so long."""


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What became of a child. `value` is what its function returned, `error` is `Name: message` of what it raised."""

    killed: bool
    seconds: float
    commits: int = 0
    steps: int = 0
    """Checkpoints that it has committed."""
    value: Any = None
    error: str = ""
    began: float = 0.0
    """Seconds of Unix time."""
    ended: float = 0.0


class Crashes:
    """A server that runs commands in children of its own. Use it in `with`; `path` is added to its `sys.path`.

    `database` gives the URL of the database of a home; without it each home has its own file. `history`: runs keep all
    of their checkpoints. `checkpoints`: the setting of that name, for those elsewhere than in the database; neither
    their steps nor their forks are seen. `env`: the whole environment of the children; without it they have that of
    this process.
    """

    def __init__(
        self,
        *,
        path: Sequence[Path] = (),
        database: Callable[[Path], str] = lambda _home: "",
        history: bool = False,
        checkpoints: str = "",
        env: Mapping[str, str] | None = None,
    ) -> None:
        self._path = [str(folder) for folder in path]
        self._env = env
        self._history = history
        self._checkpoints = checkpoints
        self.database_of = database

    def __enter__(self) -> Crashes:
        line = [sys.executable, "-m", "kasen.testing.crash", *self._path]
        self._server = subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=self._env)
        return self

    def __exit__(self, *_exc: object) -> None:
        for pipe in (self._server.stdin, self._server.stdout):
            if pipe is not None:
                pipe.close()
        self._server.wait(timeout=30)

    def run(self, home: Path, function: str, /, *, kill: Kill | None = None, **arguments: Any) -> Outcome:
        """Run one command to its end."""
        return self.run_at_once(self.command(home, function, kill=kill, **arguments))[0]

    def command(self, home: Path, function: str, /, *, kill: Kill | None = None, **arguments: Any) -> Command:
        """What `run` runs."""
        return Command(
            home=home,
            function=function,
            arguments=arguments,
            kill=kill or Kill(),
            database=self.database_of(home),
            history=self._history,
            checkpoints=self._checkpoints,
        )

    def driving(
        self, home: Path, scenario: Scenario, kill: Kill | None = None, *, spare_until: Path | None = None
    ) -> Command:
        """What `see_through` runs; a spare one waits until another has begun, or a file says it died."""
        arguments = scenario.arguments(database=self.database_of(home), spare_until=str(spare_until or ""))
        return self.command(home, scenario.driven_by, kill=kill, **arguments)

    def begin(self, home: Path, scenario: Scenario) -> None:
        """Begin the run of a scenario, if that is for somebody else than those who drive it. Raises RuntimeError."""
        if scenario.begun_by and self.trace(home) is None:
            begun = self.run(home, scenario.begun_by, **scenario.arguments(database=self.database_of(home)))
            if begun.error:
                raise RuntimeError(f"the run could not be begun: {begun.error}")

    def see_through(self, home: Path, scenario: Scenario, kill: Kill | None = None) -> Outcome:
        """Start the run of a scenario, or carry it on, until it is over; `value` is its status and result."""
        self.begin(home, scenario)
        return self.run_at_once(self.driving(home, scenario, kill))[0]

    def trace(self, home: Path) -> Trace | None:
        """What stands in the database of a home."""
        return read_trace(home, database=self.database_of(home))

    def run_at_once(self, *commands: Command) -> list[Outcome]:
        """Run commands in children that begin at the same moment."""
        _stdin(self._server).write(orjson.dumps([asdict(c) for c in commands], default=str) + b"\n")
        _stdin(self._server).flush()
        line = _stdout(self._server).readline()
        if not line:
            raise RuntimeError("the crash server has died; its error stands on stderr")
        return [Outcome(**outcome) for outcome in orjson.loads(line)]


def every_commit(commits: int, *, step: int = 1) -> Iterator[Kill]:
    """A kill before and after every commit, or every `step`th, of an undisturbed run."""
    for commit in range(1, commits + 1, step):
        yield Kill(commit=commit)
        yield Kill(commit=commit, after=True)


def every_step(steps: int) -> Iterator[Kill]:
    """A kill before and after every checkpoint of an undisturbed run: at each boundary of a super-step."""
    for step in range(1, steps + 1):
        yield Kill(step=step)
        yield Kill(step=step, after=True)


@dataclass(frozen=True, kw_only=True)
class Disturbed:
    """A run that was hurt and driven to its end. `takeovers` are seconds, see `disturbed`."""

    final: Trace | None
    cuts: list[Trace]
    """What stood in the database after each kill."""
    kills: int
    """Children that were killed: a kill that came after the end is none."""
    takeovers: list[float]
    lost: str = ""
    """Why the run could not be continued; empty for one that was."""

    def broken(self) -> list[str]:
        """Which promises were broken, in words."""
        if self.lost or self.final is None:
            return [f"the run could not be continued: {self.lost}"]
        return broken_promises(self.final, self.cuts)


def disturbed(
    crashes: Crashes, home: Path, scenario: Scenario, kills: Iterable[Kill], *, spare: bool = False
) -> Disturbed:
    """Drive a run with one child after another, each killed as told, then to its end.

    Without `spare` a takeover is the time from the start of the next child until its attempt has begun. With it a
    second child, which nobody kills, is there from the start, and a takeover is the time from the kill until an attempt
    of it has begun: for engines that notice by themselves.
    """
    outcomes: list[Outcome] = []
    cuts: list[Trace] = []
    crashes.begin(home, scenario)
    for number, kill in enumerate(kills):
        noted = home / f"cut-{number}" if spare else None
        others = [crashes.driving(home, scenario, spare_until=noted)] if spare else []
        commands = [replace(crashes.driving(home, scenario, kill), noted=noted), *others]
        outcomes.append(crashes.run_at_once(*commands)[0])
        cut = read_note(noted) if noted else crashes.trace(home)
        if cut is not None:
            cuts.append(cut)
    last = crashes.see_through(home, scenario)
    final = crashes.trace(home)
    ways = [(before.ended if spare else after.began, before) for before, after in pairwise([*outcomes, last])]
    return Disturbed(
        final=final,
        cuts=cuts,
        kills=sum(outcome.killed for outcome in outcomes),
        takeovers=[took for since, hurt in ways if hurt.killed and (took := _took(final, since)) is not None],
        lost=last.error or ("it was killed" if last.killed else "" if final else "there is none"),
    )


def disturb(crashes: Crashes, home: Path, scenario: Scenario, kills: Iterable[Kill]) -> tuple[Trace | None, list[str]]:
    """`disturbed` for short: the run as it ended, and what was broken, in words."""
    found = disturbed(crashes, home, scenario, kills)
    return found.final, found.broken()


def _took(final: Trace | None, since: float) -> float | None:
    """Seconds from then until the next attempt began; None when there was none to begin."""
    events = final.events if final is not None else []
    begun = [datetime.fromisoformat(e["at"]).timestamp() for e in events if e["type"] == "run_started"]
    later = [moment - since for moment in begun if moment >= since - CLOCK_S]
    return max(later[0], 0.0) if later else None


def _stdin(process: subprocess.Popen[bytes]) -> IO[bytes]:
    assert process.stdin is not None
    return process.stdin


def _stdout(process: subprocess.Popen[bytes]) -> IO[bytes]:
    assert process.stdout is not None
    return process.stdout


if __name__ == "__main__":
    from kasen.testing.crash_server import serve

    serve(sys.argv[1:])
