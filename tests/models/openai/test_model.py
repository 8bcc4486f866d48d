from __future__ import annotations

import asyncio
import base64
import logging
from dataclasses import replace
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
from kasen.models.openai.model import OpenAIModel
from kasen.models.provider import ModelContext
from kasen.models.registry import Models
from kasen.models.role import Picture, Tier, Usage
from kasen.testing.providers import FAULTS, Fake, Fault, Reply, png, serving, serving_in_thread
from models.odd_server import GOOD, HOSTILE, Ear, Odd, Plan, events, odd_server, refused, whole


def model(place: Fake | Odd, name: str = "gpt-5", **access: Any) -> OpenAIModel:
    if isinstance(place, Fake):
        return OpenAIModel(name, ModelContext(access=place.access(**access)))
    given: dict[str, Any] = {"openai_base_url": place.url, "openai_api_key": "test-key-1234", **access}
    return OpenAIModel(name, ModelContext(access=Access(**given)))


def response(status: str = "completed", text: str = GOOD, **fields: Any) -> dict[str, Any]:
    """The whole response as one event."""
    parts = [{"type": "output_text", "text": text}] if text else []
    whole_one = {
        "object": "response",
        "status": status,
        "output": [{"type": "message", "content": parts}],
        "usage": {"input_tokens": 9, "output_tokens": 4, "total_tokens": 13},
        **fields,
    }
    return {"type": f"response.{status}", "response": whole_one}


async def test_an_answer_streams_with_its_thoughts_pulses_and_usage() -> None:
    ear = Ear()
    async with serving() as fake:
        fake.answer(Reply(text=GOOD, reasoning="まず茶の産地を考える。"))
        completion = await model(fake).complete(ear.asked())
    assert Plan.model_validate_json(completion.text).title == "宇治の茶"
    assert (completion.model, completion.finish, completion.note, completion.usd) == ("openai:gpt-5", "stop", "", None)
    assert (ear.text, ear.thoughts) == (GOOD, "まず茶の産地を考える。")
    assert ear.usage == [completion.usage] == [fake.calls[0].usage]
    assert completion.usage.reasoning_tokens > 0
    assert ear.pulses > 5


async def test_a_request_says_all_that_it_must_and_no_more() -> None:
    async with serving() as fake:
        await model(fake).complete(Ear().asked(pictures=[Picture(png())]))
        await model(fake, "gpt-4.1").complete(Ear().asked())
    body, other = fake.calls[0].body, fake.calls[1].body
    assert (body["store"], body["stream"], body["prompt_cache_key"]) == (False, True, "kasen-planner")
    assert body["reasoning"] == {"effort": "low", "summary": "auto"}
    shown = body["input"][0]["content"][1]["image_url"]
    assert base64.b64decode(shown.removeprefix("data:image/png;base64,")) == png()
    form = body["text"]["format"]
    assert (form["type"], form["name"], form["strict"]) == ("json_schema", "Plan", True)
    assert form["schema"]["required"] == ["title", "steps", "weight"]
    assert "reasoning" not in other
    assert "max_output_tokens" not in other
    assert fake.calls[0].path == "/v1/responses"


@pytest.mark.parametrize(
    ("name", "reasons"),
    [
        ("o1", True),
        ("o3-mini", True),
        ("o4-mini-2025-04-16", True),
        ("gpt-5", True),
        ("gpt-5.2-codex", True),
        ("gpt-10", True),
        ("ft:gpt-5-mini:org::id", True),
        ("gpt-5-chat-latest", False),
        ("gpt-4o", False),
        ("gpt-4.1-mini", False),
        ("gpt-35-turbo", False),
        ("chatgpt-4o-latest", False),
        ("ft:gpt-4o:org::id", False),
    ],
)
async def test_effort_is_asked_of_models_that_reason_only(name: str, reasons: bool) -> None:
    async with serving() as fake:
        await model(fake, name).complete(Ear().asked())
    assert ("reasoning" in fake.calls[0].body, fake.calls[0].body["model"]) == (reasons, name)


@pytest.mark.parametrize(("tier", "effort"), [("basic", "low"), ("reasoning", "medium"), ("high_reasoning", "high")])
async def test_effort_follows_the_tier_and_no_summary_is_asked_when_nobody_looks(tier: Tier, effort: str) -> None:
    async with serving() as fake:
        await model(fake).complete(Ear().asked(tier=tier, on_reasoning=None))
    assert fake.calls[0].body["reasoning"] == {"effort": effort}


async def test_a_fine_tuned_model_gets_its_whole_name_and_a_plain_schema() -> None:
    async with serving() as fake:
        opened = Models(ModelContext(access=fake.access()))("openai:ft:gpt-4o-2024-08-06:acme::Ab1")
        schema = {"type": "object", "properties": {"a": {"type": "integer", "minimum": 1}}, "required": ["a"]}
        await opened.complete(Ear().asked(schema=schema))
    assert fake.calls[0].body["model"] == "ft:gpt-4o-2024-08-06:acme::Ab1"
    sent = fake.calls[0].body["text"]["format"]["schema"]["properties"]["a"]
    assert sent == {"type": "integer", "description": "(minimum: 1)"}


async def test_the_same_start_of_a_prompt_is_read_from_the_cache() -> None:
    async with serving() as fake:
        asked = Ear().asked("同じ前置き。" * 40)
        first, second = [await model(fake).complete(asked) for _ in range(2)]
    assert (first.usage.cached_tokens, second.usage.cached_tokens > 100) == (0, True)


async def test_what_was_left_out_comes_back_as_left_out() -> None:
    async with serving() as fake:
        fake.answer('{"title": "茶", "steps": null, "weight": null}')
        completion = await model(fake).complete(Ear().asked())
    assert Plan.model_validate_json(completion.text) == Plan(title="茶")


SUMMARY = refused(
    "Your organization must be verified to generate reasoning summaries.",
    param="reasoning.summary",
    code="unsupported_value",
)
EFFORT = refused("Unsupported value: 'low'.", param="reasoning.effort", code="unsupported_value")
CACHE = refused("Unknown parameter: 'prompt_cache_key'.", param="prompt_cache_key", code="unknown_parameter")
STREAM = refused("Your organization must be verified to stream this model.", param="stream", code="unsupported_value")


async def test_what_the_account_may_not_have_is_dropped_once_and_remembered() -> None:
    ear = Ear()
    async with odd_server(SUMMARY, EFFORT, CACHE, events(response())) as odd:
        opened = model(odd)
        assert (await opened.complete(ear.asked())).text == GOOD
        await opened.complete(ear.asked())
    assert len(odd.bodies) == 5
    assert "reasoning" not in odd.bodies[-1]
    assert "prompt_cache_key" not in odd.bodies[-1]
    assert [body["store"] for body in odd.bodies] == [False] * 5


async def test_an_account_that_may_not_stream_gets_its_answer_whole() -> None:
    ear = Ear()
    async with odd_server(STREAM, whole(response()["response"])) as odd:
        opened = model(odd)
        assert not opened.silent
        completion = await opened.complete(ear.asked())
        assert opened.silent
    assert (completion.text, ear.text, completion.usage) == (GOOD, GOOD, Usage(input_tokens=9, output_tokens=4))
    assert [body["stream"] for body in odd.bodies] == [True, False]


async def test_a_model_without_schemas_is_told_the_schema_in_the_prompt() -> None:
    no = refused("'text.format' of type 'json_schema' is not supported with this model", param="text.format.type")
    async with odd_server(no, events(response())) as odd:
        await model(odd).complete(Ear().asked())
    assert odd.bodies[1]["text"] == {"format": {"type": "json_object"}}
    assert '"weight"' in odd.bodies[1]["input"][0]["content"][0]["text"]


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
        call = model(fake, openai_api_key="test-key-secret").complete(Ear().asked())
        if isinstance(expected, str):
            completion = await call
            assert (completion.finish, bool(completion.note)) == (expected, expected != "stop")
        else:
            with pytest.raises(expected) as caught:
                await call
            assert type(caught.value) is expected
            assert "test-key-secret" not in f"{caught.value}{caught.value.__cause__!r}{caught.value.__context__!r}"
            assert "openai:gpt-5" in str(caught.value)
        assert len(fake.calls) == 1
    assert "test-key-secret" not in caplog.text


def test_no_fault_is_forgotten() -> None:
    assert set(FAULTS) - set(CELLS) == {"slow_first_byte", "stall", "endless"}, "deadlines are the caller's"


async def test_text_without_end_is_left_as_cut_off() -> None:
    endless = {"type": "response.output_text.delta", "delta": "まだ続く。" * 1000}
    async with odd_server(events(*[endless] * 1000)) as odd:
        completion = await model(odd).complete(Ear().asked())
    assert (completion.finish, len(completion.text)) == ("length", 100_000)
    assert completion.usage.output_tokens >= 100_000


@pytest.mark.parametrize("fault", [Fault(kind="slow_first_byte"), Fault(kind="stall", keep_alive_s=0.01)])
async def test_a_call_that_is_cancelled_closes_its_connection(fault: Fault) -> None:
    async with serving() as fake:
        fake.fault(fault)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.3):
                await model(fake).complete(Ear().asked())
        await fake.settled()
        assert fake.cancelled == 1


async def test_keep_alives_pulse_while_a_model_thinks() -> None:
    ear = Ear()
    async with serving() as fake:
        fake.fault(Fault(kind="slow_first_byte", seconds=0.1, keep_alive_s=0.01))
        await model(fake).complete(ear.asked())
    assert ear.pulses > 8


@pytest.mark.parametrize(
    ("said", "finish", "note"),
    [
        (response("incomplete", incomplete_details={"reason": "max_output_tokens"}), "length", "max_output_tokens"),
        (response("incomplete", incomplete_details={"reason": "content_filter"}), "declined", "content_filter"),
        (response("incomplete", incomplete_details=None), "length", "incomplete"),
        (response(output=[{"type": "message", "content": [{"type": "refusal", "refusal": "no"}]}]), "declined", "no"),
        (response(output=[], usage=None), "stop", ""),
    ],
)
async def test_each_end_is_told_in_the_providers_words(said: dict[str, Any], finish: str, note: str) -> None:
    async with odd_server(events(said)) as odd:
        completion = await model(odd).complete(Ear().asked())
    assert (completion.finish, completion.note) == (finish, note)
    assert completion.usage.input_tokens > 0


@pytest.mark.parametrize(
    ("event", "kind"),
    [
        (response("failed", "", error={"code": "server_error", "message": "oops"}), Retryable),
        (response("failed", "", error={"code": "invalid_prompt", "message": "usage policy"}), Declined),
        (response("failed", "", error=None), Retryable),
        (response("cancelled", ""), Retryable),
        ({"type": "error", "code": "rate_limit_exceeded", "message": "try again in 2s"}, Retryable),
        ({"type": "error", "error": {"code": "context_length_exceeded", "message": "too long"}}, TooLong),
        ({"type": "response.created"}, Retryable),
    ],
)
async def test_a_response_that_fails_on_its_way_raises(event: dict[str, Any], kind: type[Exception]) -> None:
    ear = Ear()
    async with odd_server(events(event)) as odd:
        with pytest.raises(kind):
            await model(odd).complete(ear.asked())
    assert len(ear.usage) == ("response" in event), "what a failed response used is counted"


async def test_remarks_on_the_work_are_not_the_answer() -> None:
    aside = {"type": "message", "phase": "commentary", "content": [{"type": "output_text", "text": "I look."}]}
    said = {"type": "message", "phase": "final_answer", "content": [{"type": "output_text", "text": GOOD}]}
    ear = Ear()
    stream = events(
        {"type": "response.output_item.added", "output_index": 0, "item": aside},
        {"type": "response.output_text.delta", "output_index": 0, "delta": "I look."},
        {"type": "response.output_text.delta", "output_index": 1, "delta": GOOD},
        {"type": "response.of_tomorrow", "delta": {"new": 1}},
        response(output=[aside, said]),
    )
    async with odd_server(stream) as odd:
        completion = await model(odd).complete(ear.asked())
    assert completion.text == ear.text == GOOD


async def test_parts_of_a_summary_are_paragraphs() -> None:
    ear = Ear()
    kind = "response.reasoning_summary"
    parts = [{"type": f"{kind}_part.added"}, {"type": f"{kind}_text.delta", "delta": "一。"}]
    async with odd_server(events(*parts, *parts, response())) as odd:
        await model(odd).complete(ear.asked())
    assert ear.thoughts == "一。\n\n一。"


async def test_many_calls_at_once_do_not_mix() -> None:
    async with serving() as fake:
        fake.answer(lambda call: f'{{"title": "{call.prompt}"}}', times=None)
        opened = model(fake)
        found = await asyncio.gather(*(opened.complete(Ear().asked(f"課題{n}")) for n in range(20)))
    assert [Plan.model_validate_json(one.text).title for one in found] == [f"課題{n}" for n in range(20)]


async def test_a_big_prompt_with_half_a_character_arrives() -> None:
    async with serving() as fake:
        await model(fake).complete(Ear().asked("茶" * 300_000 + "\ud83d"))
    assert len(fake.calls[0].prompt) == 300_001


async def test_a_listener_that_fails_is_not_taken_for_the_provider() -> None:
    async def broken(_: str) -> None:
        raise ValueError("full")

    async with serving() as fake:
        with pytest.raises(ValueError, match="full"):
            await model(fake).complete(replace(Ear().asked(), on_text=broken))


async def test_the_environment_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in HOSTILE.items():
        monkeypatch.setenv(name, value)
    async with serving() as fake:
        await model(fake).complete(Ear().asked())
    assert fake.calls[0].key == "test-key"
    assert not [value for value in fake.calls[0].headers.values() if "environment" in value]


def test_two_loops_in_a_row_use_the_same_model() -> None:
    with serving_in_thread() as fake:
        opened = model(fake)
        found = [asyncio.run(opened.complete(Ear().asked())).finish for _ in range(2)]
    assert found == ["stop", "stop"]


def test_account_patience_and_missing_key() -> None:
    opened = OpenAIModel("gpt-5", ModelContext(access=Access(openai_api_key="test-key")))
    assert (opened.id, opened.account, opened.patience, opened.by_hand) == ("openai:gpt-5", "openai", 1.0, False)
    other = Access(openai_api_key="test-key", openai_base_url="https://jp.example.com/v1")
    assert OpenAIModel("gpt-5", ModelContext(access=other)).account == "openai@jp.example.com:443"
    with pytest.raises(ConfigurationError) as caught:
        OpenAIModel("gpt-5", ModelContext(access=Access(openai_api_key=" ")))
    assert "OPENAI_API_KEY" in caught.value.hint


async def test_numbers_of_items_may_be_anything() -> None:
    aside = {"type": "message", "phase": "commentary"}
    told = [
        {"type": "response.output_item.added", "output_index": [0], "item": aside},
        {"type": "response.output_text.delta", "output_index": {"a": 1}, "delta": GOOD},
        response(text=""),
    ]
    async with odd_server(events(*told)) as odd:
        assert (await model(odd).complete(Ear().asked())).text == GOOD


async def test_a_server_that_is_not_there_is_worth_asking_again() -> None:
    access = Access(openai_api_key="test-key", openai_base_url="http://127.0.0.1:9/v1")
    with pytest.raises(Retryable, match=r"no connection to 127\.0\.0\.1:9"):
        await OpenAIModel("gpt-5", ModelContext(access=access)).complete(Ear().asked())
