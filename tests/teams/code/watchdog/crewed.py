"""A crew of stand-ins for shims on a scratch folder, and what is asked of it again and again."""

from __future__ import annotations

import asyncio
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

from kasen.settings.environment import plain_environment
from kasen.teams.code.config.agents import Agent, Agents
from kasen.teams.code.config.gates import Gates
from kasen.teams.code.config.lined import Lined
from kasen.teams.code.config.loading import Config
from kasen.teams.code.config.workflow import Limits, workflow_of
from kasen.teams.code.place import Place
from kasen.teams.code.processes.marked import marked
from kasen.teams.code.processes.tree import Process, process
from kasen.teams.code.tmux import Tmux
from kasen.teams.code.watchdog.crew import Crew, Lost
from kasen.teams.code.watchdog.member import SHIM
from kasen.teams.code.worker.spec import MARK, Spec
from teams.code.config.written import text_of

ENV = plain_environment() | {"LANG": "C.UTF-8", "TERM": "xterm-256color"}
PATIENT = Limits(heartbeat_seconds=600, heartbeat_ttl_seconds=3600, scan_seconds=3600)
"""With these nothing but the kernel's word says that a shim is gone."""
SHIM_FILE = Path(__file__).with_name("shim.py")
A, B, C = "coder-1", "coder-2", "reviewer-1"


def place_of(folder: Path, run: str = "01TESTRUN") -> Place:
    place = Place(folder, run)
    place.mailbox.make([A, B, C, "orchestrator"])
    for agent in (A, B, C):
        place.agent(agent).mkdir(parents=True, exist_ok=True)
    return place


def config_of(limits: Limits = PATIENT) -> Config:
    workflow = workflow_of(Lined("workflow.yaml", text_of("workflow.yaml", "pair")))
    agents = [Agent(id=id, type="command", role="coder", phase="work", command=("true",)) for id in (A, B, C)]
    return Config(
        workflow=workflow.model_copy(update={"limits": limits}),
        agents=Agents(agents=tuple(agents)),
        gates=Gates(),
        policies={},
    )


def tmux_of(place: Place) -> Tmux:
    return Tmux(place.socket, ENV)


def crew_of(
    place: Place, limits: Limits = PATIENT, *, tmux: Tmux | None = None, clock: Callable[[], float] = time.time
) -> Crew:
    async def spec_of(agent: str) -> Spec:
        found = next(one for one in config.agents.agents if one.id == agent)
        return Spec(run_id=place.run_id, agent=found, folder=place.root, limits=limits)

    def worker(agent: str) -> list[str]:
        return [sys.executable, "-S", str(SHIM_FILE), str(place.root), place.run_id, agent]

    config = config_of(limits)
    return Crew(place, config, tmux or tmux_of(place), spec_of=spec_of, worker=worker, clock=clock)


async def up(crew: Crew, *agents: str) -> list[Process]:
    """Start them; their shims."""
    async with asyncio.timeout(30):
        while not all([await crew.ready(agent) for agent in agents]):  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0.02)
    return [shim(crew, agent) for agent in agents]


def shim(crew: Crew, agent: str) -> Process:
    beat = crew.beat(agent)
    assert beat is not None
    return Process(beat.pid, beat.started)


def program(crew: Crew, agent: str) -> Process:
    beat = crew.beat(agent)
    assert beat is not None
    found = process(beat.program)
    assert found is not None
    return found


async def lost(crew: Crew, number: int, *, hearing: bool = False) -> list[Lost]:
    """So many losses; `hearing`: looks only when the crew says that there is something to see."""
    found: list[Lost] = []
    async with asyncio.timeout(30):
        while len(found) < number:
            if hearing:
                await crew.wake.wait()
            found += await crew.look()
            await asyncio.sleep(0.02)
    return sorted(found, key=lambda one: one.agent)


def kill(one: Process) -> None:
    one.send(signal.SIGKILL)


def starts(place: Place, agent: str) -> int:
    """How often its shim was started."""
    return len((place.agent(agent) / "starts").read_text(encoding="utf-8").split())


def living(place: Place) -> list[Process]:
    """All that carries a mark of the run."""
    tables = [marked(name).items() for name in (SHIM, MARK)]
    return [
        one for table in tables for mark, several in table if mark.startswith(f"{place.run_id}/") for one in several
    ]
