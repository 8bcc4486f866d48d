"""The cell of team `code` in `durability.py`: whoever drives a run is killed, its agents live on in tmux.

A run of eight tasks (`tests/teams/code/recovery_flow.py`) is driven, as those of the other teams are, by processes
forked from one that has imported everything; up to three of them are killed at random times. Its work lies in git and
in its queue, so that is what is counted: `lost` are runs that did not end and tasks that are not on the branch,
`repeated` commits of a task that are there again, `repaid` turns that were taken twice, `others` besides processes that
are left.

`takeover` is from the start of the next process until its attempt has begun and holds the run. What the whole of a cold
`kasen code continue` takes, imports and the first look at all agents included, `code_recovery.py` measures.
"""

from __future__ import annotations

import argparse
import random
import shutil
import signal
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.code_recovery import Bench, Run

from kasen.teams.code.place import Place
from kasen.teams.code.processes.tree import process
from kasen.testing.crash import Crashes, Disturbed, Kill, Scenario, disturbed
from kasen.testing.crash_cells import Cell
from kasen.testing.traces import Trace, judged
from teams.code.git.made import made
from teams.code.recovery_flow import flow_of
from testing.durable import TESTS

KILLS = 3
"""In one run at most."""
SHARE = 0.5
"""Of the time of an undisturbed run, within which each process is killed."""


class Forked(Run):
    """A run in a home of its own, driven by children of the crash kit; what came of it is counted as there."""

    def __init__(self, bench: Bench, folder: Path) -> None:
        self.bench, self.folder, self.home = bench, folder, folder / "home"
        self.repo = made(folder / "repo")
        self.played = bench.played(folder)
        self.env = {**bench.env, **self.played.env}
        self.flow = flow_of(folder / "flow", self.played, self.env)
        self.id = ""

    def driven(self, crashes: Crashes, kills: Sequence[Kill]) -> Disturbed:
        """To its end."""
        request = {"requirement": "Build eight files.", "repo": str(self.repo), "workflow": str(self.flow)}
        found = disturbed(crashes, self.home, Scenario(team="code", request=request), kills)
        if found.final is not None:
            self.id = found.final.run_id
            self.place = Place(self.home / "runs" / self.id / "code", self.id)
        return found

    def close(self) -> None:
        """Leave nothing."""
        for pid in self.orphans() if self.id else ():
            if (left := process(pid)) is not None:
                left.send(signal.SIGKILL)
        self.played.close()


def of_code(place: Path, options: argparse.Namespace, database: Callable[[Path], str]) -> Cell:
    """The whole cell, in runs one after another."""
    chance, cell = random.Random(options.seed), Cell()
    bench = Bench(place, chance)
    with Crashes(path=[TESTS], database=database, history=not options.pruned, env=bench.env) as crashes:
        seconds, number = _one(crashes, Forked(bench, place / "whole"), [], cell), 0
        while cell.kills < options.n:
            number += 1
            least = min(KILLS, options.n - cell.kills)
            kills = [Kill(seconds=chance.uniform(0.0, SHARE) * seconds) for _ in range(least)]
            _one(crashes, Forked(bench, place / f"run-{number}"), kills, cell)
            print(f"code: {cell.kills} of {options.n}", file=sys.stderr)
    return cell


def _one(crashes: Crashes, run: Forked, kills: Sequence[Kill], cell: Cell) -> float:
    """Drive it, add what came of it, and say how many seconds its events span; what ended well is deleted."""
    try:
        found = run.driven(crashes, kills)
        said = _added(cell, run, found)
    finally:
        run.close()
    cell.said += [f"{run.folder.name}: {one}" for one in said]
    if not said:
        shutil.rmtree(run.folder)
    return _span(found.final)


def _added(cell: Cell, run: Forked, found: Disturbed) -> list[str]:
    cell.kills += found.kills
    cell.takeovers += found.takeovers
    if found.lost or found.final is None or found.final.status != "done":
        cell.lost += 1
        return [f"lost: {found.lost or (found.final and found.final.status)}"]
    judgement = judged(_by_turns(found.final), [_by_turns(cut) for cut in found.cuts])
    lost, twice, again, left = run.lost(), run.duplicated(), run.again(), run.orphans()
    cell.lost += lost
    cell.repeated += twice + len(judgement.repeated)
    cell.repaid += again + len(judgement.repaid)
    cell.forks += len(judgement.forks)
    cell.others += len(left) + len(judgement.others)
    cell.different += bool(lost or twice)
    counted = {"tasks lost": lost, "commits twice": twice, "turns again": again, "processes left": len(left)}
    return [*judgement.all(), *(f"{what}: {n}" for what, n in counted.items() if n)]


def _span(final: Trace | None) -> float:
    at = [datetime.fromisoformat(event["at"]).timestamp() for event in final.events] if final is not None else []
    return max(at) - min(at) if at else 0.0


def _by_turns(trace: Trace) -> Trace:
    """Agents send no bills: what the run counts is held against itself, what they did against `Run.again`."""
    return replace(trace, calls=trace.counted)
