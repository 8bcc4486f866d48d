"""What is lost when something is killed: `python benchmarks/code_recovery.py [-n N] [--kinds shim,tmux] [--json]`.

Runs of team `code` in processes of their own, whose agents are small programs (`--real`: Claude Code and Codex before a
model by script): a planner, three coders, a reviewer, eight tasks. At random points something is ended with SIGKILL,
`-n` times of each kind: `cli` the program of an agent, `tool` a process that it began, `shim` the agent, `orchestrator`
the run (which `kasen code continue` takes up again), `tmux` the server in which agents live. Each run has to end as if
nothing had been.

`lost`: tasks whose work is not on the branch. `duplicated`: commits of a task that are there again. `orphans`:
processes of a run that are left when it is over. `again`: turns that were taken twice. Milliseconds from the kill:
`detection` until the run knows, `respawn` until the work goes on: a new program runs, or the task is in the hands of an
agent again; of the orchestrator from the start of the command until it works. A tool is its program's own business, so
it has neither.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import IO, Any

import yaml

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from pydantic import ValidationError

from kasen.settings.environment import plain_environment
from kasen.teams.code.place import Place
from kasen.teams.code.processes.marked import marked
from kasen.teams.code.processes.tree import Process, descendants, process
from kasen.teams.code.watchdog.member import SHIM
from kasen.teams.code.worker.spec import MARK, Beat
from teams.code.git.made import made
from teams.code.recovery_flow import AGENTS, TASKS, Played, Programs, RealPrograms, flow_of, path_of, title_of

KINDS = {"cli": 4, "tool": 4, "shim": 4, "orchestrator": 3, "tmux": 1}
"""What is killed, and how often in one run: whoever ends again and again rests first, and that is not measured here."""
LEAST_S = 60.0
"""Seconds that a run may take for every kill and for itself."""
LOOK_S = 0.005


@dataclass
class Kill:
    """One thing that was ended, and milliseconds until it was noticed and made good."""

    kind: str
    detection: float | None = None
    respawn: float | None = None


@dataclass
class Counted:
    """Of all runs."""

    kills: list[Kill] = field(default_factory=list)
    runs: int = 0
    unfinished: int = 0
    lost: int = 0
    duplicated: int = 0
    orphans: int = 0
    again: int = 0


class Bench:
    """A home, and runs in it one after another."""

    def __init__(self, folder: Path, chance: random.Random, *, real: bool = False) -> None:
        self.folder, self.chance = folder, chance
        self.played: type[Programs | RealPrograms] = RealPrograms if real else Programs
        home = {"KASEN_HOME": str(folder / "home"), "XDG_CONFIG_HOME": str(folder / "config")}
        self.env = plain_environment() | home | {"TERM": "xterm-256color"}
        self.counted = Counted()

    def run(self, kind: str, kills: int) -> int:
        """One run with at most so many kills; how many there were."""
        number = self.counted.runs = self.counted.runs + 1
        run = Run(self, self.folder / f"run-{number}")
        try:
            done = run.suffer(kind, kills)
            run.to_the_end()
            self._count(run)
        finally:
            run.close()
        return done

    def _count(self, run: Run) -> None:
        counted = self.counted
        lost, duplicated, orphans = run.lost(), run.duplicated(), run.orphans()
        counted.unfinished += run.code != 0
        counted.lost, counted.duplicated = counted.lost + lost, counted.duplicated + duplicated
        counted.orphans += len(orphans)
        counted.again += run.again()
        counted.kills += run.kills
        if run.code or lost or duplicated or orphans:
            print(f"{run.folder}: code {run.code}, {lost=}, {duplicated=}, {orphans=}", file=sys.stderr)
        else:
            shutil.rmtree(run.folder)


class Run:
    """One run; what it is doing is read from its files."""

    def __init__(self, bench: Bench, folder: Path) -> None:
        self.bench, self.folder = bench, folder
        self.repo = made(folder / "repo")
        self.played: Played = bench.played(folder)
        self.env = {**bench.env, **self.played.env}
        self.flow = flow_of(folder / "flow", self.played, self.env)
        self.kills: list[Kill] = []
        self.code: int | None = None
        self._known = {path.name for path in self._runs()}
        self._log = (folder / "log").open("ab")
        self.child = self._begin("run", str(self.flow), "--repo", str(self.repo), "-r", "Build eight files.")
        self.id = until(lambda: next((one.name for one in self._runs() if one.name not in self._known), ""))
        self.place = Place(bench.folder / "home" / "runs" / self.id / "code", self.id)

    def suffer(self, kind: str, kills: int) -> int:
        """Kill so often, at random points of the work."""
        until(lambda: self.living() or self.over)
        while len(self.kills) < kills and not self.over:
            time.sleep(self.bench.chance.uniform(0.05, 1.0))  # noqa: TID251
            with suppress(TooLate):
                self.kills.append(getattr(self, f"_kill_{kind}")())
        return len(self.kills)

    def to_the_end(self) -> None:
        """Wait for it."""
        self.code = self.child.wait(LEAST_S * (2 + len(self.kills)))

    @property
    def over(self) -> bool:
        return self.child.poll() is not None

    # What is killed.

    def _kill_cli(self) -> Kill:
        agent, beat = self._at_work(lambda beat: beat.program > 0)
        ended = self._end(process(beat.program))
        until(lambda: self._beat(agent).program != beat.program or self.over)
        noticed = time.time()
        until(lambda: self._beat(agent).program not in (0, beat.program) or self._moved(agent, beat) or self.over)
        return Kill("cli", ms(noticed - ended), ms(time.time() - ended))

    def _kill_tool(self) -> Kill:
        _, beat = self._at_work(lambda beat: beat.program > 0)
        tools = descendants([beat.program])
        self._end(self.bench.chance.choice(tools) if tools else None)
        return Kill("tool")

    def _kill_shim(self) -> Kill:
        agent, beat = self._at_work(lambda beat: beat.state == "working")
        ended = self._end(Process(beat.pid, beat.started))
        return self._made_good("shim", ended, {agent: beat})

    def _kill_tmux(self) -> Kill:
        working = {agent: beat for agent, beat in self.living().items() if beat.state == "working"}
        if not working:
            raise TooLate
        pid = next(iter(working.values())).pid
        server = int(Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[1])
        return self._made_good("tmux", self._end(process(server)), working)

    def _kill_orchestrator(self) -> Kill:
        self._end(process(self.child.pid))
        self.child.wait()
        begun = time.time()
        beats = self.place.mailbox.heartbeat("orchestrator")
        self.child = self._begin("continue", self.id)
        until(lambda: beats.stat().st_mtime > begun or self.over)
        return Kill("orchestrator", None, ms(time.time() - begun))

    def _made_good(self, kind: str, ended: float, several: dict[str, Beat]) -> Kill:
        """Until all of them are known to be gone, and what they worked at is in somebody's hands again."""

        def told(what: str, key: str, value: str) -> float:
            times = [at for at, line in self._audit() if line["what"] == what and line[key] == value and at >= ended]
            return min(times, default=0.0)

        until(lambda: all(told("lost", "agent", agent) for agent in several) or self.over)
        until(lambda: all(told("assigned", "task", beat.task_id) for beat in several.values()) or self.over)
        if self.over:
            raise TooLate
        noticed = max(told("lost", "agent", agent) for agent in several)
        again = max(told("assigned", "task", beat.task_id) for beat in several.values())
        return Kill(kind, ms(noticed - ended), ms(again - ended))

    def _end(self, one: Process | None) -> float:
        if one is None or not one.lives or self.over:
            raise TooLate
        ended = time.time()
        one.send(signal.SIGKILL)
        # Times in the audit log have milliseconds.
        return int(ended * 1000) / 1000

    def _at_work(self, fits: Callable[[Beat], bool]) -> tuple[str, Beat]:
        found = [(agent, beat) for agent, beat in self.living().items() if fits(beat) and beat.task_id]
        if not found:
            raise TooLate
        return self.bench.chance.choice(found)

    def _moved(self, agent: str, beat: Beat) -> bool:
        now = self._beat(agent)
        return now.pid == beat.pid and (now.task_id, now.token) != (beat.task_id, beat.token)

    # What is known.

    def living(self) -> dict[str, Beat]:
        """Agents whose shim lives."""
        found = {agent: self._beat(agent) for agent in AGENTS}
        return {agent: beat for agent, beat in found.items() if beat.pid and Process(beat.pid, beat.started).lives}

    def lost(self) -> int:
        """Tasks whose work is not on the branch."""
        return sum(self._git("show", f"kasen/{self.id}:{path_of(n)}") != f"{n}\n" for n in range(TASKS))

    def duplicated(self) -> int:
        """Commits on the branch beyond one for each task."""
        said = self._git("log", "--format=%s", "--no-merges", f"kasen/{self.id}").splitlines()
        return sum(max(0, sum(line.endswith(title_of(n)) for line in said) - 1) for n in range(TASKS))

    def again(self) -> int:
        """Turns beyond those that the work takes when nothing is killed: a plan, and of each task work and review."""
        return self.played.turns() - (1 + 2 * TASKS)

    def orphans(self) -> list[int]:
        """Processes of the run that live."""
        carrying = [one.pid for name in (SHIM, MARK) for one in self._carrying(name)]
        children = [pid for pid in self.played.children() if "sleep" in command_of(pid)]
        servers = [
            int(path.name) for path in Path("/proc").glob("[0-9]*") if str(self.place.socket) in command_of(path)
        ]
        return sorted({*carrying, *children, *servers})

    def close(self) -> None:
        """Leave nothing, also when the benchmark is ended."""
        if not self.over:
            self.child.kill()
            self.child.wait()
        for pid in self.orphans():
            if (found := process(pid)) is not None:
                found.send(signal.SIGKILL)
        self._log.close()
        self.played.close()

    def _carrying(self, name: str) -> Iterator[Process]:
        for mark, several in marked(name).items():
            if mark.startswith(f"{self.id}/"):
                yield from several

    def _beat(self, agent: str) -> Beat:
        try:
            return Beat.model_validate_json(self.place.mailbox.heartbeat(agent).read_bytes())
        except (OSError, ValidationError):
            return Beat(agent=agent, pid=0, started=0)

    def _audit(self) -> list[tuple[float, dict[str, Any]]]:
        text = "".join(path.read_text(encoding="utf-8") for path in sorted(self.place.mailbox.logs.glob("*.jsonl")))
        lines = [json.loads(line) for line in text.splitlines() if line.endswith("}")]
        return [(datetime.fromisoformat(line["at"]).timestamp(), line) for line in lines]

    def _runs(self) -> list[Path]:
        folder = self.bench.folder / "home" / "runs"
        return [path for path in folder.iterdir() if (path / "code").exists()] if folder.exists() else []

    def _begin(self, *arguments: str) -> subprocess.Popen[bytes]:
        out = ("--json", "--yes", "--out", str(self.folder / "out"))
        command = [sys.executable, "-m", "kasen", "code", *arguments, *out]
        log: IO[bytes] = self._log
        return subprocess.Popen(command, env=self.env, cwd=self.repo, stdout=log, stderr=log, start_new_session=True)

    def _git(self, *arguments: str) -> str:
        return subprocess.run(["git", *arguments], cwd=self.repo, capture_output=True, text=True, check=False).stdout


class TooLate(Exception):
    """There was nothing to kill, or the run was over before it was made good."""


def command_of(pid: int | Path) -> str:
    with suppress(OSError):
        return (Path(f"/proc/{pid}") if isinstance(pid, int) else pid).joinpath("cmdline").read_bytes().decode()
    return ""


def until(seen: Callable[[], Any]) -> Any:
    """What it says at last. Raises TimeoutError."""
    end = time.monotonic() + LEAST_S
    while not (found := seen()):
        if time.monotonic() > end:
            raise TimeoutError("it never happened")
        time.sleep(LOOK_S)  # noqa: TID251
    return found


def ms(seconds: float) -> float:
    return round(max(0.0, seconds) * 1000, 1)


def summary(values: list[float]) -> dict[str, float] | None:
    """p50, p95 and the longest, in milliseconds."""
    if not values:
        return None
    values = sorted(values)
    p95 = values[min(len(values) - 1, len(values) * 95 // 100)]
    return {"p50": statistics.median(values), "p95": p95, "max": values[-1]}


def figures(counted: Counted, kinds: list[str]) -> dict[str, Any]:
    """The whole table."""
    said: dict[str, Any] = {
        name: getattr(counted, name) for name in ("runs", "unfinished", "lost", "duplicated", "orphans", "again")
    }
    for kind in kinds:
        of_kind = [kill for kill in counted.kills if kill.kind == kind]
        said[kind] = {
            "kills": len(of_kind),
            "detection_ms": summary([kill.detection for kill in of_kind if kill.detection is not None]),
            "respawn_ms": summary([kill.respawn for kill in of_kind if kill.respawn is not None]),
        }
    return said


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-n", type=int, default=20, help="kills of each kind")
    parser.add_argument("--kinds", default=",".join(KINDS), help="comma-separated")
    parser.add_argument("--seed", type=int, default=8)
    parser.add_argument("--real", action="store_true", help="with Claude Code and Codex before a model by script")
    parser.add_argument("--keep", action="store_true", help="leave the folder of the runs")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    kinds = options.kinds.split(",")
    if unknown := set(kinds) - set(KINDS):
        parser.error(f"there is no kind {', '.join(sorted(unknown))}")
    # Codex runs no commands when its folder lies in the temporary one.
    folder = Path(tempfile.mkdtemp(prefix=".kasen-recovery-", dir=Path.home() if options.real else None))
    bench = Bench(folder, random.Random(options.seed), real=options.real)
    for kind in kinds:
        left = options.n
        while left > 0:
            left -= bench.run(kind, min(left, KINDS[kind]))
            print(f"{kind}: {options.n - left} of {options.n}", file=sys.stderr)
    found = figures(bench.counted, kinds)
    if not options.keep and not any(found[name] for name in ("unfinished", "lost", "duplicated", "orphans")):
        shutil.rmtree(folder)
    print(json.dumps(found) if options.json else yaml.safe_dump(found, sort_keys=False))


if __name__ == "__main__":
    main()
