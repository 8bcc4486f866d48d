from __future__ import annotations

import json
from typing import Any

import httpx
import openai
import pytest

from kasen.models.role import Usage
from kasen.testing.providers import FAULTS, Fake, Reply, serving

SCHEMA = {
    "type": "object",
    "properties": {"title": {"type": "string"}, "points": {"type": "array", "items": {"type": "string"}}},
    "required": ["title", "points"],
    "additionalProperties": False,
}
JAPANESE = '{"title": "宇治茶の歴史", "points": ["覆下栽培", "茶の湯 🍵"]}'


def client(fake: Fake, provider: str = "openai", **more: Any) -> openai.AsyncOpenAI:
    given = {"api_key": "test-key", "max_retries": 0, **more}
    return openai.AsyncOpenAI(base_url=fake.addresses[provider], **given)


async def streamed(asker: openai.AsyncOpenAI, prompt: str = "宇治茶について", **more: Any) -> dict[str, Any]:
    seen: dict[str, Any] = {"text": "", "reasoning": "", "refusal": "", "arguments": "", "finish": None, "usage": None}
    stream = await asker.chat.completions.create(
        model="gpt-test",
        messages=[{"role": "user", "content": prompt}],
        stream=True,
        stream_options={"include_usage": True},
        **more,
    )
    async for chunk in stream:
        seen["usage"] = chunk.usage or seen["usage"]
        for choice in chunk.choices:
            seen["text"] += choice.delta.content or ""
            seen["refusal"] += choice.delta.refusal or ""
            seen["reasoning"] += getattr(choice.delta, "reasoning_content", None) or ""
            for call in choice.delta.tool_calls or ():
                seen["arguments"] += call.function.arguments if call.function else ""
            seen["finish"] = choice.finish_reason or seen["finish"]
    return seen


async def test_a_stream_gives_the_scripted_text_and_the_usage_that_the_fake_counted() -> None:
    async with serving() as fake, client(fake) as asker:
        fake.answer(JAPANESE, "openai")
        seen = await streamed(asker)
    assert seen["text"] == JAPANESE
    assert seen["finish"] == "stop"
    assert seen["usage"].prompt_tokens == 7
    told = fake.usage["openai"]
    assert (seen["usage"].prompt_tokens, seen["usage"].completion_tokens) == (told.input_tokens, told.output_tokens)
    assert fake.calls[0].prompt == "宇治茶について"


async def test_japanese_survives_writes_that_cut_characters_in_two() -> None:
    async with serving(split=5) as fake, client(fake) as asker:
        fake.answer(JAPANESE)
        assert (await streamed(asker))["text"] == JAPANESE


async def test_a_schema_without_a_script_gets_its_smallest_value() -> None:
    async with serving() as fake, client(fake) as asker:
        wanted = {"type": "json_schema", "json_schema": {"name": "outline", "schema": SCHEMA, "strict": True}}
        seen = await streamed(asker, response_format=wanted)
    assert json.loads(seen["text"]) == {"title": "例", "points": []}


async def test_a_whole_answer_is_the_same_as_a_streamed_one() -> None:
    async with serving() as fake, client(fake) as asker:
        fake.answer({"title": "茶"})
        done = await asker.chat.completions.create(model="gpt-test", messages=[{"role": "user", "content": "茶"}])
    assert done.choices[0].message.content == '{"title": "茶"}'
    assert done.usage
    assert done.usage.total_tokens == fake.usage["openai"].total


async def test_a_forced_tool_gets_its_arguments() -> None:
    tool: Any = {"type": "function", "function": {"name": "outline", "parameters": SCHEMA}}
    choice: Any = {"type": "function", "function": {"name": "outline"}}
    async with serving() as fake, client(fake) as asker:
        seen = await streamed(asker, tools=[tool], tool_choice=choice)
        messages: Any = [{"role": "user", "content": "茶"}]
        done = await asker.chat.completions.create(model="m", messages=messages, tools=[tool], tool_choice=choice)
    assert json.loads(seen["arguments"]) == {"title": "例", "points": []}
    assert (seen["finish"], seen["text"]) == ("tool_calls", "")
    called: Any = done.choices[0].message.tool_calls
    assert json.loads(called[0].function.arguments) == {"title": "例", "points": []}


async def test_reasoning_is_counted_by_openai_and_shown_by_others() -> None:
    async with serving() as fake:
        fake.answer(Reply(text="はい", reasoning="よく考える"), times=None)
        async with client(fake) as asker:
            hidden = await streamed(asker)
        async with client(fake, "compatible") as asker:
            shown = await streamed(asker)
    assert hidden["reasoning"] == ""
    assert shown["reasoning"] == "よく考える"
    assert hidden["usage"].completion_tokens_details.reasoning_tokens == 5
    assert hidden["usage"].completion_tokens == 7
    assert [call.provider for call in fake.calls] == ["openai", "compatible"]


async def test_the_start_of_a_prompt_that_was_sent_before_is_cached() -> None:
    start = "茶" * 40
    async with serving() as fake, client(fake) as asker:
        first = await streamed(asker, f"{start}の歴史")
        second = await streamed(asker, f"{start}の味")
    assert first["usage"].prompt_tokens_details.cached_tokens == 0
    assert second["usage"].prompt_tokens_details.cached_tokens == 32
    assert fake.usage["openai"].cached_tokens == 32


async def test_a_refusal_stands_in_its_own_field() -> None:
    async with serving() as fake, client(fake) as asker:
        fake.fault(FAULTS["refusal"])
        seen = await streamed(asker)
        fake.fault(FAULTS["refusal"])
        done = await asker.chat.completions.create(model="gpt-test", messages=[{"role": "user", "content": "茶"}])
    assert (seen["text"], seen["finish"]) == ("", "stop")
    assert seen["refusal"] == done.choices[0].message.refusal
    assert "お手伝いできません" in seen["refusal"]


@pytest.mark.parametrize(("finish", "said"), [("length", "length"), ("declined", "content_filter"), ("odd", "odd")])
async def test_ends_are_said_in_openais_words(finish: str, said: str) -> None:
    async with serving() as fake, client(fake) as asker:
        fake.answer(Reply(text="途中まで", finish=finish))
        assert (await streamed(asker))["finish"] == said


async def test_an_overloaded_server_breaks_a_stream_with_an_error() -> None:
    async with serving() as fake, client(fake) as asker:
        fake.answer("長い返事" * 20)
        fake.fault(FAULTS["529_in_stream"])
        with pytest.raises(openai.APIError, match="overloaded"):
            await streamed(asker)
    assert fake.usage["openai"] == Usage()


async def test_pictures_are_counted_and_usage_can_be_claimed() -> None:
    picture = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AA=="}}
    messages: Any = [{"role": "user", "content": [{"type": "text", "text": "図"}, picture]}]
    async with serving() as fake, client(fake) as asker:
        counted = await asker.chat.completions.create(model="gpt-test", messages=messages)
        fake.answer(Reply(text="図", usage=Usage(input_tokens=1000, output_tokens=50, reasoning_tokens=20)))
        claimed = await asker.chat.completions.create(model="gpt-test", messages=messages)
    assert counted.usage
    assert counted.usage.prompt_tokens == 1 + 258
    assert claimed.usage
    assert (claimed.usage.prompt_tokens, claimed.usage.completion_tokens) == (1000, 50)


async def test_a_stream_ends_in_done_and_says_usage_only_when_it_is_asked_for() -> None:
    async with serving() as fake, httpx.AsyncClient(base_url=fake.addresses["openai"]) as http:
        asked = {"model": "m", "messages": [], "stream": True}
        plain = (await http.post("/chat/completions", json=asked)).text
        told = (await http.post("/chat/completions", json=asked | {"stream_options": {"include_usage": True}})).text
    assert plain.endswith("data: [DONE]\n\n")
    assert told.endswith("data: [DONE]\n\n")
    assert ("usage" in plain, '"total_tokens"' in told) == (False, True)
