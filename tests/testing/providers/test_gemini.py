from __future__ import annotations

import json
from typing import Any

import pytest
from google import genai
from google.genai import errors, types

from kasen.testing.providers import FAULTS, Fake, Grounding, Reply, png, serving

JAPANESE = "宇治茶は覆下栽培で知られる。🍵 碾茶を石臼で挽く。"


def client(fake: Fake) -> genai.Client:
    options = types.HttpOptions(base_url=fake.url, retry_options=types.HttpRetryOptions(attempts=1))
    return genai.Client(api_key="test-key", http_options=options, vertexai=False)


async def streamed(asker: genai.Client, contents: Any = "宇治茶", **config: Any) -> list[types.GenerateContentResponse]:
    stream = await asker.aio.models.generate_content_stream(
        model="gemini-test", contents=contents, config=types.GenerateContentConfig(**config)
    )
    return [response async for response in stream]


def text(responses: list[types.GenerateContentResponse]) -> str:
    parts = [part for response in responses for part in response.parts or ()]
    return "".join(part.text or "" for part in parts if not part.thought)


async def test_a_stream_gives_the_scripted_text_and_the_usage_that_the_fake_counted() -> None:
    async with serving(split=9) as fake:
        asker = client(fake)
        fake.answer(JAPANESE, "google")
        responses = await streamed(asker)
    assert text(responses) == JAPANESE
    assert responses[-1].candidates
    assert responses[-1].candidates[0].finish_reason is types.FinishReason.STOP
    usage = responses[-1].usage_metadata
    assert usage
    told = fake.usage["google"]
    assert (usage.prompt_token_count, usage.candidates_token_count) == (told.input_tokens, told.output_tokens)
    assert usage.total_token_count == told.total
    assert fake.calls[0].operation == "streamGenerateContent"


async def test_a_whole_answer_and_a_count() -> None:
    async with serving() as fake:
        asker = client(fake)
        fake.answer(JAPANESE)
        done = await asker.aio.models.generate_content(model="gemini-test", contents="宇治茶")
        counted = await asker.aio.models.count_tokens(model="gemini-test", contents="宇治茶")
        listed = [model.name async for model in await asker.aio.models.list()]
    assert done.text == JAPANESE
    assert counted.total_tokens == 3
    assert listed == ["models/gemini-test", "models/gemini-embedding-test"]


@pytest.mark.parametrize("word", ["response_json_schema", "response_schema"])
async def test_a_schema_gets_its_smallest_value(word: str) -> None:
    schema = {"type": "OBJECT", "properties": {"score": {"type": "NUMBER"}}, "required": ["score"]}
    async with serving() as fake:
        asker = client(fake)
        responses = await streamed(asker, response_mime_type="application/json", **{word: schema})
    assert json.loads(text(responses)) == {"score": 0}


async def test_a_forced_function_gets_its_arguments() -> None:
    function: Any = {"name": "rate", "parameters_json_schema": {"type": "object", "required": ["why"]}}
    calling = types.FunctionCallingConfig(mode=types.FunctionCallingConfigMode.ANY)
    async with serving() as fake:
        asker = client(fake)
        responses = await streamed(
            asker,
            tools=[types.Tool(function_declarations=[types.FunctionDeclaration(**function)])],
            tool_config=types.ToolConfig(function_calling_config=calling),
        )
    called = [call for response in responses for call in response.function_calls or ()]
    assert [(call.name, call.args) for call in called] == [("rate", {"why": {}})]


async def test_thoughts_are_shown_when_they_are_asked_for_and_always_counted() -> None:
    async with serving() as fake:
        asker = client(fake)
        fake.answer(Reply(text="はい", reasoning="よく考える"), times=None)
        plain = await streamed(asker)
        shown = await streamed(asker, thinking_config=types.ThinkingConfig(include_thoughts=True))
    assert all(not part.thought for response in plain for part in response.parts or ())
    thoughts = "".join(part.text or "" for response in shown for part in response.parts or () if part.thought)
    assert thoughts == "よく考える"
    for responses in (plain, shown):
        usage = responses[-1].usage_metadata
        assert usage
        assert (usage.thoughts_token_count, usage.candidates_token_count) == (5, 2)
    assert fake.calls[1].usage.output_tokens == 7


async def test_an_image_comes_last_with_a_signature_that_is_checked_when_it_returns() -> None:
    async with serving() as fake:
        asker = client(fake)
        chat = asker.aio.chats.create(
            model="gemini-test",
            config=types.GenerateContentConfig(seed=42, response_modalities=["TEXT", "IMAGE"]),
        )
        first = await chat.send_message("茶畑を描く")
        await chat.send_message("夕方にする")
        assert (fake.signatures_ok, fake.signatures_wrong) == (1, 0)
        draft, last = [part for part in first.parts or () if part.inline_data]
        assert draft.thought
        assert not last.thought
        assert last.inline_data
        assert str(last.inline_data.data)[:8] == str(b"\x89PNG\r\n")[:8]
        assert last.thought_signature
        changed = last.model_copy(update={"thought_signature": last.thought_signature[:-1]})
        history = [
            types.Content(role="model", parts=[changed]),
            types.Content(role="user", parts=[types.Part(text="もう")]),
        ]
        await streamed(asker, history, response_modalities=["IMAGE"])
    assert (fake.signatures_ok, fake.signatures_wrong) == (1, 1)
    assert fake.calls[0].body["generationConfig"]["seed"] == 42


async def test_scripted_images_and_signatures_are_sent_as_they_are() -> None:
    image = png(4, 4)
    async with serving() as fake:
        asker = client(fake)
        fake.answer(Reply(images=(image,), signature=b"\x00\xff"))
        responses = await streamed(asker, response_modalities=["IMAGE"])
        parts = [part for response in responses for part in response.parts or () if part.inline_data]
        fake.answer(Reply(text="はい", signature=b"sig"))
        said = await asker.aio.models.generate_content(model="gemini-test", contents="茶")
        assert said.candidates
        await streamed(asker, [said.candidates[0].content, types.Content(role="user", parts=[types.Part(text="茶")])])
    assert parts[0].inline_data
    assert parts[0].inline_data.data == image
    assert parts[0].thought_signature == b"\x00\xff"
    assert (fake.signatures_ok, fake.signatures_wrong) == (1, 0)


async def test_grounding_counts_in_bytes() -> None:
    told = Grounding(
        queries=("宇治茶 歴史",),
        sources=(("https://example.com/a", "a.example"), ("https://example.com/b", "b.example")),
        supports=(("宇治茶は覆下栽培で知られる。", (0,)), ("碾茶を石臼で挽く。", (0, 1))),
    )
    async with serving() as fake:
        asker = client(fake)
        fake.answer(Reply(text=JAPANESE, grounding=told))
        search = types.Tool(google_search=types.GoogleSearch())
        responses = await streamed(asker, tools=[search])
        unscripted = await streamed(asker, tools=[search])
    assert responses[-1].candidates
    metadata = responses[-1].candidates[0].grounding_metadata
    assert metadata
    assert metadata.web_search_queries == ["宇治茶 歴史"]
    raw = JAPANESE.encode()
    cuts = []
    for support in metadata.grounding_supports or ():
        assert support.segment
        cuts.append(raw[support.segment.start_index or 0 : support.segment.end_index].decode())
    assert cuts == ["宇治茶は覆下栽培で知られる。", "碾茶を石臼で挽く。"]
    assert unscripted[-1].candidates
    assert unscripted[-1].candidates[0].grounding_metadata


@pytest.mark.parametrize(("name", "reason"), [("refusal", "SAFETY"), ("blocked", "PROHIBITED_CONTENT")])
async def test_a_refusal_has_no_content(name: str, reason: str) -> None:
    async with serving() as fake:
        asker = client(fake)
        fake.fault(FAULTS[name])
        responses = await streamed(asker)
    assert text(responses) == ""
    last = responses[-1]
    if name == "refusal":
        assert last.candidates
        assert last.candidates[0].finish_reason == reason
    else:
        assert not last.candidates
        assert last.prompt_feedback
        assert last.prompt_feedback.block_reason == reason


async def test_the_same_start_of_a_prompt_is_cached() -> None:
    async with serving() as fake:
        asker = client(fake)
        await streamed(asker, "茶" * 40)
        again = await streamed(asker, "茶" * 40 + "の味")
    usage = again[-1].usage_metadata
    assert usage
    assert usage.cached_content_token_count == 32


async def test_an_overloaded_model_breaks_a_stream_with_an_error() -> None:
    async with serving() as fake:
        asker = client(fake)
        fake.answer("長い返事" * 20)
        fake.fault(FAULTS["529_in_stream"])
        with pytest.raises(errors.ServerError, match="overloaded"):
            await streamed(asker)
    assert fake.usage["google"].input_tokens == 3


async def test_vertex_paths_are_the_same_provider() -> None:
    import httpx

    path = "/v1beta1/projects/p/locations/asia-northeast1/publishers/google/models/gemini-test:generateContent"
    async with serving() as fake, httpx.AsyncClient() as http:
        body = {"contents": [{"parts": [{"text": "茶"}]}], "system_instruction": {"parts": [{"text": "短く"}]}}
        answered = await http.post(fake.url + path, json=body, headers={"authorization": "Bearer test-token"})
        array = await http.post(f"{fake.url}/v1/models/gemini-test:streamGenerateContent", json=body)
    assert answered.json()["candidates"][0]["finishReason"] == "STOP"
    assert (fake.calls[0].provider, fake.calls[0].model, fake.calls[0].key) == ("google", "gemini-test", "test-token")
    assert fake.calls[0].prompt == "短く\n茶"
    assert len(json.loads(array.text)) > 1, "without alt=sse a stream is a JSON array"
