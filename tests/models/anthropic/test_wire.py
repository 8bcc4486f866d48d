from __future__ import annotations

from typing import Any

import pytest
from pydantic import BaseModel

from kasen.errors import Retryable
from kasen.models.anthropic.claude import Manner
from kasen.models.anthropic.prefixes import Split
from kasen.models.anthropic.wire import Form, Reading, body, native
from kasen.models.provider import ModelRequest
from kasen.models.role import Usage

PLAIN = Form(None, True, Manner(None, "", 100))


def request(**fields: Any) -> ModelRequest:
    return ModelRequest(**{"role": "r", "prompt": "p", "schema": {"type": "object"}, "schema_name": "S", **fields})


class Node(BaseModel):
    name: str | None = None
    children: list[Node] = []


@pytest.mark.parametrize(
    ("schema", "expressible"),
    [
        ({"type": "object", "properties": {"a": {"type": "string"}}}, True),
        ({"type": "object", "properties": {}, "additionalProperties": False}, True),
        (Node.model_json_schema(), True),
        ({"type": "object", "additionalProperties": {"type": "number"}}, False),
        ({"type": "object"}, False),
        ({"type": "object", "properties": {"a": {}}}, False),
        ({"type": "object", "properties": {"a": {"type": ["string", "null"]}}}, False),
        ({"type": "object", "properties": {"a": {"type": "array", "prefixItems": [{"type": "string"}]}}}, False),
        ({}, False),
    ],
)
def test_what_the_format_cannot_express_is_known_before(schema: dict[str, Any], expressible: bool) -> None:
    assert (native(schema) is not None) == expressible


def test_the_schema_is_not_changed() -> None:
    schema = Node.model_json_schema()
    native(schema)
    assert schema == Node.model_json_schema()


def test_an_empty_part_of_a_prompt_is_not_sent() -> None:
    for split, expected in ((Split("a", ""), ["a"]), (Split("", "b"), ["b"]), (Split("a", "b"), ["a", "b"])):
        parts = body("m", request(), PLAIN, split)["messages"][0]["content"]
        assert [part["text"] for part in parts] == expected
        assert ["cache_control" in part for part in parts] == [bool(split.kept)] + [False] * (len(parts) - 1)


async def test_numbers_of_a_stream_are_running_totals() -> None:
    reading = Reading("anthropic:m", request(), tool=False)
    await reading.take({"type": "message_start", "message": {"usage": {"input_tokens": 5, "output_tokens": 1}}})
    for tokens in (3, 7):
        await reading.take({"type": "message_delta", "delta": {}, "usage": {"output_tokens": tokens}})
    assert reading.usage == Usage(input_tokens=5, output_tokens=7)


@pytest.mark.parametrize(
    "event",
    [
        {},
        {"type": "message_start"},
        {"type": "content_block_delta"},
        {"type": "content_block_delta", "delta": {"type": "text_delta"}},
        {"type": "content_block_delta", "delta": {"type": "signature_delta", "signature": "x"}},
        {"type": "message_delta", "delta": None, "usage": None},
        {"type": "message_delta", "delta": {"stop_details": None}, "usage": {"output_tokens": None}},
        {"type": "something_new", "data": 1},
        {"type": "message_start", "message": "x"},
        {"type": "message_start", "message": {"usage": [1], "x": 2}},
        {"type": "content_block_delta", "delta": [1]},
        {"type": "content_block_delta", "delta": {"type": "text_delta", "text": [1]}},
        {"type": "message_delta", "delta": {"stop_details": 3}, "usage": {"output_tokens_details": [1]}},
    ],
)
async def test_events_that_lack_something_do_no_harm(event: dict[str, Any]) -> None:
    reading = Reading("anthropic:m", request(), tool=False)
    await reading.take(event)
    with pytest.raises(Retryable, match="broke off"):
        reading.completion()


async def test_talk_beside_a_tool_is_no_answer() -> None:
    heard: list[str] = []

    async def on_text(delta: str) -> None:
        heard.append(delta)

    reading = Reading("anthropic:m", request(on_text=on_text), tool=True)
    for delta in ({"type": "text_delta", "text": "では。"}, {"type": "input_json_delta", "partial_json": '{"a":1}'}):
        await reading.take({"type": "content_block_delta", "delta": delta})
    await reading.take({"type": "message_delta", "delta": {"stop_reason": "tool_use"}})
    assert (reading.completion().text, heard) == ('{"a":1}', ['{"a":1}'])
