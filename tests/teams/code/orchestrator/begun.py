"""A run with real shims in tmux and agents by script: `python begun.py FOLDER PRESET` goes on with it.

What comes of it is printed as one JSON object. It may be killed at any moment and begun again.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping
from dataclasses import asdict
from pathlib import Path

from kasen.settings.environment import plain_environment
from kasen.teams.code.config.loading import default
from kasen.teams.code.opening import environment_of, specs_of, worker_of
from kasen.teams.code.orchestrator.desk import Desk
from kasen.teams.code.orchestrator.orchestrator import Orchestrator
from kasen.teams.code.orchestrator.outcome import Asked, Ended
from kasen.teams.code.processes.marked import end_marked, marked
from kasen.teams.code.processes.tree import Process
from kasen.teams.code.tmux import Tmux
from kasen.teams.code.watchdog.crew import Crew
from kasen.teams.code.watchdog.member import SHIM
from kasen.teams.code.worker.spec import MARK
from teams.code.agents import Script, scripted
from teams.code.orchestrator.crews import Purse
from teams.code.orchestrator.desks import desk_of

TESTS = Path(__file__).parents[3]


@contextlib.asynccontextmanager
async def opened(folder: Path, preset: str = "pair") -> AsyncIterator[tuple[Desk, Crew]]:
    """A desk and the real crew."""
    desk = await desk_of(folder, scripted(default(preset), Script(folder / "script"), heartbeat_seconds=0.5))
    tmux = Tmux(desk.place.socket, environment_of(desk))
    place = desk.place
    crew = Crew(place, desk.config, tmux, spec_of=specs_of(desk), worker=worker_of(place), clock=desk.clock)
    try:
        yield desk, crew
    finally:
        desk.queue.close()


async def go_on(folder: Path, preset: str = "pair", answers: Mapping[str, str] | None = None) -> Ended | Asked:
    """Go on with the run until it ends or asks."""
    async with opened(folder, preset) as (desk, crew), asyncio.timeout(110):
        return await Orchestrator(desk, crew, Purse()).run(answers)


def started(folder: Path, preset: str = "pair") -> subprocess.Popen[bytes]:
    """The same as a process of its own."""
    command = [sys.executable, __file__, str(folder), preset]
    env = plain_environment() | {"PYTHONPATH": str(TESTS)}
    with (folder / "out.json").open("wb") as out, (folder / "err.txt").open("wb") as err:
        return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=err, env=env)


def left_of(run: str) -> dict[str, list[Process]]:
    """Processes that carry a mark of that run."""
    return {
        f"{name} {mark}": found
        for name in (SHIM, MARK)
        for mark, found in marked(name).items()
        if mark.startswith(f"{run}/")
    }


def shim_of(run: str, agent: str) -> Process:
    """The shim of an agent that lives."""
    return marked(SHIM)[f"{run}/{agent}"][0]


async def end_all(folder: Path, run: str) -> None:
    """End what is left of that run, and its tmux."""
    from kasen.teams.code.place import Place

    for name in (SHIM, MARK):
        for mark in marked(name):
            if mark.startswith(f"{run}/"):
                await end_marked(name, mark, grace_s=0)
    await Tmux(Place(folder / "run" / "code", run).socket, {}).close()


async def _main(folder: Path, preset: str) -> None:
    said = await go_on(folder, preset)
    sys.stdout.write(json.dumps({"kind": type(said).__name__, **asdict(said)}, ensure_ascii=False))


if __name__ == "__main__":
    asyncio.run(_main(Path(sys.argv[1]), sys.argv[2]))
