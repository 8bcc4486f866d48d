from __future__ import annotations

import asyncio
import base64
import threading
from collections.abc import AsyncIterator, Coroutine, Iterator
from typing import Any, Literal

import pytest
from google.genai import types
from pydantic import BaseModel

from kasen.errors import (
    AccountClosed,
    ConfigurationError,
    KasenError,
    KeyRefused,
    ModelNotFound,
    Refused,
    Retryable,
    TooLong,
    UnknownName,
)
from kasen.models.access import Access
from kasen.models.google.model import GoogleModel, thinking_of
from kasen.models.provider import Completion, ModelContext, ModelRequest
from kasen.models.registry import Models
from kasen.models.role import Picture, Tier, Usage
from kasen.testing.providers import FAULTS, Fake, Fault, Reply, png, serving, serving_in_thread
from models.credentials import Token

NAME = "gemini-3.8-flash"


class Point(BaseModel):
    claim: str
    weight: Literal[1, 2, 3] = 1


class Plan(BaseModel):
    title: str
    points: list[Point]
    note: str | None = None


PLAN = Plan(title="宇治の茶", points=[Point(claim="霧が深い。", weight=3), Point(claim="京に近い。")])
THOUGHTS = "まず霧のことを考える。次に京との近さ。"
HOSTILE = {
    "GOOGLE_API_KEY": "test-stolen",
    "GEMINI_API_KEY": "test-stolen",
    "GOOGLE_GENAI_USE_VERTEXAI": "true",
    "GOOGLE_GENAI_USE_ENTERPRISE": "true",
    "GOOGLE_CLOUD_PROJECT": "hostile",
    "GOOGLE_CLOUD_LOCATION": "hostile1",
    "GOOGLE_GEMINI_BASE_URL": "http://127.0.0.1:9",
    "GOOGLE_VERTEX_BASE_URL": "http://127.0.0.1:9",
    "GOOGLE_GENAI_CLIENT_MODE": "record",
    "GOOGLE_GENAI_REPLAYS_DIRECTORY": "replays",
    "GOOGLE_APPLICATION_CREDENTIALS": "/nowhere.json",
    "HTTP_PROXY": "http://127.0.0.1:9",
    "HTTPS_PROXY": "http://127.0.0.1:9",
    "ALL_PROXY": "http://127.0.0.1:9",
    "SSL_CERT_FILE": "/nowhere.pem",
}


@pytest.fixture
async def fake() -> AsyncIterator[Fake]:
    async with serving() as fake:
        yield fake


def model(fake: Fake, name: str = NAME, **access: Any) -> GoogleModel:
    return GoogleModel(name, ModelContext(access=fake.access(**access)), credentials=Token)


def asking(**changes: Any) -> ModelRequest:
    given: dict[str, Any] = {
        "role": "planner",
        "prompt": "宇治の茶について計画を立てて。",
        "schema": Plan.model_json_schema(),
        "schema_name": "Plan",
    }
    return ModelRequest(**{**given, **changes})


# --- answers ----------------------------------------------------------------------------------------------------------


async def test_an_answer_satisfies_the_schema_that_was_asked_for(fake: Fake) -> None:
    fake.answer(PLAN, provider="google")
    done = await model(fake).complete(asking())
    assert Plan.model_validate_json(done.text) == PLAN
    assert (done.model, done.finish, done.note) == ("google:gemini-3.8-flash", "stop", "")
    call = fake.calls[0]
    config = call.body["generationConfig"]
    assert call.path == "/v1beta/models/gemini-3.8-flash:streamGenerateContent"
    assert config["responseMimeType"] == "application/json"
    assert config["responseJsonSchema"]["properties"]["points"]["items"]["required"] == ["claim"]
    assert call.prompt == "宇治の茶について計画を立てて。"
    assert set(call.body) == {"contents", "generationConfig"}


async def test_an_unscripted_answer_of_the_schema_sent_validates(fake: Fake) -> None:
    Plan.model_validate_json((await model(fake).complete(asking())).text)


async def test_text_and_thoughts_stream_apart_and_everything_pulses(fake: Fake) -> None:
    fake.answer(
        Reply(text=PLAN.model_dump_json(), reasoning="まず霧のことを考える。次に京との近さ。"), provider="google"
    )
    heard: list[str] = []
    thought: list[str] = []
    pulses: list[int] = []

    async def on_text(delta: str) -> None:
        heard.append(delta)

    async def on_reasoning(delta: str) -> None:
        thought.append(delta)

    request = asking(on_text=on_text, on_reasoning=on_reasoning, pulse=lambda: pulses.append(1), tier="reasoning")
    done = await model(fake).complete(request)
    assert "".join(heard) == done.text == PLAN.model_dump_json()
    assert "".join(thought) == THOUGHTS
    assert min(len(heard), len(thought)) > 1
    assert pulses


async def test_thoughts_and_keep_alives_pulse_though_nobody_listens(fake: Fake) -> None:
    fake.answer(Reply(text='{"title": "x", "points": []}', reasoning="考える。" * 40), provider="google")
    fake.fault(Fault(kind="slow_first_byte", seconds=0.05, keep_alive_s=0.01), provider="google")
    pulses: list[int] = []
    await model(fake).complete(asking(tier="reasoning", pulse=lambda: pulses.append(1)))
    assert len(pulses) >= 5


async def test_usage_counts_what_is_cached_and_what_was_thought_apart(fake: Fake) -> None:
    told = Usage(input_tokens=900, cached_tokens=600, output_tokens=120, reasoning_tokens=80)
    fake.answer(Reply(text=PLAN.model_dump_json(), usage=told), provider="google")
    said: list[Usage] = []
    done = await model(fake).complete(asking(on_usage=said.append))
    assert done.usage == told == said[-1]
    assert fake.usage["google"] == done.usage
    assert done.usd is None


async def test_a_prompt_that_comes_again_is_read_from_googles_cache(fake: Fake) -> None:
    long = asking(prompt="資料：" + "宇治は霧が深い。" * 2000)
    asked = model(fake)
    first, second = await asked.complete(long), await asked.complete(long)
    assert first.usage.cached_tokens == 0
    assert 0 < second.usage.cached_tokens <= second.usage.input_tokens


async def test_pictures_are_shown_after_the_prompt(fake: Fake) -> None:
    pictures = [Picture(png(colour=(1, 2, 3))), Picture(b"\xff\xd8jpeg", "image/jpeg")]
    await model(fake).complete(asking(pictures=pictures))
    first, *shown = fake.calls[0].body["contents"][0]["parts"]
    assert first == {"text": "宇治の茶について計画を立てて。"}
    kinds = [part["inlineData"].get("mimeType") or part["inlineData"].get("mime_type") for part in shown]
    assert kinds == ["image/png", "image/jpeg"]
    assert [base64.urlsafe_b64decode(part["inlineData"]["data"]) for part in shown] == [one.data for one in pictures]


@pytest.mark.parametrize("prompt", ["霧" * 1_000_000, "半分の文字 \ud800 と \x00", "x"], ids=["long", "odd", "short"])
async def test_any_prompt_arrives_as_it_is(fake: Fake, prompt: str) -> None:
    await model(fake).complete(asking(prompt=prompt))
    assert fake.calls[0].prompt == prompt


async def test_a_value_that_the_client_does_not_know_is_no_warning(fake: Fake) -> None:
    fake.answer(Reply(text="{}", finish="NEW_REASON"), provider="google")
    done = await model(fake).complete(asking())
    assert (done.finish, done.note) == ("declined", "NEW_REASON")


# --- ends and failures ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("end", "finish"),
    [
        ("MAX_TOKENS", "length"),
        *((end, "declined") for end in ("SAFETY", "RECITATION", "PROHIBITED_CONTENT", "SPII", "BLOCKLIST", "LANGUAGE")),
    ],
)
async def test_an_end_that_is_no_stop_is_told_and_costs(fake: Fake, end: str, finish: str) -> None:
    fake.answer(Reply(text='{"title": "途', finish=end), provider="google")
    done = await model(fake).complete(asking())
    assert (done.finish, done.note) == (finish, end)
    assert done.usage.input_tokens > 0


@pytest.mark.parametrize("end", ["OTHER", "MALFORMED_FUNCTION_CALL"])
async def test_an_end_that_says_nothing_about_the_request_is_worth_asking_again(fake: Fake, end: str) -> None:
    fake.answer(Reply(text="{", finish=end), provider="google")
    with pytest.raises(Retryable, match=end):
        await model(fake).complete(asking())


OUTCOMES: dict[str, Any] = {
    "400": Refused,
    "401": KeyRefused,
    "403": KeyRefused,
    "404": ModelNotFound,
    "413": TooLong,
    "context_too_long": TooLong,
    "429": Retryable,
    "429_retry_after": Retryable,
    "quota_spent": AccountClosed,
    "500": Retryable,
    "503": Retryable,
    "529": Retryable,
    "529_in_stream": Retryable,
    "dropped": Retryable,
    "dropped_midstream": Retryable,
    "ends_early": Retryable,
    "truncated_body": Retryable,
    "html": Retryable,
    "empty": Retryable,
    "truncated_json": "stop",
    "refusal": "declined",
    "blocked": "declined",
    "wrong_schema": "stop",
    "think": "stop",
    "slow_first_byte": None,
    "stall": None,
    "endless": None,
}
"""What comes of each fault: an error, the finish of an answer, or None: only a deadline ends it."""


def test_no_fault_is_forgotten() -> None:
    assert set(OUTCOMES) == set(FAULTS)


@pytest.mark.parametrize("name", sorted(name for name, outcome in OUTCOMES.items() if outcome))
async def test_each_fault_ends_in_an_error_of_ours_or_a_told_end(fake: Fake, name: str) -> None:
    fake.answer(PLAN, provider="google")
    fake.fault(FAULTS[name], provider="google", times=None)
    expected = OUTCOMES[name]
    if isinstance(expected, str):
        assert (await model(fake).complete(asking())).finish == expected
    else:
        with pytest.raises(KasenError) as caught:
            await model(fake).complete(asking())
        assert type(caught.value) is expected
        assert "test-key" not in f"{caught.value} {caught.value.hint}"
    assert len(fake.calls) == 1, "the client asked again by itself"


async def reached(begun: asyncio.Event, call: Coroutine[Any, Any, Completion], fake: Fake) -> None:
    """Cancel the call once it has got so far, and wait until the server has noticed."""
    task = asyncio.create_task(call)
    await asyncio.wait_for(begun.wait(), 5)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await asyncio.wait_for(fake.settled(), 5)
    assert fake.cancelled == 1


@pytest.mark.parametrize("name", ["stall", "endless"])
async def test_cancelling_in_the_middle_closes_the_connection_and_what_was_told_counts(fake: Fake, name: str) -> None:
    fake.answer(PLAN, provider="google")
    fake.fault(FAULTS[name], provider="google")
    begun = asyncio.Event()
    said: list[Usage] = []

    def on_usage(usage: Usage) -> None:
        said.append(usage)
        begun.set()

    await reached(begun, model(fake).complete(asking(on_usage=on_usage)), fake)
    assert said[-1].input_tokens > 0


async def test_cancelling_before_the_first_byte_closes_the_connection() -> None:
    begun = asyncio.Event()

    async def sleep(seconds: float) -> None:
        if seconds:
            begun.set()
        await asyncio.sleep(seconds)

    async with serving(sleep=sleep) as fake:
        fake.fault(FAULTS["slow_first_byte"], provider="google")
        await reached(begun, model(fake).complete(asking()), fake)


async def test_a_listener_that_fails_closes_the_connection_and_keeps_its_error(fake: Fake) -> None:
    fake.fault(FAULTS["endless"], provider="google")

    async def on_text(_: str) -> None:
        raise LookupError("the reader is gone")

    with pytest.raises(LookupError, match="the reader is gone"):
        await model(fake).complete(asking(on_text=on_text))
    await asyncio.wait_for(fake.settled(), 5)
    assert fake.cancelled == 1


async def test_a_limit_says_when_it_ends_and_a_day_is_not_a_minute(fake: Fake) -> None:
    fake.fault(FAULTS["429_retry_after"], provider="google")
    fake.fault(FAULTS["quota_spent"], provider="google")
    with pytest.raises(Retryable) as minute:
        await model(fake).complete(asking())
    assert (minute.value.retry_after, minute.value.limited) == (7, True)
    with pytest.raises(AccountClosed) as day:
        await model(fake).complete(asking())
    assert day.value.reset_s is None or day.value.reset_s > 41


async def test_a_wrong_key_is_refused_and_not_repeated() -> None:
    async with serving(keys={"google": "test-right"}) as fake:
        with pytest.raises(KeyRefused) as caught:
            await model(fake, google_api_key="test-wrong").complete(asking())
    assert "test-wrong" not in str(caught.value)


async def test_nobody_at_the_address_is_worth_asking_again() -> None:
    access = Access(google_api_key="test-key", google_base_url="http://127.0.0.1:9")
    with pytest.raises(Retryable, match=r"no connection to 127\.0\.0\.1:9"):
        await GoogleModel(NAME, ModelContext(access=access)).complete(asking())


async def test_an_address_that_is_none_is_a_matter_of_settings() -> None:
    access = Access(google_api_key="test-key", google_base_url="nowhere")
    with pytest.raises(ConfigurationError, match="nowhere"):
        await GoogleModel(NAME, ModelContext(access=access)).complete(asking())


async def test_a_short_deadline_is_not_sent_to_the_service(fake: Fake) -> None:
    await model(fake).complete(asking(timeout=3.0))
    await model(fake).complete(asking(timeout=45.0))
    await model(fake).complete(asking(timeout=None))
    assert [call.headers.get("x-server-timeout") for call in fake.calls] == ["10", "45", None]


# --- thinking ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "tier", "expected"),
    [
        ("gemini-3.8-flash", "basic", "LOW"),
        ("gemini-4-argon", "reasoning", "MEDIUM"),
        ("gemini-4-argon", "high_reasoning", "HIGH"),
        ("gemini-flash-latest", "vision", "LOW"),
        ("publishers/google/models/gemini-3.1-pro-preview", "high_reasoning", "HIGH"),
        ("gemini-2.5-flash", "basic", 0),
        ("gemini-2.5-flash", "reasoning", 8192),
        ("gemini-2.5-flash-lite", "vision", 512),
        ("gemini-2.5-pro", "basic", 128),
        ("gemini-2.5-pro", "high_reasoning", 24576),
        ("gemini-2.0-flash-thinking-exp-1219", "reasoning", None),
        ("gemini-1.5-flash-002", "basic", None),
        ("gemini-2.5-flash-image", "vision", None),
        ("gemini-3-pro-image-preview", "vision", None),
        ("gemini-3.8-flash-tts", "basic", None),
        ("gemma-3-27b-it", "basic", None),
        ("tunedModels/gemini-mine", "reasoning", None),
        ("projects/p/locations/l/endpoints/123", "reasoning", None),
    ],
)
def test_each_family_thinks_as_it_can(name: str, tier: Tier, expected: str | int | None) -> None:
    thinking = thinking_of(name, tier)
    if expected is None:
        assert thinking is None
    elif isinstance(expected, int):
        assert thinking == types.ThinkingConfig(include_thoughts=expected > 0, thinking_budget=expected)
    else:
        assert thinking == types.ThinkingConfig(include_thoughts=True, thinking_level=types.ThinkingLevel(expected))


async def test_thinking_is_asked_for_in_the_form_of_the_wire(fake: Fake) -> None:
    await model(fake).complete(asking(tier="high_reasoning"))
    await model(fake, "gemini-2.5-flash").complete(asking(tier="basic"))
    level, budget = (call.body["generationConfig"]["thinkingConfig"] for call in fake.calls)
    assert types.ThinkingConfig.model_validate(level) == thinking_of("gemini-3.8-flash", "high_reasoning")
    assert types.ThinkingConfig.model_validate(budget) == thinking_of("gemini-2.5-flash", "basic")


REFUSAL = b'{"error": {"code": 400, "message": "Thinking level LOW is not supported for this model.", "status": "X"}}'
PLAIN = b'data: {"candidates": [{"content": {"parts": [{"text": "{}"}]}, "finishReason": "STOP"}]}\n\n'


async def test_a_model_that_refuses_the_wish_about_thinking_is_asked_without_it_from_then_on() -> None:
    wishes: list[bool] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        body = await reader.readexactly(int(head.partition("content-length: ")[2].split()[0]))
        wishes.append(b"thinkingConfig" in body)
        status, kind, said = (b"400 No", b"json", REFUSAL) if wishes[-1] else (b"200 OK", b"event-stream", PLAIN)
        length = str(len(said)).encode()
        writer.write(b"HTTP/1.1 %s\r\ncontent-type: text/%s\r\ncontent-length: %s\r\n\r\n" % (status, kind, length))
        writer.write(said)
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        access = Access(google_api_key="test-key", google_base_url=f"http://127.0.0.1:{port}")
        asked = GoogleModel("gemini-9-flash", ModelContext(access=access))
        for tier in ("basic", "basic", "reasoning"):
            assert (await asked.complete(asking(tier=tier))).text == "{}"
    assert wishes == [True, False, False, True, False]


# --- keys, addresses, names -------------------------------------------------------------------------------------------


def test_a_missing_key_is_named_when_the_model_is_opened() -> None:
    with pytest.raises(ConfigurationError, match="GOOGLE_API_KEY") as caught:
        GoogleModel(NAME, ModelContext())
    assert "VERTEX_PROJECT_ID" in caught.value.hint


def test_the_registry_opens_it_by_its_alias_too() -> None:
    context = ModelContext(access=Access(google_api_key="test-key"))
    assert Models(context)("gemini:gemini-3.8-flash").id == "google:gemini-3.8-flash"


@pytest.mark.parametrize("name", ["../secrets", "gemini x", "gemini?key=1", "a&b", "", "モデル/"])
def test_a_name_that_would_change_the_address_is_none(name: str) -> None:
    with pytest.raises(UnknownName):
        GoogleModel(name, ModelContext(access=Access(google_api_key="test-key")))


@pytest.mark.parametrize("vertex", [False, True])
async def test_nothing_is_read_from_the_environment(fake: Fake, monkeypatch: pytest.MonkeyPatch, vertex: bool) -> None:
    for name, value in HOSTILE.items():
        monkeypatch.setenv(name, value)
        monkeypatch.setenv(name.lower(), value)
    asked = model(fake, vertex_project_id="my-project" if vertex else "")
    await asked.complete(asking())
    assert fake.calls[0].key == ("test-token" if vertex else "test-key")
    place = "/v1beta1/projects/my-project/locations/asia-northeast1/publishers/google" if vertex else "/v1beta"
    assert fake.calls[0].path == f"{place}/models/{NAME}:streamGenerateContent"
    assert "test-stolen" not in str(fake.calls[0].headers)


async def test_a_tuned_model_of_ai_studio_keeps_its_path(fake: Fake) -> None:
    done = await model(fake, "tunedModels/my-model-1").complete(asking())
    assert fake.calls[0].path == "/v1beta/tunedModels/my-model-1:streamGenerateContent"
    assert done.model == "google:tunedModels/my-model-1"


@pytest.mark.parametrize("name", ["projects/p/locations/l/endpoints/123", "publishers/google/models/gemini-3.8-flash"])
def test_a_model_of_vertex_needs_a_project(name: str) -> None:
    with pytest.raises(ConfigurationError, match="VERTEX_PROJECT_ID"):
        GoogleModel(name, ModelContext(access=Access(google_api_key="test-key")))


# --- Vertex AI --------------------------------------------------------------------------------------------------------


async def test_vertex_goes_first_and_no_key_is_sent(fake: Fake) -> None:
    asked = model(fake, vertex_project_id="my-project")
    done = await asked.complete(asking())
    call = fake.calls[0]
    assert call.headers["authorization"] == "Bearer test-token"
    assert "x-goog-api-key" not in call.headers
    assert call.path == (
        "/v1beta1/projects/my-project/locations/asia-northeast1/publishers/google/models/"
        "gemini-3.8-flash:streamGenerateContent"
    )
    assert asked.account == "google:vertex:my-project"
    assert Plan.model_validate_json(done.text)


async def test_an_endpoint_is_asked_in_the_place_that_its_name_says(fake: Fake) -> None:
    name = "projects/other/locations/europe-west4/endpoints/123"
    await model(fake, name, vertex_project_id="my-project").complete(asking())
    assert fake.calls[0].path == f"/v1beta1/{name}:streamGenerateContent"
    access = Access(vertex_project_id="my-project")
    assert "europe-west4-aiplatform" in GoogleModel(name, ModelContext(access=access), credentials=Token)._door.address


@pytest.mark.parametrize(
    ("location", "address"),
    [
        ("asia-northeast1", "https://asia-northeast1-aiplatform.googleapis.com"),
        ("global", "https://aiplatform.googleapis.com"),
        ("eu", "https://aiplatform.eu.rep.googleapis.com"),
    ],
)
def test_each_location_has_its_address(location: str, address: str) -> None:
    access = Access(vertex_project_id="my-project", vertex_location=location)
    assert GoogleModel(NAME, ModelContext(access=access), credentials=Token)._door.address == address


async def test_credentials_are_loaded_once_and_refreshed_when_they_have_no_token(fake: Fake) -> None:
    loaded: list[Token] = []

    def load() -> Token:
        loaded.append(Token(token=None))
        return loaded[-1]

    asked = GoogleModel(NAME, ModelContext(access=fake.access(vertex_project_id="my-project")), credentials=load)
    assert not loaded, "nothing is looked up before the first call"
    await asyncio.gather(*(asked.complete(asking()) for _ in range(4)))
    assert len(loaded) == 1
    assert loaded[0].refreshes == 1


async def test_without_a_sign_in_vertex_says_what_to_run(fake: Fake, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOOGLE_APPLICATION_CREDENTIALS", "/nowhere.json")
    asked = GoogleModel(NAME, ModelContext(access=fake.access(vertex_project_id="my-project")))
    with pytest.raises(ConfigurationError, match="sign-in") as caught:
        await asked.complete(asking())
    assert "gcloud auth application-default login" in caught.value.hint
    assert not fake.calls


# --- loops ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def apart() -> Iterator[Fake]:
    with serving_in_thread() as fake:
        yield fake


def test_one_model_serves_event_loops_one_after_the_other(apart: Fake) -> None:
    asked = model(apart)
    for _ in range(3):
        assert asyncio.run(asked.complete(asking())).finish == "stop"
    assert len(apart.calls) == 3


def test_one_model_serves_two_event_loops_at_once(apart: Fake) -> None:
    asked = model(apart)
    done: list[Completion] = []
    threads = [threading.Thread(target=lambda: done.append(asyncio.run(asked.complete(asking())))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert [one.finish for one in done] == ["stop"] * 3
