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
