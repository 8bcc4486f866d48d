"""Gemini's generateContent, whole and streamed: text, thoughts, images, grounding. Keys in camel or snake case."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from kasen.models.role import Usage
from kasen.testing.providers import gemini_errors
from kasen.testing.providers.faults import Fault
from kasen.testing.providers.reply import Grounding, Reply, cut
from kasen.testing.providers.signatures import sign
from kasen.testing.providers.tokens import count
from kasen.testing.providers.wire import Asked, Format, Json, Piece, compact, data, either, nothing, texts

_FINISH = {"stop": "STOP", "length": "MAX_TOKENS", "declined": "SAFETY"}


def read(asked: Asked) -> Asked:
    """Prompt, schema, pictures and wishes of a request; the model stands in the path."""
    body = asked.body
    system, contents = either(body, "systemInstruction"), _list(body.get("contents"))
    config = either(body, "generationConfig") or {}
    schema, tool = _wanted(body, config)
    return replace(
        asked,
        prompt="\n".join([*texts(system, names=("parts", "text")), *texts(contents, names=("parts", "text"))]),
        pictures=sum(bool(either(part, "inlineData")) for content in contents for part in _list(content.get("parts"))),
        schema=schema,
        schema_name=tool,
        tool=tool,
        pictures_wanted="IMAGE" in (either(config, "responseModalities") or ()),
        searches=any(either(tool_, "googleSearch") is not None for tool_ in _list(body.get("tools"))),
        streams=asked.operation == "streamGenerateContent",
        caching="auto",
    )


def stream(asked: Asked, reply: Reply, usage: Usage) -> Iterator[Piece]:
    """Responses that add up; each says the usage so far, the last one the end and the grounding."""
    as_array = "alt=sse" not in asked.query
    for number, (body, said) in enumerate(_responses(asked, reply, usage)):
        if as_array:
            yield Piece((("," if number else "[") + compact(body)).encode(), said)
        else:
            yield data(body, said)
    if as_array:
        yield Piece(b"]")


def whole(asked: Asked, reply: Reply, usage: Usage) -> Json:
    """One response with all parts."""
    if reply.blocked:
        return _blocked(asked, usage)
    parts = [*_thoughts(asked, reply), *([_text(asked, reply.text)] if reply.text else []), *_images(reply)]
    if reply.signature and not reply.images and parts:
        parts[-1]["thoughtSignature"] = _base64(reply.signature)
    return _response(asked, usage, parts, reply)


def error_in_stream(asked: Asked, _: Fault) -> bytes:
    """The event with which a stream that has begun tells of an overloaded model."""
    problem = gemini_errors.error(asked, Fault(kind="status", status=503))
    return f"data: {compact(problem.body)}\n\n".encode()


def counted(asked: Asked, _: Reply, __: Usage) -> Json:
    """The tokens of a prompt."""
    return {"totalTokens": count(asked.prompt)}


GENERATE = Format(read=read, whole=whole, error=gemini_errors.error)
STREAM = replace(GENERATE, stream=stream, error_in_stream=error_in_stream, keep_alive=None)
COUNT_TOKENS = Format(read=read, whole=counted, error=gemini_errors.error, tells=nothing, scripted=False)


def grounding(told: Grounding, text: str) -> Json:
    """Gemini's `groundingMetadata`: segments are UTF-8 byte offsets, and a start of 0 is left out, as Google does."""
    supports = told.supports or (((text, (0,)),) if text else ())
    return {
        "webSearchQueries": list(told.queries),
        "searchEntryPoint": {"renderedContent": "<div class='container'>試験</div>"},
        "groundingChunks": [{"web": {"uri": uri, "title": title}} for uri, title in told.sources],
        "groundingSupports": [_support(words, list(numbers), text) for words, numbers in supports],
    }


def _support(words: str, numbers: list[int], text: str) -> Json:
    at = text.find(words)
    if at < 0:
        raise ValueError(f"the reply does not hold the words {words!r} that are to be supported")
    start = len(text[:at].encode())
    segment: Json = {"endIndex": start + len(words.encode()), "text": words}
    if start:
        segment["startIndex"] = start
    return {"segment": segment, "groundingChunkIndices": numbers}


def _responses(asked: Asked, reply: Reply, usage: Usage) -> Iterator[tuple[Json, Usage]]:
    if reply.blocked:
        yield _blocked(asked, usage), usage
        return
    said = replace(usage, output_tokens=0, reasoning_tokens=0)
    for part in _streamed(asked, reply):
        tokens = count(part.get("text", ""))
        grown = (
            min(said.output_tokens + tokens, usage.output_tokens) if not reply.endless else said.output_tokens + tokens
        )
        thought = min(said.reasoning_tokens + (tokens if part.get("thought") else 0), usage.reasoning_tokens)
        said = replace(said, output_tokens=grown, reasoning_tokens=thought)
        yield _response(asked, said, [part], None), said
    last: Json = {"text": ""}
    if reply.signature and not reply.images:
        last["thoughtSignature"] = _base64(reply.signature)
    yield _response(asked, usage, [] if reply.finish == "declined" else [last], reply), usage


def _streamed(asked: Asked, reply: Reply) -> Iterator[Json]:
    if _shows_thoughts(asked):
        for piece in cut(reply.reasoning):
            yield {"text": piece, "thought": True}
    if asked.tool and not reply.refusal:
        yield _text(asked, reply.text)
    else:
        for piece in reply.pieces():
            yield {"text": piece}
    yield from _images(reply)


def _thoughts(asked: Asked, reply: Reply) -> list[Json]:
    return [{"text": reply.reasoning, "thought": True}] if reply.reasoning and _shows_thoughts(asked) else []


def _shows_thoughts(asked: Asked) -> bool:
    config = either(either(asked.body, "generationConfig") or {}, "thinkingConfig") or {}
    return bool(either(config, "includeThoughts"))


def _text(asked: Asked, text: str) -> Json:
    if not asked.tool:
        return {"text": text}
    try:
        arguments = json.loads(text)
    except ValueError:
        return {"text": text}
    return {"functionCall": {"name": asked.tool, "args": arguments}}


def _images(reply: Reply) -> list[Json]:
    """Drafts are thoughts; the final image carries the signature."""
    parts: list[Json] = []
    for image in reply.images:
        parts.append({"inlineData": {"mimeType": "image/png", "data": _base64(image)}, "thought": True})
    if parts:
        del parts[-1]["thought"]
        parts[-1]["thoughtSignature"] = _base64(reply.signature or sign(reply.images[-1]))
    return parts


def _response(asked: Asked, usage: Usage, parts: list[Json], reply: Reply | None) -> Json:
    candidate: Json = {"index": 0}
    if parts:
        candidate["content"] = {"parts": parts, "role": "model"}
    if reply:
        candidate["finishReason"] = _FINISH.get(reply.finish, reply.finish)
        if reply.refusal:
            candidate["finishMessage"] = reply.refusal
        if isinstance(reply.grounding, Grounding):
            candidate["groundingMetadata"] = grounding(reply.grounding, reply.text)
        elif isinstance(reply.grounding, Mapping):
            candidate["groundingMetadata"] = dict(reply.grounding)
    return {"candidates": [candidate], **_tail(asked, usage)}


def _blocked(asked: Asked, usage: Usage) -> Json:
    return {"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}, **_tail(asked, usage)}


def _tail(asked: Asked, usage: Usage) -> Json:
    told: Json = {
        "promptTokenCount": usage.input_tokens,
        "candidatesTokenCount": usage.output_tokens - usage.reasoning_tokens,
        "totalTokenCount": usage.total,
        "promptTokensDetails": [{"modality": "TEXT", "tokenCount": usage.input_tokens}],
    }
    if usage.cached_tokens:
        told["cachedContentTokenCount"] = usage.cached_tokens
    if usage.reasoning_tokens:
        told["thoughtsTokenCount"] = usage.reasoning_tokens
    return {"usageMetadata": told, "modelVersion": asked.model, "responseId": f"test{asked.number:08d}"}


def _wanted(body: Json, config: Json) -> tuple[Any, str]:
    calling = either(either(body, "toolConfig") or {}, "functionCallingConfig") or {}
    if str(calling.get("mode", "")).upper() == "ANY":
        declared = {
            function["name"]: function
            for tool in _list(body.get("tools"))
            for function in either(tool, "functionDeclarations") or ()
        }
        name = next(iter(either(calling, "allowedFunctionNames") or declared), "")
        function = declared.get(name, {})
        return either(function, "parametersJsonSchema") or function.get("parameters") or {}, name
    for word in ("responseJsonSchema", "responseSchema"):
        if (schema := either(config, word)) is not None:
            return schema, ""
    return ({}, "") if either(config, "responseMimeType") == "application/json" else (None, "")


def _list(value: object) -> list[Json]:
    items = value if isinstance(value, list) else [value]
    return [item for item in items if isinstance(item, dict)]


def _base64(content: bytes) -> str:
    return base64.b64encode(content).decode()
