"""A tiny HTTP server on loopback that says exactly what a test wrote, for dialects that no fake speaks."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel, Field

from kasen.models.provider import ModelRequest
from kasen.models.role import Usage

JSON = "application/json"
EVENTS = "text/event-stream"


@dataclass(frozen=True)
class Said:
    """One answer: its status, its pieces as they are written, and what kind they are."""

    pieces: Sequence[bytes] = ()
    status: int = 200
    kind: str = EVENTS
    headers: str = ""


@dataclass
class Odd:
    """What a test holds: what was asked, and the address."""

    url: str = ""
    bodies: list[dict[str, Any]] = field(default_factory=list)
    heads: list[str] = field(default_factory=list)
    left: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when a client goes away before its answer ended."""


Answering = Callable[[dict[str, Any]], Said]


def events(*values: object, done: bool = True) -> Said:
    """Server-sent events of JSON values; text is sent as it is (comments)."""
    pieces = [
        (one if isinstance(one, str) else f"data: {json.dumps(one, ensure_ascii=False)}").encode() + b"\n\n"
        for one in values
    ]
    return Said([*pieces, b"data: [DONE]\n\n"] if done else pieces)


def whole(value: object, status: int = 200, headers: str = "") -> Said:
    """A JSON body."""
    return Said([json.dumps(value, ensure_ascii=False).encode()], status, JSON, headers)


def refused(message: str, status: int = 400, **fields: object) -> Said:
    """An error in OpenAI's form."""
    return whole({"error": {"message": message, "type": "invalid_request_error", **fields}}, status)


def chunk(text: str | None = None, finish: str | None = None, **delta: object) -> dict[str, Any]:
    """A chunk of chat completions."""
    content = {} if text is None else {"content": text}
    return {"choices": [{"index": 0, "delta": {**content, **delta}, "finish_reason": finish}]}


@asynccontextmanager
async def odd_server(*answers: Said | Answering) -> AsyncIterator[Odd]:
    """The server while the block runs; the last answer is given to all further requests."""
    odd = Odd()
    waiting = list(answers)

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            length = next((line for line in head.lower().split("\r\n") if line.startswith("content-length")), ":0")
            body = json.loads(await reader.readexactly(int(length.split(":")[1])) or b"{}")
            odd.heads.append(head)
            odd.bodies.append(body)
            answer = waiting.pop(0) if len(waiting) > 1 else waiting[0]
            said = answer if isinstance(answer, Said) else answer(body)
            await _write(writer, said)
        except ConnectionError:
            odd.left.set()
        finally:
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0, limit=1 << 24)
    odd.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
    try:
        yield odd
    finally:
        server.close()
        await server.wait_closed()


async def _write(writer: asyncio.StreamWriter, said: Said) -> None:
    writer.write(
        f"HTTP/1.1 {said.status} Odd\r\nContent-Type: {said.kind}\r\n{said.headers}Connection: close\r\n\r\n".encode()
    )
    for piece in said.pieces:
        writer.write(piece)
        await writer.drain()
        await asyncio.sleep(0)


class Plan(BaseModel):
    """What the tests' requests ask for."""

    title: str
    steps: list[str] = Field(default_factory=list)
    weight: float = 1.0


GOOD = '{"title": "宇治の茶", "steps": ["摘む", "蒸す"], "weight": 2}'


@dataclass
class Ear:
    """Where a request's words, thoughts, pulses and usage go."""

    text: str = ""
    thoughts: str = ""
    pulses: int = 0
    usage: list[Usage] = field(default_factory=list)

    def asked(self, prompt: str = "計画を立てて。Plan it.\n", **changes: Any) -> ModelRequest:
        """A request that this ear listens to."""

        async def on_text(piece: str) -> None:
            self.text += piece

        async def on_reasoning(piece: str) -> None:
            self.thoughts += piece

        def pulse() -> None:
            self.pulses += 1

        given: dict[str, Any] = {
            "role": "planner",
            "prompt": prompt,
            "schema": Plan.model_json_schema(),
            "schema_name": "Plan",
            "on_text": on_text,
            "on_reasoning": on_reasoning,
            "on_usage": self.usage.append,
            "pulse": pulse,
            "timeout": 20.0,
            **changes,
        }
        return ModelRequest(**given)


HOSTILE = {
    "OPENAI_API_KEY": "test-key-of-the-environment",
    "OPENAI_ADMIN_KEY": "test-key-of-the-environment",
    "OPENAI_BASE_URL": "http://127.0.0.1:9/v1",
    "OPENAI_ORG_ID": "org-environment",
    "OPENAI_PROJECT_ID": "project-environment",
    "OPENAI_WEBHOOK_SECRET": "test-secret-of-the-environment",
    "OPENAI_CUSTOM_HEADERS": "Authorization: Bearer test-key-of-the-environment\nX-Spy: environment",
    "OPENAI_LOG": "nonsense",
    "HTTP_PROXY": "http://127.0.0.1:9",
    "HTTPS_PROXY": "http://127.0.0.1:9",
    "ALL_PROXY": "http://127.0.0.1:9",
    "http_proxy": "http://127.0.0.1:9",
    "SSL_CERT_FILE": "/nowhere/certificates.pem",
    "NETRC": "/nowhere/netrc",
}
"""Variables that the client library and its HTTP client read, all leading elsewhere."""
