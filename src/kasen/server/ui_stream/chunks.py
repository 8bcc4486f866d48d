"""The chunks of the UI Message Stream: only the plain fields that every `ai` from 6.0.0 to 7 takes.

Clients up to 6.0.230 refuse a chunk with any further key, and with null where a field is absent. So what is optional
and not given is left out, and what is required is there also when it is null.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

Finish = Literal["stop", "length", "content-filter", "tool-calls", "error", "other"]
Metadata = dict[str, dict[str, Any]]
"""`providerMetadata`: two levels, no less."""
DONE = b"data: [DONE]\n\n"


class Chunk(BaseModel):
    """One chunk; fields are camelCase on the wire."""

    model_config = ConfigDict(frozen=True, extra="forbid", alias_generator=to_camel, populate_by_name=True)

    type: str

    def wire(self) -> dict[str, Any]:
        """As JSON: without what was not given; values that JSON does not have are null."""
        kept = {name: getattr(self, name) for name in type(self).model_fields}
        fields = {_alias(type(self), name): plain(value) for name, value in kept.items() if self._is_there(name, value)}
        return {"type": fields.pop("type"), **fields}

    def _is_there(self, name: str, value: Any) -> bool:
        return value is not None or type(self).model_fields[name].is_required()


class Start(Chunk):
    """The first chunk, once."""

    type: Literal["start"] = "start"
    message_id: str
    message_metadata: Any = None


class TextStart(Chunk):
    """Words begin; they are closed by the same id."""

    type: Literal["text-start"] = "text-start"
    id: str
    provider_metadata: Metadata | None = None


class TextDelta(Chunk):
    """More words."""

    type: Literal["text-delta"] = "text-delta"
    id: str
    delta: str


class TextEnd(Chunk):
    """The words are whole. `provider_metadata` replaces that of the beginning."""

    type: Literal["text-end"] = "text-end"
    id: str
    provider_metadata: Metadata | None = None


class ReasoningStart(Chunk):
    """A model begins to think aloud."""

    type: Literal["reasoning-start"] = "reasoning-start"
    id: str
    provider_metadata: Metadata | None = None


class ReasoningDelta(Chunk):
    """It goes on."""

    type: Literal["reasoning-delta"] = "reasoning-delta"
    id: str
    delta: str


class ReasoningEnd(Chunk):
    """It is done."""

    type: Literal["reasoning-end"] = "reasoning-end"
    id: str
    provider_metadata: Metadata | None = None


class ToolInput(Chunk):
    """A pause as the call of a tool: what is asked."""

    type: Literal["tool-input-available"] = "tool-input-available"
    tool_call_id: str
    tool_name: str
    input: Any
    dynamic: Literal[True] = True


class ApprovalRequest(Chunk):
    """The call waits for a person."""

    type: Literal["tool-approval-request"] = "tool-approval-request"
    approval_id: str
    tool_call_id: str


class ToolOutput(Chunk):
    """What was answered."""

    type: Literal["tool-output-available"] = "tool-output-available"
    tool_call_id: str
    output: Any
    dynamic: Literal[True] = True


class ToolDenied(Chunk):
    """A person said no."""

    type: Literal["tool-output-denied"] = "tool-output-denied"
    tool_call_id: str


class ToolError(Chunk):
    """The call came to nothing: the run ended before an answer."""

    type: Literal["tool-output-error"] = "tool-output-error"
    tool_call_id: str
    error_text: str
    dynamic: Literal[True] = True


class SourceUrl(Chunk):
    """A page that may be cited."""

    type: Literal["source-url"] = "source-url"
    source_id: str
    url: str
    title: str | None = None


class SourceDocument(Chunk):
    """A document that may be cited."""

    type: Literal["source-document"] = "source-document"
    source_id: str
    media_type: str
    title: str
    filename: str | None = None


class File(Chunk):
    """A file; `url` may be relative."""

    type: Literal["file"] = "file"
    url: str
    media_type: str


class Data(Chunk):
    """A part of our own. One of the same type and id replaces the earlier; `transient` ones stay in no message."""

    type: str = Field(pattern=r"^data-[a-z]+$")
    data: Any
    id: str | None = None
    transient: Literal[True] | None = None


class ErrorChunk(Chunk):
    """The client stops here."""

    type: Literal["error"] = "error"
    error_text: str


class Abort(Chunk):
    """The user stopped it."""

    type: Literal["abort"] = "abort"


class FinishChunk(Chunk):
    """The message is whole, or waits for an answer (`tool-calls`)."""

    type: Literal["finish"] = "finish"
    finish_reason: Finish
    message_metadata: Any = None


def frame(chunk: Chunk) -> str:
    """One chunk as a server-sent event: JSON on one line."""
    return f"data: {json.dumps(chunk.wire(), ensure_ascii=False, allow_nan=False, separators=(',', ':'))}\n\n"


def frames(chunks: Iterable[Chunk]) -> bytes:
    """Several chunks as one write."""
    return "".join(map(frame, chunks)).encode()


def plain(value: Any) -> Any:
    """JSON of it: no NaN, no infinity, no half of a surrogate pair; keys are text."""
    if isinstance(value, str):
        return value if value.isascii() or value.isprintable() else value.encode("utf-8", "replace").decode()
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, Mapping):
        return {str(plain(str(key))): plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(inner) for inner in value]
    if isinstance(value, BaseModel):
        return plain(value.model_dump(mode="json"))
    return plain(str(value))


def _alias(kind: type[Chunk], name: str) -> str:
    return kind.model_fields[name].alias or name
