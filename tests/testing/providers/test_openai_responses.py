from __future__ import annotations

import json
from typing import Any

import openai
import pytest
from openai.types.responses import Response

from kasen.testing.providers import FAULTS, Fake, Reply, serving

JAPANESE = '{"title": "宇治茶の歴史", "points": ["覆下栽培 🍵"]}'
SCHEMA = {"type": "object", "properties": {"title": {"type": "string"}}, "required": ["title"]}


def client(fake: Fake) -> openai.AsyncOpenAI:
    return openai.AsyncOpenAI(base_url=fake.access().openai_base_url, api_key="test-key", max_retries=0)


async def events(asker: openai.AsyncOpenAI, given: Any = "宇治茶", **more: Any) -> list[Any]:
    stream = await asker.responses.create(model="gpt-test", input=given, stream=True, **more)
    return [event async for event in stream]


def ended(seen: list[Any]) -> Response:
    return seen[-1].response  # type: ignore[no-any-return]


async def test_a_stream_gives_the_scripted_text_and_the_usage_that_the_fake_counted() -> None:
    async with serving(split=11) as fake, client(fake) as asker:
        fake.answer(JAPANESE, "openai")
        seen = await events(asker, instructions="短く")
    deltas = "".join(event.delta for event in seen if event.type == "response.output_text.delta")
    assert deltas == ended(seen).output_text == JAPANESE
    assert [event.sequence_number for event in seen] == list(range(len(seen)))
    usage = ended(seen).usage
    assert usage
    told = fake.usage["openai"]
    assert (usage.input_tokens, usage.output_tokens) == (told.input_tokens, told.output_tokens)
    assert fake.calls[0].prompt == "短く\n宇治茶"


async def test_the_clients_own_accumulator_takes_the_events() -> None:
    async with serving() as fake, client(fake) as asker:
        fake.answer(Reply(text=JAPANESE, reasoning="考える"))
        async with asker.responses.stream(model="gpt-test", input="茶", reasoning={"summary": "auto"}) as stream:
            async for _ in stream:
                pass
            done = await stream.get_final_response()
    assert done.output_text == JAPANESE
    assert [item.type for item in done.output] == ["reasoning", "message"]


async def test_a_schema_gets_its_smallest_value_and_a_forced_tool_its_arguments() -> None:
    wanted: Any = {"format": {"type": "json_schema", "name": "outline", "schema": SCHEMA}}
    tool: Any = {"type": "function", "name": "outline", "parameters": SCHEMA, "strict": True}
    async with serving() as fake, client(fake) as asker:
        done = await asker.responses.create(model="gpt-test", input="茶", text=wanted)
        called = await events(asker, tools=[tool], tool_choice={"type": "function", "name": "outline"})
    assert json.loads(done.output_text) == {"title": "例"}
    item: Any = ended(called).output[0]
    assert (item.type, item.name, json.loads(item.arguments)) == ("function_call", "outline", {"title": "例"})


async def test_reasoning_is_summarised_when_it_is_asked_for_and_always_counted() -> None:
    async with serving() as fake, client(fake) as asker:
        fake.answer(Reply(text="はい", reasoning="よく考える"), times=None)
        plain = await events(asker)
        shown = await events(asker, reasoning={"effort": "low", "summary": "auto"})
    assert not [event for event in plain if "summary" in event.type]
    told = "".join(event.delta for event in shown if event.type == "response.reasoning_summary_text.delta")
    assert told == "よく考える"
    for seen in (plain, shown):
        usage = ended(seen).usage
        assert usage
        assert (usage.output_tokens_details.reasoning_tokens, usage.output_tokens) == (5, 7)


@pytest.mark.parametrize(("finish", "reason"), [("length", "max_output_tokens"), ("declined", "content_filter")])
async def test_an_end_before_its_time_is_an_incomplete_response(finish: str, reason: str) -> None:
    async with serving() as fake, client(fake) as asker:
        fake.answer(Reply(text="途中", finish=finish))
        seen = await events(asker)
    assert seen[-1].type == "response.incomplete"
    details = ended(seen).incomplete_details
    assert details
    assert details.reason == reason


async def test_a_refusal_has_its_own_events() -> None:
    async with serving() as fake, client(fake) as asker:
        fake.fault(FAULTS["refusal"])
        seen = await events(asker)
    said = "".join(event.delta for event in seen if event.type == "response.refusal.delta")
    part: Any = ended(seen).output[0]
    assert "お手伝いできません" in said
    assert part.content[0].refusal == said


async def test_an_overloaded_server_fails_the_response() -> None:
    async with serving() as fake, client(fake) as asker:
        fake.answer("長い返事" * 20)
        fake.fault(FAULTS["529_in_stream"])
        seen = await events(asker)
    assert [event.type for event in seen[-2:]] == ["error", "response.failed"]
    assert ended(seen).error
