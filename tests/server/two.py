"""Two holders of tokens at one server: Yuki has everything that there is, Ken has a token."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx

from kasen.server.app import create_app
from kasen.server.context import ServerDeps

HERE = "http://127.0.0.1:8317"
PHRASE = "碾茶は覆いの下で育てられ、宇治では石臼で挽かれて抹茶になる。"
DOCUMENT = f"# 抹茶\n\n{PHRASE}\n\n宇治の茶園は鎌倉時代に始まったと伝えられる。\n".encode()
RULES = {"preset": "none"}


@dataclass
class Two:
    """What Yuki has, and both to ask with."""

    deps: ServerDeps
    yuki: httpx.AsyncClient
    ken: httpx.AsyncClient
    ids: dict[str, str] = field(default_factory=dict)
    """done, paused: runs; upload; kb; passage, artifact, document, thread."""
    said: list[tuple[str, bytes]] = field(default_factory=list)
    """Every answer that Yuki got: what was asked, headers and body."""

    async def run(self, client: httpx.AsyncClient, **given: Any) -> str:
        """Start a run by rules and wait until its attempt has ended."""
        answer = await client.post("/api/runs", json={"options": RULES, **given})
        assert answer.status_code == 201, answer.text
        run_id: str = answer.json()["id"]
        await self.deps.runner.wait(run_id)
        return run_id


@asynccontextmanager
async def two(deps: ServerDeps, *, only_runs: bool = False) -> AsyncIterator[Two]:
    """The world, with Yuki's things in it; `only_runs` for what needs no documents."""
    app = create_app(deps)
    said: list[tuple[str, bytes]] = []

    async def heard(response: httpx.Response) -> None:
        head = "\n".join(f"{name}: {value}" for name, value in response.headers.items())
        said.append((f"{response.request.method} {response.request.url}", head.encode() + await response.aread()))

    async with AsyncExitStack() as opened:
        clients = []
        for name in ("yuki", "ken"):
            token = deps.door.tokens.add(name)
            client = httpx.AsyncClient(
                transport=httpx.ASGITransport(app=app),
                base_url=HERE,
                headers={"authorization": f"Bearer {token}"},
                event_hooks={"response": [heard] if name == "yuki" else []},
            )
            clients.append(await opened.enter_async_context(client))
        world = Two(deps, clients[0], clients[1], said=said)
        await (_fill_runs if only_runs else _fill)(world)
        yield world


async def _fill(world: Two) -> None:
    yuki, ids = world.yuki, world.ids
    ids["upload"] = (await yuki.post("/api/uploads?name=抹茶.md", content=DOCUMENT)).json()["id"]
    ids["waiting"] = (await yuki.post("/api/uploads?name=もう一つ.md", content=DOCUMENT)).json()["id"]
    ids["kb"] = "お茶"
    ids["chat"] = "茶の話"
    await said(yuki, ids["chat"], "碾茶 覆い")
    assert (await yuki.post("/api/kb", json={"name": ids["kb"]})).status_code == 201
    added = await yuki.post("/api/kb/お茶/documents", json={"uploads": [ids["upload"]]})
    assert added.json()["added"] == 1, added.text
    ids["document"] = (await yuki.get("/api/kb/お茶/documents")).json()[0]["id"]
    request = {"question": "宇治の抹茶はどう作られるか", "docs": [f"upload:{ids['upload']}"], "kb": ["お茶"]}
    ids["done"] = await world.run(yuki, team="research", request=request)
    ids["passage"] = (await yuki.get(f"/api/runs/{ids['done']}/evidence")).json()["passages"][0]["id"]
    ids["artifact"] = "report.md"
    await _fill_runs(world)


async def _fill_runs(world: Two) -> None:
    """A run that has ended, where there is none yet, and one that waits."""
    ids = world.ids
    ids["thread"] = "yuki と茶"
    if "done" not in ids:
        ids["done"] = await world.run(world.yuki, team="echo", request={"text": "碾茶 覆い"})
    ids["paused"] = await world.run(
        world.yuki,
        team="echo",
        request={"text": "碾茶 覆い", "ask_first": True},
        options={**RULES, "thread": ids["thread"]},
    )
    ids["approval"] = "parts"


async def said(client: httpx.AsyncClient, chat: str, text: str) -> str:
    """Say something to the echo in a chat, and read the answer to its end; the stream as it came."""
    message = {"id": "m1", "role": "user", "parts": [{"type": "text", "text": text}]}
    answer = await client.post("/api/chat", json={"id": chat, "messages": [message], "team": "echo", "options": RULES})
    assert answer.status_code == 200, answer.text
    return answer.text
