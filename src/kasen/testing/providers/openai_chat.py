"""OpenAI's chat completions, also as other servers speak them (`compatible`)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from kasen.models.role import Usage
from kasen.testing.providers import openai_errors
from kasen.testing.providers.faults import Fault
from kasen.testing.providers.reply import Reply, cut
from kasen.testing.providers.wire import Asked, Format, Json, Piece, compact, data, texts

_FINISH = {"stop": "stop", "length": "length", "declined": "stop"}
_CREATED = 1_780_000_000


def read(asked: Asked) -> Asked:
    """Model, prompt, schema and pictures of a request to `/chat/completions`."""
    body = asked.body
    messages = body.get("messages") or []
    parts = [part for message in messages for part in _parts(message)]
    schema, name, tool = _wanted(body)
    return replace(
        asked,
        model=str(body.get("model", "")),
        prompt="\n".join(texts(messages, names=("content", "text"))),
        pictures=sum(part.get("type") == "image_url" for part in parts),
        schema=schema,
        schema_name=name,
        tool=tool,
        streams=bool(body.get("stream")),
        caching="auto",
    )


def stream(asked: Asked, reply: Reply, usage: Usage) -> Iterator[Piece]:
    """Chunks up to `[DONE]`; the usage comes last, where `stream_options.include_usage` asks for it."""
    yield data(_chunk(asked, {"role": "assistant", "content": "", "refusal": None}))
    if asked.provider == "compatible":
        for piece in cut(reply.reasoning):
            yield data(_chunk(asked, {"reasoning_content": piece}))
    if asked.tool:
        call = {
            "index": 0,
            "id": _call_id(asked),
            "type": "function",
            "function": {"name": asked.tool, "arguments": ""},
        }
        yield data(_chunk(asked, {"tool_calls": [call]}))
    for piece in reply.pieces():
        yield data(_chunk(asked, _delta(asked, piece)))
    for piece in cut(reply.refusal):
        yield data(_chunk(asked, {"refusal": piece}))
    yield data(_chunk(asked, {}, _finish(asked, reply)))
    if (asked.body.get("stream_options") or {}).get("include_usage"):
        yield data({**_chunk(asked, {}), "choices": [], "usage": _usage(usage)}, usage)
    yield Piece(b"data: [DONE]\n\n")


def whole(asked: Asked, reply: Reply, usage: Usage) -> Json:
    """A `chat.completion`."""
    message: Json = {"role": "assistant", "content": reply.text, "refusal": None, "annotations": []}
    if reply.refusal:
        message.update(content=None, refusal=reply.refusal)
    if asked.provider == "compatible" and reply.reasoning:
        message["reasoning_content"] = reply.reasoning
    if asked.tool and not reply.refusal:
        called = {"name": asked.tool, "arguments": reply.text}
        message.update(content=None, tool_calls=[{"id": _call_id(asked), "type": "function", "function": called}])
    choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": _finish(asked, reply)}
    return {**_head(asked, "chat.completion"), "choices": [choice], "usage": _usage(usage)}


def error_in_stream(asked: Asked, _: Fault) -> bytes:
    """The event with which a stream that has begun tells of an overloaded server."""
    problem = openai_errors.error(asked, Fault(kind="status", status=503))
    return f"data: {compact(problem.body)}\n\n".encode()


CHAT = Format(read=read, whole=whole, stream=stream, error=openai_errors.error, error_in_stream=error_in_stream)


def _parts(message: Json) -> list[Json]:
    content = message.get("content")
    return [part for part in content if isinstance(part, dict)] if isinstance(content, list) else []


def _wanted(body: Json) -> tuple[Any, str, str]:
    choice = body.get("tool_choice")
    tools = {tool["function"]["name"]: tool["function"] for tool in body.get("tools") or () if "function" in tool}
    name = choice["function"]["name"] if isinstance(choice, dict) and "function" in choice else ""
    if choice == "required" and tools:
        name = next(iter(tools))
    if name:
        return tools.get(name, {}).get("parameters", {}), name, name
    wanted = body.get("response_format") or {}
    if wanted.get("type") == "json_schema":
        named = wanted["json_schema"]
        return named.get("schema", {}), str(named.get("name", "")), ""
    if wanted.get("type") == "json_object":
        return wanted.get("schema", {}), "", ""
    return body.get("guided_json"), "", ""


def _head(asked: Asked, kind: str) -> Json:
    identity = f"chatcmpl-test{asked.number:08d}"
    return {"id": identity, "object": kind, "created": _CREATED, "model": asked.model, "system_fingerprint": "fp_test"}


def _chunk(asked: Asked, delta: Json, finish: str | None = None) -> Json:
    choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
    chunk = {**_head(asked, "chat.completion.chunk"), "choices": [choice]}
    if (asked.body.get("stream_options") or {}).get("include_usage"):
        chunk["usage"] = None
    return chunk


def _delta(asked: Asked, piece: str) -> Json:
    return {"tool_calls": [{"index": 0, "function": {"arguments": piece}}]} if asked.tool else {"content": piece}


def _finish(asked: Asked, reply: Reply) -> str:
    if asked.tool and reply.finish == "stop":
        return "tool_calls"
    if reply.finish == "declined" and not reply.refusal:
        return "content_filter"
    return _FINISH.get(reply.finish, reply.finish)


def _call_id(asked: Asked) -> str:
    return f"call_test{asked.number:08d}"


def _usage(usage: Usage) -> Json:
    return {
        "prompt_tokens": usage.input_tokens,
        "completion_tokens": usage.output_tokens,
        "total_tokens": usage.total,
        "prompt_tokens_details": {"cached_tokens": usage.cached_tokens, "audio_tokens": 0},
        "completion_tokens_details": {
            "reasoning_tokens": usage.reasoning_tokens,
            "audio_tokens": 0,
            "accepted_prediction_tokens": 0,
            "rejected_prediction_tokens": 0,
        },
    }
