from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from kasen.models.receipt import Receipt, ReceiptKey
from kasen.models.role import Usage
from kasen.runtime.attempt import Attempt
from kasen.runtime.ledger import BUDGET, RunLedger, figures, receipts, rewind
from kasen.runtime.rows import Options
from kasen.runtime.runner import Runner
from kasen.runtime.store import Store
from kasen.testing.scripted import ScriptedModel

KEY = ReceiptKey("writer:t1", "writer", 0, "h1")
PAID = Receipt(
    role="writer",
    by="x:m",
    value_json='{"text":"あ"}',
    usage=Usage(input_tokens=7, output_tokens=3, cached_tokens=1),
    usd=0.5,
    seconds=1.25,
    attempts=2,
    calls=2,
    prompt_hash="h1",
    prompt_chars=9,
    answer_chars=5,
)


@pytest.fixture
async def attempt(store: Store) -> Attempt:
    row = await store.create(team="echo", mode="echo", title="t", lang="en", request={}, options=Options())
    return Attempt(store, row.id, await store.claim(row.id))


async def test_what_was_answered_comes_back_in_full(attempt: Attempt) -> None:
    ledger = RunLedger(attempt)
    assert await ledger.lookup(KEY) is None
    await ledger.record(KEY, PAID)
    assert await ledger.lookup(KEY) == PAID


@pytest.mark.parametrize(
    "other",
    [
        replace(KEY, node_path="writer:t2"),
        replace(KEY, role="planner"),
        replace(KEY, index=1),
        replace(KEY, prompt_hash="h2"),
    ],
)
async def test_another_key_is_another_ask(attempt: Attempt, other: ReceiptKey) -> None:
    ledger = RunLedger(attempt)
    await ledger.record(KEY, PAID)
    assert await ledger.lookup(other) is None


async def test_a_receipt_of_another_run_is_not_taken(attempt: Attempt, store: Store) -> None:
    await RunLedger(attempt).record(KEY, PAID)
    row = await store.create(team="echo", mode="echo", title="t", lang="en", request={}, options=Options())
    other = Attempt(store, row.id, await store.claim(row.id))
    assert await RunLedger(other).lookup(KEY) is None


async def test_a_receipt_and_its_event_are_committed_together(attempt: Attempt) -> None:
    await RunLedger(attempt).record(KEY, PAID)
    events = await attempt.store.events(attempt.run_id)
    assert [(e.role, e.by, e.input_tokens, e.usd, e.attempts) for e in events if e.type == "model_call"] == [
        ("writer", "x:m", 7, 0.5, 2)
    ]


async def test_the_figures_are_sums_and_an_unknown_price_makes_the_sum_unknown(attempt: Attempt) -> None:
    ledger = RunLedger(attempt)
    await ledger.record(KEY, PAID)
    by_rule = Receipt(role="writer", by="rule", value_json="{}", why="no model")
    await ledger.record(replace(KEY, index=1), by_rule)
    found = await ledger.figures(2.5)
    assert (found.calls, found.rule_calls, found.input_tokens, found.output_tokens) == (2, 1, 7, 3)
    assert (found.usd, found.seconds, found.by_role) == (0.5, 2.5, {"writer": "x:m, rule"})
    await ledger.record(replace(KEY, index=2), replace(PAID, usd=None))
    assert (await attempt.store.read(lambda c: figures(c, attempt.run_id))).usd is None


async def test_receipts_come_oldest_first(attempt: Attempt) -> None:
    ledger = RunLedger(attempt)
    for n in range(3):
        await ledger.record(replace(KEY, index=n), PAID)
    assert [row["nth"] for row in await receipts(attempt.store, attempt.run_id)] == [0, 1, 2]


async def test_with_nothing_spent_there_is_nothing_to_take_back(attempt: Attempt) -> None:
    ledger = RunLedger(attempt)
    await ledger.record(KEY, PAID)
    assert await attempt.write(lambda c: rewind(c, attempt.run_id)) == ""
    assert await ledger.lookup(KEY) == PAID


async def test_a_rules_answer_for_want_of_budget_is_taken_back_and_what_was_paid_stays(attempt: Attempt) -> None:
    ledger = RunLedger(attempt)
    spent = replace(KEY, index=1)
    await ledger.record(KEY, PAID)
    await ledger.record(spent, Receipt(role="writer", by="rule", value_json="{}", why=BUDGET))
    assert await attempt.write(lambda c: rewind(c, attempt.run_id)) == ""
    assert await ledger.lookup(spent) is None
    assert await ledger.lookup(KEY) == PAID


async def test_raised_again_and_again_what_failed_calls_cost_adds_up(attempt: Attempt) -> None:
    ledger = RunLedger(attempt)
    for _ in range(3):
        await ledger.record(KEY, replace(PAID, by="rule", why=BUDGET))
        await attempt.write(lambda c: rewind(c, attempt.run_id))
    assert await ledger.lookup(KEY) is None
    found = await ledger.figures(0)
    assert (found.calls, found.usd, found.rule_calls, found.by_role) == (6, 1.5, 0, {})


async def test_going_back_drops_the_pauses_that_nobody_has_answered(
    runner_with: Callable[..., Runner], scenes: object
) -> None:
    runner = runner_with(ScriptedModel(scenes.good))  # type: ignore[attr-defined]
    run_id = await runner.start("echo", {"text": "one two", "ask_first": True}, options=Options(calls=0))
    assert (await runner.wait(run_id)).status == "paused"
    await runner.continue_(run_id, options=Options(calls=9))
    assert (await runner.wait(run_id)).status == "paused"
    await runner.answer(run_id, "parts", {"go_on": True})
    await runner.continue_(run_id)
    row = await runner.wait(run_id)
    assert row.status == "done"


async def test_a_replay_takes_the_answers_of_another_run_and_pays_nothing(
    runner_with: Callable[..., Runner], scenes: object
) -> None:
    model = ScriptedModel(scenes.good, usd=0.5)  # type: ignore[attr-defined]
    runner = runner_with(model)
    first = await runner.start("echo", {"text": "one two three"})
    done = await runner.wait(first)
    asked = len(model.requests)
    again = await runner.start("echo", {"text": "one two three"}, options=Options(replay_of=first))
    row = await runner.wait(again)
    assert row.result == done.result
    assert len(model.requests) == asked
    found = await runner.store.read(lambda c: figures(c, again))
    assert (found.usd, found.calls) == (0, 0)
    assert set(found.by_role.values()) == {"scripted:model"}
