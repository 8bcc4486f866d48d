"""What is sent to Anthropic's Messages API and what its stream of events says."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from anthropic import transform_schema

from kasen.errors import Retryable, TooLong
from kasen.models.anthropic.claude import Manner
from kasen.models.anthropic.prefixes import Split
from kasen.models.provider import Completion, ModelRequest
from kasen.models.role import Picture, Usage

_NOT_A_NAME = re.compile(r"[^A-Za-z0-9_-]")
Finish = Literal["stop", "length", "declined"]
_FINISH: dict[str, Finish] = {
    "max_tokens": "length",
    "pause_turn": "length",
    "refusal": "declined",
}


class Form(NamedTuple):
    """How one request is put: the schema as `output_config.format`, or None for a tool that takes it."""

    schema: dict[str, Any] | None
    forced: bool
    """Whether the model has to call the tool; otherwise it may, and may think before."""
    manner: Manner


def native(schema: Mapping[str, Any]) -> dict[str, Any] | None:
    """The schema as `output_config.format` takes it; None for one that it cannot express: maps, tuples, any value."""
    if not _expressible(schema):
        return None
    try:
        return transform_schema(dict(schema))
    except ValueError:
        return None


def _expressible(node: object) -> bool:
    if isinstance(node, list):
        return all(_expressible(item) for item in node)
    if not isinstance(node, Mapping):
        return True
    if isinstance(node.get("type"), list) or "prefixItems" in node:
        return False
    is_map = node.get("type") == "object" and (node.get("additionalProperties") or "properties" not in node)
    return not is_map and all(_expressible(value) for value in node.values())


def body(model: str, request: ModelRequest, form: Form, split: Split) -> dict[str, Any]:
    """The JSON of one streamed request."""
    sent: dict[str, Any] = {
        "model": model,
        "max_tokens": form.manner.max_tokens,
        "messages": [{"role": "user", "content": _content(split, request.pictures)}],
        "stream": True,
    }
    if form.manner.thinking:
        sent["thinking"] = form.manner.thinking
    config: dict[str, Any] = {"effort": form.manner.effort} if form.manner.effort else {}
    if form.schema is not None:
        config["format"] = {"type": "json_schema", "schema": form.schema}
    else:
        name = _NOT_A_NAME.sub("_", request.schema_name)[:64] or "answer"
        about = str(request.schema.get("description", "")) or request.schema_name
        sent["tools"] = [{"name": name, "description": about, "input_schema": dict(request.schema)}]
        sent["tool_choice"] = {"type": "tool", "name": name} if form.forced else {"type": "auto"}
    if config:
        sent["output_config"] = config
    return sent


def _content(split: Split, pictures: Sequence[Picture]) -> list[dict[str, Any]]:
    kept = {"type": "text", "text": split.kept, "cache_control": {"type": "ephemeral"}}
    parts: list[dict[str, Any]] = [kept] if split.kept else []
    if split.rest:
        parts.append({"type": "text", "text": split.rest})
    for picture in pictures:
        data = base64.b64encode(picture.data).decode("ascii")
        source = {"type": "base64", "media_type": picture.media_type, "data": data}
        parts.append({"type": "image", "source": source})
    return parts


@dataclass
class Reading:
    """Gathers one answer from its events; words, reasoning and usage are passed on as they come."""

    model: str
    request: ModelRequest
    tool: bool
    """The answer is the input of a tool; text beside it is talk, and counts only when no tool was called."""
    usage: Usage = field(default_factory=Usage, init=False)
    _text: list[str] = field(default_factory=list, init=False)
    _input: list[str] = field(default_factory=list, init=False)
    _counts: dict[str, int] = field(default_factory=dict, init=False)
    _stop: str = field(default="", init=False)
    _note: str = field(default="", init=False)

    async def take(self, event: Mapping[str, Any]) -> None:
        """Count one event in."""
        kind = event.get("type")
        if kind == "message_start":
            self._count(_part(event, "message").get("usage"))
        elif kind == "content_block_delta":
            await self._delta(_part(event, "delta"))
        elif kind == "message_delta":
            self._count(event.get("usage"))
            self._end(_part(event, "delta"))

    async def _delta(self, delta: Mapping[str, Any]) -> None:
        kind = delta.get("type")
        if kind == "text_delta":
            await self._words(self._text, delta.get("text"), shown=not self.tool)
        elif kind == "input_json_delta":
            await self._words(self._input, delta.get("partial_json"), shown=True)
        elif kind == "thinking_delta" and delta.get("thinking") and self.request.on_reasoning is not None:
            await self.request.on_reasoning(str(delta["thinking"]))

    async def _words(self, pieces: list[str], words: object, *, shown: bool) -> None:
        if words and isinstance(words, str):
            pieces.append(words)
            if shown and self.request.on_text is not None:
                await self.request.on_text(words)

    def _end(self, delta: Mapping[str, Any]) -> None:
        self._stop = str(delta.get("stop_reason") or self._stop)
        details = _part(delta, "stop_details")
        said = [details.get("category"), details.get("explanation")]
        self._note = ": ".join(str(part) for part in said if part) or self._note

    def _count(self, usage: object) -> None:
        """Later counts replace earlier ones: the stream's numbers are running totals."""
        if not usage or not isinstance(usage, Mapping):
            return
        for counts in (usage, _part(usage, "output_tokens_details")):
            self._counts.update({name: value for name, value in counts.items() if isinstance(value, int)})
        read, written = (self._counts.get(f"cache_{part}_input_tokens", 0) for part in ("read", "creation"))
        self.usage = Usage(
            input_tokens=self._counts.get("input_tokens", 0) + read + written,
            output_tokens=self._counts.get("output_tokens", 0),
            cached_tokens=read,
            cache_write_tokens=written,
            reasoning_tokens=self._counts.get("thinking_tokens", 0),
        )
        self.request.on_usage(self.usage)

    def completion(self) -> Completion:
        """The answer. Raises Retryable for a stream without an end, TooLong when the context was full."""
        if not self._stop:
            raise Retryable(f"{self.model}: the answer broke off")
        if self._stop == "model_context_window_exceeded":
            raise TooLong(f"{self.model}: prompt and answer are longer than its context")
        finish: Finish = _FINISH.get(self._stop, "stop")
        note = "" if finish == "stop" else self._note or self._stop
        text = "".join(self._input) or "".join(self._text)
        return Completion(model=self.model, text=text, usage=self.usage, finish=finish, note=note)


def _part(said: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """What stands under that name; nothing where it is no object: a server may send anything."""
    part = said.get(name)
    return part if isinstance(part, Mapping) else {}
