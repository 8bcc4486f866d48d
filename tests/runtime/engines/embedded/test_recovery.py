from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from sqlalchemy import Connection, update

from kasen.errors import StoreFailed
from kasen.runtime.attempt import Attempt
from kasen.runtime.engines.embedded.recovery import DEATHS, EVERY_S, Recovery, backoff
from kasen.runtime.engines.embedded.turns import Turns
from kasen.runtime.owners import Release, owned
from kasen.runtime.rows import TALK, Options, RunRow
from kasen.runtime.runner import Runner
from kasen.runtime.store import Store
from kasen.runtime.tables import RUNS
from kasen.testing.scripted import ScriptedModel
from servers.postgresql import PostgreSQL
from servers.proxy import Proxy

RunnerWith = Callable[..., Runner]
LONG_AGO = timedelta(days=1)


class Scene:
    """A runner over a store in which others left runs, and its recovery."""

    def __init__(self, runner: Runner) -> None:
        self.runner = runner
        self.store = runner.store
        self.told: list[str] = []
        self.later = LONG_AGO
        self.recovery = self.new()

    def new(self, **more: object) -> Recovery:
        return Recovery(self.runner, tell=self.told.append, now=lambda: datetime.now(UTC) + self.later, **more)  # type: ignore[arg-type]

    async def left(self, attempts: int = 0, *, team: str = "echo", **more: str) -> str:
        """A run that was recorded, and driven so often by processes that died at once."""
        request = {"text": "hello world", **more}
        made: dict[str, Any] = {"mode": "echo", "title": "t", "lang": "en", "request": request, "options": Options()}
        row = await self.store.create(team=team, **made)
        for _ in range(attempts):
            await self.store.claim(row.id)
        return row.id

    async def ended(self, *run_ids: str) -> list[RunRow]:
        return [await self.runner.wait(run_id) for run_id in run_ids]


@pytest.fixture
async def scene(runner_with: RunnerWith) -> Scene:
    return Scene(runner_with())


async def test_what_a_dead_process_left_is_carried_on_once_and_nothing_else(scene: Scene) -> None:
    waits, begun = await scene.left(), await scene.left(1)
    held, stopped, failed, talk = (
        await scene.left(1),
        await scene.left(1),
        await scene.left(1),
        await scene.left(team=TALK),
    )
    await end(scene.store, stopped, "interrupted")
    await end(scene.store, failed, "failed")
    async with owned(scene.store.owners, held):
        await scene.recovery.once()
        assert scene.runner.driven == {waits, begun}
        assert scene.told == [f"2 carried on: {begun}, {waits}"]
        assert [row.status for row in await scene.ended(waits, begun)] == ["done", "done"]
    await scene.recovery.once()
    assert not scene.runner.driven, "on a machine of its own it looks at the start alone"
    statuses = [(await scene.store.run(run)).status for run in (held, stopped, failed, talk)]
    assert statuses == ["running", "interrupted", "failed", "created"]


async def test_they_are_carried_on_in_their_old_order(runner_with: RunnerWith) -> None:
    runner = runner_with()
    runner.turns = Turns(1)
    scene = Scene(runner)
    waits = []
    for _ in range(3):
        waits.append(await scene.left())
        await asyncio.sleep(0.002)  # times are kept to the millisecond
    begun = await scene.left(1)
    await scene.recovery.once()
    rows = await scene.ended(begun, *waits)
    assert [row.status for row in rows] == ["done"] * 4
    began = [(await scene.store.events(row.id))[0].at for row in rows]
    assert began == sorted(began)


async def test_a_run_that_was_recorded_just_now_is_looked_at_twice(scene: Scene) -> None:
    scene.later = timedelta()
    new = await scene.left()
    await scene.recovery.once()
    assert not scene.runner.driven
    await scene.recovery.once()
    assert scene.runner.driven == {new}
    await scene.ended(new)


async def test_attempts_that_die_at_once_are_further_and_further_apart_and_then_it_is_said_that_it_failed(
    scene: Scene,
) -> None:
    assert [backoff(deaths) for deaths in range(DEATHS)] == [0, 0, 1, 2, 4]
    last, dead = await scene.left(DEATHS - 1), await scene.left(DEATHS)
    await scene.recovery.once()
    assert scene.runner.turns.waiting == {last}
    row = await scene.store.run(dead)
    assert row.status == "failed"
    assert row.error is not None
    assert row.error["message"] == "5 attempts in a row ended with their process before they had done anything"
    assert row.error["hint"].endswith(f"`kasen runs continue {dead}` tries again.")
    assert (await scene.store.events(dead))[-1].type == "run_failed"
    await scene.runner.cancel(last)
    assert (await scene.store.run(last)).status == "cancelled"
    await scene.runner.continue_(dead)
    assert (await scene.runner.wait(dead)).status == "done"


async def test_attempts_that_got_somewhere_are_no_deaths(scene: Scene) -> None:
    run_id = await scene.left(DEATHS - 1)
    attempt = Attempt(scene.store, run_id, await scene.store.claim(run_id))
    await attempt.emit("progress", text="pages", done=1, total=2)
    await scene.store.claim(run_id)
    await scene.recovery.once()
    assert [row.status for row in await scene.ended(run_id)] == ["done"]


async def test_teams_of_the_terminal_are_left_to_people(scene: Scene) -> None:
    run_id = await scene.left(1)
    recovery = scene.new(is_left_alone=lambda team: team == "echo")
    await recovery.once()
    await recovery.once()
    assert not scene.runner.driven
    assert scene.told == [f"1 interrupted: {run_id}; carry on: `kasen runs continue ID`"]


async def test_what_cannot_be_carried_on_is_said_once_and_keeps_nobody_back(scene: Scene) -> None:
    gone, other = await scene.left(1, team="gone"), await scene.left(1)
    await scene.recovery.once()
    assert [row.status for row in await scene.ended(other)] == ["done"]
    assert [line.split(":")[0] for line in scene.told] == [f"run {gone} is not carried on", "1 carried on"]


async def test_a_run_that_a_newer_kasen_began_is_left_to_it_and_said_once(scene: Scene) -> None:
    newer = await scene.left(1)
    await scene.store.write(lambda c: c.execute(update(RUNS).values(state_version=2)))
    for _ in range(2):
        await scene.new().once()
    await scene.recovery.once()
    await scene.recovery.once()
    row = await scene.store.run(newer)
    assert (row.status, row.fence) == ("running", 1), "nothing of it is changed"
    said = f"run {newer} is not carried on: run {newer} was begun with version 2 of team `echo`"
    assert [line.startswith(said) for line in scene.told] == [True] * 3, "once by each process"


@asynccontextmanager
async def working(recovery: Recovery) -> AsyncIterator[None]:
    task = asyncio.create_task(recovery())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait({task})


@pytest.mark.parametrize(
    ("at_deadline", "status", "text"), [("default", "done", "hello world"), ("stop", "stopped: deadline", "")]
)
async def test_a_pause_that_comes_due_is_settled_with_nobody_there_and_nothing_held_meanwhile(
    scene: Scene, scenes: ModuleType, at_deadline: str, status: str, text: str
) -> None:
    scene.later = timedelta()
    asked = {"text": "hello world", "ask_first": True, "deadline_s": 0.4, "at_deadline": at_deadline}
    run_id = await scene.runner.start("echo", asked)
    waits = await scene.runner.start("echo", {**asked, "at_deadline": "wait"})
    assert [(await scene.runner.wait(run)).status for run in (run_id, waits)] == ["paused", "paused"]
    await scene.recovery.once()
    assert not scene.runner.driven, "it is not due yet"
    assert scene.runner.turns.taken == 0
    async with working(scene.recovery), asyncio.timeout(30):
        async for _ in followed(scene, run_id, status):
            pass
    row = await scene.store.run(run_id)
    assert ((row.result or {}).get("text", ""), (await scene.store.run(waits)).status) == (text, "paused")


async def followed(scene: Scene, run_id: str, status: str) -> AsyncIterator[None]:
    while (await scene.store.run(run_id)).status != status:
        await asyncio.sleep(0.05)
        yield


async def end(store: Store, run_id: str, status: str) -> None:
    await store.write(lambda c: c.execute(update(RUNS).where(RUNS.c.id == run_id).values(status=status)))


async def test_on_a_shared_database_living_servers_take_over_from_a_dead_one_and_one_of_them_has_it(
    database: str, tmp_path: Path, scenes: ModuleType
) -> None:
    """Homes of their own stand for machines."""
    async with Store(tmp_path / "b", database=database) as b, Store(tmp_path / "c", database=database) as c:
        living = [Scene(Runner(store, scenes.host_of(None, store.home), serves=True)) for store in (b, c)]
        async with Store(tmp_path / "a", database=database) as dead:
            begun, waits = [await Scene(Runner(dead, living[0].runner._host)).left(n) for n in (1, 0)]
            async with owned(dead.owners, begun), owned(dead.owners, waits):
                for _ in range(3):
                    await asyncio.gather(*(one.recovery.once() for one in living))
                assert not any(one.runner.driven for one in living)
        for _ in range(2):  # what had not begun is looked at twice
            await asyncio.gather(*(one.recovery.once() for one in living))
        taken = [one.runner.driven for one in living]
        assert sorted([*taken[0], *taken[1]]) == sorted([begun, waits])
        rows = [await one.runner.wait(run) for one, runs in zip(living, taken, strict=True) for run in runs]
        assert {row.id: (row.status, row.fence) for row in rows} == {begun: ("done", 2), waits: ("done", 1)}


# What a person said meanwhile

ASKING = {"text": "hello world", "ask_first": True}


class StoppedMeanwhile:
    """Owners by whom a run is taken just after a person has stopped it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._owners = store.owners

    async def take(self, run_id: str) -> Release:
        await end(self._store, run_id, "interrupted")
        return await self._owners.take(run_id)

    def of(self, connection: Connection, run_ids: Collection[str]) -> set[str]:
        return self._owners.of(connection, run_ids)

    async def close(self) -> None:
        await self._owners.close()


@pytest.mark.parametrize("deaths", [1, DEATHS], ids=["carried on", "given up"])
async def test_a_run_that_a_person_stopped_in_that_moment_stays_stopped(
    home: Path, either: str, scenes: ModuleType, deaths: int
) -> None:
    async with Store(home, database=either) as store:
        notices = Noting()
        scene = Scene(Runner(store, scenes.host_of(None, home, notices=notices), serves=True))
        left = await scene.left(deaths)
        store.owners = StoppedMeanwhile(store)
        await scene.recovery.once()
        await scene.runner.settled(left)
        row = await store.run(left)
        assert (row.status, row.fence, row.last_seq, notices.told) == ("interrupted", deaths, 0, [])
        await scene.runner.close(grace_s=0)


async def test_one_that_a_person_stopped_while_it_was_about_to_wait_for_a_place_stays_stopped(
    store: Store, scenes: ModuleType
) -> None:
    scene = Scene(Runner(store, scenes.host_of(None, store.home), turns=Turns(0), serves=True))
    left = await scene.left(1)
    store.owners = StoppedMeanwhile(store)
    await scene.recovery.once()
    async with asyncio.timeout(20):
        while left not in scene.runner.turns.waiting:  # noqa: ASYNC110 - nobody tells that
            await asyncio.sleep(0)
    await asyncio.sleep(0.05)
    assert (await store.run(left)).status == "interrupted"
    await scene.runner.close(grace_s=0)


async def test_a_cancel_that_nobody_heard_is_heeded(scene: Scene) -> None:
    left = await scene.left(1)
    await scene.store.ask_cancel(left)
    await scene.recovery.once()
    assert [row.status for row in await scene.ended(left)] == ["cancelled"]


async def test_a_pause_that_was_answered_before_its_server_died_is_taken_up(
    home: Path, tmp_path: Path, either: str, scenes: ModuleType
) -> None:
    async with Store(home, database=either) as dead, Store(tmp_path if either else home, database=either) as living:
        died = Runner(dead, scenes.host_of(None, home), serves=True)
        goes_on, for_later = [await died.start("echo", ASKING) for _ in range(2)]
        for run_id, go_on in ((goes_on, True), (for_later, False)):
            assert (await died.wait(run_id)).status == "paused"
            await died.answer(run_id, "parts", {"go_on": True}, go_on=go_on)
        scene = Scene(Runner(living, scenes.host_of(None, living.home), serves=True))
        await scene.recovery.once()
        assert scene.runner.driven == {goes_on}
        assert [row.status for row in await scene.ended(goes_on)] == ["done"]
        assert (await living.run(for_later)).status == "paused"
        await scene.runner.close(grace_s=0)


async def test_what_it_refused_is_forgotten_when_it_is_no_longer_there(scene: Scene) -> None:
    gone = await scene.left(1, team="gone")
    recovery = scene.new()
    await recovery.once()
    assert recovery._refused == {gone}
    await scene.store.delete(gone)
    await recovery.once()
    assert recovery._refused == set()


class Noting:
    """Notices of runs: how each stood."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def tell(self, _store: Store, row: RunRow) -> None:
        self.told.append(row.status)

    async def close(self, _grace_s: float) -> None: ...


async def test_runs_outlive_an_outage_that_is_longer_than_they_are_patient_and_it_is_told_once(
    postgresql: PostgreSQL, database: str, tmp_path: Path, scenes: ModuleType
) -> None:
    with Proxy(postgresql.port) as proxy:
        address = proxy.address(database)
        async with (
            Store(tmp_path / "near", database=database) as near,
            Store(tmp_path / "home", database=address, patience_s=0.2) as store,
        ):
            stage, model, notices = scenes.new_stage(), ScriptedModel(scenes.good), Noting()
            scene = Scene(Runner(store, scenes.host_of(model, store.home, notices=notices), serves=True))
            scene.later = timedelta()
            run_id = await scene.runner.start("slow", {"text": "x"})
            await stage.began.wait()
            async with working(scene.recovery), asyncio.timeout(60):
                proxy.away()
                stage.go.set()
                with pytest.raises(StoreFailed):
                    await scene.runner.wait(run_id)
                assert (await near.run(run_id)).status == "running"
                await asyncio.sleep(3 * EVERY_S)
                assert len(scene.told) == 1, scene.told
                proxy.back()
                async for _ in followed(Scene(Runner(near, scenes.host_of(None, near.home))), run_id, "done"):
                    pass
                await scene.runner.settled(run_id)
            assert (await near.run(run_id)).fence == 2
            assert notices.told == ["done"]
            assert scene.told[0].startswith("the database cannot be ")
            assert sorted(scene.told[1:]) == [f"1 carried on: {run_id}", "the database is back"]
            assert (stage.ran, len(model.requests)) == (["first", "slow", "slow", "last"], 1)
            await scene.runner.close(grace_s=0)
