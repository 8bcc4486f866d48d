from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from pydantic import BaseModel

from kasen.errors import ConfigurationError, ModelNotFound, ProviderError, Refused, Retryable, TooLong
from kasen.models.access import Access
from kasen.models.meter import estimate_tokens
from kasen.models.ollama.model import OllamaModel
from kasen.models.provider import ModelContext, ModelRequest
from kasen.models.registry import Models
from kasen.models.role import Picture, Usage
from kasen.testing.providers import Fake, Fault, Reply, png, serving, serving_in_thread


class Plan(BaseModel):
    title: str
    steps: list[str] = []


ANSWER = {"title": "宇治茶の歴史", "steps": ["調べる"]}
PLAIN = "plain:8b"


@pytest.fixture
async def fake() -> AsyncIterator[Fake]:
    async with serving() as fake:
        yield fake


def model(fake: Fake, name: str = "llama3:8b") -> OllamaModel:
    return OllamaModel(name, ModelContext(access=fake.access()))


def request(prompt: str = "宇治茶の計画を立てる。", **fields: Any) -> ModelRequest:
    given: dict[str, Any] = {
        "role": "planner",
        "prompt": prompt,
        "schema": Plan.model_json_schema(),
        "schema_name": "Plan",
        **fields,
    }
    return ModelRequest(**given)


def chats(fake: Fake) -> list[dict[str, Any]]:
    return [call.body for call in fake.calls if call.operation == "chat"]


async def test_an_answer_streams_in_the_form_of_its_schema(fake: Fake) -> None:
    text: list[str] = []
    thoughts: list[str] = []
    told: list[Usage] = []
    pulses: list[int] = []

    async def on_text(delta: str) -> None:
        text.append(delta)

    async def on_reasoning(delta: str) -> None:
        thoughts.append(delta)

    usage = Usage(input_tokens=90, output_tokens=40)
    fake.answer(Reply(text=json.dumps(ANSWER, ensure_ascii=False), reasoning="考える。", usage=usage))
    completion = await model(fake).complete(
        request(
            tier="reasoning",
            on_text=on_text,
            on_reasoning=on_reasoning,
            on_usage=told.append,
            pulse=lambda: pulses.append(1),
        )
    )
    assert json.loads(completion.text) == ANSWER == json.loads("".join(text))
    assert "".join(thoughts) == "考える。"
    assert (completion.model, completion.usage, told) == ("ollama:llama3:8b", usage, [usage])
    assert len(pulses) > len(text)
    body = chats(fake)[0]
    assert body["model"] == "llama3:8b"
    assert body["format"] == Plan.model_json_schema()
    assert '"steps"' in body["messages"][0]["content"], "the server holds it to the schema, but does not show it"


async def test_the_name_keeps_its_colons_through_the_registry(fake: Fake) -> None:
    opened = Models(ModelContext(access=fake.access()))("ollama:hf.co/team/llama3:8b")
    await opened.complete(request())
    assert chats(fake)[0]["model"] == "hf.co/team/llama3:8b"
    assert (opened.account, opened.patience) == (f"ollama@{fake.url.removeprefix('http://')}", 6.0)


@pytest.mark.parametrize(
    ("name", "tier", "think"),
    [
        ("llama3", "basic", False),
        ("llama3", "high_reasoning", True),
        ("gpt-oss:20b", "basic", "low"),
        ("gpt-oss:20b", "high_reasoning", "high"),
        (PLAIN, "basic", None),
        (PLAIN, "reasoning", None),
    ],
)
async def test_thinking_is_asked_for_where_the_model_can(fake: Fake, name: str, tier: Any, think: object) -> None:
    await model(fake, name).complete(request(tier=tier))
    assert chats(fake)[0].get("think") == think


async def test_a_refused_think_is_left_out_and_not_sent_again(fake: Fake) -> None:
    refusal = Fault(kind="status", status=400, message='"llama3" does not support thinking')
    fake.fault(refusal, operation="chat")
    asked = model(fake)
    await asked.complete(request(tier="reasoning"))
    await asked.complete(request(tier="reasoning"))
    assert [body.get("think") for body in chats(fake)] == [True, None, None]


async def test_a_model_that_forgets_the_format_when_it_may_not_think_is_left_to_think(fake: Fake) -> None:
    fake.answer("はい、計画です。")
    asked = model(fake)
    await asked.complete(request())
    await asked.complete(request())
    assert [body.get("think") for body in chats(fake)] == [False, None]


@pytest.mark.parametrize("characters", [0, 10, 1000, 3000, 4000])
async def test_prompt_and_answer_fit_into_the_context_that_is_asked_for(fake: Fake, characters: int) -> None:
    await model(fake, PLAIN).complete(request("字" * characters))
    body = chats(fake)[0]
    context, answer = body["options"]["num_ctx"], body["options"]["num_predict"]
    assert context in {4096, 8192}
    assert estimate_tokens(body["messages"][0]["content"]) + answer <= context
    assert answer >= 1200


async def test_a_prompt_that_cannot_fit_is_refused_before_it_is_sent(fake: Fake) -> None:
    with pytest.raises(TooLong, match="8,192"):
        await model(fake).complete(request("字" * 8000))
    assert chats(fake) == []


async def test_pictures_count_and_go_along(fake: Fake) -> None:
    asked = model(fake)
    await asked.complete(request(pictures=[Picture(png())]))
    assert len(chats(fake)[0]["messages"][0]["images"]) == 1
    with pytest.raises(TooLong):
        await asked.complete(request(pictures=[Picture(png(1200, 1200))] * 3))


async def test_the_context_is_not_made_smaller_again(fake: Fake) -> None:
    asked = model(fake, PLAIN)
    for prompt in ("短い", "字" * 4000, "短い"):
        await asked.complete(request(prompt, answer_tokens=100))
    assert [body["options"]["num_ctx"] for body in chats(fake)] == [4096, 8192, 8192]
    assert len([call for call in fake.calls if call.operation == "show"]) == 1


async def test_a_model_without_eyes_gets_no_pictures(fake: Fake) -> None:
    with pytest.raises(Refused, match="pictures"):
        await model(fake, PLAIN).complete(request(pictures=[Picture(png())]))


@pytest.mark.parametrize(
    ("fault", "expected"),
    [
        (Fault(kind="status", status=400), Refused),
        (Fault(kind="too_long"), TooLong),
        (Fault(kind="status", status=404), ModelNotFound),
        (Fault(kind="status", status=500), Retryable),
        (Fault(kind="status", status=503), Retryable),
        (Fault(kind="status", status=500, message="model requires more system memory (9 GiB) than is there"), Refused),
        (Fault(kind="overloaded_in_stream"), Retryable),
        (Fault(kind="dropped"), Retryable),
        (Fault(kind="dropped_midstream"), Retryable),
        (Fault(kind="ends_early"), Retryable),
        (Fault(kind="truncated_body"), Retryable),
        (Fault(kind="html"), Retryable),
    ],
    ids=lambda value: (
        f"{value.kind} {value.status} {value.message[:9]}" if isinstance(value, Fault) else value.__name__
    ),
)
async def test_failures_are_told_apart(fake: Fake, fault: Fault, expected: type[ProviderError]) -> None:
    fake.fault(fault, operation="chat")
    with pytest.raises(expected) as caught:
        await model(fake).complete(request())
    assert type(caught.value) is expected
    assert len(chats(fake)) == 1


@pytest.mark.parametrize("ours", [AttributeError, LookupError, TypeError])
async def test_a_mistake_of_who_listens_is_not_one_of_the_server(fake: Fake, ours: type[Exception]) -> None:
    async def on_text(_: str) -> None:
        raise ours("ours")

    with pytest.raises(ours, match=r"^ours$"):
        await model(fake).complete(request(on_text=on_text))


async def test_a_wish_to_wait_is_passed_on(fake: Fake) -> None:
    fake.fault(Fault(kind="status", status=429, retry_after=7), operation="chat")
    with pytest.raises(Retryable) as caught:
        await model(fake).complete(request())
    assert caught.value.retry_after == 7


async def test_a_model_that_was_not_pulled_says_how() -> None:
    async with serving(models={"ollama": ("other:latest",)}) as fake:
        with pytest.raises(ModelNotFound) as caught:
            await model(fake, "llama3:8b").complete(request())
    assert caught.value.hint == "Run: ollama pull llama3:8b"


async def test_a_server_that_is_not_running_is_left_at_once(unused_tcp_port: int) -> None:
    access = Access(ollama_base_url=f"http://user:test-word@127.0.0.1:{unused_tcp_port}")
    with pytest.raises(Refused, match=f"127.0.0.1:{unused_tcp_port}") as caught:
        await OllamaModel("llama3", ModelContext(access=access)).complete(request())
    assert "ollama serve" in caught.value.hint
    assert "test-word" not in str(caught.value)


async def test_an_answer_that_is_cut_off_says_so(fake: Fake) -> None:
    fake.answer(Reply(text='{"title', finish="length"))
    completion = await model(fake).complete(request())
    assert (completion.finish, completion.note) == ("length", "num_predict")


async def test_thoughts_around_the_answer_are_left_for_the_reader(fake: Fake) -> None:
    fake.fault(Fault(kind="think"), operation="chat")
    assert (await model(fake).complete(request())).text.startswith("<think>")


async def test_cancelling_closes_the_connection(fake: Fake) -> None:
    fake.fault(Fault(kind="stall"), operation="chat")
    heard = asyncio.Event()

    async def on_text(_: str) -> None:
        heard.set()

    task = asyncio.create_task(model(fake).complete(request(on_text=on_text)))
    await heard.wait()
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
        assert len(chats(fake)) == 3


async def test_nothing_comes_from_the_environment(
    fake: Fake, monkeypatch: pytest.MonkeyPatch, unused_tcp_port: int
) -> None:
    nowhere = f"http://127.0.0.1:{unused_tcp_port}"
    names = ("OLLAMA_HOST", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "all_proxy")
    hostile = {"OLLAMA_API_KEY": "hostile-key", "SSL_CERT_FILE": "/nonexistent", **dict.fromkeys(names, nowhere)}
    for name, value in hostile.items():
        monkeypatch.setenv(name, value)
    await model(fake).complete(request())
    assert "hostile" not in json.dumps([[dict(call.headers), call.body] for call in fake.calls])
    assert {call.key for call in fake.calls} == {""}


async def test_user_and_password_of_the_address_are_used(fake: Fake, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OLLAMA_API_KEY", "hostile-key")
    access = fake.access(ollama_base_url=fake.url.replace("://", "://user:test%2Dword@"))
    await OllamaModel("llama3", ModelContext(access=access)).complete(request())
    assert {call.headers["authorization"][:6] for call in fake.calls} == {"Basic "}


def test_an_address_that_cannot_be_one_is_a_sentence() -> None:
    with pytest.raises(ConfigurationError, match="OLLAMA_BASE_URL"):
        OllamaModel("llama3", ModelContext(access=Access(ollama_base_url="http://:x")))
