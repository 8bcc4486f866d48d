from __future__ import annotations

from dataclasses import replace
from typing import Any

import httpx
import pytest

from kasen.server.app import create_app
from kasen.server.context import ServerDeps
from server.chat.talking import chunks, history, person, say

SDK = {
    "content-type": "text/event-stream",
    "cache-control": "no-cache",
    "x-vercel-ai-ui-message-stream": "v1",
    "x-accel-buffering": "no",
}


@pytest.mark.parametrize("path", ["/api/chat", "/api/chat/stream"])
async def test_both_addresses_answer_with_the_headers_of_the_sdk(client: httpx.AsyncClient, path: str) -> None:
    answer = await client.post(path, json={"id": "c", "messages": [person("hi")], "team": "echo"})
    assert {name: answer.headers[name] for name in SDK} == SDK
    assert chunks(answer)[-1] == {"type": "finish", "finishReason": "stop"}


@pytest.mark.parametrize("path", ["/api/chat/{}/stream", "/api/chat/stream/{}/stream"])
async def test_an_idle_chat_has_nothing_to_resume(client: httpx.AsyncClient, path: str) -> None:
    assert (await client.get(path.format("nobody"))).status_code == 204
    await say(client, "c", "words", team="echo")
    assert (await client.get(path.format("c"))).status_code == 204


@pytest.mark.parametrize(
    ("body", "part"),
    [
        ({}, "`id`"),
        ({"id": "c"}, "not a person's"),
        ({"id": "c", "messages": []}, "not a person's"),
        ({"id": "c", "messages": "x"}, "`messages`"),
        ({"id": "c", "messages": [1]}, "`messages.0`"),
        ({"id": ".."}, "`id`"),
        ({"id": "a/b"}, "`id`"),
        ({"id": "x" * 129}, "`id`"),
        ({"id": "c", "messages": [{"role": "user", "parts": []}]}, "empty"),
        (
            {"id": "c", "messages": [{"role": "user", "parts": [{"type": "text", "text": "x"}]}], "trigger": "x"},
            "`trigger`",
        ),
        (
            {
                "id": "c",
                "messages": [{"role": "user", "parts": [{"type": "text", "text": "x"}]}],
                "options": {"budget_usd": -1},
            },
            "budget_usd",
        ),
        (
            {
                "id": "c",
                "messages": [{"role": "user", "parts": [{"type": "text", "text": "x"}]}],
                "team": "echo",
                "request": {"lang": "fr"},
            },
            "`lang`",
        ),
        ({"id": "c", "messages": [{"role": "user", "parts": [{"type": "file", "url": "http://a/"}]}]}, "data URL"),
        ({"id": "c", "messages": [{"role": "user", "parts": [{"type": "text", "text": "x" * 20_001}]}]}, "20,000"),
    ],
)
async def test_a_body_that_cannot_be_meant_is_refused_with_a_sentence(
    deps: ServerDeps, client: httpx.AsyncClient, body: Any, part: str
) -> None:
    answer = await client.post("/api/chat", json=body)
    assert answer.status_code == 422, answer.text
    assert part in answer.json()["message"]
    assert await deps.conversations.chats.find("", "c") is None


async def test_a_team_or_an_answer_that_is_not_there_is_unknown(client: httpx.AsyncClient) -> None:
    gone = {"id": "c", "messages": [person("x")], "team": "nobody"}
    assert (await client.post("/api/chat", json=gone)).status_code == 404
    again = {"id": "c", "messages": [], "trigger": "regenerate-message", "messageId": "m"}
    assert (await client.post("/api/chat", json=again)).status_code == 404


@pytest.mark.parametrize("path", ["/api/chat/{}", "/api/chat/{}/stop"])
async def test_chats_that_are_not_there_are_unknown(client: httpx.AsyncClient, path: str) -> None:
    for name in ("nobody", "%20", "x" * 129):
        method = "POST" if path.endswith("stop") else "GET"
        assert (await client.request(method, path.format(name))).status_code == 404, name


async def test_chats_are_listed_shown_and_forgotten(client: httpx.AsyncClient) -> None:
    for name in ("a", "会話"):
        await say(client, name, f"words of {name}", team="echo")
    listed = (await client.get("/api/chat", params={"limit": 1})).json()
    assert [one["id"] for one in listed["chats"]] == ["会話"]
    more = (await client.get("/api/chat", params={"before": listed["next"]})).json()
    assert ([one["id"] for one in more["chats"]], more["next"]) == (["a"], None)
    assert (await history(client, "会話"))["title"] == "words of 会話"
    assert (await client.delete("/api/chat/会話")).status_code == 204
    assert (await client.delete("/api/chat/会話")).status_code == 404
    assert (await client.get("/api/chat/会話")).status_code == 404


async def test_a_chat_may_be_called_stream(client: httpx.AsyncClient) -> None:
    await say(client, "stream", "words", team="echo")
    assert (await client.get("/api/chat/stream")).json()["id"] == "stream"
    assert (await client.post("/api/chat/stream/stop")).json() == {"stopped": False}


async def test_nothing_is_stopped_where_nothing_is_under_way(client: httpx.AsyncClient) -> None:
    await say(client, "c", "words", team="echo")
    answer = await client.post("/api/chat/c/stop", json={"activeStreamId": "x", "assistantMessage": {"id": "m"}})
    assert answer.json() == {"stopped": False}


async def test_each_token_has_chats_of_its_own(deps: ServerDeps) -> None:
    tokens = {name: deps.door.tokens.add(name) for name in ("yuki", "ken")}
    app = create_app(replace(deps))
    transport = httpx.ASGITransport(app=app)
    asking = {
        name: httpx.AsyncClient(
            transport=transport, base_url="http://127.0.0.1:8317", headers={"authorization": f"Bearer {token}"}
        )
        for name, token in tokens.items()
    }
    found = await say(asking["yuki"], "c", "only hers", team="echo")
    assert (await asking["ken"].get("/api/chat/c")).status_code == 404
    assert (await asking["ken"].get("/api/chat/c/stream")).status_code == 204
    assert (await asking["ken"].post("/api/chat/c/stop")).status_code == 404
    assert (await asking["ken"].delete("/api/chat/c")).status_code == 404
    again = {"id": "c", "messages": [], "trigger": "regenerate-message", "messageId": found[0]["messageId"]}
    assert (await asking["ken"].post("/api/chat", json=again)).status_code == 404
    assert (await asking["ken"].get("/api/chat")).json()["chats"] == []
    assert (await history(asking["yuki"], "c"))["title"] == "only hers"
    for one in asking.values():
        await one.aclose()
