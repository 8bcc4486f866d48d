from __future__ import annotations

import asyncio

import pytest

from kasen.models.provider import ModelRequest
from kasen.testing.timed import Span, TimedModel, one_by_one


def asked(role: str) -> ModelRequest:
    return ModelRequest(role=role, prompt="Plan.", schema={}, schema_name="Plan")


def test_what_follows_one_another_is_told_from_what_runs_at_once() -> None:
    model = TimedModel([])
    assert model.serial() == 0
    times = [(0.0, 1.0, "a"), (1.0, 2.0, "b"), (1.1, 2.5, "b"), (1.9, 3.0, "b"), (2.6, 3.0, "c")]
    model.spans = [Span(*one) for one in times]
    assert model.serial() == 3
    assert model.roles() == {"a": 1, "b": 3, "c": 1}
    assert (model.lasted("b"), model.lasted("a", "c"), model.lasted("d")) == (2.0, 3.0, 0.0)


async def test_calls_at_once_are_one_step_and_a_failure_is_a_call() -> None:
    ended = asyncio.Event()

    async def answer(request: ModelRequest) -> str:
        if request.role == "first":
            await ended.wait()
        ended.set()
        return request.role

    model = TimedModel(answer)
    await asyncio.gather(model.complete(asked("first")), model.complete(asked("second")))
    assert (model.serial(), [span.role for span in model.spans]) == (1, ["second", "first"])
    await model.complete(asked("third"))
    assert model.serial() == 2
    failing = TimedModel([ValueError("no")])
    with pytest.raises(ValueError, match="no"):
        await failing.complete(asked("a"))
    assert failing.roles() == {"a": 1}


async def test_one_by_one_lets_nobody_wait_beside_another() -> None:
    sleep = one_by_one()
    begun, order = asyncio.Event(), []

    async def wait(name: str) -> None:
        begun.set()
        await sleep(0.001)
        order.append(name)

    first = asyncio.create_task(wait("first"))
    await begun.wait()
    await asyncio.gather(*(wait(name) for name in "bcd"))
    assert order == ["first", *"bcd"]
    assert first.done()
