from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from kasen.errors import ConfigurationError
from kasen.teams.code.place import Place
from kasen.teams.code.processes.tree import Process, process
from kasen.teams.code.tmux import Pane, Tmux, TmuxFailed
from kasen.teams.code.watchdog.crew import Crew
from kasen.teams.code.worker.spec import MARK, Beat, Spec
from teams.code.watchdog.crewed import (
    ENV,
    PATIENT,
    A,
    B,
    C,
    config_of,
    crew_of,
    kill,
    living,
    lost,
    place_of,
    program,
    starts,
    tmux_of,
    up,
)

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")
ORCHESTRATOR = """
import asyncio, pathlib, sys
from teams.code.watchdog.crewed import crew_of, place_of, up
async def main():
    crew = crew_of(place_of(pathlib.Path(sys.argv[1])))
    await crew.open()
    await up(crew, *sys.argv[2:])
    print("up", flush=True)
    await asyncio.sleep(300)
asyncio.run(main())
"""


class Clock:
    now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


class Flaky(Tmux):
    """Fails as it is told to."""

    listing = opening = False

    async def panes(self, *, named: bool = True) -> list[Pane]:
        if self.listing:
            raise TmuxFailed("tmux does not answer")
        return await super().panes(named=named)

    async def open(self, agent: str, command: object, folder: Path) -> Pane:
        pane = await super().open(agent, command, folder)  # type: ignore[arg-type]
        if self.opening:
            raise TmuxFailed("tmux does not answer")
        return pane


@pytest.fixture
async def place(tmp_path: Path) -> AsyncIterator[Place]:
    """Ended with all that a test left there."""
    made = place_of(tmp_path)
    yield made
    await crew_of(made).close(now=True)
    assert living(made) == []


@pytest.fixture
async def crew(place: Place) -> AsyncIterator[Crew]:
    made = crew_of(place)
    await made.open()
    yield made
    await made.close(now=True)


def beside(place: Place, *agents: str) -> subprocess.Popen[str]:
    """A crew in a process of its own, whose agents are up."""
    tests = str(Path(__file__).parents[3])
    child = subprocess.Popen(
        [sys.executable, "-c", ORCHESTRATOR, str(place.root), *agents],
        stdout=subprocess.PIPE,
        text=True,
        env={**ENV, "PYTHONPATH": tests},
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "up\n"
    return child


def end(child: subprocess.Popen[str]) -> None:
    child.kill()
    child.communicate()


async def test_an_agent_is_started_when_somebody_asks_for_it_and_once(crew: Crew, place: Place) -> None:
    assert crew.state(A) == "down"
    assert await asyncio.gather(*(crew.ready(A) for _ in range(10))) == [False] * 10
    assert crew.state(A) == "starting"
    async with asyncio.timeout(30):
        while crew.state(A) != "up":
            await crew.wake.wait()  # it says when
            await crew.look()
    await up(crew, A, B)
    assert (starts(place, A), starts(place, B)) == (1, 1)
    assert (crew.state(A), crew.state(C)) == ("up", "down")
    assert crew.beat(C) is None
    assert await crew.look() == []
    spec = Spec.model_validate_json((place.agent(A) / "spec.json").read_text())
    assert spec.agent.id == A


async def test_a_killed_shim_is_heard_of_without_a_look_and_its_program_ends_with_it(crew: Crew, place: Place) -> None:
    first, other = await up(crew, A, B)
    running, untouched = program(crew, A), program(crew, B)
    await crew.look()
    kill(first)
    async with asyncio.timeout(30):
        while crew.state(A) != "down":  # noqa: ASYNC110 - it is said below that somebody tells
            await asyncio.sleep(0.02)
    assert not await crew.ready(A)  # it is told before another one is started
    assert crew.state(A) == "down"
    (one,) = await lost(crew, 1, hearing=True)
    assert (one.agent, one.why, one.restarts, one.given_up) == (A, "died", 1, False)
    assert not running.lives
    assert crew.beat(A) is None
    (second,) = await up(crew, A)
    assert second != first
    assert (starts(place, A), crew.restarts(A)) == (2, 1)
    assert other.lives
    assert untouched.lives
    assert await crew.look() == []


async def test_a_tmux_server_that_is_killed_takes_all_along_and_all_come_back(crew: Crew, place: Place) -> None:
    shims = await up(crew, A, B, C)
    programs = [program(crew, agent) for agent in (A, B, C)]
    pane = (await tmux_of(place).panes())[0]
    server = int(Path(f"/proc/{pane.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[1])
    os.kill(server, signal.SIGKILL)
    assert [one.agent for one in await lost(crew, 3, hearing=True)] == [A, B, C]
    assert not any(one.lives for one in (*shims, *programs))
    await up(crew, A, B, C)
    assert [starts(place, agent) for agent in (A, B, C)] == [2, 2, 2]


@pytest.mark.parametrize(("how", "state"), [("mute", "starting"), ("hangs", "up")])
async def test_a_shim_that_gives_no_sign_of_life_is_ended(place: Place, how: str, state: str) -> None:
    clock = Clock()
    limits = PATIENT.model_copy(update={"heartbeat_seconds": 10, "heartbeat_ttl_seconds": 45})
    crew = crew_of(place, limits, clock=clock)
    await crew.open()
    (place.agent(A) / "how").write_text(how)
    await crew.look()
    await crew.ready(A)
    async with asyncio.timeout(30):
        await crew.wake.wait()  # it is started
        while crew.state(A) != state or not (place.agent(A) / "starts").exists():  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0.02)
    assert await crew.look() == []
    for _ in range(4):
        clock.now += 1000  # a machine that slept: one step of silence, however long it was
        assert await crew.look() == []
    clock.now += 10
    (one,) = await lost(crew, 1)
    assert (one.agent, one.why) == (A, "no_heartbeat")
    assert living(place) == []
    await crew.close(now=True)


async def test_a_list_of_panes_that_cannot_be_had_makes_nobody_dead(place: Place) -> None:
    tmux = Flaky(place.socket, ENV)
    limits = PATIENT.model_copy(update={"scan_seconds": 0.01})
    crew = crew_of(place, limits, tmux=tmux)
    await crew.open()
    await up(crew, A)
    tmux.listing = True
    for _ in range(5):
        assert await crew.look() == []
    assert await crew.ready(A)
    assert not await crew.ready(B)
    (one,) = await lost(crew, 1)
    assert (one.agent, one.why, one.given_up) == (B, "died", False)
    assert "it could not be started: tmux does not answer" in one.reason
    tmux.listing = False
    await up(crew, B)
    assert (starts(place, A), starts(place, B)) == (1, 1)
    await crew.close(now=True)


async def test_a_shim_that_was_begun_while_tmux_failed_is_not_left_beside_another(place: Place) -> None:
    tmux = Flaky(place.socket, ENV)
    crew = crew_of(place, tmux=tmux)
    await crew.open()
    tmux.opening = True
    await crew.ready(A)
    await lost(crew, 1)
    assert living(place) == []
    tmux.opening = False
    (one,) = await up(crew, A)
    assert [found for found in living(place) if found not in (one, program(crew, A))] == []
    await crew.close(now=True)


async def test_another_crew_takes_over_who_lives_and_starts_no_second(place: Place) -> None:
    first = beside(place, A, B)
    try:
        before = [Beat.model_validate_json(place.mailbox.heartbeat(agent).read_bytes()) for agent in (A, B)]
    finally:
        end(first)
    crew = crew_of(place)
    await crew.open()
    assert (crew.state(A), crew.state(B), crew.state(C)) == ("up", "up", "down")
    shims = await up(crew, A, B)
    assert shims == [Process(beat.pid, beat.started) for beat in before]
    assert await crew.look() == []
    assert (starts(place, A), starts(place, B)) == (1, 1)
    kill(shims[0])
    assert [one.agent for one in await lost(crew, 1, hearing=True)] == [A]
    await up(crew, A)
    assert (starts(place, A), starts(place, B)) == (2, 1)
    await crew.close(now=True)


async def test_who_died_while_there_was_no_crew_is_told_and_leaves_nothing(place: Place) -> None:
    first = beside(place, A, B)
    end(first)
    beat = Beat.model_validate_json(place.mailbox.heartbeat(A).read_bytes())
    running = process(beat.program)
    assert running is not None
    gone = Process(beat.pid, beat.started)
    kill(gone)
    async with asyncio.timeout(30):
        while gone.lives:  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0.02)
    assert running.lives  # nobody is there to end it
    crew = crew_of(place)
    await crew.open()
    assert not running.lives
    (one,) = await crew.look()
    assert (one.agent, one.why, one.given_up) == (A, "died", False)
    assert await crew.ready(B)
    await up(crew, A)
    await crew.close(now=True)


async def test_whoever_ends_again_and_again_rests_longer_and_is_given_up(place: Place) -> None:
    clock = Clock()
    crew = crew_of(place, PATIENT.model_copy(update={"crashes": 3}), clock=clock)
    await crew.open()
    (place.agent(A) / "how").write_text("ends")
    for n, rest in enumerate((0, 1), start=1):
        await crew.ready(A)
        (one,) = await lost(crew, 1)
        assert (one.restarts, one.given_up) == (n, False)
        assert crew.rests_until(A) == (clock.now + rest if rest else 0)
        if rest:
            assert not await crew.ready(A)
            assert crew.state(A) == "resting"
            clock.now += rest
    await crew.ready(A)
    (one,) = await lost(crew, 1)
    assert one.given_up
    assert "nothing works here" in one.reason
    clock.now += 86_400
    assert not await crew.ready(A)
    assert (crew.state(A), starts(place, A)) == ("given_up", 3)
    (place.agent(A) / "how").write_text("works")
    await crew.respawn(A)
    await up(crew, A)
    assert starts(place, A) == 4
    await crew.close(now=True)


async def test_a_descendant_that_left_parent_session_and_environment_ends_with_its_agent(place: Place) -> None:
    crew = crew_of(place, PATIENT.model_copy(update={"scan_seconds": 0.001}))
    await crew.open()
    (place.agent(A) / "how").write_text("hides")
    (one,) = await up(crew, A)
    hidden = process(int((place.agent(A) / "hidden").read_text()))
    assert hidden is not None
    await crew.look()
    running = program(crew, A)
    kill(one)
    await lost(crew, 1)
    assert not hidden.lives
    assert not running.lives
    await crew.close(now=True)


async def test_who_is_ended_by_a_person_is_not_lost_and_stays_away_until_called_back(crew: Crew, place: Place) -> None:
    (one,) = await up(crew, A)
    running = program(crew, A)
    await crew.kill(A)
    assert not one.lives
    assert not running.lives
    assert crew.state(A) == "stopped"
    assert not await crew.ready(A)
    assert await crew.look() == []
    await crew.respawn(A)
    (other,) = await up(crew, A)
    await crew.respawn(A)
    assert not other.lives
    await up(crew, A)
    assert (starts(place, A), crew.restarts(A)) == (3, 2)
    assert await crew.look() == []


@pytest.mark.parametrize("now", [True, False])
async def test_a_crew_that_is_closed_leaves_no_process(place: Place, now: bool) -> None:
    crew = crew_of(place)
    await crew.open()
    await up(crew, A, B)
    await crew.ready(C)  # and one that is being started
    await crew.close(now=now)
    assert living(place) == []
    assert await tmux_of(place).panes() == []
    assert not await crew.ready(A)


async def test_what_carries_the_mark_of_the_run_without_a_shim_is_ended_and_nothing_else(place: Place) -> None:
    def sleeping(mark: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen([sys.executable, "-S", "-c", "import time; time.sleep(300)"], env={MARK: mark})

    strays = [sleeping(f"{place.run_id}/{agent}") for agent in (A, "gone-1")]
    others = [sleeping(f"{place.run_id}2/{A}"), sleeping("")]
    try:
        # A sign of life that names a process of somebody else.
        stat = process(others[1].pid)
        assert stat is not None
        said = Beat(agent=A, pid=stat.pid, started=stat.started)
        place.mailbox.heartbeat(A).write_text(said.model_dump_json())
        crew = crew_of(place)
        await crew.open()
        assert [one.wait(20) for one in strays] == [-signal.SIGKILL] * 2
        assert [one.poll() for one in others] == [None, None]
        assert crew.state(A) == "down"
        await crew.close(now=True)
        assert [one.poll() for one in others] == [None, None]
    finally:
        for one in (*strays, *others):
            one.kill()
            one.wait()


async def test_what_goes_wrong_beside_is_not_kept_quiet(place: Place) -> None:
    async def broken(agent: str) -> Spec:
        if agent == A:
            raise ConfigurationError("the work tree cannot be made")
        raise RuntimeError("a mistake")

    crew = Crew(place, config_of(), tmux_of(place), spec_of=broken, worker=lambda _: ["true"], clock=Clock())
    await crew.open()
    await crew.ready(A)
    (one,) = await lost(crew, 1)
    assert "the work tree cannot be made" in one.reason
    await crew.ready(B)
    with pytest.raises(RuntimeError, match="a mistake"):
        await lost(crew, 1)
    await crew.close()
