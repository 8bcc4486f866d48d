"""What the orchestrator of team `code` costs while its agents work: processor of one core, and memory.

    python benchmarks/code_idle.py [--agents N] [--seconds S] [--json]

N agents with real shims in a tmux of their own, each with a task whose program is silent; measured once all work.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kasen.settings.environment import plain_environment
from kasen.teams.code.config.agents import Agent, Agents
from kasen.teams.code.config.gates import Gates
from kasen.teams.code.config.loading import Config
from kasen.teams.code.config.workflow import Workflow
from kasen.teams.code.git.merging import Merging
from kasen.teams.code.git.repository import look_at
from kasen.teams.code.git.worktrees import Worktrees
from kasen.teams.code.mailbox.audit import Audit
from kasen.teams.code.opening import environment_of, specs_of, worker_of
from kasen.teams.code.orchestrator.desk import ORCHESTRATOR, Desk
from kasen.teams.code.orchestrator.orchestrator import Orchestrator
from kasen.teams.code.place import Place
from kasen.teams.code.queue.queue import Queue
from kasen.teams.code.tmux import Tmux
from kasen.teams.code.watchdog.crew import Crew
from kasen.tools.ulid import new_ulid

SILENT = (sys.executable, "-S", "-E", "-c", "import time; time.sleep(3600)")
START_S = 120.0


class Free:
    """Nothing is paid."""

    async def __call__(self, *_: Any, **__: Any) -> bool:
        return False

    async def spent(self) -> bool:
        return False

    async def left(self) -> float | None:
        return None

    async def stop(self) -> None: ...


async def emit(type: str, /, **fields: Any) -> None:
    """Nobody looks on."""


def config(agents: int) -> Config:
    """One phase, a task and an agent for each role."""
    roles = [f"worker-{number}" for number in range(agents)]
    workflow = Workflow.model_validate(
        {
            "name": "idle",
            "phases": [{"id": "work", "tasks": [{"role": role, "instruction": "-"} for role in roles]}],
            "transitions": [{"from": "work", "to": "completed"}],
            "limits": {"agents": agents, "first_word_seconds": 3600},
        }
    )
    each = [Agent(id=f"{role}-1", type="command", role=role, phase="work", command=SILENT) for role in roles]
    return Config(workflow=workflow, agents=Agents(agents=tuple(each)), gates=Gates(), policies={})


def begin_repository(folder: Path) -> None:
    """One commit."""
    who = ("-c", "user.name=t", "-c", "user.email=t@localhost")
    for words in (("init", "-q", "-b", "main", "."), (*who, "commit", "-q", "--allow-empty", "-m", "first")):
        subprocess.run(["git", *words], cwd=folder, check=True)


async def desk_of(folder: Path, agents: int) -> Desk:
    """All that the orchestrator works with."""
    begin_repository(folder)
    setup = config(agents)
    repository = await look_at(folder)
    place = Place(folder / ".git" / "run", new_ulid())
    place.mailbox.make([ORCHESTRATOR, *(agent.id for agent in setup.agents.agents)])
    trees = Worktrees(repository, place.run_id, place.trees)
    return Desk(
        place=place,
        config=setup,
        repository=repository,
        requirement="-",
        lang="en",
        queue=Queue(place.queue),
        trees=trees,
        merging=Merging(trees, ()),
        audit=Audit(place.mailbox.logs),
        emit=emit,
        clock=time.time,
    )


async def measure(agents: int, seconds: float) -> dict[str, float]:
    """Figures of this process while all agents work."""
    with tempfile.TemporaryDirectory() as folder:
        desk = await desk_of(Path(folder), agents)
        tmux = Tmux(desk.place.socket, plain_environment() | environment_of(desk))
        place = desk.place
        crew = Crew(place, desk.config, tmux, spec_of=specs_of(desk), worker=worker_of(place), clock=desk.clock)
        began = time.perf_counter()
        going = asyncio.create_task(Orchestrator(desk, crew, Free()).run())
        try:
            async with asyncio.timeout(START_S):
                while sum(working(crew, agent.id) for agent in desk.config.agents.agents) < agents:
                    if going.done():
                        raise SystemExit(f"it ended: {going.result()}")
                    await asyncio.sleep(0.1)
            started = time.perf_counter() - began
            return {"agents": agents, "start_s": round(started, 1), **await figures(seconds)}
        finally:
            going.cancel()
            await asyncio.gather(going, return_exceptions=True)
            desk.queue.close()


def working(crew: Crew, agent: str) -> bool:
    """Whether its program runs."""
    beat = crew.beat(agent)
    return beat is not None and bool(beat.program)


async def figures(seconds: float) -> dict[str, float]:
    """Processor time of this process in that while, and its memory."""
    before, at = time.process_time(), time.perf_counter()
    await asyncio.sleep(seconds)
    cpu = (time.process_time() - before) / (time.perf_counter() - at)
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return {
        "seconds": seconds,
        "cpu_percent": round(100 * cpu, 2),
        "rss_mb": round(pages * resource.getpagesize() / 2**20, 1),
    }


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--agents", type=int, default=15)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    found = asyncio.run(measure(options.agents, options.seconds))
    if options.json:
        print(json.dumps(found))
        return
    for name, value in found.items():
        print(f"{name:<12} {value:8.1f}")


if __name__ == "__main__":
    main()
