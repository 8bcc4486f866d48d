"""A run whose state was in the memory of a process that died begins again, and asks and pays for nothing twice."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kasen.models.receipt import Receipt, ReceiptKey
from kasen.models.role import RULE
from kasen.runtime.approvals import answer, approvals
from kasen.runtime.attempt import Attempt
from kasen.runtime.checkpoints.anew import Anew
from kasen.runtime.checkpoints.memory import InMemory
from kasen.runtime.ledger import RunLedger, figures
from kasen.runtime.rows import Options
from kasen.runtime.runner import Runner
from kasen.runtime.store import Store
from kasen.testing.scripted import ScriptedModel


async def warnings(store: Store, run_id: str) -> list[str]:
    return [event.text for event in await store.events(run_id) if event.type == "warning"]


@pytest.mark.parametrize(("text", "lang"), [("hello big world", "en"), ("こんにちは世界", "ja")])
async def test_what_was_paid_for_is_not_paid_for_again(home: Path, scenes: Any, text: str, lang: str) -> None:
    model = ScriptedModel(scenes.good, usd=0.01)
    async with Store(home, states=InMemory()) as store:
        runner = Runner(store, scenes.host_of(model, home))
        run_id = await runner.start("echo", {"text": text}, options=Options(interrupt_before=("gate",)))
        assert (await runner.wait(run_id)).status == "paused"
        await runner.close()
        before = await store.read(lambda c: figures(c, run_id))
    calls = len(model.requests)
    assert calls >= 3
    async with Store(home, states=InMemory()) as store:
        runner = Runner(store, scenes.host_of(model, home))
        (asked,) = await approvals(store, run_id)
        await runner.continue_(run_id)
        assert (await runner.wait(run_id)).status == "paused"
        (again,) = await approvals(store, run_id)
        assert again.asked == asked.asked, "the pause is the same one"
        await answer(store, run_id, again.asked.approval, again.asked.default, by="test")
        await runner.continue_(run_id)
        row = await runner.wait(run_id)
        assert row.status == "done", row.error
        assert len(model.requests) == calls
        ended = [event for event in await store.events(run_id) if event.type == "run_finished"]
        assert [event.calls for event in ended] == [calls]
        assert ended[0].usd == pytest.approx(0.01 * calls)
        spent = await store.read(lambda c: figures(c, run_id))
        assert (spent.calls, spent.costs, spent.by_role) == (before.calls, before.costs, before.by_role)
        assert (spent.reused, spent.rule_calls) == (0, before.rule_calls), "its own answers are not of earlier runs"
        told = [event for event in await store.events(run_id) if event.type == "model_call"]
        assert (len(told), [event.reused for event in told]) == (calls, [False] * calls)
        said = await warnings(store, run_id)
        gone, alone = ("失われました", "一つだけ") if lang == "ja" else ("is gone: it begins again", "only one process")
        assert len([text for text in said if gone in text]) == 1
        assert len([text for text in said if alone in text]) == 1
        await runner.close()


async def test_what_was_answered_before_counts_once_however_often_a_run_begins_again(store: Store) -> None:
    row = await store.create(team="echo", mode="echo", title="t", lang="en", request={}, options=Options())
    key = ReceiptKey("critic:1", "critic", 0, "h")
    paid = Receipt(role="critic", by="x:m", value_json="1", usd=0.5, calls=1, prompt_hash="h")
    await RunLedger(Attempt(store, row.id, await store.claim(row.id))).record(key, paid)
    for n in (2, 3):
        attempt = Attempt(store, row.id, await store.claim(row.id, only=("running",)))
        attempt.anew = Anew([])
        found = await RunLedger(attempt).lookup(replace(key, node_path=f"critic:{n}"))
        assert found is not None
        assert (found.value_json, found.why, found.calls) == ("1", "", 0)
        await attempt.settle()
        spent = await store.read(lambda c: figures(c, row.id))
        assert (spent.calls, spent.usd, spent.reused) == (1, 0.5, 0)
    rule = replace(paid, by=RULE, why="no key", usd=0.0, calls=0)
    await RunLedger(attempt).record(replace(key, prompt_hash="other"), replace(rule, prompt_hash="other"))
    await attempt.settle()
    attempt = Attempt(store, row.id, await store.claim(row.id, only=("running",)))
    attempt.anew = Anew([])
    ledger = RunLedger(attempt)
    for _ in range(2):  # a node that is tried again asks again
        found = await ledger.lookup(replace(key, node_path="critic:4", prompt_hash="other"))
        assert found is not None
        assert found.why == "no key"
    await attempt.settle()
    assert (await store.read(lambda c: figures(c, row.id))).rule_calls == 1


async def test_a_state_that_is_there_is_gone_on_with(home: Path, scenes: Any) -> None:
    async with Store(home, states=InMemory()) as store:
        runner = Runner(store, scenes.host_of(None, home))
        options = Options(interrupt_before=("writer",))
        run_id = await runner.start("echo", {"text": "hello big world"}, options=options)
        assert (await runner.wait(run_id)).status == "paused"
        (asked,) = await approvals(store, run_id)
        await answer(store, run_id, asked.asked.approval, asked.asked.default, by="test")
        await runner.continue_(run_id)
        assert (await runner.wait(run_id)).status == "done"
        started = [event.node for event in await store.events(run_id) if event.type == "node_started"]
        assert started.count("planner") == 1
        assert not [text for text in await warnings(store, run_id) if "is gone" in text]
        await store.delete(run_id)
        await runner.close()
