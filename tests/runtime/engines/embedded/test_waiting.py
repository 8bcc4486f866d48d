"""Runs that wait for a place of the process: what a runner does with them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from kasen.errors import RunBusy, Stopped
from kasen.runtime.engines.embedded.turns import Turns
from kasen.runtime.nested import children
from kasen.runtime.runner import Runner
from kasen.runtime.store import Store
from kasen.testing.scripted import ScriptedModel

RunnerWith = Callable[..., Runner]


@pytest.fixture
def small(store: Store, scenes: ModuleType) -> Callable[..., Runner]:
    """A runner with so many places."""
    return lambda places=1, **more: Runner(store, scenes.host_of(None, store.home), turns=Turns(places), **more)


async def test_a_run_that_waits_is_recorded_and_owned_and_costs_no_time(
    small: Callable[..., Runner], scenes: ModuleType, runner_with: RunnerWith
) -> None:
    stage, runner = scenes.new_stage(), small()
    first = await runner.start("slow", {"text": "x"})
    await stage.began.wait()
    second = await runner.start("echo", {"text": "hello world"})
    await asyncio.sleep(0.2)
    assert (set(runner.driven), set(runner.turns.waiting)) == ({first, second}, {second})
    assert runner.turns.before(second) == 0
    row = await runner.store.run(second)
    assert (row.status, row.last_seq) == ("created", 0)
    with pytest.raises(RunBusy):
        await runner_with().continue_(second)
    stage.go.set()
    row = await runner.wait(second)
    events = await runner.store.events(second)
    assert (row.status, events[0].type) == ("done", "run_started")
    assert not runner.turns.taken


async def test_one_that_waits_is_cancelled_by_whoever_from_wherever(
    small: Callable[..., Runner], scenes: ModuleType, runner_with: RunnerWith
) -> None:
    stage, runner = scenes.new_stage(), small()
    first = await runner.start("slow", {"text": "x"})
    here, elsewhere, goes_on = [await runner.start("echo", {"text": text}) for text in ("a", "b", "c")]
    assert (await runner.cancel(here)).status == "cancelled"
    assert (await runner_with().cancel(elsewhere)).status == "cancelled"
    assert [event.type for event in await runner.store.events(here)] == ["run_started", "run_finished"]
    assert runner.turns.waiting == {goes_on}
    stage.go.set()
    assert [(await runner.wait(run)).status for run in (first, goes_on)] == ["done", "done"]


@pytest.mark.parametrize("how", ["stop", "kill"])
async def test_one_that_waits_and_is_told_to_stop_is_interrupted_without_a_turn(
    small: Callable[..., Runner], scenes: ModuleType, how: str
) -> None:
    stage, runner = scenes.new_stage(), small()
    await runner.start("slow", {"text": "x"})
    second = await runner.start("echo", {"text": "a"})
    await asyncio.sleep(0)
    if how == "stop":
        runner.stop(second)
    else:
        await runner.kill(second)
    with pytest.raises(Stopped):
        await runner.wait(second)
    assert (await runner.store.run(second)).status == "interrupted"
    stage.go.set()


async def test_one_that_is_to_go_on_with_other_options_waits_with_them(
    small: Callable[..., Runner], scenes: ModuleType
) -> None:
    stage, runner = scenes.new_stage(), small()
    paused = await runner.start("echo", {"text": "a b", "ask_first": True})
    assert (await runner.wait(paused)).status == "paused"
    await runner.start("slow", {"text": "x"})
    await stage.began.wait()
    row = await runner.store.run(paused)
    await runner.continue_(paused, options=row.options.model_copy(update={"yes": True}))
    await asyncio.sleep(0.1)
    row = await runner.store.run(paused)
    assert (row.status, row.options.yes, set(runner.turns.waiting)) == ("created", True, {paused})
    stage.go.set()
    assert (await runner.wait(paused)).status == "done"


async def test_when_a_server_ends_runs_keep_their_turn_and_else_they_are_interrupted(
    small: Callable[..., Runner], scenes: ModuleType
) -> None:
    async def ended(**more: Any) -> list[str]:
        stage, runner = scenes.new_stage(), small(**more)
        runs = [await runner.start("slow", {"text": "x"}), await runner.start("echo", {"text": "a"})]
        await stage.began.wait()
        closing = asyncio.create_task(runner.close(grace_s=20))
        await asyncio.sleep(0.05)
        stage.go.set()
        await closing
        for run in runs:
            with pytest.raises(Stopped):
                await runner.wait(run)
        return [(await runner.store.run(run)).status for run in runs]

    assert await ended(serves=True) == ["created", "created"]
    assert await ended() == ["interrupted", "interrupted"]


async def test_runs_that_a_run_asks_for_wait_behind_nobody(store: Store, nested_scenes: ModuleType) -> None:
    nested_scenes.new_stage()
    host = nested_scenes.host_of(ScriptedModel(nested_scenes.good), store.home)
    runner = Runner(store, host, turns=Turns(1))
    runs = [await runner.start("asker", {"topics": ["tea", "rice"], "together": True}) for _ in range(2)]
    async with asyncio.timeout(30):
        assert [(await runner.wait(run)).status for run in runs] == ["done", "done"]
    assert len(await children(store, runs[0])) == 2
