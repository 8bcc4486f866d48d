"""The door of the server as ASGI middleware: names, pages, tokens, streams, headers. It buffers nothing."""

from __future__ import annotations

import asyncio
import re
from collections.abc import MutableMapping
from contextlib import suppress
from typing import Any
from urllib.parse import unquote_to_bytes

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kasen.server.caller import Caller
from kasen.server.door import Door, Shown
from kasen.server.errors import Rejected, problem
from kasen.server.hosts import SAME, check_page
from kasen.server.streams import Streams, is_stream

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
METHODS = SAFE | {"POST", "PUT", "PATCH", "DELETE"}
VERSIONS = frozenset({"1.0", "1.1", "2"})
HEADER_BYTES = 16 * 1024
HEADERS = 100
TARGET_BYTES = 8 * 1024
OPEN = frozenset({"/healthz", "/api/session"})
"""Asked without a token, by whichever method."""
CLOSED = re.compile(r"/(api|metrics|openapi\.json|mcp)(/|$)", re.IGNORECASE)
"""What needs a token; other paths are pages and files of the web application, the same for everybody, and only read."""
_ONCE = (b"host", b"origin", b"authorization", b"content-length", b"content-type", b"sec-fetch-site")
LINGER_S = 1.0
"""Seconds for which a body that nobody wants is read and dropped, so that its sender reads the answer."""
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")

PAGE_POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self'; "
    "font-src 'self'; connect-src 'self'; frame-src 'self'; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
"""Of the web application's own pages."""
DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox"
"""Of all that is no page, unless it brings its own."""
DRESS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),  # with `no-referrer` browsers send `Origin: null` with forms
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)


class Guard:
    """Lets a request through with `scope["caller"]`, or answers it with the status that says why not."""

    def __init__(self, app: ASGIApp, door: Door, streams: Streams) -> None:
        self.app = app
        self.door = door
        self.streams = streams

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        answer = Answer(scope, send)
        receive = answer.watching(receive)
        try:
            scope["caller"] = self._let_in(scope)
            if scope["method"] not in SAFE:
                self.streams.check()
            is_open = is_stream(scope["method"], scope["path"])
            with self.streams.slot(scope["caller"].owner) if is_open else self.streams.answering():
                await self._answer(scope, receive, answer)
        except Rejected as refused:
            if not answer.started:
                await refuse(refused, scope, receive, answer)

    async def _answer(self, scope: Scope, receive: Receive, answer: Answer) -> None:
        """Ask the application. What is cut off because the server stops ends whole: its client asks again."""
        try:
            await self.app(scope, receive, answer)
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if not self.streams.is_closing or task is None:
                raise
            task.uncancel()
            async with asyncio.timeout(1):
                await answer.end()

    def _let_in(self, scope: Scope) -> Caller:
        """Who calls. Raises Rejected with the status that says why not."""
        headers = _headers(scope)
        host = _one(headers, b"host")
        local = (scope.get("server") or ("",))[0]
        self.door.hosts.check(host or "", local, is_shared=self.door.is_shared)
        _check_target(scope)
        method, is_safe = scope["method"], scope["method"] in SAFE
        if method not in METHODS:
            raise Rejected(405, f"there is no method `{method[:20]}`")
        origin, site = _one(headers, b"origin"), _one(headers, b"sec-fetch-site")
        if not is_safe:
            check_page(origin, site, host or "")
        if _is_open(scope["path"], is_safe=is_safe):
            return Caller()
        found = self.door.find(_shown(headers, scope))
        if found.ambient and not _is_visit(headers, is_safe=is_safe):
            check_page(origin, site, host or "")
            if not is_safe and found.caller.is_outside and origin is None and site not in SAME:
                raise Rejected(403, "a request with a cookie must say which page it comes from")
        return found.caller


class Answer:
    """`send` with our headers on it; remembers how far the answer has come."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self._is_api = bool(CLOSED.match(scope["path"]))
        self._send = send
        self._is_read = not {name for name, _ in scope["headers"]} & {b"content-length", b"transfer-encoding"}
        self._receive: Receive | None = None
        self.started = False
        self.ended = False

    def watching(self, receive: Receive) -> Receive:
        """`receive` that notes when the body has come whole."""

        async def watched() -> Message:
            message = await receive()
            self._is_read = self._is_read or not message.get("more_body", False)
            return message

        self._receive = watched
        return watched

    async def __call__(self, message: Message) -> None:
        """Pass a message on. A connection on which a body still comes is closed after the answer, but not at once.

        Who writes to a closed one is reset and may never see the answer: a proxy makes 502 of it, and takes the
        server for one that is down.
        """
        if message["type"] == "http.response.start":
            self.started = True
            headers = dressed(message.get("headers", []), is_api=self._is_api, status=message["status"])
            message = {**message, "headers": headers if self._is_read else [*headers, (b"connection", b"close")]}
        elif message["type"] == "http.response.body":
            self.ended = not message.get("more_body", False)
            if self.ended and not self._is_read:
                await self._send({**message, "more_body": True})
                await self._drop_rest()
                message = {"type": "http.response.body", "body": b"", "more_body": False}
        await self._send(message)

    async def _drop_rest(self) -> None:
        """Read on until the body is whole, its sender has gone, or the time is over."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LINGER_S):
                while self._receive is not None and not self._is_read:
                    await self._receive()

    async def end(self) -> None:
        """The rest of an answer that is cut off. Raises Rejected (503) when nothing of it was sent."""
        if not self.started:
            raise Rejected(503, "the server is stopping", hint="Ask again when it is back.")
        if not self.ended:
            await self({"type": "http.response.body", "body": b"", "more_body": False})


def dressed(headers: Any, *, is_api: bool, status: int = 200) -> list[tuple[bytes, bytes]]:
    """The headers of an answer and ours, where it does not bring its own.

    What a browser has already keeps its policy: those of a 304 would take its place, and say of no page what it is.
    """
    given = [(bytes(name).lower(), bytes(value)) for name, value in headers]
    names = {name for name, _ in given}
    kind = next((value for name, value in given if name == b"content-type"), b"")
    policy = PAGE_POLICY if kind.startswith(b"text/html") and not is_api else DATA_POLICY
    ours = [*DRESS] if status == 304 else [*DRESS, (b"content-security-policy", policy.encode())]
    if is_api:
        ours.append((b"cache-control", b"no-store"))
    return [*given, *((name, value) for name, value in ours if name not in names)]


async def refuse(refused: Rejected, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer with the problem."""
    response = problem(refused)
    if refused.status == 401:
        response.headers["www-authenticate"] = "Bearer"
    if refused.status == 405:
        response.headers["allow"] = ", ".join(sorted(METHODS))
    await response(scope, receive, send)


def _headers(scope: Scope) -> MutableMapping[bytes, list[bytes]]:
    """Name → values. Raises Rejected: 431 for too much of them, 400 for what stands twice or says two things."""
    found: dict[bytes, list[bytes]] = {}
    for name, value in scope["headers"]:
        found.setdefault(name, []).append(value)
    if len(scope["headers"]) > HEADERS or sum(len(n) + len(v) + 4 for n, v in scope["headers"]) > HEADER_BYTES:
        raise Rejected(431, "the headers are larger than this server reads")
    for name in _ONCE:
        if len(found.get(name, [])) > 1:
            raise Rejected(400, f"the header `{name.decode()}` stands there twice")
    if b"content-length" in found and b"transfer-encoding" in found:
        raise Rejected(400, "a body has a length or comes in chunks, not both")
    return found


def _one(headers: MutableMapping[bytes, list[bytes]], name: bytes) -> str | None:
    values = headers.get(name)
    return values[0].decode("latin-1") if values else None


def _check_target(scope: Scope) -> None:
    """Raises Rejected: 414 for an endless address, 400 for one that means several things, 505 for a version."""
    raw, path = scope.get("raw_path") or scope["path"].encode(), scope["path"]
    if scope.get("http_version", "1.1") not in VERSIONS:
        raise Rejected(505, "this server speaks HTTP/1.1")
    if len(raw) + len(scope.get("query_string", b"")) > TARGET_BYTES:
        raise Rejected(414, "the address is longer than this server reads")
    try:
        unquote_to_bytes(raw).decode("utf-8")
    except UnicodeDecodeError:
        raise Rejected(400, "the address is not UTF-8") from None
    parts = path.replace("\\", "/").split("/")
    if not path.startswith("/") or ".." in parts or "." in parts or _CONTROL.search(path):
        raise Rejected(400, "the address is malformed")


def _is_open(path: str, *, is_safe: bool) -> bool:
    return path in OPEN or (is_safe and not CLOSED.match(path))


def _is_visit(headers: MutableMapping[bytes, list[bytes]], *, is_safe: bool) -> bool:
    """Somebody follows a link to here from elsewhere: they see the answer, the page with the link does not."""
    mode, kind = _one(headers, b"sec-fetch-mode"), _one(headers, b"sec-fetch-dest")
    return is_safe and mode == "navigate" and kind == "document"


def _shown(headers: MutableMapping[bytes, list[bytes]], scope: Scope) -> Shown:
    return Shown(
        authorization=_one(headers, b"authorization") or "",
        cookies=[value.decode("latin-1") for value in headers.get(b"cookie", [])],
        client=(scope.get("client") or ("",))[0],
    )
