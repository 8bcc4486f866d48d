"""Bodies of requests: how large, how fast, and JSON that means one thing to every reader.

What is no upload is read whole before the application sees it, within its limit: so it is refused by one hand, and
code behind reads no NaN, no lone surrogate, no number that a database cannot hold, no ten thousand brackets.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any

import orjson
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kasen.server.errors import Rejected
from kasen.server.guard import refuse
from kasen.server.limits import ServerLimits

UPLOADS = "/api/uploads"
CHAT = "/api/chat"
MARGIN = 64 * 1024
"""Bytes that a form may take beside its file."""
DEEPEST = 64
"""Levels of lists and objects in each other."""
_LARGEST = 2**63


class Gone(Exception):
    """The client went away before its body was whole."""


class Bodies:
    """Reads and checks bodies; answers 400, 408, 413, 415 or 422 for those it does not let through."""

    def __init__(self, app: ASGIApp, limits: ServerLimits) -> None:
        self.app = app
        self.limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        headers = dict(scope.get("headers", ()))
        if scope["type"] != "http" or not headers.keys() & {b"content-length", b"transfer-encoding"}:
            await self.app(scope, receive, send)
            return
        try:
            receive = await self._checked(scope, headers, receive)
        except Rejected as refused:
            await refuse(refused, scope, receive, send)
        except Gone:
            return
        else:
            await self.app(scope, receive, send)

    async def _checked(self, scope: Scope, headers: dict[bytes, bytes], receive: Receive) -> Receive:
        most = self._most(scope["path"])
        if int(headers.get(b"content-length", b"0")) > most:
            raise _too_large(most)
        paced = _paced(receive, self.limits.idle_s)
        if scope["path"] == UPLOADS:
            return _counted(paced, most)
        body = await _whole(paced, most)
        if body:
            check_json(body, headers.get(b"content-type", b"").decode("latin-1"))
        return _replayed(body, receive)

    def _most(self, path: str) -> int:
        if path == UPLOADS:
            return self.limits.upload_bytes + MARGIN
        return self.limits.chat_bytes if path == CHAT or path.startswith(f"{CHAT}/") else self.limits.body_bytes


def check_json(body: bytes, content_type: str) -> None:
    """Raises Rejected: 415 for what does not say that it is JSON, 400 for what is none, 422 for numbers too large."""
    kind = content_type.partition(";")[0].strip().lower()
    if kind != "application/json" and not (kind.startswith("application/") and kind.endswith("+json")):
        raise Rejected(415, "the body must be JSON", hint="Send `Content-Type: application/json`.")
    try:
        data = orjson.loads(body)
    except orjson.JSONDecodeError as error:
        raise Rejected(400, f"the body is not JSON: {str(error)[:200]}") from None
    if _has_large_number(data):
        try:
            json.loads(body, parse_int=_whole_number)
        except ValueError:
            raise Rejected(422, "a number in the body is larger than 64 bits hold") from None


def _has_large_number(data: Any) -> bool:
    """Whether a number may not fit into 64 bits. Raises Rejected (400) for what is nested too deeply."""
    found, level = False, [data]
    for _ in range(DEEPEST + 1):
        found = found or any(isinstance(one, float) and abs(one) >= _LARGEST for one in level)
        found = found or any(isinstance(one, int) and one >= _LARGEST for one in level)
        level = [inner for one in level for inner in _inside(one)]
        if not level:
            return found
    raise Rejected(400, f"the body is nested more than {DEEPEST} levels deep")


def _inside(one: Any) -> Any:
    if isinstance(one, dict):
        return one.values()
    return one if isinstance(one, list) else ()


def _whole_number(digits: str) -> int:
    if len(digits) > 20 or not -_LARGEST <= (number := int(digits)) < _LARGEST:
        raise ValueError("too large")
    return number


def _too_large(most: int) -> Rejected:
    return Rejected(413, f"the body is larger than {most / (1 << 20):.4g} MB")


def _paced(receive: Receive, idle_s: float) -> Receive:
    """`receive` that gives up on a client which sends nothing for that long (408), until the body is whole."""
    is_whole = False

    async def paced() -> Message:
        nonlocal is_whole
        if is_whole:
            return await receive()
        try:
            async with asyncio.timeout(idle_s):
                message = await receive()
        except TimeoutError:
            raise Rejected(408, f"nothing came of the body for {idle_s:.0f} seconds") from None
        is_whole = not message.get("more_body", False)
        return message

    return paced


def _counted(receive: Receive, most: int) -> Receive:
    """`receive` that raises Rejected (413) when more came than may come."""
    size = 0

    async def counted() -> Message:
        nonlocal size
        message = await receive()
        size += len(message.get("body", b""))
        if size > most:
            raise _too_large(most)
        return message

    return counted


async def _whole(receive: Receive, most: int) -> bytes:
    """The body. Raises Rejected (413), and Gone."""
    read = _counted(receive, most)
    parts = []
    while True:
        message = await read()
        if message["type"] == "http.disconnect":
            raise Gone
        parts.append(message.get("body", b""))
        if not message.get("more_body", False):
            return b"".join(parts)


def _replayed(body: bytes, receive: Receive) -> Receive:
    """`receive` that gives the body once, then what comes after it."""
    left: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replayed() -> Message:
        return left.pop() if left else await receive()

    return replayed
