from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator
from typing import Any

import httpx

from kasen.runtime.runner import Runner
from runtime.engines.temporal.conftest import Installation, Process
from runtime.engines.temporal.following import ECHO, ended_right
from server.chat.talking import chunks, history, person, respond, words_of
from server.mcp.client import called, connected, text_of

TEA = "# Uji tea\n\nUji tea tastes good because the river fog of the Uji shields its leaves.\n"
ASKED = "Why does Uji tea taste good?"


async def test_a_client_goes_on_at_another_server_when_its_own_is_killed(
    installation: Installation, runner: Runner
) -> None:
    one, two = [installation.command("serve", "--port", "0") for _ in range(2)]
    await installation.worker(0.6).greets()
    seen = []
    async with httpx.AsyncClient(timeout=60) as client:
        answer = await client.post(f"{await at(one)}/api/runs", json={"team": "echo", "request": ECHO})
        assert answer.status_code < 300, answer.text
        run_id = answer.json()["id"]
        try:
            async for event in stream(client, await at(one), run_id, 0):
                seen.append(event)
                if len(seen) == 4:
                    one.kill()
        except httpx.HTTPError:
            pass
        assert one.code == -9
        async for event in stream(client, await at(two), run_id, seen[-1]["seq"]):
            seen.append(event)
    found = await ended_right(runner, [run_id])
    numbers = [event["seq"] for event in seen]
    assert numbers == sorted(set(numbers)), "none twice"
    assert set(numbers) >= {event.seq for event in found[run_id]}, "no gap"
    assert seen[-1]["type"] == "run_finished"
    assert {event["attempt"] for event in seen} == {1}, "the worker went on as if nothing had happened"


async def test_a_chat_begins_at_one_server_and_is_followed_answered_and_ended_at_another(
    installation: Installation, runner: Runner
) -> None:
    shared = {"KASEN_ARTIFACTS": (installation.folder / "shared").as_uri()}
    one, two = [installation.command("serve", "--port", "0", **shared) for _ in range(2)]
    worker = await installation.worker(0.1, **shared).greets()
    given: dict[str, Any] = {"id": "tea", "team": "echo", "request": {**ECHO, "ask_first": True}}
    given |= {"messages": [person("hello world")], "trigger": "submit-message"}
    async with (
        httpx.AsyncClient(base_url=await at(one), timeout=60) as here,
        httpx.AsyncClient(base_url=await at(two), timeout=60) as there,
    ):
        asked = chunks(await here.post("/api/chat", json=given))
        start, call = asked[0], next(chunk for chunk in asked if chunk["type"] == "tool-approval-request")
        assert (start["type"], asked[-1]["finishReason"]) == ("start", "tool-calls")
        ((run_id, status),) = {one["id"]: one["data"]["status"] for one in asked if one["type"] == "data-run"}.items()
        assert status == "paused"
        seen = [event async for event in stream(there, str(there.base_url), run_id, 0)]
        assert seen[-1]["type"] == "approval_asked"
        approved = respond(there, "tea", start["messageId"], call["approvalId"], approved=True)
        answering = asyncio.create_task(approved)
        while (await here.get(f"/api/runs/{run_id}")).json()["status"] == "paused":  # noqa: ASYNC110 - a worker ends it
            await asyncio.sleep(0.02)
        seen += [event async for event in stream(here, str(here.base_url), run_id, seen[-1]["seq"])]
        rest = chunks(await answering)
        assert rest[-1] == {"type": "finish", "finishReason": "stop"}, rest
        assert "hello world" in words_of(rest)
        resumed = await here.get("/api/chat/tea/stream")
        assert resumed.status_code == 204, "nothing is under way"
        kept = await history(here, "tea")
    found = await ended_right(runner, [run_id])
    numbers = [event["seq"] for event in seen]
    assert numbers == sorted(set(numbers)), "none twice"
    assert set(numbers) >= {event.seq for event in found[run_id]}, "no gap"
    assert "hello world" in str(kept["messages"][-1])
    assert worker.calls, "the worker drove it"


async def test_a_tool_of_mcp_is_driven_by_a_worker_its_pause_answered_and_its_result_given(
    installation: Installation, runner: Runner
) -> None:
    shared = {"KASEN_ARTIFACTS": (installation.folder / "shared").as_uri()}
    await installation.command("worker", **shared).greets()
    folder = installation.folder / "mcp"
    folder.mkdir()
    document = folder / "uji.md"
    document.write_text(TEA, encoding="utf-8")
    async with connected(folder, **installation.settings, **shared) as session:
        paused = await called(session, "research", question=ASKED, docs=[str(document)], approve=["plan"])
        assert not paused.is_error, text_of(paused)
        said = paused.structured_content or {}
        assert said["waits_for_person"] is True, said
        done = await called(session, "answer", run=said["run_id"], default=True)
        assert not done.is_error, text_of(done)
        assert (done.structured_content or {})["status"] == "done"
        assert "river fog" in text_of(done)
    (row,) = await runner.store.runs()
    assert (row.status, row.fence) == ("done", 2), "one attempt before the pause, one after it"


async def at(server: Process) -> str:
    found = re.search(r"http://[^ ]+:\d+", (await server.greets()).said)
    assert found, server.told
    return found[0]


async def stream(client: httpx.AsyncClient, server: str, run_id: str, after: int) -> AsyncIterator[dict[str, Any]]:
    headers = {"Last-Event-ID": str(after), "Accept": "text/event-stream"}
    async with (
        asyncio.timeout(60),
        client.stream("GET", f"{server}/api/runs/{run_id}/events", headers=headers) as lines,
    ):
        assert lines.status_code == 200
        async for line in lines.aiter_lines():
            if line.startswith("data:") and '"seq"' in line:
                yield json.loads(line.removeprefix("data:"))
