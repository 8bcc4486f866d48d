"""OpenAI's responses: items, parts and their events."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from kasen.models.role import Usage
from kasen.testing.providers import openai_errors
from kasen.testing.providers.faults import Fault
from kasen.testing.providers.reply import Reply, cut
from kasen.testing.providers.wire import Asked, Format, Json, Piece, calling, event, texts

_CREATED = 1_780_000_000


def read(asked: Asked) -> Asked:
    """Model, prompt, schema and pictures of a request to `/responses`."""
    body = asked.body
    given = body.get("input") or []
    parts = [part for item in given if isinstance(item, dict) for part in _parts(item)]
    schema, name, tool = _wanted(body)
    prompt = [body.get("instructions") or "", *texts(given, names=("content", "text"))]
    return replace(
        asked,
        model=str(body.get("model", "")),
        prompt="\n".join(text for text in prompt if text),
        pictures=sum(part.get("type") == "input_image" for part in parts),
        schema=schema,
        schema_name=name,
        tool=tool,
        streams=bool(body.get("stream")),
        caching="auto",
    )


def stream(asked: Asked, reply: Reply, usage: Usage) -> Iterator[Piece]:
    """All events from `response.created` to `response.completed` or `.incomplete`, numbered."""
    asked = calling(asked, reply)
    end = "response.incomplete" if _incomplete(reply) else "response.completed"
    for number, entry in enumerate(_events(asked, reply, usage)):
        yield event({**entry, "sequence_number": number}, usage if entry["type"] == end else None)


def whole(asked: Asked, reply: Reply, usage: Usage) -> Json:
    """A finished `response`."""
    asked = calling(asked, reply)
    status = "incomplete" if _incomplete(reply) else "completed"
    output = [item for item in (_reasoning(asked, reply), _said(asked, reply)) if item]
    return {**_head(asked, status), "output": output, "usage": _usage(usage), "incomplete_details": _incomplete(reply)}


def error_in_stream(asked: Asked, _: Fault) -> bytes:
    """The events with which a stream that has begun tells of an overloaded server."""
    message = "The engine is currently overloaded, please try again later"
    failed = {**_head(asked, "failed"), "error": {"code": "server_error", "message": message}}
    told = {"type": "error", "code": "server_error", "message": message, "param": None, "sequence_number": 98}
    events = (event(told), event({"type": "response.failed", "response": failed, "sequence_number": 99}))
    return b"".join(piece.data for piece in events)


RESPONSES = Format(read=read, whole=whole, stream=stream, error=openai_errors.error, error_in_stream=error_in_stream)


def _events(asked: Asked, reply: Reply, usage: Usage) -> Iterator[Json]:
    begun = _head(asked, "in_progress")
    yield {"type": "response.created", "response": begun}
    yield {"type": "response.in_progress", "response": begun}
    index = 0
    if reasoning := _reasoning(asked, reply):
        yield from _reasoning_events(reasoning, reply)
        index = 1
    if asked.tool and not reply.refusal:
        yield from _call_events(asked, reply, index)
    elif reply.text or reply.refusal or reply.endless:
        yield from _message_events(asked, reply, index)
    done = whole(asked, reply, usage)
    yield {"type": f"response.{done['status']}", "response": done}


def _reasoning_events(item: Json, reply: Reply) -> Iterator[Json]:
    place = {"item_id": item["id"], "output_index": 0, "summary_index": 0}
    yield {"type": "response.output_item.added", "output_index": 0, "item": {**item, "summary": []}}
    if item["summary"]:
        name = "response.reasoning_summary"
        whole_part = {"type": "summary_text", "text": reply.reasoning}
        yield {"type": f"{name}_part.added", **place, "part": {"type": "summary_text", "text": ""}}
        for piece in cut(reply.reasoning):
            yield {"type": f"{name}_text.delta", **place, "delta": piece}
        yield {"type": f"{name}_text.done", **place, "text": reply.reasoning}
        yield {"type": f"{name}_part.done", **place, "part": whole_part}
    yield {"type": "response.output_item.done", "output_index": 0, "item": item}


def _message_events(asked: Asked, reply: Reply, index: int) -> Iterator[Json]:
    item = _said(asked, reply)
    part, empty = item["content"][0], _part("" if reply.refusal else None)
    place = {"item_id": item["id"], "output_index": index, "content_index": 0}
    begun = {**item, "status": "in_progress", "content": []}
    yield {"type": "response.output_item.added", "output_index": index, "item": begun}
    yield {"type": "response.content_part.added", **place, "part": empty}
    if reply.refusal:
        for piece in cut(reply.refusal):
            yield {"type": "response.refusal.delta", **place, "delta": piece}
        yield {"type": "response.refusal.done", **place, "refusal": reply.refusal}
    else:
        for piece in reply.pieces():
            yield {"type": "response.output_text.delta", **place, "delta": piece, "logprobs": []}
        yield {"type": "response.output_text.done", **place, "text": reply.text, "logprobs": []}
    yield {"type": "response.content_part.done", **place, "part": part}
    yield {"type": "response.output_item.done", "output_index": index, "item": item}


def _call_events(asked: Asked, reply: Reply, index: int) -> Iterator[Json]:
    item = _said(asked, reply)
    place = {"item_id": item["id"], "output_index": index}
    begun = {**item, "status": "in_progress", "arguments": ""}
    yield {"type": "response.output_item.added", "output_index": index, "item": begun}
    for piece in reply.pieces():
        yield {"type": "response.function_call_arguments.delta", **place, "delta": piece}
    done = {"type": "response.function_call_arguments.done", **place, "name": asked.tool, "arguments": reply.text}
    yield done
    yield {"type": "response.output_item.done", "output_index": index, "item": item}


def _part(refusal: str | None, text: str = "") -> Json:
    if refusal is not None:
        return {"type": "refusal", "refusal": refusal}
    return {"type": "output_text", "text": text, "annotations": [], "logprobs": []}


def _said(asked: Asked, reply: Reply) -> Json:
    status = "incomplete" if _incomplete(reply) else "completed"
    number = f"test{asked.number:08d}"
    if asked.tool and not reply.refusal:
        head = {"id": f"fc_{number}", "type": "function_call", "status": status, "call_id": f"call_{number}"}
        return {**head, "name": asked.tool, "arguments": reply.text}
    if not (reply.text or reply.refusal or reply.endless):
        return {}
    part = _part(reply.refusal) if reply.refusal else _part(None, reply.text)
    return {"id": f"msg_{number}", "type": "message", "status": status, "role": "assistant", "content": [part]}


def _reasoning(asked: Asked, reply: Reply) -> Json:
    if not reply.reasoning:
        return {}
    shown = bool((asked.body.get("reasoning") or {}).get("summary"))
    summary = [{"type": "summary_text", "text": reply.reasoning}] if shown else []
    return {"id": f"rs_test{asked.number:08d}", "type": "reasoning", "summary": summary}


def _incomplete(reply: Reply) -> Json | None:
    if reply.finish == "length":
        return {"reason": "max_output_tokens"}
    if reply.finish == "declined" and not reply.refusal:
        return {"reason": "content_filter"}
    return None if reply.finish in ("stop", "declined") else {"reason": reply.finish}


def _head(asked: Asked, status: str) -> Json:
    body = asked.body
    return {
        "id": f"resp_test{asked.number:08d}",
        "object": "response",
        "created_at": _CREATED,
        "status": status,
        "error": None,
        "incomplete_details": None,
        "instructions": body.get("instructions"),
        "max_output_tokens": body.get("max_output_tokens"),
        "model": asked.model,
        "output": [],
        "parallel_tool_calls": True,
        "previous_response_id": None,
        "reasoning": {"effort": (body.get("reasoning") or {}).get("effort"), "summary": None},
        "store": body.get("store", True),
        "temperature": body.get("temperature", 1.0),
        "text": body.get("text") or {"format": {"type": "text"}},
        "tool_choice": body.get("tool_choice", "auto"),
        "tools": body.get("tools") or [],
        "top_p": 1.0,
        "truncation": "disabled",
        "usage": None,
        "metadata": {},
    }


def _parts(item: Json) -> list[Json]:
    content = item.get("content")
    return [part for part in content if isinstance(part, dict)] if isinstance(content, list) else []


def _wanted(body: Json) -> tuple[Any, str, str]:
    choice = body.get("tool_choice")
    tools = {tool["name"]: tool for tool in body.get("tools") or () if tool.get("type") == "function"}
    name = choice.get("name", "") if isinstance(choice, dict) and choice.get("type") == "function" else ""
    if choice == "required" and tools:
        name = next(iter(tools))
    if name:
        return tools.get(name, {}).get("parameters", {}), name, name
    wanted = (body.get("text") or {}).get("format") or {}
    if wanted.get("type") == "json_schema":
        return wanted.get("schema", {}), str(wanted.get("name", "")), ""
    return ({}, "", "") if wanted.get("type") == "json_object" else (None, "", "")


def _usage(usage: Usage) -> Json:
    return {
        "input_tokens": usage.input_tokens,
        "input_tokens_details": {"cached_tokens": usage.cached_tokens, "cache_write_tokens": 0},
        "output_tokens": usage.output_tokens,
        "output_tokens_details": {"reasoning_tokens": usage.reasoning_tokens},
        "total_tokens": usage.total,
    }
