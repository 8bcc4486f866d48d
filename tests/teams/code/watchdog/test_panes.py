"""A run that is taken up again knows all that its tmux holds: what lives is its own, or is ended."""

from __future__ import annotations

import asyncio
import shutil
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from kasen.teams.code.place import Place
from kasen.teams.code.processes.tree import process
from kasen.teams.code.tmux import Pane, servers
from kasen.teams.code.watchdog.crew import Crew
from teams.code.watchdog.crewed import A, B, crew_of, living, place_of, shim, tmux_of, up

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")
SLEEPS = (sys.executable, "-S", "-c", "import time; time.sleep(300)")


@pytest.fixture
async def place(tmp_path: Path) -> AsyncIterator[Place]:
    made = place_of(tmp_path / "run", f"01{tmp_path.name.upper()}")
    yield made
    crew = crew_of(made)
    await crew.open()
    await crew.close(now=True)
    assert living(made) == []
    assert servers(made.socket) == []


@pytest.fixture
async def left(place: Place) -> Crew:
    """A crew whose orchestrator is gone without a word."""
    crew = crew_of(place)
    await up(crew, A, B)
    return crew


async def all_panes(place: Place) -> list[Pane]:
    return await tmux_of(place).panes(named=False)


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not holds():  # noqa: ASYNC110
            await asyncio.sleep(0.02)


async def test_a_shim_in_a_pane_without_a_name_is_taken_over_and_its_pane_is_named(place: Place, left: Crew) -> None:
    known = shim(left, A)
    pane = next(one for one in await all_panes(place) if one.pid == known.pid)
    await tmux_of(place)._run("set-option", "-p", "-u", "-t", pane.id, "@agent")
    assert A not in {one.agent for one in await tmux_of(place).panes()}
    crew = crew_of(place)
    await crew.open()
    assert shim(crew, A) == known
    assert {one.agent for one in await all_panes(place)} == {A, B}
    await tmux_of(place).shown(A)


async def test_a_shim_that_the_run_has_no_sign_of_is_ended_with_its_pane(place: Place) -> None:
    (place.agent(A) / "how").write_text("hangs")
    left = crew_of(place)
    await up(left, A, B)
    known = shim(left, A)
    place.mailbox.heartbeat(A).unlink()
    crew = crew_of(place)
    await crew.open()
    assert not known.lives
    assert [one.agent for one in await all_panes(place)] == [B]
    assert await crew.look() == []
    assert await up(crew, A) != [known]


async def test_a_pane_of_nobody_is_ended_with_what_runs_in_it(place: Place, left: Crew) -> None:
    await tmux_of(place)._run("split-window", "-d", "-t", "=agents-1:", *SLEEPS)
    (nobody,) = [one for one in await all_panes(place) if not one.agent]
    running = process(nobody.pid)
    assert running is not None
    crew = crew_of(place)
    await crew.open()
    await until(lambda: not running.lives)
    assert {one.agent for one in await all_panes(place)} == {A, B}
    assert len(living(place)) >= 2


async def test_a_server_whose_socket_is_gone_is_found_again(place: Place, left: Crew) -> None:
    known, (server,) = shim(left, A), servers(place.socket)
    place.socket.unlink()
    crew = crew_of(place)
    await crew.open()
    assert servers(place.socket) == [server]
    assert {one.agent for one in await all_panes(place)} == {A, B}
    assert shim(crew, A) == known
