from __future__ import annotations

import asyncio
from typing import Any

import pytest

from kasen.errors import AccountClosed, BudgetSpent, KeyRefused, Refused, Retryable
from kasen.models.account import AccountLimits, Accounts
from kasen.models.call import Caller, Costs
from kasen.models.deadline import Deadlines
from kasen.models.meter import estimate_tokens
from kasen.models.prices import price
from kasen.models.provider import Completion, ModelRequest
from kasen.models.receipt import ModelCost
from kasen.models.role import Usage
from kasen.testing.clock import FakeClock, timeless
from kasen.testing.ledger import CountingMeter
from kasen.testing.scripted import ScriptedModel

REQUEST = ModelRequest(role="writer", prompt="Write.\n", schema={}, schema_name="Text")
SAID = Usage(input_tokens=70, output_tokens=30)


def caller(clock: Any = None, **more: Any) -> Caller:
    clock = clock or FakeClock()
    fields = {
        "meter": CountingMeter(),
        "accounts": Accounts(clock=clock, sleep=getattr(clock, "sleep", asyncio.sleep)),
        "deadlines": Deadlines(),
        "price": lambda _name, usage: usage.total / 1000,
    }
    return Caller(clock=clock, **{**fields, **more})


class Breaks:
    """A model whose call breaks off after it has said something."""

    by_hand = False
    account = "x"
    patience = 1.0
    id = "x:m"

    def __init__(self, *usages: Usage, words: str = "", error: BaseException | None = None) -> None:
        self._usages = usages
        self._words = words
        self._error = error

    async def complete(self, request: ModelRequest) -> Completion:
        assert request.on_text is not None
        for usage in self._usages:
            request.on_usage(usage)
        if self._words:
            request.pulse()
            await request.on_text(self._words)
        if self._error is not None:
            raise self._error
        while True:  # endless, and something arrives all the time
            await asyncio.sleep(5)
            request.pulse()


async def test_what_the_provider_said_of_a_call_that_breaks_off_is_counted() -> None:
    call = caller()
    with pytest.raises(Retryable):
        await call(Breaks(Usage(input_tokens=70), SAID, words="half", error=Retryable("reset")), REQUEST, None)
    assert call.costs.all() == (ModelCost(model="x:m", usage=SAID, usd=0.1),)
    assert isinstance(call.meter, CountingMeter)
    assert (call.meter.usage, call.meter.usd, call.meter.open) == (SAID, 0.1, 0)


async def test_words_that_came_after_the_provider_last_counted_are_estimated() -> None:
    """Anthropic counts the input at the start and the output at the end only."""
    call = caller()
    begun = Usage(input_tokens=70, output_tokens=1, cached_tokens=50)
    with pytest.raises(Retryable):
        await call(Breaks(begun, words="word " * 40, error=Retryable("reset")), REQUEST, None)
    assert call.costs.usage == Usage(input_tokens=70, output_tokens=51, cached_tokens=50)


async def test_where_it_said_nothing_what_was_asked_and_had_come_is_estimated() -> None:
    call = caller()
    with pytest.raises(Retryable):
        await call(Breaks(words="途中まで", error=Retryable("reset")), REQUEST, None)
    assert call.costs.usage == Usage(input_tokens=estimate_tokens(REQUEST.prompt), output_tokens=5)
    with pytest.raises(Retryable):
        await call(Breaks(error=Retryable("503")), REQUEST, None)
    assert (call.costs.calls, call.costs.usage.output_tokens) == (2, 5)


def test_endless_output_ends_at_the_whole_deadline_and_is_counted() -> None:
    async def main() -> Costs:
        loop = asyncio.get_running_loop()
        call = caller(loop.time, whole_s=60.0)
        with pytest.raises(Refused, match="no whole answer within 60 s"):
            await call(Breaks(SAID, words="on and on"), REQUEST, None)
        assert loop.time() == 60
        return call.costs

    assert timeless(main()).usd == 0.1


def test_waiting_for_a_place_is_not_time_of_the_call_but_of_the_ask() -> None:
    async def main() -> list[str]:
        now = asyncio.get_running_loop().time
        accounts = Accounts({"scripted": AccountLimits(concurrency=1)}, clock=now)
        deadlines = Deadlines(ask_s=110)
        slow = ScriptedModel(lambda _: "done", latency_s=50)
        calls = [caller(now, accounts=accounts, deadlines=deadlines, whole_s=55.0) for _ in range(3)]
        said = await asyncio.gather(*(call(slow, REQUEST, None) for call in calls), return_exceptions=True)
        assert now() == 110
        return [type(each).__name__ for each in said]

    assert timeless(main()) == ["Completion", "Completion", "Refused"]


async def test_a_call_over_the_budget_is_not_made_and_not_counted() -> None:
    model = ScriptedModel(["x"])
    call = caller(meter=CountingMeter(calls=0))
    with pytest.raises(BudgetSpent):
        await call(model, REQUEST, None)
    assert (model.requests, call.costs.calls) == ([], 0)


async def test_a_cancelled_call_is_counted() -> None:
    call = caller()
    with pytest.raises(asyncio.CancelledError):
        await call(Breaks(SAID, error=asyncio.CancelledError()), REQUEST, None)
    assert call.costs.usage == SAID


async def test_the_provider_s_own_price_goes_before_the_table() -> None:
    call = caller()
    await call(ScriptedModel([Completion(model="x:m", usage=SAID, usd=0.7)]), REQUEST, None)
    await call(ScriptedModel([Completion(model="x:m", usage=SAID)]), REQUEST, None)
    assert call.costs.all() == (ModelCost(model="x:m", calls=2, usage=SAID + SAID, usd=0.8),)


async def test_a_model_without_a_known_price_has_an_unknown_one_and_a_free_one_none() -> None:
    free, unknown = caller(price=price), caller(price=price)
    await free(ScriptedModel([Completion(model="", usage=SAID)]), REQUEST, None)
    assert free.costs.usd == 0.0
    await unknown(ScriptedModel([Completion(model="", usage=SAID)], id="nobody:knows"), REQUEST, None)
    assert unknown.costs.usd is None


async def test_an_answer_without_usage_is_estimated_but_not_one_by_hand() -> None:
    call = caller()
    model = ScriptedModel([Completion(model="x:m", text="word " * 40)] * 2)
    await call(model, REQUEST, None)
    assert call.costs.usage.output_tokens == 51
    model.by_hand = True
    await call(model, REQUEST, None)
    assert (call.costs.usage.output_tokens, call.costs.calls) == (51, 2)


async def test_time_in_which_people_answer_is_left_out() -> None:
    clock = FakeClock()
    call = caller(clock)
    model = ScriptedModel(["a", "b"], latency_s=5000, sleep=clock.sleep)
    model.by_hand = True
    await call(model, REQUEST, None)
    assert (clock(), call.taken_s()) == (5000, 0)


async def test_an_account_learns_from_its_calls() -> None:
    call = caller()
    with pytest.raises(KeyRefused):
        await call(ScriptedModel([KeyRefused("401")]), REQUEST, None)
    with pytest.raises(AccountClosed):
        await call(ScriptedModel([]), REQUEST, None)
    assert call.costs.calls == 1


class Hourglass(CountingMeter):
    """A meter whose time runs out on the loop's own clock."""

    end: float = 0.0

    def time_left(self) -> float | None:
        return max(self.end - asyncio.get_running_loop().time(), 0.0)

    async def check(self, estimate: Any) -> None:
        if self.time_left() == 0.0:
            raise BudgetSpent("the budget of seconds is spent")
        await super().check(estimate)


def test_a_call_does_not_outlast_the_cap_on_time_of_its_run() -> None:
    async def main() -> float:
        meter, loop = Hourglass(), asyncio.get_running_loop()
        meter.end = loop.time() + 40
        began = loop.time()
        with pytest.raises(BudgetSpent):
            await caller(meter=meter, whole_s=120.0)(Breaks(words="…"), REQUEST, None)
        return loop.time() - began

    assert 40 <= timeless(main()) < 41


def test_a_call_that_ends_at_its_own_deadline_says_so_though_time_is_capped_later() -> None:
    async def main() -> None:
        meter = Hourglass()
        meter.end = asyncio.get_running_loop().time() + 400
        with pytest.raises(Refused, match="no whole answer within 120 s"):
            await caller(meter=meter, whole_s=120.0)(Breaks(words="…"), REQUEST, None)

    timeless(main())
