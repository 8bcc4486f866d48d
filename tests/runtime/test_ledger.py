from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import orjson
import pytest
from sqlalchemy import Connection, select, update

from kasen.models.receipt import ModelCost, Receipt, ReceiptKey, sum_usd
from kasen.models.role import Usage
from kasen.runtime.attempt import Attempt
from kasen.runtime.ledger import BUDGET, RunLedger, figures, left_over, receipts, rewind
from kasen.runtime.limits import spent_so_far
from kasen.runtime.packed import unpacked
from kasen.runtime.rows import Options
from kasen.runtime.runner import Runner
from kasen.runtime.store import Store
from kasen.runtime.tables import RECEIPTS
from kasen.settings import Redactor
from kasen.testing.crash import Crashes, Kill, Scenario, disturb, every_commit
from kasen.testing.scripted import ScriptedModel
from kasen.testing.traces import read_bills

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


async def test_a_receipt_that_nobody_waited_for_to_its_end_is_found(attempt: Attempt) -> None:
    """Its node was ended while it was written, and is tried again in the same attempt: the answer is paid for."""
    ledger, begun, go_on = RunLedger(attempt), threading.Event(), threading.Event()

    def holds(_connection: Connection) -> None:
        begun.set()
        assert go_on.wait(20)

    attempt.store.write.hand_in(holds)
    await asyncio.to_thread(begun.wait, 20)
    recording = asyncio.create_task(ledger.record(KEY, PAID))
    await asyncio.sleep(0)
    recording.cancel()
    with pytest.raises(asyncio.CancelledError):
        await recording
    looking = asyncio.create_task(ledger.lookup(KEY))
    await asyncio.sleep(0)
    go_on.set()
    assert await looking == PAID


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


async def test_why_models_gave_no_answer_is_told_by_role_and_only_where_some_were_asked(attempt: Attempt) -> None:
    ledger = RunLedger(attempt)
    rule = Receipt(role="writer", by="rule", value_json="{}", why="openai:a: answered 503", calls=3)
    for index, receipt in enumerate(
        [
            rule,
            replace(rule, why="google:b: later"),
            replace(rule, role="critic", why="no model"),
            replace(rule, role="reader", why="budget"),
            replace(PAID, role="planner"),
        ]
    ):
        await ledger.record(replace(KEY, role=receipt.role, index=index), receipt)
    assert (await ledger.figures(0.0)).failed == {"writer": "openai:a: answered 503"}


async def test_each_model_is_told_apart_and_the_lines_add_up_to_the_whole(attempt: Attempt) -> None:
    ledger = RunLedger(attempt)
    failed = ModelCost(model="x:m", calls=3, usage=Usage(input_tokens=30, output_tokens=1), usd=0.1)
    good = ModelCost(model="y:n", usage=Usage(input_tokens=10, output_tokens=9), usd=0.2)
    both: dict[str, Any] = {"usage": failed.usage + good.usage, "usd": 0.3, "calls": 4, "models": (failed, good)}
    await ledger.record(KEY, replace(PAID, **both, by="y:n"))
    await ledger.record(replace(KEY, index=1), replace(PAID, **both, by="rule", why="z"))
    planned = replace(PAID, role="planner", by="y:n", usage=good.usage, usd=0.2, calls=1, models=(good,))
    await ledger.record(replace(KEY, role="planner"), planned)
    found = await ledger.figures(0)
    assert [(line.role, line.model, line.calls, line.output_tokens, line.usd) for line in found.costs] == [
        ("writer", "x:m", 6, 2, 0.2),
        ("writer", "y:n", 2, 18, 0.4),
        ("writer", "rule", 0, 0, 0.0),
        ("planner", "y:n", 1, 9, 0.2),
    ]
    assert found.usd == sum_usd(line.usd for line in found.costs) == 0.8
    assert found.calls == sum(line.calls for line in found.costs)
    assert found.input_tokens == sum(line.input_tokens for line in found.costs)


async def test_sums_of_parts_are_exact(attempt: Attempt) -> None:
    """Ten dimes are a dollar, whichever way they are added."""
    ledger = RunLedger(attempt)
    for n in range(10):
        dime = ModelCost(model=f"x:{n % 3}", usage=Usage(input_tokens=1), usd=0.1)
        await ledger.record(replace(KEY, index=n), replace(PAID, usd=0.1, calls=1, models=(dime,)))
    found = await ledger.figures(0)
    assert found.usd == sum_usd(line.usd for line in found.costs) == 1.0
    assert (await attempt.store.read(lambda c: spent_so_far(c, attempt.run_id))).usd == 1.0


async def test_a_receipt_of_before_models_were_told_apart_is_read(attempt: Attempt) -> None:
    ledger = RunLedger(attempt)
    await ledger.record(KEY, PAID)
    old = asdict(PAID)
    for name in ("models", "reused"):
        del old[name]
    del old["usage"]["cache_write_tokens"]
    body = orjson.dumps(old).decode()
    await attempt.write(lambda c: c.execute(update(RECEIPTS).values(body=body)))
    assert await ledger.lookup(KEY) == PAID
    assert [(line.model, line.calls, line.usd) for line in (await ledger.figures(0)).costs] == [("x:m", 2, 0.5)]


async def test_what_was_asked_is_kept_until_the_receipt(attempt: Attempt, store: Store) -> None:
    ledger = RunLedger(attempt)
    first = ModelCost(model="x:m", usage=Usage(input_tokens=5), usd=0.1)
    await ledger.asked(KEY, (first,))
    await ledger.asked(KEY, (first, replace(first, model="y:n", usd=None)))
    found = await ledger.figures(0)
    assert ([(line.model, line.calls) for line in found.costs], found.usd) == ([("x:m", 1), ("y:n", 1)], None)
    again = Attempt(store, attempt.run_id, await store.claim(attempt.run_id))
    await RunLedger(again).asked(KEY, (first,))
    await RunLedger(again).record(KEY, replace(PAID, models=(first,), calls=1, usd=0.1))
    found = await RunLedger(again).figures(0)
    assert found.calls == 3, "what the dead attempt left still counts"
    assert await store.read(lambda c: left_over(c, attempt.run_id)) == [
        ("writer", first),
        ("writer", replace(first, model="y:n", usd=None)),
    ]


async def another(store: Store, *, reuse: bool, owner: str = "") -> RunLedger:
    row = await store.create(team="echo", mode="echo", title="t", lang="en", request={}, options=Options(), owner=owner)
    return RunLedger(Attempt(store, row.id, await store.claim(row.id)), reuse=reuse, owner=owner)


async def test_an_answer_of_a_model_is_reused_by_another_run_on_request_and_costs_nothing(
    attempt: Attempt, store: Store
) -> None:
    await RunLedger(attempt).record(KEY, PAID)
    elsewhere = replace(KEY, node_path="writer:t9")
    assert await (await another(store, reuse=False)).lookup(elsewhere) is None
    ledger = await another(store, reuse=True)
    kept = await ledger.lookup(elsewhere)
    assert kept is not None
    assert (kept.value_json, kept.by, kept.reused, kept.calls, kept.usd) == (PAID.value_json, "x:m", True, 0, 0.0)
    assert await ledger.lookup(elsewhere) == kept
    found = await ledger.figures(0)
    assert (found.reused, found.calls, found.usd, found.by_role) == (1, 0, 0.0, {"writer": "x:m"})
    events = await store.events(ledger._attempt.run_id)
    assert [(e.reused, e.usd, e.input_tokens) for e in events if e.type == "model_call"] == [(True, 0.0, 0)]


async def test_answers_are_reused_within_the_runs_of_one_owner(attempt: Attempt, store: Store) -> None:
    yuki = await another(store, reuse=False, owner="yuki")
    await yuki.record(KEY, PAID)
    elsewhere = replace(KEY, node_path="writer:t9")
    for owner, found in (("", False), ("ken", False), ("yuki", True)):
        kept = await (await another(store, reuse=True, owner=owner)).lookup(elsewhere)
        assert (kept is not None) is found, owner


@pytest.mark.parametrize("other", [replace(KEY, role="planner"), replace(KEY, index=1), replace(KEY, prompt_hash="h2")])
async def test_only_the_same_question_is_reused(attempt: Attempt, store: Store, other: ReceiptKey) -> None:
    await RunLedger(attempt).record(KEY, PAID)
    assert await (await another(store, reuse=True)).lookup(other) is None


async def test_the_newest_answer_of_a_model_is_reused_and_never_one_of_a_rule(attempt: Attempt, store: Store) -> None:
    await RunLedger(attempt).record(KEY, PAID)
    newer = await another(store, reuse=False)
    await newer.record(KEY, replace(PAID, value_json='{"text":"new"}'))
    await newer._attempt.write(
        lambda c: c.execute(update(RECEIPTS).where(RECEIPTS.c.body.contains("new")).values(at="9"))
    )
    by_rule = Receipt(role="writer", by="rule", value_json="{}", why="no model")
    await (await another(store, reuse=False)).record(KEY, by_rule)
    kept = await (await another(store, reuse=True)).lookup(KEY)
    assert kept is not None
    assert kept.value_json == '{"text":"new"}'


async def test_a_reused_answer_is_found_by_the_index(store: Store) -> None:
    question = select(RECEIPTS.c.body).where(
        RECEIPTS.c.role == "w", RECEIPTS.c.nth == 0, RECEIPTS.c.hash == "h", RECEIPTS.c.reusable == 1
    )
    newest = question.order_by(RECEIPTS.c.at.desc()).limit(1).compile(compile_kwargs={"literal_binds": True})
    plan = await store.read(lambda c: c.exec_driver_sql(f"EXPLAIN QUERY PLAN {newest}").all())
    assert [row[3] for row in plan] == [
        "SEARCH receipts USING INDEX receipts_by_question (hash=? AND role=? AND nth=? AND reusable=?)"
    ], "and nothing is sorted"


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


BILLED = Scenario(team="echo", request={"text": "one two three four five"}, host="runtime.scenes:careless")


def bill(home: Path) -> float:
    """What the providers want for the calls that were made in this home."""
    usages = [Usage(**bill["usage"]) for bill in read_bills(home)]
    return sum_usd(usage.total / 1_000_000 for usage in usages) or 0.0


def test_what_a_run_says_that_it_cost_is_the_sum_of_its_bills_over_models_parallel_calls_and_failed_ones(
    crashes: Crashes, home: Path
) -> None:
    final, broken = disturb(crashes, home, BILLED, [])
    assert final is not None
    assert broken == []
    assert final.usd == bill(home) > 0
    assert final.counted == final.calls
    assert {bill["model"] for bill in read_bills(home)} == {"scripted:one", "scripted:two"}
    assert sorted(final.calls.values()) == [1, 1, 3, 3], "two workers, each malformed, declined, answered"


def settled(crashes: Crashes, home: Path, kills: list[Kill]) -> None:
    """Killed so, the run still counts every call: one that was begun and never made is the only difference."""
    for kill in kills:
        place = home / str(kill)
        final, broken = disturb(crashes, place, BILLED, [kill])
        assert final is not None
        assert broken == [], kill
        assert final.usd is not None
        if final.counted == final.calls:
            assert final.usd == bill(place), kill
        else:
            assert final.usd > bill(place), kill


def test_killed_and_continued_a_run_counts_each_call_once(crashes: Crashes, home: Path) -> None:
    commits = crashes.see_through(home / "whole", BILLED).commits
    kills = list(every_commit(commits))
    settled(crashes, home, kills[3::9])


@pytest.mark.slow
def test_killed_at_every_commit_a_run_counts_each_call_once(crashes: Crashes, home: Path) -> None:
    settled(crashes, home, list(every_commit(crashes.see_through(home / "whole", BILLED).commits)))


async def test_a_prompt_is_kept_without_secrets(home: Path, either: str) -> None:
    """It is packed, so nothing that comes later could find them in it."""
    secret = "sk-not-a-real-key-0123456789"
    async with Store(home, database=either, redact=Redactor([secret])) as store:
        row = await store.create(team="echo", mode="echo", title="t", lang="en", request={}, options=Options())
        mine = Attempt(store, row.id, await store.claim(row.id))
        await RunLedger(mine).record(KEY, replace(PAID, prompt=f"the key is {secret}; " * 30))
        (kept,) = await receipts(store, row.id)
        prompt = unpacked(orjson.loads(kept["body"])["prompt"])
        assert secret not in prompt
        assert prompt.startswith("the key is ")
