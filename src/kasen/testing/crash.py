"""Kill runs with SIGKILL wherever they can be hurt, continue them, and say which promise was broken.

    with Crashes() as crashes:
        whole = crashes.run(tmp_path / "whole", see_through, scenario=scenario)
        for kill in every_commit(whole.commits):
            final, broken = disturb(crashes, tmp_path / str(kill), scenario, [kill])
            assert broken == [] and final.result == whole.value["result"]

LangGraph takes a second to import, so one server process (`python -m kasen.testing.crash`) imports it once and forks a
child for each command.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO, Any

import orjson

from kasen.testing.traces import Trace, broken_promises, read_trace


@dataclass(frozen=True, kw_only=True)
class Kill:
    """When a child is killed: before or `after` its commit number `commit`, or `seconds` after it began."""

    commit: int = 0
    after: bool = False
    seconds: float | None = None

    def __str__(self) -> str:
        if self.seconds is not None:
            return f"at-{self.seconds:.4f}s"
        return f"{'after' if self.after else 'before'}-{self.commit}"


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


@dataclass(frozen=True, kw_only=True)
class Command:
    """What a child does in `home`: `await function(store, **arguments)`; `function` is `"module:name"`."""

    home: Path
    function: str
    arguments: dict[str, Any] = field(default_factory=dict)
    kill: Kill = Kill()


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What became of a child. `value` is what its function returned, `error` is `Name: message` of what it raised."""

    killed: bool
    seconds: float
    commits: int = 0
    value: Any = None
    error: str = ""


SEE_THROUGH = "kasen.testing.crash_child:see_through"


class Crashes:
    """A server that runs commands in children of its own. Use it in `with`; `path` is added to its `sys.path`."""

    def __init__(self, *, path: Sequence[Path] = ()) -> None:
        self._path = [str(folder) for folder in path]

    def __enter__(self) -> Crashes:
        line = [sys.executable, "-m", "kasen.testing.crash", *self._path]
        self._server = subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        return self

    def __exit__(self, *_exc: object) -> None:
        for pipe in (self._server.stdin, self._server.stdout):
            if pipe is not None:
                pipe.close()
        self._server.wait(timeout=30)

    def run(self, home: Path, function: str, /, *, kill: Kill | None = None, **arguments: Any) -> Outcome:
        """Run one command to its end."""
        return self.run_at_once(Command(home=home, function=function, arguments=arguments, kill=kill or Kill()))[0]

    def see_through(self, home: Path, scenario: Scenario, kill: Kill | None = None) -> Outcome:
        """Start the run of a scenario, or carry it on, until it is over; `value` is its status and result."""
        return self.run(home, SEE_THROUGH, kill=kill, **asdict(scenario))

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


def disturb(crashes: Crashes, home: Path, scenario: Scenario, kills: Iterable[Kill]) -> tuple[Trace | None, list[str]]:
    """Drive a run with one child after another, each killed as told, then to its end; what was broken, in words."""
    cuts: list[Trace] = []
    for kill in kills:
        crashes.see_through(home, scenario, kill)
        cut = read_trace(home)
        if cut is not None:
            cuts.append(cut)
    last = crashes.see_through(home, scenario)
    final = read_trace(home)
    if last.error or last.killed or final is None:
        return final, [f"the run could not be continued: {last.error or 'it was killed'}"]
    return final, broken_promises(final, cuts)


def _stdin(process: subprocess.Popen[bytes]) -> IO[bytes]:
    assert process.stdin is not None
    return process.stdin


def _stdout(process: subprocess.Popen[bytes]) -> IO[bytes]:
    assert process.stdout is not None
    return process.stdout


if __name__ == "__main__":
    from kasen.testing.crash_child import serve

    serve(sys.argv[1:])
