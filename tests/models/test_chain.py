from __future__ import annotations

from typing import Any

import pytest

from kasen.errors import Malformed, Refused, Retryable, UnknownName
from kasen.models.chain import Chain, Retries, Tally
from kasen.models.meter import Unmetered
from kasen.models.provider import ChatModel, Completion, ModelRequest
from kasen.models.role import Usage
from kasen.testing.clock import FakeClock
from kasen.testing.scripted import ScriptedModel


def chain(clock: FakeClock, *models: ScriptedModel) -> Chain[Any]:
    known: dict[str, ChatModel] = {model.id: model for model in models}

    def open_model(name: str) -> ChatModel:
        if name not in known:
            raise UnknownName(f"there is no provider `{name}`")
        return known[name]

    def parse(completion: Completion) -> str:
        if completion.text == "bad":
            raise Malformed("answer: bad")
        return completion.text

    return Chain(
        open_model=open_model,
        meter=Unmetered(),
        sleep=clock.sleep,
        retries=Retries(),
        request=ModelRequest(role="writer", prompt="Write.\n", schema={}, schema_name="Text"),
        parse=parse,
    )


async def test_an_empty_chain_gives_nothing_and_says_no_model() -> None:
    tally = await chain(FakeClock()).walk([])
    assert (tally.value, tally.by, tally.calls, tally.why) == (None, "", 0, "no model")


async def test_an_unknown_model_in_a_chain_is_passed_over_and_named() -> None:
    one = chain(FakeClock(), ScriptedModel([Refused("404")], id="a:b"))
    assert (await one.walk(["none:x", "a:b"])).why == "a:b: 404"
    other = chain(FakeClock(), ScriptedModel(["good"], id="a:b"))
    assert (await other.walk(["none:x", "a:b"])).by == "a:b"


async def test_each_model_has_its_own_attempts_waits_and_repair() -> None:
    clock = FakeClock()
    first = ScriptedModel(["bad", "bad", Retryable("503"), "bad"], id="a:1")
    second = ScriptedModel(["bad", "bad", "bad", "good"], id="a:2")
    tally = await chain(clock, first, second).walk(["a:1", "a:2"])
    assert (tally.value, tally.by, tally.calls) == ("good", "a:2", 8)
    assert clock.slept == [4.0, 8.0, 4.0, 8.0]
    first.assert_done()
    second.assert_done()


async def test_a_failure_of_many_pages_becomes_one_clause() -> None:
    tally = await chain(FakeClock(), ScriptedModel([Refused("x\n" * 1000)], id="a:1")).walk(["a:1"])
    assert len(tally.why) < 220
    assert "\n" not in tally.why


async def test_an_endless_answer_is_cut_before_it_is_shown_again() -> None:
    model = ScriptedModel([Completion(model="a:1", text="y" * 200_000), "good"], id="a:1")

    one = chain(FakeClock(), model)
    seen = one.parse

    def parse(completion: Completion) -> Any:
        if len(completion.text) > 100:
            raise Malformed("answer: too long")
        return seen(completion)

    one.parse = parse
    assert (await one.walk(["a:1"])).value == "good"
    assert len(model.requests[1].prompt) < 8000


def test_a_tally_adds_up_and_keeps_the_price_unknown_once_it_is() -> None:
    tally: Tally[Any] = Tally()
    tally.count(Completion(model="m", usage=Usage(input_tokens=1, output_tokens=2), usd=0.5))
    assert (tally.usage.total, tally.usd) == (3, 0.5)
    tally.count(Completion(model="m", usage=Usage(input_tokens=1, cached_tokens=1), usd=None))
    tally.count(Completion(model="m", usd=0.5))
    assert (tally.usage, tally.usd) == (Usage(input_tokens=2, output_tokens=2, cached_tokens=1), None)


@pytest.mark.parametrize(("retry_after", "waits"), [(0.0, 0.0), (60.0, 60.0), (60.1, None), (None, 4.0)])
def test_a_provider_may_wish_for_a_pause_up_to_a_minute(retry_after: float | None, waits: float | None) -> None:
    assert Retries().wait(1, Retryable("429", retry_after=retry_after)) == waits
