"""Chunks put together to the message that a client has when it has read them all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kasen.server.ui_stream import chunks as c


def message_of(message_id: str, chunks: Iterable[c.Chunk]) -> dict[str, Any]:
    """The assistant's UI message."""
    made = _Message()
    for chunk in chunks:
        made.take(chunk)
    return {"id": message_id, "role": "assistant", "parts": made.parts}


class _Message:
    """The parts so far, and where those lie that may still change."""

    def __init__(self) -> None:
        self.parts: list[dict[str, Any]] = []
        self._open: dict[str, dict[str, Any]] = {}
        self._data: dict[tuple[str, str], dict[str, Any]] = {}
        self._calls: dict[str, dict[str, Any]] = {}

    def take(self, chunk: c.Chunk) -> None:
        """One more chunk; those that are for the connection only change nothing."""
        if isinstance(chunk, c.TextStart | c.ReasoningStart):
            self._begin(chunk)
        elif isinstance(chunk, c.TextDelta | c.ReasoningDelta):
            self._open[chunk.id]["text"] += c.plain(chunk.delta)
        elif isinstance(chunk, c.TextEnd | c.ReasoningEnd):
            part = self._open.pop(chunk.id)
            part.update({"state": "done", **_metadata(chunk)})
        elif isinstance(chunk, c.Data):
            self._put(chunk)
        elif isinstance(chunk, c.SourceUrl | c.SourceDocument | c.File):
            self.parts.append(chunk.wire())
        else:
            self._call(chunk)

    def _begin(self, chunk: c.TextStart | c.ReasoningStart) -> None:
        kind = "text" if isinstance(chunk, c.TextStart) else "reasoning"
        part = {"type": kind, "text": "", "state": "streaming", **_metadata(chunk)}
        self._open[chunk.id] = part
        self.parts.append(part)

    def _put(self, chunk: c.Data) -> None:
        if chunk.transient:
            return
        part = chunk.wire()
        known = self._data.get((chunk.type, chunk.id)) if chunk.id else None
        if known is not None:
            known["data"] = part["data"]
            return
        self.parts.append(part)
        if chunk.id:
            self._data[chunk.type, chunk.id] = part

    def _call(self, chunk: c.Chunk) -> None:
        if isinstance(chunk, c.ToolInput):
            wire = chunk.wire()
            part = {"type": "dynamic-tool", "toolName": wire["toolName"], "toolCallId": wire["toolCallId"]}
            self._calls[chunk.tool_call_id] = {**part, "state": "input-available", "input": wire["input"]}
            self.parts.append(self._calls[chunk.tool_call_id])
        elif isinstance(chunk, c.ApprovalRequest):
            approval = {"id": chunk.approval_id}
            self._calls[chunk.tool_call_id].update({"state": "approval-requested", "approval": approval})
        elif isinstance(chunk, c.ToolOutput | c.ToolDenied | c.ToolError):
            self._answered(self._calls[chunk.tool_call_id], chunk)

    def _answered(self, part: dict[str, Any], chunk: c.ToolOutput | c.ToolDenied | c.ToolError) -> None:
        if isinstance(chunk, c.ToolOutput):
            part.update({"state": "output-available", "output": chunk.wire()["output"]})
            part["approval"] = {**part["approval"], "approved": True}
        elif isinstance(chunk, c.ToolDenied):
            part["state"] = "output-denied"
            part["approval"] = {**part["approval"], "approved": False}
        else:
            part.update({"state": "output-error", "errorText": chunk.error_text})


def _metadata(chunk: c.TextStart | c.TextEnd | c.ReasoningStart | c.ReasoningEnd) -> dict[str, Any]:
    wire = chunk.wire()
    return {"providerMetadata": wire["providerMetadata"]} if "providerMetadata" in wire else {}
