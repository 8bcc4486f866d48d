from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from kasen.errors import (
    AccountClosed,
    Declined,
    KeyRefused,
    Malformed,
    ModelNotFound,
    Refused,
    Retryable,
    TooLong,
    UnknownName,
)
from kasen.models.account import Accounts
from kasen.models.call import Caller
from kasen.models.chain import Chain, Retries
from kasen.models.deadline import Deadlines
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

    caller = Caller(
        meter=Unmetered(),
        accounts=Accounts(clock=clock, sleep=clock.sleep),
        deadlines=Deadlines(),
        price=lambda _name, _usage: 0.0,
        clock=clock,
    )
    return Chain(
        open_model=open_model,
        call=caller,
        sleep=clock.sleep,
        retries=Retries(),
        request=ModelRequest(role="writer", prompt="Write.\n", schema={}, schema_name="Text"),
        parse=parse,
    )


async def test_an_empty_chain_gives_nothing_and_says_no_model() -> None:
    tally = await chain(FakeClock()).walk([])
    assert (tally.value, tally.by, tally.why, tally.left) == (None, "", "no model", [])


async def test_an_unknown_model_in_a_chain_is_passed_over_and_named() -> None:
    one = chain(FakeClock(), ScriptedModel([Refused("404")], id="a:b"))
    assert (await one.walk(["none:x", "a:b"])).why == "a:b: 404"
    other = chain(FakeClock(), ScriptedModel(["good"], id="a:b"))
    assert (await other.walk(["none:x", "a:b"])).by == "a:b"


async def test_each_model_has_its_own_attempts_waits_and_repair() -> None:
    clock = FakeClock()
    first = ScriptedModel(["bad", "bad", Retryable("503"), "bad"], id="a:1")
    second = ScriptedModel(["bad", "bad", "bad", "good"], id="a:2")
    one = chain(clock, first, second)
    tally = await one.walk(["a:1", "a:2"])
    assert (tally.value, tally.by, one.call.costs.calls) == ("good", "a:2", 8)
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


class Hears:
    def __init__(self, heard: list[str], call: int) -> None:
        self._heard = heard
        self._call = call

    async def text(self, delta: str) -> None:
        self._heard.append(f"{self._call}: {delta}")

    async def reasoning(self, delta: str) -> None:
        self._heard.append(f"{self._call}? {delta}")

    async def close(self) -> None:
        self._heard.append(f"{self._call} taken back")


async def test_the_words_of_every_call_that_fails_are_taken_back() -> None:
    heard: list[str] = []
    one = chain(FakeClock(), ScriptedModel(["bad", "bad", Refused("no")], id="a:1"), ScriptedModel(["good"], id="a:2"))
    one.listen = lambda call: Hears(heard, call)
    assert (await one.walk(["a:1", "a:2"])).by == "a:2"
    assert heard == ["1: bad", "1 taken back", "2: bad", "2 taken back", "3 taken back", "4: good"]


async def test_an_empty_answer_is_shown_as_nothing() -> None:
    model = ScriptedModel([Completion(model="a:1"), "good"], id="a:1")
    one = chain(FakeClock(), model)
    one.parse = lambda completion: completion.text or malformed()
    assert (await one.walk(["a:1"])).value == "good"
    assert "None" not in model.requests[1].prompt


async def test_within_a_run_an_account_that_failed_every_attempt_is_tried_once_while_another_is_left() -> None:
    clock, tired = FakeClock(), set[str]()
    first = ScriptedModel([Retryable("503")] * 4 + ["good"] + [Retryable("503")] * 2 + ["good"], id="a:1")
    other = ScriptedModel(["other"] * 2, id="b:1")
    other.account = "b"
    walked = []
    for _ in range(4):
        one = chain(clock, first, other)
        one.tired = tired
        walked.append(((await one.walk(["a:1", "b:1"])).by, list(clock.slept), set(tired)))
        clock.slept.clear()
    assert walked == [
        ("b:1", [4.0, 8.0], {"scripted"}),
        ("b:1", [], {"scripted"}),
        ("a:1", [], set()),
        ("a:1", [4.0, 8.0], set()),
    ]


@pytest.mark.parametrize("others", [[], ["none:x"], ["a:2"], ["b:1"]])
async def test_the_last_resort_has_all_its_attempts(others: list[str]) -> None:
    clock = FakeClock()
    first = ScriptedModel([Retryable("503"), "good"], id="a:1")
    closed = ScriptedModel([KeyRefused("401")], id="b:1")
    closed.account = "b"
    one = chain(clock, first, ScriptedModel([], id="a:2"), closed)
    one.tired.add("scripted")
    await one.walk(["b:1"])
    assert (await one.walk(["a:1", *others])).by == "a:1"
    assert clock.slept == [4.0]


async def test_nobody_waits_for_an_account_that_is_closed_by_then() -> None:
    clock = FakeClock()
    one = chain(clock, ScriptedModel([Retryable("503")] * 5, id="a:1"), ScriptedModel([], id="a:2"))
    assert (await one.walk(["a:1"])).value is None
    assert (await one.walk(["a:1", "a:2"])).value is None
    assert clock.slept == [4.0, 8.0, 4.0]


async def test_a_model_of_this_machine_is_not_asked_again_for_an_answer_without_end() -> None:
    cut = Completion(model="a:1", text="and so on and so on", finish="length")
    model = ScriptedModel([cut], id="a:1")
    model.patience = 6.0
    assert (await chain(FakeClock(), model).walk(["a:1"])).value is None
    model.assert_done()


def malformed() -> str:
    raise Malformed("answer: empty")


async def test_an_answer_that_was_cut_off_gets_more_room_once_even_when_it_could_be_read() -> None:
    cut = Completion(model="a:1", text="could be read", finish="length", usage=Usage(output_tokens=9), usd=0.5)
    model = ScriptedModel([cut, "whole"], id="a:1")
    one = chain(FakeClock(), model)
    assert (await one.walk(["a:1"])).value == "whole"
    assert [request.answer_tokens for request in model.requests] == [600, 2400]
    assert one.call.costs.usd == 0.5

    again = ScriptedModel([cut, replace(cut, note="max_tokens")], id="a:1")
    two = chain(FakeClock(), again, ScriptedModel(["other"], id="a:2"))
    tally = await two.walk(["a:1", "a:2"])
    assert (tally.value, str(tally.left[0].error)) == ("other", "a:1 was cut off at its limit of tokens (max_tokens)")
    assert (two.call.costs.usd, two.call.costs.calls) == (1.0, 3)


async def test_a_model_that_declines_is_paid_and_left_at_once() -> None:
    clock = FakeClock()
    said = Completion(model="a:1", finish="declined", note="SAFETY", usage=Usage(input_tokens=5), usd=0.25)
    one = chain(clock, ScriptedModel([said], id="a:1"), ScriptedModel(["good"], id="a:2"))
    tally = await one.walk(["a:1", "a:2"])
    assert (tally.by, one.call.costs.usd, clock.slept) == ("a:2", 0.25, [])
    assert isinstance(tally.left[0].error, Declined)


@pytest.mark.parametrize("error", [KeyRefused("401"), ModelNotFound("404"), TooLong("413"), AccountClosed("quota")])
async def test_what_no_second_try_can_mend_goes_to_the_next_model_at_once(error: Refused) -> None:
    clock = FakeClock()
    first = ScriptedModel([error], id="a:1")
    other = ScriptedModel(["good"], id="b:1")
    other.account = "b"
    assert (await chain(clock, first, other).walk(["a:1", "b:1"])).by == "b:1"
    assert clock.slept == []
    first.assert_done()


async def test_a_closed_account_costs_no_call_and_no_attempt() -> None:
    clock = FakeClock()
    first, same = ScriptedModel([AccountClosed("quota", reset_s=60)], id="a:1"), ScriptedModel([], id="a:2")
    one = chain(clock, first, same)
    assert (await one.walk(["a:1", "a:2"])).value is None
    assert one.call.costs.calls == 1


@pytest.mark.parametrize(("retry_after", "waits"), [(0.0, 0.0), (60.0, 60.0), (60.1, None), (None, 4.0)])
def test_a_provider_may_wish_for_a_pause_up_to_a_minute(retry_after: float | None, waits: float | None) -> None:
    assert Retries().wait(1, Retryable("429", retry_after=retry_after)) == waits


async def test_a_model_is_named_by_its_id_and_not_by_the_path_that_led_to_it() -> None:
    one = chain(FakeClock(), ScriptedModel([Refused("no room")], id="local:x.gguf"))
    open_known = one.open_model
    one.open_model = lambda _name: open_known("local:x.gguf")
    tally = await one.walk(["local:/long/path/x.gguf"])
    assert tally.why == "local:x.gguf: no room"
    assert [left.name for left in tally.left] == ["local:x.gguf"]
