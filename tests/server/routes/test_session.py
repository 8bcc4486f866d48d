from __future__ import annotations

import httpx
import pytest

from kasen.server.context import ServerDeps
from kasen.server.sessions import COOKIE

HERE = "http://127.0.0.1:8317"


async def test_on_one_s_own_machine_nobody_signs_in(client: httpx.AsyncClient) -> None:
    shown = (await client.get("/api/session")).json()
    assert (shown["owner"], shown["shared"], shown["signed_in"]) == ("", False, True)
    assert shown["upload_bytes"] == 512 * 1024 * 1024
    answer = await client.post("/api/session", json={"token": "test-key"})
    assert (answer.status_code, answer.json()["message"]) == (409, "this server demands no token")


async def test_a_token_is_traded_for_a_cookie_that_no_script_reads(client: httpx.AsyncClient, deps: ServerDeps) -> None:
    token = deps.door.tokens.add("yuki")
    assert (await client.get("/api/session")).json()["signed_in"] is False
    answer = await client.post("/api/session", json={"token": token})
    assert (answer.status_code, answer.json()["owner"]) == (201, "yuki")
    cookie = answer.headers["set-cookie"]
    assert token not in cookie
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert "Secure" not in cookie
    shown = (await client.get("/api/session")).json()
    assert (shown["owner"], shown["shared"], shown["signed_in"]) == ("yuki", True, True)
    assert (await client.get("/openapi.json")).status_code == 200


async def test_behind_https_the_cookie_keeps_to_it(client: httpx.AsyncClient, deps: ServerDeps) -> None:
    token = deps.door.tokens.add("yuki")
    headers = {"host": "localhost", "origin": "https://localhost"}
    answer = await client.post("/api/session", json={"token": token}, headers=headers)
    assert "Secure" in answer.headers["set-cookie"]


async def test_signing_out_ends_the_session_not_only_the_cookie(client: httpx.AsyncClient, deps: ServerDeps) -> None:
    token = deps.door.tokens.add("yuki")
    await client.post("/api/session", json={"token": token})
    session = client.cookies[COOKIE]
    answer = await client.delete("/api/session")
    assert answer.status_code == 204
    assert COOKIE not in client.cookies
    assert deps.door.sessions.owner(session) is None
    assert (await client.delete("/api/session")).status_code == 204, "once more is no fault"


async def test_signing_in_again_ends_the_session_before(client: httpx.AsyncClient, deps: ServerDeps) -> None:
    token = deps.door.tokens.add("yuki")
    await client.post("/api/session", json={"token": token})
    before = client.cookies[COOKIE]
    await client.post("/api/session", json={"token": token})
    assert client.cookies[COOKIE] != before
    assert deps.door.sessions.owner(before) is None


@pytest.mark.parametrize("token", ["", "wrong", "yuki"])
async def test_a_wrong_token_gets_no_cookie(client: httpx.AsyncClient, deps: ServerDeps, token: str) -> None:
    deps.door.tokens.add("yuki")
    answer = await client.post("/api/session", json={"token": token})
    assert (answer.status_code, answer.json()["message"]) == (401, "there is no such token")
    assert "set-cookie" not in answer.headers
