from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from typing import Any

import pytest

from kasen.errors import BudgetSpent, Refused
from kasen.models.meter import Estimate
from kasen.models.provider import Completion, ModelRequest
from kasen.models.receipt import ModelCost, ReceiptKey
from kasen.models.role import Usage
from kasen.runtime.attempt import Attempt
from kasen.runtime.ledger import RunLedger
from kasen.runtime.limits import RunMeter, Spent, is_raised, spent_so_far, times_of
from kasen.runtime.rows import Options
from kasen.runtime.runner import Runner
from kasen.runtime.store import Store
from kasen.team import Limits
from kasen.testing.scripted import ScriptedModel

RunnerWith = Callable[..., Runner]
NOTHING = Spent(0.0, 0, 0.0, 0)


@pytest.fixture
async def attempt(store: Store) -> Attempt:
    row = await store.create(team="echo", mode="echo", title="t", lang="en", request={}, options=Options())
    return Attempt(store, row.id, await store.claim(row.id))


def estimate(tokens: int = 100, usd: float | None = None) -> Estimate:
    return Estimate(model="m", input_tokens=tokens, output_tokens=0, usd=usd)


async def told(attempt: Attempt) -> list[tuple[str, float, float]]:
    events = await attempt.store.events(attempt.run_id)
    return [(e.cap, e.spent, e.limit) for e in events if e.type == "budget"]


async def test_without_caps_everything_passes(attempt: Attempt) -> None:
    meter = RunMeter(attempt, Options(), Spent(1e6, 10**9, 1e6, 10**6))
    await meter.check(estimate())
    assert meter.caps() == {}


@pytest.mark.parametrize(
    ("caps", "spent"),
    [
        ({"calls": 3}, Spent(0, 0, 0, 3)),
        ({"tokens": 1000}, Spent(0, 950, 0, 0)),
        ({"usd": 1.0}, Spent(0.95, 0, 0, 0)),
        ({"seconds": 10.0}, Spent(0, 0, 10.0, 0)),
        ({"calls": 0}, NOTHING),
    ],
)
async def test_the_call_that_would_pass_a_cap_is_refused_and_told_once(
    attempt: Attempt, caps: dict[str, Any], spent: Spent
) -> None:
    meter = RunMeter(attempt, Options(**caps), spent)
    (name,) = caps
    for _ in range(2):
        with pytest.raises(BudgetSpent, match=f"{name} is spent"):
            await meter.check(estimate(100, 0.1))
    assert meter.stopped_by == name
    assert [(cap, limit) for cap, _, limit in await told(attempt)] == [(name, caps[name])]


async def test_what_parallel_calls_reserve_counts_until_they_are_settled(attempt: Attempt) -> None:
    meter = RunMeter(attempt, Options(tokens=250), NOTHING)
    await meter.check(estimate(100))
    await meter.check(estimate(100))
    with pytest.raises(BudgetSpent):
        await meter.check(estimate(100))
    meter.add(estimate(100), Usage(input_tokens=10), 0.0)
    meter.add(estimate(100), Usage(input_tokens=10), 0.0)
    await meter.check(estimate(100))


async def test_of_calls_that_begin_at_once_only_those_within_the_cap_begin(attempt: Attempt) -> None:
    meter = RunMeter(attempt, Options(calls=3), NOTHING)
    checks = [meter.check(estimate()) for _ in range(8)]
    said = await asyncio.gather(*checks, return_exceptions=True)
    assert [type(each) for each in said].count(BudgetSpent) == 5


async def test_a_reader_is_warned_once_when_a_cap_is_near(attempt: Attempt) -> None:
    meter = RunMeter(attempt, Options(calls=5), NOTHING)
    for _ in range(5):
        await meter.check(estimate())
    assert await told(attempt) == [("calls", 3, 5)]


async def test_a_model_of_unknown_price_is_refused_where_money_is_capped_and_only_there(attempt: Attempt) -> None:
    with pytest.raises(Refused, match="its price is unknown"):
        await RunMeter(attempt, Options(usd=1.0), NOTHING).check(estimate(usd=None))
    await RunMeter(attempt, Options(tokens=1000), NOTHING).check(estimate(usd=None))
    assert await told(attempt) == []


async def test_a_model_that_costs_nothing_is_asked_where_no_dollar_may_be_spent(attempt: Attempt) -> None:
    meter = RunMeter(attempt, Options(usd=0.0), NOTHING)
    await meter.check(estimate(100, 0.0))
    assert await told(attempt) == []
    with pytest.raises(BudgetSpent, match="usd is spent"):
        await meter.check(estimate(100, 0.001))


async def test_a_model_that_costs_something_after_all_is_not_asked_over_the_cap(attempt: Attempt) -> None:
    meter = RunMeter(attempt, Options(usd=1.0), Spent(1.1, 0, 0.0, 0))
    with pytest.raises(BudgetSpent, match="usd is spent"):
        await meter.check(estimate(100, 0.0))


async def test_a_call_whose_price_turns_out_to_be_unknown_stays_counted_as_expected(attempt: Attempt) -> None:
    meter = RunMeter(attempt, Options(usd=1.0), NOTHING)
    await meter.check(estimate(usd=0.6))
    meter.add(estimate(usd=0.6), Usage(input_tokens=1), None)
    with pytest.raises(BudgetSpent):
        await meter.check(estimate(usd=0.6))


async def test_a_cap_on_money_holds_back_the_call_that_is_expected_to_pass_it(attempt: Attempt) -> None:
    meter = RunMeter(attempt, Options(usd=1.0), NOTHING)
    for _ in range(2):
        await meter.check(estimate(usd=0.4))
        meter.add(estimate(usd=0.4), Usage(), 0.35)
    with pytest.raises(BudgetSpent):
        await meter.check(estimate(usd=0.4))
    await meter.check(estimate(usd=0.3))


async def test_a_run_over_its_target_is_warned_of_once_and_not_again_after_a_crash(attempt: Attempt) -> None:
    async def warnings() -> list[str]:
        return [e.about for e in await attempt.store.events(attempt.run_id) if e.type == "warning"]

    in_time = RunMeter(attempt, Options(target_s=100.0), NOTHING)
    await in_time.check(estimate())
    assert await warnings() == []
    late = RunMeter(attempt, Options(target_s=1e-9), NOTHING)
    for _ in range(2):
        await late.check(estimate())
    assert await warnings() == ["target of the run"]
    continued = RunMeter(attempt, Options(target_s=50.0), Spent(0, 0, 60.0, 0))
    await continued.check(estimate())
    assert await warnings() == ["target of the run"]


@pytest.mark.parametrize(
    ("preset", "times"),
    [
        ("hybrid", (120.0, 300.0)),
        ("openai:x", (120.0, 300.0)),
        ("none", (None, None)),
        ("manual", (None, None)),
        ("ollama", (None, None)),
        ("ollama:llama3:8b", (None, None)),
        ("local", (None, None)),
    ],
)
def test_only_hosted_models_are_held_to_the_times_of_a_team(preset: str, times: tuple[float | None, ...]) -> None:
    assert times_of(Limits(target_s=120.0, maximum_s=300.0), preset) == times


@pytest.mark.parametrize("preset", ["compatible", "compatible:qwen3"])
@pytest.mark.parametrize(
    ("address", "seconds"),
    [("http://127.0.0.1:1234/v1", None), ("http://vllm:8000/v1", None), ("https://openrouter.example/api/v1", 300.0)],
)
def test_a_compatible_server_of_this_network_gets_the_time_it_needs(
    preset: str, address: str, seconds: float | None
) -> None:
    limits = Limits(target_s=120.0, maximum_s=300.0)
    assert times_of(limits, preset, compatible_address=address)[1] == seconds


def test_a_cap_of_the_team_itself_holds_for_every_preset() -> None:
    limits = Limits(seconds=60.0, target_s=120.0, maximum_s=300.0)
    assert [times_of(limits, preset)[1] for preset in ("hybrid", "manual")] == [60.0, 60.0]


async def test_what_a_dead_attempt_had_asked_for_counts_as_expected(attempt: Attempt) -> None:
    lost = ModelCost(model="x:m", usage=Usage(input_tokens=7, output_tokens=3), usd=0.25)
    await RunLedger(attempt).asked(ReceiptKey("writer:t1", "writer", 0, "h1"), (lost,))
    spent = await attempt.store.read(lambda c: spent_so_far(c, attempt.run_id))
    assert (spent.calls, spent.tokens, spent.usd) == (1, 10, 0.25)


async def test_time_that_a_person_thinks_is_left_out(attempt: Attempt) -> None:
    before = time.monotonic()
    meter = RunMeter(attempt, Options(seconds=100.0), NOTHING)
    with meter.left_out():
        thinking = time.monotonic()
        while time.monotonic() < thinking + 0.03:
            pass
    assert meter.seconds() <= time.monotonic() - before - 0.03


async def test_a_cap_counts_as_raised_when_it_is_above_the_limit_that_was_told(attempt: Attempt) -> None:
    async def raised(**caps: Any) -> bool:
        return await attempt.store.read(lambda c: is_raised(c, attempt.run_id, Options(**caps)))

    assert not await raised(calls=5)
    await attempt.emit("budget", cap="calls", spent=2, limit=2)
    assert not await raised(calls=2)
    assert not await raised(calls=1)
    assert await raised(calls=3)
    assert await raised()
    await attempt.emit("budget", cap="calls", spent=3, limit=3)
    assert not await raised(calls=3)


async def test_a_new_run_has_spent_nothing(attempt: Attempt) -> None:
    assert await attempt.store.read(lambda c: spent_so_far(c, attempt.run_id)) == NOTHING


def priced(scenes: Any) -> ScriptedModel:
    def answer(request: ModelRequest) -> Completion:
        text = json.dumps(scenes.good(request))
        return Completion(model="scripted:model", text=text, usage=Usage(input_tokens=900, output_tokens=100), usd=0.5)

    return ScriptedModel(answer)


@pytest.mark.parametrize(
    ("low", "high", "paid"),
    [
        ({"calls": 2}, {"calls": 9}, 2),
        ({"usd": 0.9}, {"usd": 9.0}, 2),
        ({"tokens": 2100}, {"tokens": 90000}, 2),
        ({"seconds": 0.0}, {"seconds": 900.0}, 0),
    ],
    ids=["calls", "usd", "tokens", "seconds"],
)
async def test_each_cap_ends_in_the_best_so_far_and_a_higher_one_pays_for_nothing_twice(
    runner_with: RunnerWith, scenes: Any, low: dict[str, Any], high: dict[str, Any], paid: int
) -> None:
    model = priced(scenes)
    runner = runner_with(model)
    run_id = await runner.start("planners", {"text": "one two three"}, options=Options(**low))
    row = await runner.wait(run_id)
    assert row.status == "stopped: budget"
    assert row.result is not None
    assert row.result["text"].split(",").count("rule") == 4 - paid
    assert len(model.requests) == paid
    await runner.continue_(run_id, options=Options(**high))
    row = await runner.wait(run_id)
    assert row.status == "done"
    assert row.result is not None
    assert "rule" not in row.result["text"]
    assert len(model.requests) == len({request.prompt for request in model.requests}) == 4
    spent = await runner.store.read(lambda c: spent_so_far(c, run_id))
    assert (spent.calls, spent.tokens, spent.usd) == (4, 4000, 2.0)


async def test_what_failed_calls_cost_before_the_budget_was_spent_still_counts_after_it_was_raised(
    runner_with: RunnerWith, scenes: Any
) -> None:
    said = iter(["not json"])

    def answer(request: ModelRequest) -> Any:
        return next(said, None) or scenes.good(request)

    runner = runner_with(ScriptedModel(answer, usd=0.25))
    run_id = await runner.start("flaky", {"text": "one two"}, options=Options(calls=1))
    scenes.new_stage()
    assert (await runner.wait(run_id)).status == "stopped: budget"
    await runner.continue_(run_id, options=Options(calls=5))
    assert (await runner.wait(run_id)).status == "done"
    spent = await runner.store.read(lambda c: spent_so_far(c, run_id))
    assert (spent.calls, spent.usd) == (2, 0.5)


async def test_the_time_that_is_left_is_that_of_the_cap_on_seconds(attempt: Attempt) -> None:
    assert RunMeter(attempt, Options(), NOTHING).time_left() is None
    left = RunMeter(attempt, Options(seconds=100.0), NOTHING).time_left()
    assert left is not None
    assert 90 < left <= 100
    assert RunMeter(attempt, Options(seconds=100.0), Spent(0.0, 0, 200.0, 0)).time_left() == 0.0


async def test_what_a_run_that_was_asked_for_takes_counts_above_at_once(attempt: Attempt) -> None:
    above = RunMeter(attempt, Options(calls=3, tokens=10_000), NOTHING)
    one, two = (RunMeter(attempt, Options(calls=3), NOTHING, within=above) for _ in range(2))
    await one.check(estimate())
    one.add(estimate(), Usage(input_tokens=7, output_tokens=3), 0.5)
    await two.check(estimate())
    two.count(Usage(input_tokens=1), 0.25, 1)
    assert above.left() == {"calls": 0, "tokens": 10_000 - 10 - 100 - 1}
    with pytest.raises(BudgetSpent):
        await one.check(estimate())
    assert (one.stopped_by, above.stopped_by) == ("calls", "calls")
    assert two.stopped_by is None


async def test_a_call_that_its_own_cap_refuses_takes_nothing_above(attempt: Attempt) -> None:
    above = RunMeter(attempt, Options(calls=5, usd=1.0), NOTHING)
    below = RunMeter(attempt, Options(calls=0), NOTHING, within=above)
    before = above.left()
    with pytest.raises(BudgetSpent):
        await below.check(estimate(usd=0.1))
    assert above.left() == before
    assert above.stopped_by is None


@pytest.mark.parametrize(
    ("caps", "calls", "reached"),
    [
        ({}, 9, None),
        ({"calls": 3}, 2, None),
        ({"calls": 3}, 3, "calls"),
        ({"usd": 0.5}, 5, "usd"),
        ({"tokens": 100, "calls": 4}, 4, "calls"),
        ({"calls": 0}, 0, "calls"),
        ({"usd": 0.0}, 0, None),
    ],
)
async def test_what_no_cap_held_back_reaches_one_when_it_is_counted(
    attempt: Attempt, caps: dict[str, Any], calls: int, reached: str | None
) -> None:
    meter = RunMeter(attempt, Options(**caps), NOTHING)
    for _ in range(calls):
        meter.count(Usage(input_tokens=10), 0.1, 1)
    assert [await meter.reached(), await meter.reached()] == [reached] * 2
    assert [cap for cap, spent, limit in await told(attempt) if spent >= limit] == ([reached] if reached else [])
    assert meter.stopped_by is None, "that is for whoever gives up"


async def test_a_cap_of_the_run_that_asked_is_reached_for_both(attempt: Attempt) -> None:
    above = RunMeter(attempt, Options(calls=1), NOTHING)
    meter = RunMeter(attempt, Options(), NOTHING, within=above)
    meter.count(Usage(), 0.0, 1)
    assert await meter.reached() == "calls"


async def test_money_that_is_left_is_the_least_under_all_caps(attempt: Attempt) -> None:
    above = RunMeter(attempt, Options(usd=2.0), Spent(1.5, 0, 0.0, 0))
    assert above.money_left() == 0.5
    assert RunMeter(attempt, Options(usd=1.0), Spent(0.0, 0, 0.0, 0), within=above).money_left() == 0.5
    free = RunMeter(attempt, Options(tokens=5), Spent(0.0, 0, 0.0, 0))
    assert free.money_left() is None
    assert RunMeter(attempt, Options(usd=1.0), Spent(3.0, 0, 0.0, 0), within=free).money_left() == 0.0
