"""The tools in this process, over models that wait until they are told."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from kasen.errors import InputError, UnknownName, UsageError
from kasen.models.provider import ModelRequest
from kasen.runtime.rows import Options, RunRow
from kasen.runtime.runner import Runner
from kasen.runtime.store import Store
from kasen.server.mcp.desk import Desk
from kasen.server.mcp.said import said_of
from kasen.settings import load_settings
from kasen.teams.echo.nodes.planner import split
from kasen.testing.crash_child import host_with
from kasen.testing.scripted import ScriptedModel

TEA = "宇治の茶は、宇治川の朝霧が茶葉を守るので良い味になる。"


async def deaf(_number: int, _words: str) -> None:
    """Listens to nothing."""


class Gate:
    """A good model that answers when it is let; `asked` is set when it was asked."""

    def __init__(self) -> None:
        self.open = asyncio.Event()
        self.asked = asyncio.Event()

    async def __call__(self, request: ModelRequest) -> dict[str, Any]:
        self.asked.set()
        await self.open.wait()
        return split("tea", "en", 2).model_dump() if request.role == "planner" else {"text": "tea"}


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    async with Store(tmp_path / "home") as store:
        yield store


@pytest.fixture
def gate() -> Gate:
    return Gate()


@pytest.fixture
async def slow(store: Store, gate: Gate) -> AsyncIterator[Desk]:
    """A desk whose model is behind the gate."""
    runner = Runner(store, host_with(ScriptedModel(gate), store.home))
    yield Desk(runner, load_settings())
    await runner.close(grace_s=0)


@pytest.fixture
async def desk(store: Store) -> AsyncIterator[Desk]:
    """A desk without a model."""
    runner = Runner(store, host_with(None, store.home))
    yield Desk(runner, load_settings())
    await runner.close(grace_s=0)


async def call(desk: Desk, tool: str, **arguments: Any) -> RunRow:
    return await desk.call(tool, arguments, deaf)


async def test_a_cancelled_call_stops_the_run_after_its_step_and_it_is_carried_on(slow: Desk, gate: Gate) -> None:
    asking = asyncio.create_task(call(slow, "echo", text="tea"))
    await gate.asked.wait()
    asking.cancel()
    await asyncio.wait({asking})
    (run_id,) = slow.runner.driven
    gate.open.set()
    await slow.runner.settled(run_id)
    row = await slow.runner.store.run(run_id)
    assert (row.status, row.fence) == ("interrupted", 1)
    done = await call(slow, "continue", run=run_id)
    assert (done.status, done.fence) == ("done", 2)


async def test_carrying_on_waits_for_the_step_that_is_being_stopped(slow: Desk, gate: Gate) -> None:
    asking = asyncio.create_task(call(slow, "echo", text="tea"))
    await gate.asked.wait()
    asking.cancel()
    await asyncio.wait({asking})
    (run_id,) = slow.runner.driven
    carrying = asyncio.create_task(call(slow, "continue", run=run_id))
    await asyncio.sleep(0)
    gate.open.set()
    assert (await carrying).status == "done"


async def test_a_call_comes_back_in_time_and_the_run_goes_on(slow: Desk, gate: Gate) -> None:
    row = await call(slow, "echo", text="tea", wait_seconds=0.2)
    assert row.status == "running"
    again = await call(slow, "continue", run=row.id, wait_seconds=0.05)
    assert again.status == "running"
    gate.open.set()
    assert (await call(slow, "continue", run=row.id)).status == "done"


async def test_no_more_runs_are_at_work_than_may_be(store: Store, gate: Gate) -> None:
    runner = Runner(store, host_with(ScriptedModel(gate), store.home))
    desk = Desk(runner, load_settings(runs_each=1))
    await call(desk, "echo", text="tea", wait_seconds=0.05)
    with pytest.raises(UsageError, match="1 runs are at work"):
        await call(desk, "echo", text="more tea")
    gate.open.set()
    await runner.close()


async def test_a_pause_is_answered_by_name_or_alone_by_default_or_as_text(desk: Desk) -> None:
    for given in ({"approval": "parts", "answer": {"go_on": True}}, {"default": True}, {"answer": '{"go_on": true}'}):
        row = await call(desk, "echo", text=TEA, ask_first=True)
        assert row.status == "paused"
        assert (await said_of(desk.runner.store, row)).approvals[0].name == "parts"
        done = await call(desk, "answer", run=row.id, **given)
        assert (done.status, done.lang) == ("done", "ja")
    with pytest.raises(UsageError, match=r"it waits for no answer"):
        await call(desk, "answer", run=done.id, approval="parts", answer={"go_on": True})


async def test_what_is_no_answer_is_refused_and_the_run_waits_on(desk: Desk) -> None:
    row = await call(desk, "echo", text=TEA, ask_first=True)
    for given, error in (
        ({"approval": "plan", "default": True}, UnknownName),
        ({"answer": "go on!"}, InputError),
        ({"answer": '{"go_on": 7}'}, InputError),
        ({"answer": {"go_on": True}, "default": True}, InputError),
        ({}, InputError),
    ):
        with pytest.raises(error):
            await call(desk, "answer", run=row.id, **given)
    assert (await call(desk, "continue", run=row.id)).status == "paused"


async def test_a_run_that_failed_is_said_with_its_reason_and_carried_on(desk: Desk) -> None:
    run_id = await desk.runner.start("echo", {"text": "tea"}, options=Options(steps=1))
    await desk.runner.settled(run_id)
    row = await call(desk, "continue", run=run_id)
    said = await said_of(desk.runner.store, row)
    assert (said.status, "came to its limit of steps, which is 1" in said.error) == ("failed", True)


async def test_runs_of_others_are_not_there(desk: Desk) -> None:
    run_id = await desk.runner.start("echo", {"text": "tea"}, owner="sato")
    await desk.runner.wait(run_id)
    for tool in ("continue", "answer"):
        with pytest.raises(UnknownName, match=f"there is no run `{run_id}`"):
            await call(desk, tool, run=run_id)
    with pytest.raises(UnknownName, match="there is no run"):
        await call(desk, "echo", text="x", continues=run_id)
