"""The node around the orchestrator: what is opened is closed, however the work ends."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from kasen.errors import InternalError, KasenError, Stopped
from kasen.teams.code.config.loading import default, keep
from kasen.teams.code.git.repository import look_at
from kasen.teams.code.nodes.orchestrate import Said, charge_of, driven, onward, to_the_end, worked
from kasen.teams.code.opening import place_of
from kasen.teams.code.orchestrator.desk import Desk
from kasen.teams.code.orchestrator.outcome import Asked, Ended
from kasen.teams.code.schemas.request import Request
from kasen.teams.code.state import Prepared, State
from kasen.teams.code.watchdog.crew import Crew
from kasen.testing.deps import FakeDeps, fake_deps
from teams.code.agents import Script, scripted
from teams.code.charging import FakeCharge
from teams.code.git.made import call, write

DONE = Ended(outcome="completed")
Work = Callable[[Desk, Crew], Awaitable[Said]]


@pytest.fixture
async def scene(tmp_path: Path, repo: Path, script: Script) -> tuple[FakeDeps, State]:
    deps = fake_deps(folder=tmp_path / "run", charge=FakeCharge())
    keep(scripted(default("pair"), script), place_of(deps).config)
    found = await look_at(repo)
    prepared = Prepared(root=found.root, common=found.common, head=found.head, branch=found.branch)
    state: Any = {"request": Request(requirement="x", repo=repo), "prepared": prepared}
    return deps, state


async def written(desk: Desk, text: str) -> None:
    """As an agent leaves it that is ended in the middle of its turn."""
    write((await desk.trees.of("coder-1")).folder, "src/half.py", text)


def saved(repo: Path, deps: FakeDeps) -> str:
    return call(repo, "show", f"kasen-work/{deps.run_id}/coder-1:src/half.py")


async def test_after_the_work_its_queue_is_closed_and_all_is_committed(
    scene: tuple[FakeDeps, State], repo: Path
) -> None:
    deps, state = scene
    desks: list[Desk] = []

    async def work(desk: Desk, crew: Crew) -> Said:
        desks.append(desk)
        await written(desk, "1\n")
        return DONE

    assert await worked(deps, state, work) == DONE
    assert saved(repo, deps) == "1\n"
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        desks[0].queue.noted("x")


@pytest.mark.parametrize("error", [KasenError("the disk is full"), ValueError("a fault")])
async def test_a_failure_passes_after_everything_was_put_down(
    scene: tuple[FakeDeps, State], repo: Path, error: Exception
) -> None:
    deps, state = scene

    async def work(desk: Desk, crew: Crew) -> Said:
        await written(desk, "2\n")
        raise error

    with pytest.raises(type(error)):
        await worked(deps, state, work)
    assert saved(repo, deps) == "2\n"


async def test_who_is_cancelled_puts_everything_down_first_also_when_it_is_cancelled_again(
    scene: tuple[FakeDeps, State], repo: Path
) -> None:
    deps, state = scene
    began, ended = asyncio.Event(), asyncio.Event()

    async def work(desk: Desk, crew: Crew) -> Said:
        await written(desk, "3\n")
        began.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()
        raise AssertionError

    going = asyncio.create_task(worked(deps, state, work))
    async with asyncio.timeout(30):
        await began.wait()
        going.cancel()
        await ended.wait()
        going.cancel()
        with pytest.raises(asyncio.CancelledError):
            await going
    assert saved(repo, deps) == "3\n"


async def test_a_run_that_is_to_stop_ends_the_work_and_says_so(scene: tuple[FakeDeps, State]) -> None:
    deps, _ = scene
    stopping: list[bool] = []
    stops = fake_deps(folder=deps.folder, stopping=lambda: bool(stopping))

    async def work() -> Said:
        stopping.append(True)
        await asyncio.Event().wait()
        raise AssertionError

    with pytest.raises(Stopped, match="what they did is kept"):
        async with asyncio.timeout(20):
            await driven(stops, work())


async def test_a_budget_that_is_spent_starts_nobody_and_can_be_raised(
    scene: tuple[FakeDeps, State], repo: Path
) -> None:
    deps, state = scene
    charge = FakeCharge(most=0)
    spent = fake_deps(folder=deps.folder, charge=charge, lang="ja")

    async def work(desk: Desk, crew: Crew) -> Said:
        raise AssertionError

    said = await worked(spent, state, work)
    assert said == Ended(outcome="stopped", reason="予算の上限に達した")
    assert charge.stops == 1


async def test_a_rest_of_the_budget_that_is_too_little_ends_it_as_a_spent_one_does(
    scene: tuple[FakeDeps, State],
) -> None:
    deps, state = scene
    ended = Ended(outcome="stopped", short=True, reason="too little is left")

    async def work(desk: Desk, crew: Crew) -> Said:
        return ended

    assert await worked(deps, state, work) == ended
    assert isinstance(deps.charge, FakeCharge)
    assert deps.charge.stops == 1


async def test_a_person_who_stops_the_work_is_no_budget(scene: tuple[FakeDeps, State]) -> None:
    deps, state = scene
    ended = Ended(outcome="stopped", reason="a person did not agree to x")

    async def work(desk: Desk, crew: Crew) -> Said:
        return ended

    assert await worked(deps, state, work) == ended
    assert isinstance(deps.charge, FakeCharge)
    assert deps.charge.stops == 0


def test_from_here_it_goes_to_a_person_or_to_the_end() -> None:
    deps = fake_deps()
    asked = Asked(name="1-work", question="?", choices=("retry", "give_up"), why="w", about="T1")
    command: Any = onward(deps, asked)
    assert command.goto == "approve"
    assert command.update["question"].choices == ("retry", "give_up")
    over: Any = onward(deps, Ended(outcome="failed", reason="given up"))
    assert (over.goto, over.update["over"].reason) == ("finish", "given up")
    assert deps.notes == ["T1", "failed: given up"]


async def test_what_has_to_be_done_is_done_whole() -> None:
    done: list[int] = []

    async def work() -> None:
        for step in range(3):
            await asyncio.sleep(0)
            done.append(step)

    going = asyncio.create_task(to_the_end(work()))
    await asyncio.sleep(0)
    going.cancel()
    with pytest.raises(asyncio.CancelledError):
        await going
    assert done == [0, 1, 2]

    async def fails() -> None:
        raise KasenError("no")

    with pytest.raises(KasenError, match="no"):
        await to_the_end(fails())


def test_without_anything_that_counts_no_agent_is_started() -> None:
    with pytest.raises(InternalError, match="counts what its agents spend"):
        charge_of(fake_deps())
