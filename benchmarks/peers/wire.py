"""OpenAI's chat completions and embeddings, as far as the programs use them: tools, schemas, streams."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from kasen.testing.providers.tokens import count

Json = dict[str, Any]


@dataclass(frozen=True)
class Asked:
    """A request to the model as its script sees it."""

    body: Json

    @property
    def messages(self) -> list[Json]:
        """All messages."""
        return list(self.body.get("messages") or [])

    @property
    def text(self) -> str:
        """All words of all messages."""
        return "\n".join(words(one) for one in self.messages)

    @property
    def schema(self) -> str:
        """Name of the schema that the answer has to follow."""
        return str(((self.body.get("response_format") or {}).get("json_schema") or {}).get("name", ""))

    @property
    def tools(self) -> set[str]:
        """Names of the tools that the model may call."""
        return {str(one["function"]["name"]) for one in self.body.get("tools") or () if "function" in one}

    def tokens(self) -> int:
        """Tokens of everything that a model would read: messages, tools, schema."""
        called = [one.get("tool_calls") or "" for one in self.messages]
        extra = [self.body.get("tools") or "", self.body.get("response_format") or "", *called]
        return count(self.text) + sum(count(json.dumps(one)) for one in extra if one)


@dataclass(frozen=True)
class Said:
    """An answer: text, or calls of tools with their arguments."""

    role: str
    part: str = ""
    text: str = ""
    calls: tuple[tuple[str, Json], ...] = field(default=())

    @property
    def what(self) -> str:
        """Which call it is, the same in a second run."""
        return f"{self.role}:{self.part}"

    def tokens(self) -> int:
        """Tokens of the answer."""
        return count(self.text) + sum(count(name) + count(json.dumps(given)) for name, given in self.calls)


def words(message: Json) -> str:
    """The text of one message."""
    content = message.get("content")
    if isinstance(content, list):
        return "\n".join(str(part.get("text", "")) for part in content if isinstance(part, dict))
    return str(content or "")


def whole(asked: Asked, said: Said, number: int) -> Json:
    """A `chat.completion`."""
    message: Json = {"role": "assistant", "content": said.text or None, "refusal": None}
    if said.calls:
        message["tool_calls"] = _calls(said, number)
    choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": _finish(said)}
    return {**_head(asked, number, "chat.completion"), "choices": [choice], "usage": _usage(asked, said)}


def stream(asked: Asked, said: Said, number: int) -> Iterator[bytes]:
    """The chunks of a streamed completion; the usage is told where the request asks for it."""
    head = _head(asked, number, "chat.completion.chunk")

    def chunk(delta: Json, finish: str | None = None) -> bytes:
        choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
        return _event({**head, "choices": [choice]})

    yield chunk({"role": "assistant", "content": ""})
    for start in range(0, len(said.text), 400):
        yield chunk({"content": said.text[start : start + 400]})
    if said.calls:
        yield chunk({"tool_calls": [{"index": at, **one} for at, one in enumerate(_calls(said, number))]})
    yield chunk({}, _finish(said))
    if (asked.body.get("stream_options") or {}).get("include_usage"):
        yield _event({**head, "choices": [], "usage": _usage(asked, said)})
    yield b"data: [DONE]\n\n"


def _calls(said: Said, number: int) -> list[Json]:
    return [
        {"id": f"call_{number}_{at}", "type": "function", "function": {"name": name, "arguments": json.dumps(given)}}
        for at, (name, given) in enumerate(said.calls)
    ]


def _finish(said: Said) -> str:
    return "tool_calls" if said.calls else "stop"


def _head(asked: Asked, number: int, kind: str) -> Json:
    return {"id": f"chatcmpl-{number}", "object": kind, "created": 1_780_000_000, "model": asked.body.get("model", "m")}


def _usage(asked: Asked, said: Said) -> Json:
    read, written = asked.tokens(), said.tokens()
    return {"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written}


def _event(body: Json) -> bytes:
    return f"data: {json.dumps(body)}\n\n".encode()
