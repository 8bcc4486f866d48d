"""Anthropic's messages."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from kasen.models.role import Usage
from kasen.testing.providers.faults import Fault
from kasen.testing.providers.reply import Reply, cut
from kasen.testing.providers.tokens import count
from kasen.testing.providers.wire import Asked, Format, Json, Piece, Problem, calling, event, nothing, texts

_FINISH = {"stop": "end_turn", "length": "max_tokens", "declined": "refusal"}
_SIGNATURE = "c2lnbmF0dXJlLW9mLXRoZS1mYWtl"
_WORDS: dict[int, tuple[str, str]] = {
    400: ("invalid_request_error", "messages.0.content: Input should be a valid list"),
    401: ("authentication_error", "invalid x-api-key: {key}"),
    403: ("permission_error", "Your API key does not have permission to use the specified resource."),
    404: ("not_found_error", "model: {model}"),
    413: ("request_too_large", "Request exceeds the maximum size"),
    429: (
        "rate_limit_error",
        "This request would exceed your organization's rate limit of 30,000 input tokens per minute.",
    ),
    500: ("api_error", "Internal server error"),
    503: ("api_error", "Service unavailable"),
    529: ("overloaded_error", "Overloaded"),
}
"""Status → type and message."""


def read(asked: Asked) -> Asked:
    """Model, prompt, schema, pictures and what is marked for caching, of a request to `/messages`."""
    body = asked.body
    blocks = [
        *_blocks(body.get("system")),
        *(block for message in body.get("messages") or () for block in _said(message)),
    ]
    schema, name = _wanted(body)
    prompt, marked = "", []
    for block in blocks:
        prompt = "\n".join(filter(None, [prompt, *texts(block)]))
        if block.get("cache_control"):
            marked.append(prompt)
    return replace(
        asked,
        model=str(body.get("model", "")),
        prompt=prompt,
        pictures=sum(block.get("type") == "image" for block in blocks),
        schema=schema,
        schema_name=name,
        tool=name,
        streams=bool(body.get("stream")),
        caching="marked" if marked else "none",
        marked=tuple(marked),
    )


def stream(asked: Asked, reply: Reply, usage: Usage) -> Iterator[Piece]:
    """Events from `message_start`, which tells the input, to `message_delta`, which tells the output."""
    asked = calling(asked, reply)
    begun = {**_message(asked), "usage": {**_input(usage), "output_tokens": 1}}
    yield event({"type": "message_start", "message": begun}, replace(usage, output_tokens=1, reasoning_tokens=0))
    yield event({"type": "ping"})
    for index, block in enumerate(_content(asked, reply)):
        yield from _block_events(index, block, reply)
    details = _stop_details(reply)
    delta = {
        "stop_reason": _stop(asked, reply),
        "stop_sequence": None,
        **({"stop_details": details} if details else {}),
    }
    told = {**_input(usage), **_output(usage)}
    yield event({"type": "message_delta", "delta": delta, "usage": told}, usage)
    yield event({"type": "message_stop"})


def whole(asked: Asked, reply: Reply, usage: Usage) -> Json:
    """A finished `message`."""
    asked = calling(asked, reply)
    return {
        **_message(asked),
        "content": _content(asked, reply),
        "stop_reason": _stop(asked, reply),
        "stop_details": _stop_details(reply),
        "usage": {**_input(usage), **_output(usage)},
    }


def error(asked: Asked, fault: Fault) -> Problem:
    """The answer to a request that fails."""
    if fault.kind == "too_long":
        return _problem(asked, 400, "invalid_request_error", "prompt is too long: 200012 tokens > 200000 maximum")
    if fault.kind == "quota":
        message = (
            "Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or "
            "purchase credits."
        )
        return _problem(asked, 400, "invalid_request_error", message)
    kind, message = _WORDS.get(fault.status, ("api_error", f"The request failed with status {fault.status}."))
    headers = {} if fault.retry_after is None else {"retry-after": f"{fault.retry_after:g}"}
    return _problem(asked, fault.status, kind, fault.message or message, headers)


def error_in_stream(asked: Asked, _: Fault) -> bytes:
    """The `error` event of an overloaded server, after the stream began with status 200."""
    body = error(asked, Fault(kind="status", status=529)).body
    assert isinstance(body, dict)
    return event(body).data


def read_count(asked: Asked) -> Asked:
    """A request to `/messages/count_tokens`."""
    return replace(read(asked), streams=False)


def counted(asked: Asked, _: Reply, __: Usage) -> Json:
    """The tokens of a prompt."""
    return {"input_tokens": count(asked.prompt)}


MESSAGES = Format(
    read=read,
    whole=whole,
    stream=stream,
    error=error,
    error_in_stream=error_in_stream,
    keep_alive=event({"type": "ping"}).data,
)
COUNT_TOKENS = Format(read=read_count, whole=counted, error=error, tells=nothing, scripted=False)


def _blocks(content: object) -> list[Json]:
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    return [block for block in content if isinstance(block, dict)] if isinstance(content, list) else []


def _said(message: Json) -> list[Json]:
    return _blocks(message.get("content"))


def _wanted(body: Json) -> tuple[Any, str]:
    """The schema that is asked for, and the name of the tool whose input it is, if it is one."""
    choice = body.get("tool_choice") or {}
    tools = {tool["name"]: tool.get("input_schema", {}) for tool in body.get("tools") or () if "name" in tool}
    if choice.get("type") == "tool":
        return tools.get(choice["name"], {}), choice["name"]
    if choice.get("type") == "any" and tools:
        name = next(iter(tools))
        return tools[name], name
    wanted = (body.get("output_config") or {}).get("format") or body.get("output_format") or {}
    return (wanted.get("schema", {}), "") if wanted.get("type") == "json_schema" else (None, "")


def _content(asked: Asked, reply: Reply) -> list[Json]:
    thinking = asked.body.get("thinking") or {}
    blocks: list[Json] = []
    if reply.reasoning and thinking.get("type") in ("enabled", "adaptive"):
        shown = "" if thinking.get("display") == "omitted" else reply.reasoning
        blocks.append({"type": "thinking", "thinking": shown, "signature": _SIGNATURE})
    if asked.tool and not reply.refusal:
        blocks.append(
            {"type": "tool_use", "id": f"toolu_test{asked.number:08d}", "name": asked.tool, "input": _object(reply)}
        )
    elif reply.text or reply.endless:
        blocks.append({"type": "text", "text": reply.text})
    return blocks


def _object(reply: Reply) -> Any:
    try:
        return json.loads(reply.text)
    except ValueError:
        return {"": reply.text}


def _block_events(index: int, block: Json, reply: Reply) -> Iterator[Piece]:
    begun, deltas = _deltas(block, reply)
    yield event({"type": "content_block_start", "index": index, "content_block": begun})
    for delta in deltas:
        yield event({"type": "content_block_delta", "index": index, "delta": delta})
    yield event({"type": "content_block_stop", "index": index})


def _deltas(block: Json, reply: Reply) -> tuple[Json, Iterator[Json]]:
    if block["type"] == "thinking":
        return {**block, "thinking": "", "signature": ""}, _thinking(block)
    if block["type"] == "tool_use":
        pieces = ({"type": "input_json_delta", "partial_json": piece} for piece in reply.pieces())
        return {**block, "input": {}}, pieces
    return {"type": "text", "text": ""}, ({"type": "text_delta", "text": piece} for piece in reply.pieces())


def _thinking(block: Json) -> Iterator[Json]:
    for piece in cut(block["thinking"]):
        yield {"type": "thinking_delta", "thinking": piece}
    yield {"type": "signature_delta", "signature": block["signature"]}


def _message(asked: Asked) -> Json:
    return {
        "id": f"msg_test{asked.number:08d}",
        "type": "message",
        "role": "assistant",
        "model": asked.model,
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
    }


def _stop(asked: Asked, reply: Reply) -> str:
    return "tool_use" if asked.tool and reply.finish == "stop" else _FINISH.get(reply.finish, reply.finish)


def _stop_details(reply: Reply) -> Json | None:
    if reply.finish != "declined":
        return None
    return {"type": "refusal", "category": None, "explanation": reply.refusal or None}


def _input(usage: Usage) -> Json:
    fresh = usage.input_tokens - usage.cached_tokens - usage.cache_write_tokens
    written = {"ephemeral_5m_input_tokens": usage.cache_write_tokens, "ephemeral_1h_input_tokens": 0}
    return {
        "input_tokens": fresh,
        "cache_creation_input_tokens": usage.cache_write_tokens,
        "cache_read_input_tokens": usage.cached_tokens,
        "cache_creation": written,
        "service_tier": "standard",
    }


def _output(usage: Usage) -> Json:
    details = {"thinking_tokens": usage.reasoning_tokens}
    return {"output_tokens": usage.output_tokens, "output_tokens_details": details}


def _problem(asked: Asked, status: int, kind: str, message: str, headers: dict[str, str] | None = None) -> Problem:
    text = message.replace("{model}", asked.model).replace("{key}", asked.key)
    if asked.key not in text:
        text += f" (request with key {asked.key})"
    identity = f"req_test{asked.number:08d}"
    body = {"type": "error", "error": {"type": kind, "message": text}, "request_id": identity}
    return Problem(status=status, body=body, headers={"request-id": identity, **(headers or {})})
