from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from types import ModuleType
from typing import Any

import pytest

from kasen.errors import UsageError
from kasen.runtime.approvals import approvals
from kasen.runtime.engines.embedded.turns import Turns
from kasen.runtime.rows import Options
from kasen.runtime.runner import Runner
from kasen.testing.scripted import ScriptedModel

RunnerWith = Callable[..., Runner]
NOW = datetime(2026, 5, 4, 3, 2, 1, tzinfo=UTC)
LATER = NOW + timedelta(hours=1)


def asking(at_deadline: str) -> dict[str, Any]:
    return {"text": "hello world", "ask_first": True, "deadline_s": 60, "at_deadline": at_deadline}


async def given(runner: Runner, run_id: str) -> list[tuple[Any, str]]:
    return [(e.answer, e.by) async for e in runner.events(run_id, follow=False) if e.type == "approval_given"]


async def paused(runner: Runner, at_deadline: str) -> str:
    run_id = await runner.start("echo", asking(at_deadline))
    assert (await runner.wait(run_id)).status == "paused"
    return run_id


async def test_at_the_deadline_the_default_answers(runner_with: RunnerWith) -> None:
    run_id = await paused(runner_with(now=lambda: NOW), "default")
    late = runner_with(now=lambda: LATER)
    await late.continue_(run_id)
    assert (await late.wait(run_id)).status == "done"
    assert await given(late, run_id) == [({"go_on": True}, "deadline")]


async def test_at_the_deadline_the_run_stops(runner_with: RunnerWith) -> None:
    run_id = await paused(runner_with(now=lambda: NOW), "stop")
    late = runner_with(now=lambda: LATER)
    await late.continue_(run_id)
    row = await late.wait(run_id)
    assert row.status == "stopped: deadline"
    events = [event async for event in late.events(run_id)]
    assert (events[-1].type, getattr(events[-1], "status", "")) == ("run_finished", "stopped: deadline")
    with pytest.raises(UsageError, match="stopped: deadline"):
        await late.continue_(run_id)


async def test_at_the_deadline_the_run_keeps_waiting(runner_with: RunnerWith) -> None:
    run_id = await paused(runner_with(now=lambda: NOW), "wait")
    late = runner_with(now=lambda: LATER)
    await late.continue_(run_id)
    assert (await late.wait(run_id)).status == "paused"
    await late.answer(run_id, "parts", {"go_on": True}, by="Aiko")
    await late.continue_(run_id)
    assert (await late.wait(run_id)).status == "done"
    assert await given(late, run_id) == [({"go_on": True}, "Aiko")]


async def test_a_person_who_answered_before_the_deadline_wins(runner_with: RunnerWith) -> None:
    for at_deadline in ("default", "stop"):
        run_id = await paused(runner_with(now=lambda: NOW), at_deadline)
        late = runner_with(now=lambda: LATER)
        await late.answer(run_id, "parts", {"go_on": False}, by="Aiko")
        await late.continue_(run_id)
        assert (await late.wait(run_id)).status == "done"
        assert await given(late, run_id) == [({"go_on": False}, "Aiko")]


async def test_the_deadline_comes_while_the_attempt_waits(runner_with: RunnerWith) -> None:
    times = [NOW]
    runner = runner_with(now=lambda: times[0])
    run_id = await runner.start("echo", asking("default"), wait=True)
    async for event in runner.events(run_id):
        if event.type == "approval_asked":
            times[0] = LATER
    assert (await runner.wait(run_id)).status == "done"
    assert await given(runner, run_id) == [({"go_on": True}, "deadline")]


async def outlived(runner: Runner, at_deadline: str = "wait") -> str:
    """A run at its pause, whose attempt goes on."""
    run_id = await runner.start("echo", asking(at_deadline), wait=True)
    async with asyncio.timeout(20):
        while not await approvals(runner.store, run_id) or runner.turns.taken:  # noqa: ASYNC110 - nobody tells that
            await asyncio.sleep(0.01)
    return run_id


async def test_while_a_person_is_waited_for_others_have_the_place_and_afterwards_it_is_waited_for(
    runner_with: RunnerWith, scenes: ModuleType
) -> None:
    runner, stage = runner_with(), scenes.new_stage()
    runner.turns = Turns(1)
    run_id = await outlived(runner)
    assert runner.driven == {run_id}
    other = await runner.start("slow", {"text": "x"})
    await asyncio.wait_for(stage.began.wait(), 20)
    await runner.answer(run_id, "parts", {"go_on": True})
    async with asyncio.timeout(20):
        while run_id not in runner.turns.waiting:  # noqa: ASYNC110 - nobody tells that
            await asyncio.sleep(0.01)
    assert [event.type async for event in runner.events(run_id, follow=False)][-1] == "approval_given"
    stage.go.set()
    assert [(await runner.wait(run)).status for run in (other, run_id)] == ["done", "done"]
    assert ((await runner.store.run(run_id)).fence, runner.turns.taken) == (1, 0)


async def test_one_that_its_deadline_ends_waits_for_no_place(runner_with: RunnerWith, scenes: ModuleType) -> None:
    times = [NOW]
    runner, stage = runner_with(now=lambda: times[0]), scenes.new_stage()
    runner.turns = Turns(1)
    run_id = await outlived(runner, "stop")
    await runner.start("slow", {"text": "x"})
    await asyncio.wait_for(stage.began.wait(), 20)
    times[0] = LATER
    assert (await asyncio.wait_for(runner.wait(run_id), 20)).status == "stopped: deadline"
    assert runner.turns.taken == 1, "the other has it"
    stage.go.set()


@pytest.mark.parametrize("ends", ["stop", "cancel", "close"])
async def test_one_that_was_answered_and_has_no_place_yet_ends_when_it_is_told(
    runner_with: RunnerWith, scenes: ModuleType, ends: str
) -> None:
    runner, stage = runner_with(), scenes.new_stage()
    runner.turns, runner.serves = Turns(1), True
    run_id = await outlived(runner)
    await runner.start("slow", {"text": "x"})
    await asyncio.wait_for(stage.began.wait(), 20)
    await runner.answer(run_id, "parts", {"go_on": True})
    async with asyncio.timeout(20):
        while run_id not in runner.turns.waiting:  # noqa: ASYNC110 - nobody tells that
            await asyncio.sleep(0.01)
        if ends == "stop":
            runner.stop(run_id)
        elif ends == "cancel":
            await runner.cancel(run_id)
        else:
            await runner.close(grace_s=0.5)
        await runner.settled(run_id)
    expected = {"stop": "interrupted", "cancel": "cancelled", "close": "created"}
    assert (await runner.store.run(run_id)).status == expected[ends]
    assert runner.turns.taken == (0 if ends == "close" else 1)
    stage.go.set()


async def test_yes_answers_every_pause_with_its_default(runner_with: RunnerWith) -> None:
    runner = runner_with()
    run_id = await runner.start("echo", asking("wait"), options=Options(yes=True))
    assert (await runner.wait(run_id)).status == "done"
    assert await given(runner, run_id) == [({"go_on": True}, "--yes")]


async def test_yes_given_when_continuing_counts_as_well(runner_with: RunnerWith) -> None:
    runner = runner_with()
    run_id = await paused(runner, "wait")
    await runner.continue_(run_id, options=Options(yes=True))
    assert (await runner.wait(run_id)).status == "done"


async def test_what_the_person_says_reaches_the_next_node(runner_with: RunnerWith) -> None:
    prompts: list[str] = []

    def answer(request: Any) -> dict[str, Any]:
        prompts.append(request.prompt)
        reply: dict[str, dict[str, Any]] = {
            "planner": {"parts": ["hello ", "world"]},
            "writer": {"text": "hello world"},
        }
        return reply.get(request.role, {"text": "hello " if "hello " in request.prompt else "world"})

    runner = runner_with(ScriptedModel(answer))
    run_id = await paused(runner, "wait")
    shown = (await approvals(runner.store, run_id))[0].asked.shown
    assert shown == ["hello ", "world"]
    await runner.answer(run_id, "parts", {"go_on": True, "comment": "もっと短く"})
    await runner.continue_(run_id)
    await runner.wait(run_id)
    assert "もっと短く" in prompts[-1]
