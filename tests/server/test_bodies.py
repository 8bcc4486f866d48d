from __future__ import annotations

import asyncio
import base64
from collections.abc import AsyncIterator, Mapping

import httpx
import orjson
import pytest
from starlette.types import Message, Receive, Scope, Send

from kasen.server.bodies import DEEPEST, Bodies, check_json
from kasen.server.errors import Rejected
from kasen.server.limits import ServerLimits

SMALL = ServerLimits(body_bytes=50, chat_bytes=500, upload_bytes=1000, idle_s=0.05)
JSON = {"content-type": "application/json"}


class Read:
    """An application that reads its body to the end."""

    def __init__(self) -> None:
        self.body = b""
        self.messages = 0

    async def __call__(self, _scope: Scope, receive: Receive, send: Send) -> None:
        more = True
        while more:
            message = await receive()
            self.messages += 1
            self.body += message.get("body", b"")
            more = message.get("more_body", False)
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})


async def post(
    content: bytes | AsyncIterator[bytes], path: str = "/api/runs", headers: Mapping[str, str] = JSON
) -> tuple[int, Read]:
    app = Read()
    transport = httpx.ASGITransport(app=Bodies(app, SMALL))
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
        answer = await client.post(path, content=content, headers=dict(headers))
    return answer.status_code, app


def refused(body: bytes, kind: str = "application/json") -> tuple[int, str]:
    with pytest.raises(Rejected) as caught:
        check_json(body, kind)
    return caught.value.status, str(caught.value)


async def in_pieces(body: bytes) -> AsyncIterator[bytes]:
    for start in range(0, len(body), 7):
        yield body[start : start + 7]


async def test_a_body_arrives_as_it_was_sent() -> None:
    body = orjson.dumps({"質問": "煎茶は?"})
    assert (await post(body))[1].body == body
    status, app = await post(in_pieces(body))
    assert (status, app.body, app.messages) == (200, body, 1)


@pytest.mark.parametrize(("path", "most"), [("/api/runs", 50), ("/api/chat", 500), ("/api/chat/stream", 500)])
async def test_a_body_has_a_limit_announced_or_not(path: str, most: int) -> None:
    fits, over = orjson.dumps("a" * (most - 2)), orjson.dumps("a" * (most - 1))
    assert (await post(fits, path))[0] == 200
    assert (await post(over, path))[0] == 413
    assert (await post(in_pieces(over), path))[0] == 413
    assert (await post(in_pieces(over), path))[1].messages == 0, "the application never sees it"


async def test_an_upload_passes_in_pieces_whatever_it_is() -> None:
    status, app = await post(in_pieces(b"\xff" * 70), "/api/uploads", {})
    assert (status, len(app.body)) == (200, 70)
    assert app.messages > 5


def test_json_is_what_every_reader_takes_for_the_same() -> None:
    check_json(
        b'{"a": [1, -9223372036854775808, 9223372036854775807, 1e300, 12345678901234567890.5]}', "application/json"
    )
    check_json(b"{}", "Application/JSON; charset=utf-8")
    check_json(b"{}", "application/merge-patch+json")
    check_json(b"[" * DEEPEST + b"]" * DEEPEST, "application/json")
    assert refused(b"[" * (DEEPEST + 2) + b"]" * (DEEPEST + 2)) == (400, "the body is nested more than 64 levels deep")
    assert refused(b"{", "application/json")[0] == 400
    assert refused(b"{}", "text/json")[0] == 415
    for number in (b"9223372036854775808", b"-9223372036854775809", b"18446744073709551615", b"9" * 200):
        assert refused(b'{"a": [{"b": %s}]}' % number) == (422, "a number in the body is larger than 64 bits hold")


def test_a_chat_with_a_large_file_is_looked_through_quickly() -> None:
    """What is deep is counted, not what is long: a text of 8 MB is one value."""
    body = orjson.dumps({"messages": [{"url": base64.b64encode(b"x" * (6 << 20)).decode()}] * 2})
    check_json(body, "application/json")


async def test_a_client_that_says_nothing_more_is_given_up() -> None:
    sent: list[Message] = []
    parts = [{"type": "http.request", "body": b"{", "more_body": True}]

    async def receive() -> Message:
        return parts.pop() if parts else await asyncio.Event().wait()  # type: ignore[return-value]

    async def send(message: Message) -> None:
        sent.append(message)

    app = Read()
    scope = {"type": "http", "path": "/api/runs", "method": "POST", "headers": [(b"content-length", b"9")]}
    await Bodies(app, SMALL)(scope, receive, send)
    assert (sent[0]["status"], app.messages) == (408, 0)


async def test_a_client_that_goes_away_is_answered_nothing() -> None:
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)

    app = Read()
    scope = {"type": "http", "path": "/api/runs", "method": "POST", "headers": [(b"content-length", b"9")]}
    await Bodies(app, SMALL)(scope, receive, send)
    assert (sent, app.messages) == ([], 0)
