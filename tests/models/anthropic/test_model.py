from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from pydantic import BaseModel, Field

from kasen.errors import (
    AccountClosed,
    ConfigurationError,
    KeyRefused,
    ModelNotFound,
    ProviderError,
    Refused,
    Retryable,
    TooLong,
)
from kasen.models.access import Access
from kasen.models.anthropic.model import AnthropicModel
from kasen.models.provider import ModelContext, ModelRequest
from kasen.models.role import Picture, Usage
from kasen.testing.providers import Fake, Fault, Reply, png, serving, serving_in_thread

NEW = "claude-sonnet-5-5"
OLD = "claude-sonnet-4-0"


class Plan(BaseModel):
    """A plan of steps."""

    title: str = Field(max_length=80)
    steps: list[str] = Field(min_length=2)


ANSWER = {"title": "宇治茶の歴史", "steps": ["調べる", "書く"]}


@pytest.fixture
async def fake() -> AsyncIterator[Fake]:
    async with serving() as fake:
        yield fake


def model(fake: Fake, name: str = NEW, **overrides: Any) -> AnthropicModel:
    return AnthropicModel(name, ModelContext(access=fake.access(**overrides)))


def request(prompt: str = "宇治茶の計画を立てる。", **fields: Any) -> ModelRequest:
    given: dict[str, Any] = {
        "role": "planner",
        "prompt": prompt,
        "schema": Plan.model_json_schema(),
        "schema_name": "Plan",
        **fields,
    }
    return ModelRequest(**given)


class Heard:
    """What a call said while it went on."""

    def __init__(self) -> None:
        self.text: list[str] = []
        self.reasoning: list[str] = []
        self.usage: list[Usage] = []
        self.pulses = 0

    def fields(self) -> dict[str, Any]:
        return {
            "on_text": self.on_text,
            "on_reasoning": self.on_reasoning,
            "on_usage": self.usage.append,
            "pulse": self.pulse,
        }

    async def on_text(self, delta: str) -> None:
        self.text.append(delta)

    async def on_reasoning(self, delta: str) -> None:
        self.reasoning.append(delta)

    def pulse(self) -> None:
        self.pulses += 1


async def test_an_answer_streams_in_the_form_of_its_schema(fake: Fake) -> None:
    usage = Usage(input_tokens=90, output_tokens=40, cached_tokens=20, cache_write_tokens=30, reasoning_tokens=11)
    fake.answer(Reply(text=json.dumps(ANSWER, ensure_ascii=False), reasoning="まず考える。", usage=usage))
    heard = Heard()
    completion = await model(fake).complete(request(tier="reasoning", **heard.fields()))
    assert json.loads(completion.text) == ANSWER
    assert "".join(heard.text) == completion.text
    assert "".join(heard.reasoning) == "まず考える。"
    assert (completion.model, completion.finish, completion.usage) == (f"anthropic:{NEW}", "stop", usage)
    assert heard.usage[-1] == usage
    assert heard.usage[0].input_tokens == 90, "a call that breaks off has told its input"
    body = fake.calls[0].body
    held = body["output_config"]["format"]["schema"]
    assert held["additionalProperties"] is False
    assert "maxLength" not in held["properties"]["title"], "what the format does not take stands in words"
    assert body["thinking"]["type"] == "adaptive"
    assert body["output_config"]["effort"] == "medium"
    assert body["stream"] is True


async def test_pings_are_signs_of_life(fake: Fake) -> None:
    fake.fault(Fault(kind="slow_first_byte", seconds=0.2, keep_alive_s=0.02))
    heard = Heard()
    await model(fake).complete(request(**heard.fields()))
    quiet = Heard()
    await model(fake).complete(request(**quiet.fields()))
    assert heard.pulses >= quiet.pulses + 5


async def test_an_older_model_calls_a_tool_with_the_schema(fake: Fake) -> None:
    fake.answer(ANSWER)
    heard = Heard()
    completion = await model(fake, OLD).complete(request(tier="reasoning", **heard.fields()))
    body = fake.calls[0].body
    assert json.loads(completion.text) == ANSWER
    assert "".join(heard.text) == completion.text
    assert body["tools"][0]["input_schema"] == Plan.model_json_schema()
    assert body["tools"][0]["description"] == "A plan of steps."
    assert body["tool_choice"] == {"type": "tool", "name": "Plan"}
    assert "output_config" not in body
    assert "thinking" not in body, "a forced tool and thinking exclude each other"


async def test_a_schema_that_the_format_cannot_express_goes_to_a_tool(fake: Fake) -> None:
    class Map(BaseModel):
        scores: dict[str, float]

    await model(fake).complete(request(schema=Map.model_json_schema(), schema_name="Map[str]"))
    body = fake.calls[0].body
    assert body["tools"][0]["name"] == "Map_str_"
    assert body["tool_choice"] == {"type": "auto"}, "models that think as they like refuse to be forced"


@pytest.mark.parametrize(
    ("name", "tier", "thinking", "effort"),
    [
        ("claude-sonnet-5-5", "basic", {"type": "between_tools"}, None),
        ("claude-opus-5-5", "basic", None, "low"),
        ("claude-opus-5-5", "high_reasoning", {"type": "adaptive", "display": "summarized"}, "high"),
        ("claude-haiku-5-5", "vision", {"type": "disabled"}, None),
        ("claude-haiku-4-5-20251001", "basic", None, None),
        ("claude-haiku-4-5-20251001", "reasoning", {"type": "enabled", "budget_tokens": 4096}, None),
        ("claude-3-5-haiku-latest", "high_reasoning", None, None),
        ("claude-opus-9", "basic", None, "low"),
        ("another-model", "high_reasoning", None, None),
    ],
)
async def test_how_a_tier_thinks_depends_on_the_model(
    fake: Fake, name: str, tier: Any, thinking: object, effort: object
) -> None:
    await model(fake, name).complete(request(tier=tier, answer_tokens=100_000))
    body = fake.calls[0].body
    assert body.get("thinking") == thinking
    assert body.get("output_config", {}).get("effort") == effort
    limits = {"claude-3-5-haiku-latest": 8192, "another-model": 8192, "claude-haiku-4-5-20251001": 64_000}
    assert body["max_tokens"] <= limits.get(name, 128_000)
    assert body["max_tokens"] > body.get("thinking", {}).get("budget_tokens", 0)


REFUSALS = {
    "thinking": '"thinking.type.adaptive" is not supported for this model. Use "thinking.type.enabled".',
    "effort": "This model does not support the effort parameter.",
    "format": "output_config.format: Extra inputs are not permitted",
}


@pytest.mark.parametrize("parameter", REFUSALS)
async def test_a_refused_parameter_is_left_out_and_not_sent_again(fake: Fake, parameter: str) -> None:
    def has(body: Any) -> bool:
        return parameter in body or parameter in body.get("output_config", {})

    fake.fault(Fault(kind="status", status=400, message=REFUSALS[parameter]))
    asked = model(fake, "claude-sonnet-4-6")
    await asked.complete(request(tier="reasoning"))
    await asked.complete(request(tier="reasoning"))
    assert [has(call.body) for call in fake.calls] == [True, False, False]


async def test_a_schema_that_is_refused_goes_to_a_tool_and_others_do_not(fake: Fake) -> None:
    fake.fault(Fault(kind="status", status=400, message="output_config.format.schema: Schema is too complex."))
    asked = model(fake)
    await asked.complete(request())
    await asked.complete(request(schema_name="Other"))
    assert ["tools" in call.body for call in fake.calls] == [False, True, False]


async def test_a_limit_of_output_is_learnt(fake: Fake) -> None:
    words = "max_tokens: 9600 > 8192, which is the maximum allowed number of output tokens for this model"
    fake.fault(Fault(kind="status", status=400, message=words))
    await model(fake).complete(request(answer_tokens=1200))
    assert [call.body["max_tokens"] for call in fake.calls] == [9600, 8192]


async def test_a_model_that_refuses_everything_ends_in_an_error(fake: Fake) -> None:
    words = "thinking, effort, output_config.format and tool_choice are not supported"
    fake.fault(Fault(kind="status", status=400, message=words), times=None)
    with pytest.raises(Refused):
        await model(fake, "claude-opus-4-5").complete(request(tier="reasoning"))
    assert len(fake.calls) <= 6


@pytest.mark.parametrize(
    ("fault", "expected"),
    [
        (Fault(kind="status", status=401), KeyRefused),
        (Fault(kind="status", status=403), KeyRefused),
        (Fault(kind="status", status=404), ModelNotFound),
        (Fault(kind="status", status=413), TooLong),
        (Fault(kind="too_long"), TooLong),
        (Fault(kind="quota"), AccountClosed),
        (Fault(kind="status", status=402), AccountClosed),
        (Fault(kind="status", status=500), Retryable),
        (Fault(kind="status", status=529), Retryable),
        (Fault(kind="overloaded_in_stream"), Retryable),
        (Fault(kind="dropped"), Retryable),
        (Fault(kind="dropped_midstream"), Retryable),
        (Fault(kind="ends_early"), Retryable),
        (Fault(kind="truncated_body"), Retryable),
        (Fault(kind="html"), Retryable),
        (Fault(kind="status", status=400, message="input length and `max_tokens` exceed context limit: 9"), TooLong),
        (Fault(kind="status", status=400, message="messages: at least one message is required"), Refused),
    ],
    ids=lambda value: (
        f"{value.kind} {value.status} {value.message[:9]}" if isinstance(value, Fault) else value.__name__
    ),
)
async def test_failures_are_told_apart_and_repeat_no_key(
    fake: Fake, fault: Fault, expected: type[ProviderError]
) -> None:
    fake.fault(fault)
    with pytest.raises(expected) as caught:
        await model(fake, anthropic_api_key="test-key-planted").complete(request())
    assert type(caught.value) is expected
    assert "test-key-planted" not in f"{caught.value} {caught.value.hint}"
    assert len(fake.calls) == 1, "the client does not retry by itself"


async def test_a_wish_to_wait_is_passed_on(fake: Fake) -> None:
    fake.fault(Fault(kind="status", status=429, retry_after=7))
    with pytest.raises(Retryable) as caught:
        await model(fake).complete(request())
    assert caught.value.retry_after == 7


@pytest.mark.parametrize(
    ("finish", "expected"),
    [("length", "length"), ("declined", "declined"), ("pause_turn", "length"), ("stop_sequence", "stop")],
)
async def test_the_end_is_told(fake: Fake, finish: str, expected: str) -> None:
    fake.answer(Reply(text="{}", finish=finish))
    completion = await model(fake).complete(request())
    assert completion.finish == expected
    assert bool(completion.note) == (expected != "stop")
    assert completion.usage.output_tokens > 0


async def test_a_full_context_is_too_long_and_its_cost_is_told(fake: Fake) -> None:
    fake.answer(Reply(text='{"title', finish="model_context_window_exceeded"))
    heard = Heard()
    with pytest.raises(TooLong):
        await model(fake).complete(request(**heard.fields()))
    assert heard.usage[-1].output_tokens > 0


async def test_nobody_listens(unused_tcp_port: int) -> None:
    access = Access(
        anthropic_api_key="test-key", anthropic_base_url=f"http://user:test-word@127.0.0.1:{unused_tcp_port}"
    )
    with pytest.raises(Retryable, match=f"127.0.0.1:{unused_tcp_port}") as caught:
        await AnthropicModel(NEW, ModelContext(access=access)).complete(request())
    assert "test-word" not in str(caught.value)


async def test_pictures_follow_the_text(fake: Fake) -> None:
    await model(fake).complete(request(pictures=[Picture(png()), Picture(b"jpeg", "image/jpeg")]))
    text, first, second = fake.calls[0].body["messages"][0]["content"]
    assert (text["type"], first["type"], second["source"]["media_type"]) == ("text", "image", "image/jpeg")


async def test_what_many_calls_begin_with_is_written_to_the_cache_once_and_read_then(fake: Fake) -> None:
    asked = model(fake)
    for number in range(6):
        await asked.complete(request("同じ前置きです。\n" * 200 + f"問い {number}\n"))
    used = [(call.usage.cache_write_tokens > 0, call.usage.cached_tokens > 0) for call in fake.calls]
    assert used == [(False, False), (True, False), *[(False, True)] * 4]


async def test_a_repair_writes_nothing_to_the_cache(fake: Fake) -> None:
    asked = model(fake)
    prompt = "同じ前置きです。\n" * 200
    await asked.complete(request(prompt))
    await asked.complete(request(prompt + "直してください。\n"))
    assert all(call.usage.cache_write_tokens == 0 for call in fake.calls)


async def test_cancelling_closes_the_connection(fake: Fake) -> None:
    fake.fault(Fault(kind="stall"))
    started = asyncio.Event()
    task = asyncio.create_task(model(fake).complete(request(pulse=started.set)))
    await started.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await asyncio.wait_for(fake.settled(), 5)
    assert fake.cancelled == 1


def test_a_model_serves_one_event_loop_after_the_other() -> None:
    with serving_in_thread() as fake:
        asked = model(fake)
        for _ in range(3):
            asyncio.run(asked.complete(request()))
        assert len(fake.calls) == 3


async def test_nothing_comes_from_the_environment(
    fake: Fake, monkeypatch: pytest.MonkeyPatch, unused_tcp_port: int
) -> None:
    nowhere = f"http://127.0.0.1:{unused_tcp_port}"
    hostile = {
        "ANTHROPIC_API_KEY": "hostile-key",
        "ANTHROPIC_AUTH_TOKEN": "hostile-token",
        "ANTHROPIC_BASE_URL": nowhere,
        "ANTHROPIC_PROFILE": "hostile",
        "ANTHROPIC_CONFIG_DIR": "/nonexistent",
        "ANTHROPIC_CUSTOM_HEADERS": "X-Hostile: yes\nAuthorization: Bearer hostile-token\nX-Api-Key: hostile-key",
        "ANTHROPIC_WEBHOOK_SIGNING_KEY": "hostile-key",
        "ANTHROPIC_IDENTITY_TOKEN": "hostile-token",
        "SSL_CERT_FILE": "/nonexistent",
        **dict.fromkeys(("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "all_proxy"), nowhere),
    }
    for name, value in hostile.items():
        monkeypatch.setenv(name, value)
    await model(fake).complete(request())
    call = fake.calls[0]
    assert call.key == "test-key"
    assert "hostile" not in json.dumps([dict(call.headers), call.body])


@pytest.mark.parametrize("key", ["", "  ", "test-鍵", "test\nkey"])
def test_a_key_that_cannot_be_one_is_a_sentence(key: str) -> None:
    with pytest.raises(ConfigurationError, match="key") as caught:
        AnthropicModel(NEW, ModelContext(access=Access(anthropic_api_key=key)))
    assert "ANTHROPIC_API_KEY" in f"{caught.value} {caught.value.hint}"


def test_an_address_that_cannot_be_one_is_a_sentence() -> None:
    access = Access(anthropic_api_key="test-key", anthropic_base_url="http://:x")
    with pytest.raises(ConfigurationError, match="ANTHROPIC_BASE_URL"):
        AnthropicModel(NEW, ModelContext(access=access))
