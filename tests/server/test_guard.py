from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import httpx
import pytest
from starlette.types import Receive, Scope, Send

from kasen.server.app import create_app
from kasen.server.context import ServerDeps
from kasen.server.door import Door
from kasen.server.guard import Guard, dressed
from kasen.server.limits import ServerLimits
from kasen.server.streams import Streams
from kasen.settings import load_settings

HERE = "http://127.0.0.1:8317"
App = Callable[[Scope, Receive, Send], Awaitable[None]]


async def hello(scope: Scope, _receive: Receive, send: Send) -> None:
    """Says who calls."""
    body = repr(scope["caller"].owner).encode()
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/plain")]})
    await send({"type": "http.response.body", "body": body})


def guarded(app: App = hello, limits: ServerLimits | None = None) -> Guard:
    return Guard(app, Door(load_settings()), Streams(limits or ServerLimits()))


async def ask(
    guard: Guard, method: str = "GET", path: str = "/api/runs", client: str = "127.0.0.1", **headers: str
) -> httpx.Response:
    transport = httpx.ASGITransport(app=guard, client=(client, 1))
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    async with httpx.AsyncClient(transport=transport, base_url=HERE) as asking:
        return await asking.request(method, path, headers=named)


async def test_without_tokens_this_machine_is_let_in_and_no_other() -> None:
    assert (await ask(guarded())).text == "''"
    assert (await ask(guarded(), client="::1")).status_code == 200
    stranger = await ask(guarded(), client="192.0.2.7")
    assert stranger.status_code == 401
    assert stranger.json()["message"] == "this server has no tokens and is for its own machine only"


async def test_a_token_is_demanded_as_soon_as_there_is_one_and_for_good() -> None:
    guard = guarded()
    assert (await ask(guard)).status_code == 200
    token = guard.door.tokens.add("yuki")
    refused = await ask(guard)
    assert (refused.status_code, refused.headers["www-authenticate"]) == (401, "Bearer")
    assert (await ask(guard, authorization=f"Bearer {token}")).text == "'yuki'"
    guard.door.tokens.remove("yuki")
    assert (await ask(guard, authorization=f"Bearer {token}")).status_code == 401
    assert (await ask(guard)).status_code == 401, "the last token is gone, the door stays closed"


@pytest.mark.parametrize("path", ["/api/runs", "/API/runs", "/metrics", "/openapi.json", "/api", "/mcp"])
async def test_what_belongs_to_callers_needs_a_token(path: str) -> None:
    guard = guarded()
    guard.door.tokens.add("yuki")
    assert (await ask(guard, path=path)).status_code == 401


@pytest.mark.parametrize("path", ["/healthz", "/api/session", "/", "/assets/app.js", "/runs/01ABC", "/apiary"])
async def test_pages_health_and_sign_in_need_none(path: str) -> None:
    guard = guarded()
    guard.door.tokens.add("yuki")
    assert (await ask(guard, path=path)).status_code == 200
    assert (await ask(guard, "POST", path)).status_code == (200 if path in {"/healthz", "/api/session"} else 401)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"origin": HERE}, 200),
        ({"origin": "http://127.0.0.1:9999"}, 403),
        ({"origin": "https://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": ""}, 403),
        ({"sec_fetch_site": "same-origin"}, 200),
        ({"sec_fetch_site": "none"}, 200),
        ({"sec_fetch_site": "same-site"}, 403),
        ({"sec_fetch_site": "cross-site"}, 403),
        ({"sec_fetch_site": "cross-site", "sec_fetch_mode": "navigate", "sec_fetch_dest": "document"}, 403),
    ],
)
async def test_no_page_of_another_address_changes_anything(headers: dict[str, str], status: int) -> None:
    for method in ("POST", "PUT", "PATCH", "DELETE"):
        assert (await ask(guarded(), method, **headers)).status_code == status


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"origin": "https://evil.example"}, 403),
        ({"sec_fetch_site": "cross-site"}, 403),
        ({"sec_fetch_site": "same-site", "sec_fetch_mode": "cors"}, 403),
        ({"sec_fetch_site": "cross-site", "sec_fetch_mode": "navigate", "sec_fetch_dest": "iframe"}, 403),
        ({"sec_fetch_site": "cross-site", "sec_fetch_mode": "navigate", "sec_fetch_dest": "document"}, 200),
    ],
)
async def test_no_page_of_another_address_reads_what_this_machine_may(headers: dict[str, str], status: int) -> None:
    assert (await ask(guarded(), **headers)).status_code == status


async def test_a_cookie_counts_only_where_a_page_of_ours_sends_it() -> None:
    guard = guarded()
    token = guard.door.tokens.add("yuki")
    cookie = f"kasen_session={guard.door.sessions.begin('yuki', token)}"
    assert (await ask(guard, cookie=cookie)).text == "'yuki'"
    assert (await ask(guard, "POST", cookie=cookie)).status_code == 403, "it does not say which page asks"
    assert (await ask(guard, "POST", cookie=cookie, origin=HERE)).status_code == 200
    assert (await ask(guard, "POST", cookie=cookie, sec_fetch_site="same-origin")).status_code == 200
    assert (await ask(guard, cookie=cookie, sec_fetch_site="same-site")).status_code == 403
    assert (await ask(guard, "POST", authorization=f"Bearer {token}")).status_code == 200, "no browser adds that alone"
    foreign = "https://evil.example"
    assert (await ask(guard, "POST", authorization=f"Bearer {token}", origin=foreign)).status_code == 403
    assert (await ask(guard, "POST", "/api/session", origin=foreign)).status_code == 403, "nor signs anybody in"
    assert (await ask(guard, authorization="Bearer wrong", cookie=cookie)).status_code == 401
    assert (await ask(guard, cookie=f"{cookie}; kasen_session=other")).status_code == 401


async def test_headers_are_on_every_answer_and_give_way_to_those_it_brings() -> None:
    for answer in (await ask(guarded()), await ask(guarded(), path="/"), await ask(guarded(), host="evil.example")):
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
    assert (await ask(guarded())).headers["cache-control"] == "no-store"
    assert "cache-control" not in (await ask(guarded(), path="/assets/app.js")).headers
    page = dict(dressed([(b"Content-Type", b"text/html; charset=utf-8")], is_api=False))
    assert b"script-src 'self'" in page[b"content-security-policy"]
    for elsewhere in (b"data:", b"blob:", b"*", b"http"):
        assert elsewhere not in page[b"content-security-policy"]
    own = dict(dressed([(b"Cache-Control", b"max-age=9"), (b"Content-Security-Policy", b"sandbox")], is_api=True))
    assert (own[b"cache-control"], own[b"content-security-policy"]) == (b"max-age=9", b"sandbox")


async def test_a_bug_is_told_as_a_problem_with_the_same_headers(deps: ServerDeps) -> None:
    app = create_app(deps)

    @app.get("/api/bug")
    async def bug() -> None:
        raise ZeroDivisionError

    transport = httpx.ASGITransport(app=app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url=HERE) as asking:
        answer = await asking.get("/api/bug")
    assert (answer.status_code, answer.json()["error"]) == (500, "InternalError")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "ZeroDivision" not in answer.text


class Endless:
    """A stream that says one thing and then waits."""

    def __init__(self) -> None:
        self.began = asyncio.Event()

    async def __call__(self, _scope: Scope, _receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/event-stream")]})
        await send({"type": "http.response.body", "body": b"data: 1\n\n", "more_body": True})
        self.began.set()
        await asyncio.Event().wait()


async def test_a_caller_has_so_many_streams_and_no_more() -> None:
    endless = Endless()
    guard = guarded(endless, ServerLimits(streams=5, streams_each=1))
    first = asyncio.create_task(ask(guard, path="/api/runs/X/events"))
    await endless.began.wait()
    refused = await ask(guard, path="/api/runs/Y/events")
    assert (refused.status_code, refused.json()["hint"]) == (429, "Close some.")
    first.cancel()
    await asyncio.wait({first})
    assert len(guard.streams) == 0, "a client that went away gives its place back"


async def test_when_the_server_stops_streams_end_whole_and_nothing_new_begins() -> None:
    endless = Endless()
    guard = guarded(endless)
    first = asyncio.create_task(ask(guard, path="/api/runs/X/events"))
    await endless.began.wait()
    guard.streams.close()
    answer = await first
    assert (answer.status_code, answer.text) == (200, "data: 1\n\n")
    assert (await ask(guard, path="/api/runs/X/events")).status_code == 503
    assert (await ask(guard, "POST", "/api/runs")).status_code == 503


async def test_a_stream_that_had_said_nothing_when_the_server_stops_says_so() -> None:
    began = asyncio.Event()

    async def silent(_scope: Scope, _receive: Receive, _send: Send) -> None:
        began.set()
        await asyncio.Event().wait()

    guard = guarded(silent)
    first = asyncio.create_task(ask(guard, path="/api/runs/X/events"))
    await began.wait()
    guard.streams.close()
    assert (await first).status_code == 503


async def test_what_does_not_end_by_itself_is_cut_when_the_server_stops() -> None:
    endless = Endless()
    guard = guarded(endless)
    first = asyncio.create_task(ask(guard, path="/api/teams"))
    await endless.began.wait()
    guard.streams.close()
    await asyncio.sleep(0)
    assert not first.done(), "it is no stream: it may end by itself"
    guard.streams.cut()
    assert (await first).text == "data: 1\n\n"


async def test_nothing_is_held_back_on_the_way_out() -> None:
    """Each piece has left before the next is made."""
    left: list[bytes] = []

    async def pieces(_scope: Scope, _receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        for number in range(3):
            await send({"type": "http.response.body", "body": b"%d" % number, "more_body": True})
            assert left[-1] == b"%d" % number
        await send({"type": "http.response.body", "body": b""})

    async def send(message: object) -> None:
        assert isinstance(message, dict)
        left.append(message.get("body", b""))

    async def receive() -> dict[str, object]:
        return {"type": "http.request", "body": b"", "more_body": False}

    scope = {
        "type": "http",
        "method": "GET",
        "path": "/api/runs",
        "raw_path": b"/api/runs",
        "query_string": b"",
        "headers": [(b"host", b"localhost")],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 1),
    }
    await guarded(pieces)(scope, receive, send)
    assert left == [b"", b"0", b"1", b"2", b""]
