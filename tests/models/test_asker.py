from __future__ import annotations

import asyncio
import dataclasses
import json
import logging
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from langgraph.errors import GraphBubbleUp, GraphInterrupt
from pydantic import BaseModel

from kasen.errors import (
    BudgetSpent,
    ConfigurationError,
    Fenced,
    InputError,
    InternalError,
    KeyRefused,
    ModelNotFound,
    Refused,
    Retryable,
)
from kasen.models.asker import Asker
from kasen.models.chain import Retries
from kasen.models.deadline import Deadlines
from kasen.models.provider import ChatModel, Completion, ModelRequest
from kasen.models.receipt import ModelCost, Receipt, ReceiptKey, sum_usd
from kasen.models.role import Answer, Picture, Role, Tier, Usage
from kasen.testing.clock import FakeClock
from kasen.testing.ledger import CountingMeter, MemoryLedger
from kasen.testing.scripted import ScriptedModel, UnexpectedModelCall

GOOD = {"title": "お茶の計画", "steps": ["a"]}


class Other(BaseModel):
    title: str = ""


class Bench:
    """One asker over scripted models, with everything it was told kept."""

    def __init__(self, *models: ScriptedModel, calls: int | None = None, ledger: MemoryLedger | None = None) -> None:
        self.ledger = ledger or MemoryLedger()
        self.meter = CountingMeter(calls=calls)
        self.clock = FakeClock()
        self.text: list[tuple[str, str]] = []
        self.opened: list[str] = []
        self.warned: dict[str, str] = {}
        self.closed: list[str] = []
        self.thoughts: list[tuple[str, str]] = []
        self.node = "writer:1"
        self._models = {model.id: model for model in models}
        self.ask = Asker(
            models_of=lambda _role: list(self._models),
            open_model=self._open,
            ledger=self.ledger,
            node_path=lambda: self.node,
            meter=self.meter,
            emit_text=self._emit_text,
            emit_reasoning=self._emit_reasoning,
            close_text=self._close,
            warn=self._warn,
            sleep=self.clock.sleep,
            clock=self.clock,
        )

    def _open(self, name: str) -> ChatModel:
        self.opened.append(name)
        return self._models[name]

    async def _emit_text(self, id: str, text: str) -> None:
        self.text.append((id, text))

    async def _emit_reasoning(self, id: str, text: str) -> None:
        self.thoughts.append((id, text))

    async def _close(self, id: str) -> None:
        self.closed.append(id)

    async def _warn(self, about: str, text: str) -> None:
        assert about not in self.warned, "said twice"
        self.warned[about] = text

    @property
    def receipt(self) -> Receipt:
        (receipt,) = self.ledger.receipts.values()
        return receipt


def model(*steps: Any, id: str = "one:m", usd: float | None = 0.01) -> ScriptedModel:
    made = ScriptedModel(steps, id=id, usd=usd)
    made.account = id.partition(":")[0]
    return made


async def test_without_models_the_rule_answers_and_says_so(planner: Role[Any]) -> None:
    bench = Bench()
    answer = await bench.ask(planner, topic="宇治")
    assert (answer.value.title, answer.by, answer.why) == ("rule: 宇治", "rule", "no model")
    assert (answer.is_rule, answer.usd, answer.usage, answer.from_receipt) == (True, 0.0, Usage(), False)
    assert (bench.receipt.by, bench.receipt.calls, bench.receipt.attempts) == ("rule", 0, 1)
    assert bench.meter.checked == []


async def test_a_rule_may_be_a_coroutine(planner: Role[Any]) -> None:
    async def rule(topic: str) -> Any:
        await asyncio.sleep(0)
        return planner.reply(title=topic)

    answer = await Bench().ask(dataclasses.replace(planner, rule=rule), topic="茶")
    assert answer.value.title == "茶"


async def test_a_model_answers_before_the_rule(planner: Role[Any]) -> None:
    scripted = model(GOOD)
    bench = Bench(scripted)
    answer = await bench.ask(planner, topic="宇治")
    assert (answer.value.title, answer.by, answer.attempts, answer.why) == ("お茶の計画", "one:m", 1, "")
    assert answer.usage.total > 0
    assert answer.usd == pytest.approx(0.01)
    (request,) = scripted.requests
    assert request.prompt == "Plan 「宇治」.\n"
    assert request.schema == planner.reply.model_json_schema()
    assert (request.role, request.schema_name, request.tier) == ("planner", "Plan", "basic")
    scripted.assert_done()


async def test_the_schema_keeps_the_order_of_its_fields(package_of: Callable[..., str]) -> None:
    class Judgement(BaseModel):
        reasoning: str
        a_verdict: str

    def rule() -> Judgement:
        return Judgement(reasoning="", a_verdict="")

    judge = Role(name="judge", package=package_of(judge="Judge."), reply=Judgement, rule=rule)
    asked = model({"reasoning": "because", "a_verdict": "pass"})
    await Bench(asked).ask(judge)
    assert list(asked.requests[0].schema["properties"]) == ["reasoning", "a_verdict"]


async def test_the_variables_must_be_those_of_the_prompt(planner: Role[Any]) -> None:
    with pytest.raises(InternalError, match="lacks `topic`"):
        await Bench().ask(planner, subject="x")


async def test_a_retryable_failure_is_asked_again_after_the_waits_of_the_seed(planner: Role[Any]) -> None:
    bench = Bench(model(Retryable("503"), Retryable("timeout"), GOOD))
    answer = await bench.ask(planner, topic="x")
    assert (answer.by, answer.attempts) == ("one:m", 3)
    assert bench.clock.slept == [4.0, 8.0]
    assert all(4 <= wait <= 10 for wait in bench.clock.slept)


async def test_after_three_attempts_the_next_model_is_asked(planner: Role[Any]) -> None:
    first, second = model(*[Retryable("503")] * 3), model(GOOD, id="two:m")
    bench = Bench(first, second)
    answer = await bench.ask(planner, topic="x")
    assert (answer.by, answer.attempts, answer.why) == ("two:m", 4, "")
    first.assert_done()
    second.assert_done()


async def test_a_refusal_is_not_asked_again(planner: Role[Any]) -> None:
    bench = Bench(model(Refused("401: bad key")), model(GOOD, id="two:m"))
    assert (await bench.ask(planner, topic="x")).by == "two:m"
    assert bench.clock.slept == []


async def test_when_every_model_fails_the_rule_answers_with_the_last_failure(planner: Role[Any]) -> None:
    bench = Bench(model(Refused("401: bad key")), model(*[Retryable("503\x1b[31m\nbusy")] * 3, id="two:m"))
    answer = await bench.ask(planner, topic="x")
    assert (answer.by, answer.why, answer.attempts) == ("rule", "two:m: 503 busy", 4)
    assert answer.value.title == "rule: x"


async def test_a_model_that_cannot_be_opened_is_passed_over(planner: Role[Any]) -> None:
    bench = Bench(model(id="one:m"), model(GOOD, id="two:m"))
    good = bench.ask.open_model

    def without_key(name: str) -> ChatModel:
        if name == "one:m":
            raise ConfigurationError("no key for `one`")
        return good(name)

    bench.ask.open_model = without_key
    assert (await bench.ask(planner, topic="x")).by == "two:m"


async def test_retry_after_is_honoured_and_a_long_one_goes_to_the_next_model(planner: Role[Any]) -> None:
    first = model(Retryable("429", retry_after=1.5), Retryable("429", retry_after=3600))
    bench = Bench(first, model(GOOD, id="two:m"))
    assert (await bench.ask(planner, topic="x")).by == "two:m"
    assert bench.clock.slept == [1.5]
    first.assert_done()


async def test_a_malformed_answer_is_repaired_once_by_showing_the_error(planner: Role[Any]) -> None:
    scripted = model('{"steps": "no"}', GOOD)
    bench = Bench(scripted)
    answer = await bench.ask(planner, topic="x")
    assert (answer.by, answer.attempts) == ("one:m", 2)
    assert bench.clock.slept == []
    shown = scripted.requests[1].prompt
    assert "title: Field required; steps: Input should be a valid" in shown
    assert '{"steps": "no"}' in shown
    assert shown.startswith("Plan 「x」.")


async def test_a_failed_repair_is_a_failed_attempt_and_there_is_no_second_one(planner: Role[Any]) -> None:
    scripted = model("no", "still no", "nor this", "nor that")
    bench = Bench(scripted, model(GOOD, id="two:m"))
    answer = await bench.ask(planner, topic="x")
    assert (answer.by, answer.attempts) == ("two:m", 5)
    assert ["could not be used" in request.prompt for request in scripted.requests] == [False, True, False, False]
    scripted.assert_done()


async def test_a_number_that_json_cannot_carry_is_malformed(planner: Role[Any]) -> None:
    scripted = model('{"title": "x", "weight": NaN}', GOOD)
    assert (await Bench(scripted).ask(planner, topic="x")).attempts == 2


async def test_thoughts_and_fences_around_json_are_tolerated(planner: Role[Any]) -> None:
    text = f'<think>maybe {{"title": "no"}}</think>\n```json\n{json.dumps(GOOD)}\n```'
    assert (await Bench(model(text)).ask(planner, topic="x")).value.title == "お茶の計画"


async def test_the_budget_is_checked_before_each_call_and_the_rule_answers_when_it_is_spent(
    planner: Role[Any],
) -> None:
    scripted = model(Retryable("503"), GOOD)
    bench = Bench(scripted, calls=1)
    answer = await bench.ask(planner, topic="x")
    assert (answer.by, answer.why, answer.attempts) == ("rule", "budget", 1)
    assert len(scripted.requests) == 1
    (estimate,) = bench.meter.checked
    assert (estimate.model, estimate.input_tokens > 0) == ("one:m", True)


async def test_every_check_that_passed_is_settled_once(planner: Role[Any]) -> None:
    bench = Bench(model(Retryable("503"), "no", GOOD))
    answer = await bench.ask(planner, topic="x")
    assert len(bench.meter.checked) == 3
    assert bench.meter.open == 0
    assert bench.meter.usage == answer.usage == bench.receipt.usage
    assert bench.meter.usd == answer.usd == pytest.approx(0.02)


async def test_a_cancelled_call_is_settled_too(planner: Role[Any]) -> None:
    bench = Bench(model(hang))
    task = asyncio.create_task(bench.ask(planner, topic="x"))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert bench.meter.open == 1
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert bench.meter.open == 0
    assert bench.ledger.receipts == {}


async def test_an_unknown_price_makes_the_sum_unknown(planner: Role[Any]) -> None:
    answer = await Bench(model("no", GOOD, usd=None)).ask(planner, topic="x")
    assert answer.usd is None


async def test_a_call_that_takes_too_long_is_left_for_the_next_model(planner: Role[Any]) -> None:
    bench = Bench(model(hang), model(GOOD, id="two:m"))
    bench.ask.timeout_s = 0.001
    answer = await bench.ask(planner, topic="x")
    assert (answer.by, answer.attempts) == ("two:m", 2)
    assert bench.warned == {"one:m Refused": "`one:m` failed: no whole answer within 0.001 s. Went on with `two:m`."}


async def test_the_maximum_of_a_role_goes_before_the_cap_of_the_asker_and_a_tier_that_thinks_gets_more(
    planner: Role[Any],
) -> None:
    tiers: dict[Tier, int] = {"basic": 1, "reasoning": 3}
    for tier, factor in tiers.items():
        scripted = model(GOOD)
        await Bench(scripted).ask(dataclasses.replace(planner, maximum_s=10.0, tier=tier), topic="x")
        assert scripted.requests[0].timeout == 10 * factor


async def test_a_model_on_this_machine_is_not_held_to_the_maximum_of_a_role(
    planner: Role[Any],
) -> None:
    scripted = model(GOOD)
    scripted.patience = 6.0
    bench = Bench(scripted)
    await bench.ask(dataclasses.replace(planner, maximum_s=10.0), topic="x")
    assert scripted.requests[0].timeout == 120 * 6


async def test_no_deadline_holds_for_answers_by_hand(planner: Role[Any]) -> None:
    scripted = model(GOOD)
    scripted.by_hand = True
    bench = Bench(scripted)
    bench.ask.timeout_s = 1e-9
    await bench.ask(planner, topic="x")
    assert scripted.requests[0].timeout is None
    assert bench.meter.checked[0].usd == 0


async def hang(_: ModelRequest) -> str:
    await asyncio.Event().wait()
    return ""


@pytest.mark.parametrize(
    "thrown", [asyncio.CancelledError(), GraphBubbleUp(), GraphInterrupt(()), Fenced("late"), KeyboardInterrupt()]
)
async def test_control_flow_passes_untouched_from_model_and_rule(planner: Role[Any], thrown: BaseException) -> None:
    def rule(topic: str) -> Any:
        raise thrown

    for bench in (Bench(model(thrown)), Bench()):
        with pytest.raises(type(thrown)) as caught:
            await bench.ask(dataclasses.replace(planner, rule=rule), topic="x")
        assert caught.value is thrown
        assert bench.ledger.receipts == {}


@pytest.mark.parametrize("bug", [ZeroDivisionError("by zero"), KeyError("k"), AttributeError("no"), TypeError("t")])
async def test_a_rule_that_fails_is_a_bug_that_names_the_role(planner: Role[Any], bug: Exception) -> None:
    def rule(topic: str) -> Any:
        raise bug

    with pytest.raises(InternalError, match=r"the rule of role `planner` failed: ") as caught:
        await Bench().ask(dataclasses.replace(planner, rule=rule), topic="x")
    assert caught.value.__cause__ is bug


async def test_an_error_that_a_rule_raises_on_purpose_passes(planner: Role[Any]) -> None:
    def rule(topic: str) -> Any:
        raise InputError("a wish needs documents or data")

    with pytest.raises(InputError):
        await Bench().ask(dataclasses.replace(planner, rule=rule), topic="x")


@pytest.mark.parametrize("wrong", [Other(), {"title": "x"}, None])
async def test_a_rule_must_give_the_reply_of_its_role(planner: Role[Any], wrong: Any) -> None:
    with pytest.raises(InternalError, match=r"role `planner` gave `\w+` instead of `Plan`"):
        await Bench().ask(dataclasses.replace(planner, rule=lambda topic: wrong), topic="x")


@pytest.mark.parametrize("fields", [{"title": "\ud800"}, {"title": "x", "weight": float("nan")}])
async def test_a_rule_must_give_what_json_can_carry(planner: Role[Any], fields: dict[str, Any]) -> None:
    value = planner.reply.model_construct(**fields)
    with pytest.raises(InternalError, match="role `planner` gave an invalid value"):
        await Bench().ask(dataclasses.replace(planner, rule=lambda topic: value), topic="x")


async def test_a_recorded_answer_is_returned_without_a_call_or_a_second_record(planner: Role[Any]) -> None:
    first = Bench(model(GOOD))
    before = await first.ask(planner, topic="x")
    silent = model()
    again = Bench(silent, ledger=first.ledger)
    kept = dict(first.ledger.receipts)
    after = await again.ask(planner, topic="x")
    assert after.from_receipt
    assert dataclasses.replace(after, from_receipt=False) == before
    assert silent.requests == []
    assert again.meter.checked == []
    assert again.ledger.receipts == kept
    assert again.opened == []


@pytest.mark.parametrize("change", ["prompt", "role", "schema", "node"])
async def test_another_ask_has_another_receipt(planner: Role[Any], package_of: Callable[..., str], change: str) -> None:
    first = Bench(model(GOOD))
    await first.ask(planner, topic="x")
    again = Bench(model({"title": "new"}), ledger=first.ledger)
    role = planner
    if change == "role":
        role = dataclasses.replace(planner, name="other", prompt="planner")
    elif change == "schema":
        role = dataclasses.replace(planner, reply=Other)
    elif change == "node":
        again.node = "writer:2"
    answer = await again.ask(role, topic="y" if change == "prompt" else "x")
    assert (answer.value.title, answer.from_receipt) == ("new", False)
    assert len(first.ledger.receipts) == 2


async def test_the_same_question_twice_in_a_node_is_answered_twice_in_order(planner: Role[Any]) -> None:
    first = Bench(model({"title": "one"}, {"title": "two"}))
    told = [(await first.ask(planner, topic="x")).value.title for _ in range(2)]
    again = Bench(model(), ledger=first.ledger)
    assert [(await again.ask(planner, topic="x")).value.title for _ in range(2)] == told == ["one", "two"]


async def test_a_node_that_is_retried_in_place_counts_from_the_start(planner: Role[Any]) -> None:
    bench = Bench(model({"title": "one"}))
    attempt = 1
    bench.ask.execution = lambda: (bench.node, attempt)
    await bench.ask(planner, topic="x")
    attempt = 2
    assert (await bench.ask(planner, topic="x")).from_receipt


async def test_concurrent_asks_get_their_keys_in_the_order_they_were_started(planner: Role[Any]) -> None:
    """Answers arrive in the opposite order; a second run, with no model, gets each its own."""

    def bench_with(ledger: MemoryLedger | None, script: Any) -> Bench:
        return Bench(ScriptedModel(script, id="one:m"), ledger=ledger)

    topics = ["a", "b", "same", "same", "same", "c"]
    waits: dict[str, float] = {"a": 9, "b": 5, "same": 3, "c": 1}
    numbers = iter(range(100))

    async def slowly(request: ModelRequest) -> dict[str, Any]:
        number = next(numbers)
        topic = request.prompt[6:].removesuffix("」.\n")
        for _ in range(int(waits[topic] * 10) - number):
            await asyncio.sleep(0)
        return {"title": f"{topic} {number}"}

    async def all_of(bench: Bench) -> list[str]:
        async with asyncio.TaskGroup() as group:
            tasks: Sequence[asyncio.Task[Answer[Any]]] = [
                group.create_task(bench.ask(planner, topic=topic)) for topic in topics
            ]
        return [task.result().value.title for task in tasks]

    first = bench_with(None, slowly)
    told = await all_of(first)
    assert [title.split()[0] for title in told] == topics
    assert await all_of(bench_with(first.ledger, [])) == told
    assert sorted(key.index for key in first.ledger.receipts) == [0, 0, 0, 0, 1, 2]


async def test_the_receipt_is_durable_before_the_node_gets_the_answer(planner: Role[Any]) -> None:
    class Failing(MemoryLedger):
        async def record(self, key: ReceiptKey, receipt: Receipt) -> None:
            raise Fenced("a late writer")

    with pytest.raises(Fenced):
        await Bench(model(GOOD), ledger=Failing()).ask(planner, topic="x")


async def test_a_receipt_that_the_schema_refuses_is_a_bug(planner: Role[Any]) -> None:
    first = Bench(model(GOOD))
    await first.ask(planner, topic="x")
    ((key, receipt),) = first.ledger.receipts.items()
    first.ledger.receipts[key] = dataclasses.replace(receipt, value_json="{}")
    with pytest.raises(InternalError, match="recorded answer of role `planner`"):
        await Bench(ledger=first.ledger).ask(planner, topic="x")


async def test_answers_that_were_not_taken_are_kept_with_the_question_and_the_reason(planner: Role[Any]) -> None:
    declined = Completion(model="one:m", text="I would rather not.", finish="declined")
    bench = Bench(model(declined), model("half \ud800", '{"steps": []}', GOOD, id="two:m"))
    await bench.ask(planner, topic="宇治")
    assert bench.receipt.prompt == "Plan 「宇治」.\n"
    assert [(one.model, one.text, one.check) for one in bench.receipt.rejected] == [
        ("one:m", "I would rather not.", "declined"),
        ("two:m", "half ?", "schema"),
        ("two:m", '{"steps": []}', "schema"),
    ]
    whys = [one.why for one in bench.receipt.rejected]
    assert "would not answer" in whys[0]
    assert "unable to parse" in whys[1]
    assert "title: Field required" in whys[2]


async def test_a_rule_keeps_no_question(planner: Role[Any]) -> None:
    bench = Bench()
    await bench.ask(planner, topic="宇治")
    assert (bench.receipt.by, bench.receipt.prompt, bench.receipt.rejected) == ("rule", "", ())


async def test_the_receipt_holds_all_that_the_event_needs(planner: Role[Any]) -> None:
    bench = Bench(model(Retryable("503"), GOOD))
    await bench.ask(planner, topic="宇治")
    receipt = dataclasses.asdict(bench.receipt)
    usage = {"input_tokens": 6, "output_tokens": 13, "cached_tokens": 0, "reasoning_tokens": 0}
    usage["cache_write_tokens"] = 0
    assert len(receipt.pop("prompt_hash")) == 64
    assert (receipt.pop("prompt"), receipt.pop("rejected")) == ("Plan 「宇治」.\n", ())
    assert receipt == (
        {
            "role": "planner",
            "by": "one:m",
            "value_json": '{"title":"お茶の計画","steps":["a"],"weight":1.0}',
            "usage": usage,
            "usd": 0.01,
            "seconds": 4.0,
            "attempts": 2,
            "calls": 2,
            "why": "",
            "prompt_chars": 11,
            "answer_chars": 34,
            "models": ({"model": "one:m", "calls": 2, "usage": usage, "usd": 0.01},),
            "reused": False,
        }
    )


async def test_the_field_for_the_reader_is_streamed_as_it_is_written(planner: Role[Any]) -> None:
    long = {"title": "宇治茶の歴史は、鎌倉時代に始まる。" * 5, "steps": []}
    bench = Bench(model(long))
    await bench.ask(planner, topic="x")
    assert "".join(text for _, text in bench.text) == long["title"]
    assert len(bench.text) > 2
    assert len({id for id, _ in bench.text}) == 1


async def test_a_second_call_streams_under_an_id_of_its_own(planner: Role[Any]) -> None:
    bench = Bench(model('{"title": "a first try that ends ea', GOOD))
    await bench.ask(planner, topic="x")
    ids = list(dict.fromkeys(id for id, _ in bench.text))
    assert len(ids) == 2
    assert "".join(text for id, text in bench.text if id == ids[1]) == GOOD["title"]
    assert bench.closed == ids[:1], "what the first call said is taken back"


async def test_a_role_that_shows_nothing_streams_nothing(planner: Role[Any]) -> None:
    bench = Bench(model(GOOD))
    await bench.ask(dataclasses.replace(planner, shows=""), topic="x")
    assert bench.text == []


async def test_a_call_too_many_is_not_hidden_by_the_rule(planner: Role[Any]) -> None:
    with pytest.raises(UnexpectedModelCall):
        await Bench(model()).ask(planner, topic="x")


async def test_logs_say_lengths_and_tokens_and_never_the_words(
    planner: Role[Any], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "kasen.models")
    bench = Bench(model(Retryable("503"), "not json 秘密の答え", GOOD), model(id="two:m"))
    await bench.ask(planner, topic="秘密の問い")
    levels = [record.levelname for record in caplog.records]
    assert levels.count("WARNING") == 2
    assert levels.count("DEBUG") == 3
    assert "characters" in caplog.text
    assert "tokens" in caplog.text
    assert "秘密" not in caplog.text
    assert "お茶" not in caplog.text


async def test_a_budget_spent_inside_the_check_is_logged(planner: Role[Any], caplog: pytest.LogCaptureFixture) -> None:
    await Bench(model(), calls=0).ask(planner, topic="x")
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    with pytest.raises(BudgetSpent):
        await CountingMeter(calls=0).check(None)  # type: ignore[arg-type]


def test_the_waits_are_those_of_the_seed() -> None:
    retries = Retries(attempts=6)
    assert [retries.wait(n, Retryable("x")) for n in range(1, 7)] == [4.0, 8.0, 10.0, 10.0, 10.0, None]


async def test_a_completion_may_bring_a_parsed_value(planner: Role[Any]) -> None:
    bench = Bench(model(Completion(model="", value=GOOD, usage=Usage(input_tokens=3, output_tokens=4), usd=0.5)))
    answer = await bench.ask(planner, topic="x")
    assert (answer.value.title, answer.usage.total, answer.usd) == ("お茶の計画", 7, 0.5)


class Thinking(ScriptedModel):
    """A model that thinks aloud."""

    async def complete(self, request: ModelRequest) -> Completion:
        assert request.on_reasoning is not None
        for piece in ("まず", "", "次に"):
            await request.on_reasoning(piece)
        return await super().complete(request)


async def test_what_a_model_thinks_is_streamed_for_every_role(planner: Role[Any]) -> None:
    bench = Bench(Thinking([GOOD], id="one:m"))
    await bench.ask(dataclasses.replace(planner, shows=""), topic="x")
    assert [text for _, text in bench.thoughts] == ["まず", "次に"]
    assert bench.text == []


async def test_a_model_that_is_left_is_named_once_and_who_went_on(planner: Role[Any]) -> None:
    bench = Bench(model(*[ModelNotFound("one:m answered 404: no such model")] * 2), model(GOOD, GOOD, id="two:m"))
    for topic in ("x", "y"):
        await bench.ask(planner, topic=topic)
    assert bench.warned == {
        "one:m ModelNotFound": "`one:m` was refused (404) by the provider: there is no such model. "
        "Went on with `two:m`."
    }


async def test_a_refused_key_is_named_once_for_all_models_of_its_account_and_no_other_is_asked(
    planner: Role[Any],
) -> None:
    first, second = model(KeyRefused("one:m answered 401: bad key sk-test-1234")), model(id="one:n")
    bench = Bench(first, second, model(GOOD, GOOD, id="two:m"))
    bench.ask.lang = "ja"
    for topic in ("x", "y"):
        assert (await bench.ask(planner, topic=topic)).by == "two:m"
    assert len(first.requests) == 1
    assert second.requests == []
    assert bench.warned == {"account one": "`one:m`：キーが拒否されました (401)。`two:m` で続けました。"}
    assert [receipt.calls for receipt in bench.ledger.receipts.values()] == [2, 1]


async def test_a_missing_key_is_named_once(planner: Role[Any]) -> None:
    bench = Bench()

    def without_key(name: str) -> ChatModel:
        raise ConfigurationError("OPENAI_API_KEY is not set")

    bench.ask.open_model, bench.ask.models_of = without_key, lambda _role: ["openai:a", "openai:b"]
    assert (await bench.ask(planner, topic="x")).by == "rule"
    assert list(bench.warned.values()) == ["`openai:a` cannot be used: OPENAI_API_KEY is not set. Its rule answered."]


async def test_a_role_over_its_target_is_warned_of_once(planner: Role[Any]) -> None:
    bench = Bench(ScriptedModel(lambda _: GOOD, id="one:m", latency_s=70))
    scripted = bench._models["one:m"]
    scripted._sleep = bench.clock.sleep
    role = dataclasses.replace(planner, target_s=5.0)
    for topic in ("x", "y"):
        await bench.ask(role, topic=topic)
    assert bench.warned == {"target planner": "`planner` took 70 s; it should take 5 s."}
    scripted.patience = 2.0
    patient = Bench(scripted)
    scripted._sleep = patient.clock.sleep
    await patient.ask(role, topic="x")
    assert patient.warned == {}


async def test_no_ask_goes_on_beyond_its_end_and_then_the_rule_answers(planner: Role[Any]) -> None:
    bench = Bench(*[model(*[Retryable("503", retry_after=50)] * 3, id=f"p{n}:m") for n in range(5)])
    bench.ask.deadlines = Deadlines(ask_s=120)
    answer = await bench.ask(planner, topic="x")
    assert answer.by == "rule"
    assert bench.clock() <= 120
    assert answer.attempts < 15


async def test_pictures_are_part_of_the_question_and_the_rule_sees_them_only_when_there_are_any(
    planner: Role[Any],
) -> None:
    seen: list[dict[str, Any]] = []

    def rule(topic: str, **more: Any) -> Any:
        seen.append(more)
        return planner.reply(title=topic)

    role, bench = dataclasses.replace(planner, rule=rule), Bench()
    pictures = [Picture(b"one")]
    await bench.ask(role, topic="x")
    await bench.ask(role, topic="x", pictures=pictures)
    await bench.ask(role, topic="x", pictures=[Picture(b"two")])
    assert seen == [{}, {"pictures": pictures}, {"pictures": [Picture(b"two")]}]
    assert len({key.prompt_hash for key in bench.ledger.receipts}) == 3


async def test_no_secret_reaches_a_model(planner: Role[Any]) -> None:
    scripted = model(GOOD)
    bench = Bench(scripted)
    bench.ask.redact = lambda prompt: prompt.replace("test-key", "…")
    await bench.ask(planner, topic="my test-key")
    assert scripted.requests[0].prompt == "Plan 「my …」.\n"


async def test_each_call_is_announced_with_what_the_ask_has_cost_so_far(planner: Role[Any]) -> None:
    told: list[list[tuple[str, int, int]]] = []

    class Listening(MemoryLedger):
        async def asked(self, key: ReceiptKey, models: tuple[ModelCost, ...]) -> None:
            told.append([(cost.model, cost.calls, cost.usage.output_tokens) for cost in models])

    bench = Bench(model("no", Refused("400")), model(GOOD, id="two:m"), ledger=Listening())
    await bench.ask(dataclasses.replace(planner, answer_tokens=100), topic="x")
    assert told == [
        [("one:m", 1, 100)],
        [("one:m", 1, 1), ("one:m", 1, 100)],
        [("one:m", 2, 1), ("two:m", 1, 100)],
    ]
    assert [(cost.model, cost.calls) for cost in bench.receipt.models] == [("one:m", 2), ("two:m", 1)]
    assert bench.receipt.usd == sum_usd(cost.usd for cost in bench.receipt.models)


async def test_the_price_table_is_asked_when_the_provider_says_no_price(planner: Role[Any]) -> None:
    bench = Bench(model(GOOD, usd=None))
    bench.ask.price = lambda name, usage: usage.total / 1000 if name == "one:m" else None
    answer = await bench.ask(planner, topic="x")
    assert answer.usd == answer.usage.total / 1000
    assert bench.meter.checked[0].usd == (bench.meter.checked[0].usage.total) / 1000


async def test_a_model_that_its_provider_does_not_have_is_asked_once_in_a_run(planner: Role[Any]) -> None:
    gone = model(ModelNotFound("404"), id="one:gone")
    other = model(GOOD, GOOD, id="two:m")
    bench = Bench(gone, other)
    first, second = await bench.ask(planner, topic="a"), await bench.ask(planner, topic="b")
    assert (first.by, second.by) == ("two:m", "two:m")
    assert (first.attempts, second.attempts) == (2, 1)
    assert len(gone.requests) == 1
    assert len(bench.warned) == 1


async def test_models_of_a_provider_to_be_avoided_are_asked_last_and_still_asked(planner: Role[Any]) -> None:
    first, second = ScriptedModel(lambda _: GOOD, id="one:m"), ScriptedModel(lambda _: GOOD, id="two:m")
    bench = Bench(first, second)
    answer = await bench.ask(planner, avoid=("one",), topic="x")
    assert (answer.by, len(first.requests), len(second.requests)) == ("two:m", 0, 1)
    answer = await bench.ask(planner, avoid=("one", "two"), topic="y")
    assert answer.by == "one:m"
    assert list(bench.ask.models(planner)) == ["one:m", "two:m"]
