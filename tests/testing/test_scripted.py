from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from pydantic import BaseModel

from kasen.errors import Retryable
from kasen.models.provider import Completion, ModelRequest
from kasen.models.role import Usage
from kasen.testing.clock import FakeClock
from kasen.testing.scripted import ScriptedModel, UnexpectedModelCall


class Plan(BaseModel):
    title: str


def asked(role: str = "planner", **more: Any) -> ModelRequest:
    return ModelRequest(role=role, prompt="Plan.", schema={}, schema_name="Plan", **more)


async def test_answers_come_in_order_whatever_their_form() -> None:
    async def later(request: ModelRequest) -> dict[str, str]:
        return {"title": request.role}

    whole = Completion(model="", text="whole", usage=Usage(input_tokens=1), usd=2.0)
    model = ScriptedModel([{"title": "茶"}, Plan(title="米"), "raw", lambda r: r.prompt, later, whole])
    texts = [(await model.complete(asked())).text for _ in range(5)]
    assert texts == ['{"title": "茶"}', '{"title":"米"}', "raw", "Plan.", '{"title": "planner"}']
    last = await model.complete(asked())
    assert (last.text, last.model, last.usd) == ("whole", "scripted:model", 2.0)
    assert len(model.requests) == 6
    model.assert_done()


async def test_each_role_may_have_its_own_script() -> None:
    model = ScriptedModel({"planner": ["p1", "p2"], "writer": ["w1"]})
    got = [(await model.complete(asked(role))).text for role in ("writer", "planner", "planner")]
    assert got == ["w1", "p1", "p2"]


async def test_one_call_too_many_is_an_error_that_names_the_role() -> None:
    model = ScriptedModel({"planner": ["p1"]})
    await model.complete(asked())
    with pytest.raises(UnexpectedModelCall, match="call 2 of the scripted model, by role `planner`"):
        await model.complete(asked())
    with pytest.raises(UnexpectedModelCall, match="by role `writer`"):
        await model.complete(asked("writer"))


def test_one_call_too_few_fails_when_the_test_ends() -> None:
    with pytest.raises(AssertionError, match=r"not asked for: \{'planner': 2\}"):
        ScriptedModel({"planner": ["a", "b"], "writer": []}).assert_done()


async def test_an_error_in_the_script_is_raised() -> None:
    model = ScriptedModel([Retryable("429", retry_after=2)])
    with pytest.raises(Retryable) as caught:
        await model.complete(asked())
    assert caught.value.retry_after == 2


async def test_a_function_answers_every_call() -> None:
    model = ScriptedModel(lambda request: {"title": request.role})
    for role in ("a", "b", "c"):
        assert json.loads((await model.complete(asked(role))).text) == {"title": role}
    model.assert_done()


async def test_the_answer_is_streamed_when_somebody_looks() -> None:
    pieces: list[str] = []

    async def on_text(piece: str) -> None:
        pieces.append(piece)

    await ScriptedModel(["some longer answer"]).complete(asked(on_text=on_text))
    assert len(pieces) == 3
    assert "".join(pieces) == "some longer answer"


async def test_latency_passes_on_the_clock_of_the_test() -> None:
    clock = FakeClock()
    await ScriptedModel(["x"], latency_s=2.5, sleep=clock.sleep).complete(asked())
    assert clock() == 2.5


async def test_asks_made_at_once_are_answered_by_their_words_in_any_order() -> None:
    model = ScriptedModel({"judge": {"first words": {"title": "a"}, "other words": {"title": "b"}}})
    for prompt, title in (("other words, first words", "b"), ("first words, other words", "a")):
        said = await model.complete(replace(asked("judge"), prompt=prompt))
        assert json.loads(said.text) == {"title": title}
