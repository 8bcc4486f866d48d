"""Talking to the server as the AI SDK does."""

from __future__ import annotations

from itertools import count
from typing import Any

import httpx
import orjson

_numbers = count(1)


def person(words: str, *files: dict[str, Any], id: str = "") -> dict[str, Any]:
    """A person's message."""
    parts = [*files, *([{"type": "text", "text": words}] if words else [])]
    return {"id": id or f"u{next(_numbers)}", "role": "user", "parts": parts}


def chunks(answer: httpx.Response) -> list[dict[str, Any]]:
    """The chunks of a stream; it ends with `[DONE]`."""
    assert answer.status_code == 200, answer.text
    lines = [line.removeprefix("data: ") for line in answer.text.split("\n\n") if line.startswith("data: ")]
    assert lines[-1] == "[DONE]"
    return [orjson.loads(line) for line in lines[:-1]]


def words_of(found: list[dict[str, Any]]) -> str:
    """Everything that was said."""
    return "".join(str(one.get("delta", "")) + ("\n" if one["type"] == "text-end" else "") for one in found)


def runs_of(found: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """Team and last status of each run."""
    seen = {one["id"]: (one["data"]["team"], one["data"]["status"]) for one in found if one["type"] == "data-run"}
    return list(seen.values())


async def say(
    client: httpx.AsyncClient, chat: str, words: str, *files: dict[str, Any], **body: Any
) -> list[dict[str, Any]]:
    """Send a message and read its answer."""
    given = {"id": chat, "messages": [person(words, *files)], "trigger": "submit-message", **body}
    return chunks(await client.post("/api/chat", json=given))


async def respond(
    client: httpx.AsyncClient, chat: str, message_id: str, call: str, *, approved: bool, **body: Any
) -> httpx.Response:
    """Answer a pause as `addToolApprovalResponse` does."""
    approval = {"id": call, "approved": approved, **({"reason": body.pop("reason")} if "reason" in body else {})}
    part = {"type": "dynamic-tool", "toolCallId": call, "state": "approval-responded", "approval": approval}
    messages = [person("x"), {"id": message_id, "role": "assistant", "parts": [part]}]
    given = {"id": chat, "messages": messages, "trigger": "submit-message", "messageId": message_id, **body}
    return await client.post("/api/chat/stream", json=given)


async def history(client: httpx.AsyncClient, chat: str) -> dict[str, Any]:
    """The chat as it is kept."""
    found: dict[str, Any] = (await client.get(f"/api/chat/{chat}")).json()
    return found
