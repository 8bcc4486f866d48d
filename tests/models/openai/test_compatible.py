from __future__ import annotations

import asyncio
import json
import logging
from typing import Any

import pytest

from kasen.errors import (
    AccountClosed,
    ConfigurationError,
    Declined,
    KeyRefused,
    ModelNotFound,
    Refused,
    Retryable,
    TooLong,
)
from kasen.models.access import Access
from kasen.models.openai.compatible import CompatibleModel
from kasen.models.provider import Completion, ModelContext
from kasen.models.role import Picture, Usage
from kasen.testing.providers import FAULTS, Fake, Fault, Reply, png, serving, serving_in_thread
from models.odd_server import (
    EVENTS,
    GOOD,
    HOSTILE,
    JSON,
    Ear,
    Odd,
    Plan,
    Said,
    chunk,
    events,
    odd_server,
    refused,
    whole,
)


def model(place: Fake | Odd, name: str = "org/model:free", **access: Any) -> CompatibleModel:
    if isinstance(place, Fake):
        return CompatibleModel(name, ModelContext(access=place.access(**access)))
    return CompatibleModel(name, ModelContext(access=Access(compatible_base_url=place.url, **access)))


async def said(*answers: Said, ear: Ear | None = None, **changes: Any) -> Completion:
    """What comes of a server that answers so."""
    async with odd_server(*answers) as odd:
        return await model(odd).complete((ear or Ear()).asked(**changes))


USAGE = {"prompt_tokens": 9, "completion_tokens": 4, "total_tokens": 13}
GOOD_STREAM = events(chunk(GOOD), chunk(finish="stop"), {"choices": [], "usage": USAGE})


async def test_an_answer_streams_with_its_thoughts_pulses_and_usage() -> None:
    ear = Ear()
    async with serving() as fake:
        fake.answer(Reply(text=GOOD, reasoning="まず茶の産地を考える。"))
        completion = await model(fake).complete(ear.asked())
    assert Plan.model_validate_json(completion.text).title == "宇治の茶"
    assert (completion.model, completion.finish, completion.usd) == ("compatible:org/model:free", "stop", None)
    assert (ear.text, ear.thoughts) == (GOOD, "まず茶の産地を考える。")
    assert ear.usage == [completion.usage] == [fake.calls[0].usage]
    assert ear.pulses > 5


async def test_a_request_says_all_that_it_must() -> None:
    async with serving() as fake:
        await model(fake).complete(Ear().asked())
        await model(fake).complete(Ear().asked(pictures=[Picture(png())], answer_tokens=5000))
    body, shown = fake.calls[0].body, fake.calls[1].body
    assert body["messages"] == [{"role": "user", "content": "計画を立てて。Plan it.\n"}]
    assert (body["model"], body["stream"], body["max_tokens"]) == ("org/model:free", True, 16_384)
    assert body["stream_options"] == {"include_usage": True}
    form = body["response_format"]
    assert (form["type"], form["json_schema"]["name"], form["json_schema"]["strict"]) == ("json_schema", "Plan", True)
    assert [part["type"] for part in shown["messages"][0]["content"]] == ["text", "image_url"]
    assert shown["max_tokens"] == 80_000
    assert "max_completion_tokens" not in body
    assert {call.path for call in fake.calls} == {"/compatible/v1/chat/completions"}


async def test_without_a_key_none_is_sent() -> None:
    async with odd_server(GOOD_STREAM) as odd:
        await model(odd).complete(Ear().asked())
        await model(odd, compatible_api_key="test-key-1").complete(Ear().asked())
    assert ["authorization" in head.lower() for head in odd.heads] == [False, True]


# --- dialects ------------------------------------------------------------------------------------------------------

NO_SCHEMA = refused("This response_format type is unavailable now")
NO_OBJECT = refused("'response_format.type' must be 'json_schema' or 'text'")
NO_OPTIONS = refused("body.stream_options: Extra inputs are not permitted", 422)
NO_CAP = refused("'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.")


async def test_a_server_that_knows_no_schema_is_told_it_in_the_prompt_from_then_on() -> None:
    async with odd_server(NO_SCHEMA, NO_OBJECT, GOOD_STREAM) as odd:
        opened = model(odd)
        assert (await opened.complete(Ear().asked())).text == GOOD
        await opened.complete(Ear().asked("別の依頼。"))
    assert [(body.get("response_format") or {}).get("type") for body in odd.bodies] == [
        *("json_schema", "json_object", None, None),
    ]
    prompts = [body["messages"][0]["content"] for body in odd.bodies]
    assert ["satisfies this JSON schema" in prompt for prompt in prompts] == [False, True, True, True]
    assert prompts[-1].startswith("別の依頼。")
    schema = json.loads(prompts[-1].strip().splitlines()[-1])
    assert schema == Plan.model_json_schema()


async def test_parameters_that_a_server_does_not_know_are_left_out_from_then_on() -> None:
    async with odd_server(NO_OPTIONS, NO_CAP, GOOD_STREAM) as odd:
        opened = model(odd)
        for _ in range(2):
            await opened.complete(Ear().asked())
    assert ["stream_options" in body for body in odd.bodies] == [True, False, False, False]
    caps = [("max_tokens" in body, "max_completion_tokens" in body) for body in odd.bodies]
    assert caps == [(True, False), (True, False), (False, True), (False, True)]


async def test_a_context_too_small_for_the_cap_gets_none_and_one_too_small_for_the_prompt_is_told() -> None:
    words = "'max_tokens' or 'max_completion_tokens' is too large: 16384. This model's maximum context length is 4096."
    async with odd_server(refused(words), refused(words), GOOD_STREAM) as odd:
        await model(odd).complete(Ear().asked())
    assert not odd.bodies[-1].keys() & {"max_tokens", "max_completion_tokens"}
    with pytest.raises(TooLong):
        await said(refused("This model's maximum context length is 4096 tokens, your request has 9000"))


@pytest.mark.parametrize("name", ["reasoning_content", "reasoning"])
async def test_reasoning_is_heard_under_either_name(name: str) -> None:
    ear = Ear()
    stream = events(chunk(**{name: "考え"}), chunk(**{name: "た。"}), chunk(GOOD), chunk(finish="stop"))
    assert (await said(stream, ear=ear)).text == GOOD
    assert (ear.thoughts, ear.text) == ("考えた。", GOOD)


async def test_thoughts_inside_the_text_are_reasoning_not_answer() -> None:
    ear = Ear()
    stream = events(
        chunk("<thi"), chunk("nk>考え"), chunk("た。</th"), chunk(f"ink>{GOOD[:9]}"), chunk(GOOD[9:], "stop")
    )
    assert (await said(stream, ear=ear)).text == GOOD
    assert (ear.thoughts, ear.text) == ("考えた。", GOOD)


async def test_content_in_parts_is_text_and_thoughts() -> None:
    ear = Ear()
    thinking = [{"type": "thinking", "thinking": [{"type": "text", "text": "考え"}]}]
    parts = events(chunk(content=thinking), chunk(content=[{"type": "text", "text": GOOD}, 7]), chunk(finish="stop"))
    assert (await said(parts, ear=ear)).text == GOOD
    assert ear.thoughts == "考え"


async def test_a_server_that_does_not_stream_at_all_is_understood() -> None:
    ear = Ear()
    answer = {"choices": [{"message": {"content": GOOD}, "finish_reason": "stop"}], "usage": USAGE}
    completion = await said(whole(answer), ear=ear)
    assert (completion.text, ear.text, completion.usage.total) == (GOOD, GOOD, 13)


async def test_comments_null_chunks_and_strange_chunks_only_pulse() -> None:
    ear = Ear()
    stream = events(
        ": OPENROUTER PROCESSING",
        {"choices": None, "usage": None},
        {"object": "ping"},
        {"choices": [{"delta": None, "finish_reason": None}]},
        chunk(GOOD),
        {"choices": [{"index": 0, "delta": {}, "finish_reason": "STOP"}], "error": None},
    )
    assert (await said(stream, ear=ear)).text == GOOD
    assert ear.pulses >= 3


async def test_usage_that_grows_counts_as_it_last_was() -> None:
    ear = Ear()
    first = {**chunk(GOOD[:5]), "usage": {"prompt_tokens": 9, "completion_tokens": 1}}
    completion = await said(events(first, {**chunk(GOOD[5:], "stop"), "usage": USAGE}), ear=ear)
    assert [usage.output_tokens for usage in ear.usage] == [1, 4]
    assert completion.usage == Usage(input_tokens=9, output_tokens=4)


async def test_a_server_that_never_counts_is_estimated_and_that_is_said_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with odd_server(events(chunk(GOOD, "stop"))) as odd:
        opened = model(odd)
        found = [await opened.complete(Ear().asked("茶" * 100)) for _ in range(2)]
    assert [one.usage.input_tokens for one in found] == [101, 101]
    assert found[0].usage.output_tokens >= 15
    assert [message for message in caplog.messages if "estimated" in message] == [
        f"compatible:org/model:free: the server at {odd.url[7:-3]} does not say its usage: tokens are estimated"
    ]


@pytest.mark.parametrize(
    ("usage", "usd"),
    [
        ({**USAGE, "cost": 0.0015}, 0.0015),
        ({**USAGE, "cost": 0}, 0.0),
        ({**USAGE, "cost": 0.1, "is_byok": True, "cost_details": {"upstream_inference_cost": 0.2}}, 0.3),
        ({**USAGE, "cost": 0.1, "is_byok": False, "cost_details": {"upstream_inference_cost": 0.2}}, 0.1),
        ({**USAGE, "cost": "much"}, None),
        ({**USAGE, "cost": -1}, None),
        (USAGE, None),
    ],
)
async def test_a_price_is_taken_where_the_server_says_it(usage: dict[str, Any], usd: float | None) -> None:
    completion = await said(events(chunk(GOOD, "stop"), {"choices": [], "usage": usage}))
    assert completion.usd == (None if usd is None else pytest.approx(usd))


@pytest.mark.parametrize(
    ("reason", "finish"),
    [
        ("stop", "stop"),
        ("eos", "stop"),
        ("tool_calls", "stop"),
        ("length", "length"),
        ("max_tokens", "length"),
        ("content_filter", "declined"),
        ("SAFETY", "declined"),
    ],
)
async def test_each_end_is_told(reason: str, finish: str) -> None:
    completion = await said(events(chunk(GOOD, reason)))
    assert (completion.finish, completion.note) == (finish, "" if finish == "stop" else reason.lower())


async def test_a_refusal_is_told_in_its_words() -> None:
    completion = await said(events(chunk(refusal="お手伝い"), chunk(refusal="できません。"), chunk(finish="stop")))
    assert (completion.finish, completion.note) == ("declined", "お手伝いできません。")


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (events(chunk('{"title": '), done=True), Retryable),
        (events(chunk(GOOD, "error")), Retryable),
        (events(chunk("x", "insufficient_system_resource")), Retryable),
        (events(), Retryable),
        (Said([b""], 200, EVENTS), Retryable),
        (events({"error": {"code": 502, "message": "upstream died"}}), Retryable),
        (events(chunk("x"), {"error": {"code": "rate_limit_exceeded", "message": "x"}}), Retryable),
        (events({"choices": [{"error": {"code": 429, "message": "slow"}, "finish_reason": "error"}]}), Retryable),
        (whole({"error": {"message": "your account is out of credit", "code": 402}}), AccountClosed),
        (whole({"error": {"message": "flagged by the moderation", "code": 403}}), Declined),
        (whole({"error": "model 'x' not found"}, 404), ModelNotFound),
        (whole({"detail": "Not authenticated"}, 401), KeyRefused),
        (whole({"error": {"message": "strange"}}, 400), Refused),
        (Said([b"busy"], 503, "text/plain"), Retryable),
        (Said([b"{"], 200, JSON), Retryable),
    ],
)
async def test_what_goes_wrong_raises_what_it_means(answer: Said, kind: type[Exception]) -> None:
    with pytest.raises(kind) as caught:
        await said(answer)
    assert type(caught.value) is kind
    assert "compatible:org/model:free" in str(caught.value)


async def test_whole_json_counts_although_the_server_forgot_to_say_why_it_ended() -> None:
    assert (await said(events(chunk(GOOD), done=False))).finish == "stop"


async def test_text_without_end_is_left_as_cut_off() -> None:
    completion = await said(events(*[chunk("まだ続く。" * 1000)] * 1000))
    assert (completion.finish, len(completion.text)) == ("length", 100_000)


async def test_what_was_left_out_comes_back_as_left_out() -> None:
    completion = await said(events(chunk('{"title": "茶", "steps": null, "weight": null}', "stop")))
    assert Plan.model_validate_json(completion.text) == Plan(title="茶")


# --- faults, ends of calls, surroundings -----------------------------------------------------------------------------

CELLS: dict[str, type[Exception] | str] = {
    "400": Refused,
    "401": KeyRefused,
    "403": KeyRefused,
    "404": ModelNotFound,
    "413": TooLong,
    "context_too_long": TooLong,
    "429": Retryable,
    "429_retry_after": Retryable,
    "quota_spent": AccountClosed,
    **dict.fromkeys(("500", "503", "529", "529_in_stream", "dropped", "dropped_midstream"), Retryable),
    "ends_early": Retryable,
    "truncated_body": Retryable,
    "html": Retryable,
    "refusal": "declined",
    "blocked": "declined",
    "truncated_json": "stop",
    "empty": "stop",
    "wrong_schema": "stop",
    "think": "stop",
}


@pytest.mark.parametrize("name", sorted(CELLS))
async def test_every_fault_ends_as_what_it_is_and_never_shows_the_key(
    name: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    expected = CELLS[name]
    async with serving() as fake:
        fake.answer(Reply(text=GOOD))
        fake.fault(FAULTS[name])
        call = model(fake, compatible_api_key="test-key-secret").complete(Ear().asked())
        if isinstance(expected, str):
            assert (await call).finish == expected
        else:
            with pytest.raises(expected) as caught:
                await call
            assert type(caught.value) is expected
            assert "test-key-secret" not in f"{caught.value}{caught.value.__cause__!r}{caught.value.__context__!r}"
    assert "test-key-secret" not in caplog.text


def test_no_fault_is_forgotten() -> None:
    assert set(FAULTS) - set(CELLS) == {"slow_first_byte", "stall", "endless"}, "deadlines are the caller's"


async def test_a_call_that_is_cancelled_closes_its_connection() -> None:
    began = asyncio.Event()
    async with serving() as fake:
        fake.fault(Fault(kind="stall"))
        call = asyncio.create_task(model(fake).complete(Ear().asked(pulse=began.set)))
        await began.wait()
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        await fake.settled()
        assert fake.cancelled == 1


async def test_the_environment_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in HOSTILE.items():
        monkeypatch.setenv(name, value)
    async with serving() as fake:
        await model(fake, compatible_api_key="").complete(Ear().asked())
    assert fake.calls[0].key == ""
    assert not [value for value in fake.calls[0].headers.values() if "environment" in value]


def test_two_loops_in_a_row_use_the_same_model() -> None:
    with serving_in_thread() as fake:
        opened = model(fake)
        found = [asyncio.run(opened.complete(Ear().asked())).finish for _ in range(2)]
    assert found == ["stop", "stop"]


@pytest.mark.parametrize(
    ("address", "account", "patience"),
    [
        ("http://127.0.0.1:8000/v1", "compatible@127.0.0.1:8000", 6.0),
        ("http://gpu.local/v1", "compatible@gpu.local:80", 6.0),
        ("https://openrouter.ai/api/v1", "compatible@openrouter.ai:443", 1.0),
    ],
)
def test_the_place_decides_account_and_patience(address: str, account: str, patience: float) -> None:
    opened = CompatibleModel("m", ModelContext(access=Access(compatible_base_url=address)))
    assert (opened.account, opened.patience, opened.silent) == (account, patience, False)


def test_a_missing_address_is_said_at_once() -> None:
    with pytest.raises(ConfigurationError) as caught:
        CompatibleModel("m", ModelContext(access=Access(compatible_api_key="test-key")))
    assert "KASEN_COMPATIBLE_BASE_URL" in caught.value.hint
