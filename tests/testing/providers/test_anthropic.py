from __future__ import annotations

import json
from typing import Any

import anthropic
import pytest

from kasen.models.role import Usage
from kasen.testing.providers import FAULTS, Fake, Reply, serving

JAPANESE = "宇治茶は「覆下栽培」で知られる。🍵"
SCHEMA = {"type": "object", "properties": {"score": {"type": "integer", "minimum": 1}}, "required": ["score"]}


def client(fake: Fake) -> anthropic.AsyncAnthropic:
    return anthropic.AsyncAnthropic(base_url=fake.access().anthropic_base_url, api_key="test-key", max_retries=0)


async def final(asker: anthropic.AsyncAnthropic, content: Any = "宇治茶", **more: Any) -> Any:
    messages: Any = [{"role": "user", "content": content}]
    async with asker.messages.stream(model="claude-test", max_tokens=100, messages=messages, **more) as stream:
        return await stream.get_final_message()


async def test_a_stream_gives_the_scripted_text_and_the_usage_that_the_fake_counted() -> None:
    async with serving(split=7) as fake, client(fake) as asker:
        fake.answer(JAPANESE, "anthropic")
        message = await final(asker)
    assert message.content[0].text == JAPANESE
    assert message.stop_reason == "end_turn"
    told = fake.usage["anthropic"]
    assert (message.usage.input_tokens, message.usage.output_tokens) == (told.input_tokens, told.output_tokens)
    assert fake.calls[0].key == "test-key"


async def test_a_whole_message_is_the_same() -> None:
    async with serving() as fake, client(fake) as asker:
        fake.answer(JAPANESE)
        messages: Any = [{"role": "user", "content": "茶"}]
        message = await asker.messages.create(model="claude-test", max_tokens=9, messages=messages)
        counted = await asker.messages.count_tokens(model="claude-test", messages=messages)
    block: Any = message.content[0]
    assert block.text == JAPANESE
    assert counted.input_tokens == message.usage.input_tokens == 1


@pytest.mark.parametrize("way", ["format", "tool"])
async def test_a_schema_gets_its_smallest_value(way: str) -> None:
    by_format: Any = {"output_config": {"format": {"type": "json_schema", "schema": SCHEMA}}}
    tool = {"name": "rate", "input_schema": SCHEMA}
    by_tool: Any = {"tools": [tool], "tool_choice": {"type": "tool", "name": "rate"}}
    async with serving() as fake, client(fake) as asker:
        message = await final(asker, **(by_format if way == "format" else by_tool))
        whole = await asker.messages.create(
            model="m",
            max_tokens=9,
            messages=[{"role": "user", "content": "茶"}],
            **(by_format if way == "format" else by_tool),
        )
    for answer in (message, whole):
        block: Any = answer.content[0]
        assert (json.loads(block.text) if way == "format" else block.input) == {"score": 1}
        assert answer.stop_reason == ("end_turn" if way == "format" else "tool_use")


async def test_thinking_is_shown_when_it_is_asked_for() -> None:
    async with serving() as fake, client(fake) as asker:
        fake.answer(Reply(text="はい", reasoning="よく考える"), times=None)
        plain = await final(asker)
        thought = await final(asker, thinking={"type": "enabled", "budget_tokens": 1024})
        omitted = await final(asker, thinking={"type": "adaptive", "display": "omitted"})
    assert [block.type for block in plain.content] == ["text"]
    assert [block.type for block in thought.content] == ["thinking", "text"]
    assert thought.content[0].thinking == "よく考える"
    assert thought.content[0].signature
    assert omitted.content[0].thinking == ""
    assert thought.usage.output_tokens == 7
    assert fake.calls[1].usage.reasoning_tokens == 5


async def test_only_what_is_marked_is_cached() -> None:
    document = {"type": "text", "text": "茶" * 50}
    marked = {**document, "cache_control": {"type": "ephemeral"}}
    async with serving() as fake, client(fake) as asker:
        await final(asker, [document, {"type": "text", "text": "一問目"}])
        assert fake.usage["anthropic"].cached_tokens == 0
        assert fake.usage["anthropic"].cache_write_tokens == 0
        first = await final(asker, [marked, {"type": "text", "text": "一問目"}])
        second = await final(asker, [marked, {"type": "text", "text": "二問目です"}])
    assert (first.usage.cache_creation_input_tokens, first.usage.cache_read_input_tokens) == (50, 0)
    assert (second.usage.cache_creation_input_tokens, second.usage.cache_read_input_tokens) == (0, 50)
    assert (first.usage.input_tokens, second.usage.input_tokens) == (3, 5)
    assert fake.calls[2].usage.input_tokens == 55
    assert fake.calls[1].usage.cache_write_tokens == 50


async def test_a_refusal_is_a_stop_reason() -> None:
    async with serving() as fake, client(fake) as asker:
        fake.fault(FAULTS["refusal"])
        message = await final(asker)
    assert message.stop_reason == "refusal"
    assert message.content == []
    assert message.stop_details.type == "refusal"


async def test_an_overloaded_model_breaks_a_stream_with_an_error() -> None:
    async with serving() as fake, client(fake) as asker:
        fake.answer("長い返事" * 20)
        fake.fault(FAULTS["529_in_stream"])
        with pytest.raises(anthropic.APIStatusError, match="overloaded_error") as caught:
            await final(asker)
    assert caught.value.status_code == 200
    told = fake.usage["anthropic"]
    assert told == Usage(input_tokens=3, output_tokens=1), "the input was told when the message began"


@pytest.mark.parametrize(
    ("name", "status", "words"),
    [
        ("529", 529, "Overloaded"),
        ("context_too_long", 400, "prompt is too long"),
        ("quota_spent", 400, "credit balance is too low"),
        ("401", 401, "invalid x-api-key"),
    ],
)
async def test_errors_have_anthropics_status_and_words(name: str, status: int, words: str) -> None:
    async with serving() as fake, client(fake) as asker:
        fake.fault(FAULTS[name])
        with pytest.raises(anthropic.APIStatusError, match=words) as caught:
            await final(asker)
    assert caught.value.status_code == status
    assert "test-key" in str(caught.value)
