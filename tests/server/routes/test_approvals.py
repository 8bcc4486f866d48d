from __future__ import annotations

from typing import Any

import httpx
import pytest
from sqlalchemy import update

from kasen.runtime.tables import RUNS
from kasen.server.context import ServerDeps

ASKS = {"team": "echo", "request": {"text": "山 川", "ask_first": True}, "options": {"preset": "none"}}


@pytest.fixture
async def paused(client: httpx.AsyncClient, deps: ServerDeps) -> str:
    """A run that waits for an answer, and whose attempt has ended."""
    run_id: str = (await client.post("/api/runs", json=ASKS)).json()["id"]
    await deps.runner.settled(run_id)
    return run_id


async def test_a_pause_says_what_it_asks_and_an_answer_carries_the_run_on(
    client: httpx.AsyncClient, deps: ServerDeps, paused: str
) -> None:
    shown = (await client.get(f"/api/runs/{paused}")).json()
    assert (shown["status"], shown["can_continue"]) == ("paused", True)
    (pause,) = shown["approvals"]
    assert (pause["name"], pause["question"], pause["answered"]) == ("parts", "この内容で書きますか。", False)
    answer = await client.post(f"/api/runs/{paused}/approvals/parts", json={"answer": pause["default"]})
    said = answer.json()
    assert (answer.status_code, said["going_on"], said["approval"]["answered_by"]) == (200, True, "web")
    await deps.runner.settled(paused)
    assert (await client.get(f"/api/runs/{paused}")).json()["status"] == "done"
    late = await client.post(f"/api/runs/{paused}/approvals/parts", json={"default": True})
    assert late.status_code == 409


@pytest.mark.parametrize("go_on", [True, False])
async def test_an_answered_run_that_this_server_cannot_carry_on_stays_paused(
    client: httpx.AsyncClient, deps: ServerDeps, paused: str, go_on: bool
) -> None:
    store = deps.runner.store
    await store.write(lambda c: c.execute(update(RUNS).values(state_version=2)))
    answer = await client.post(f"/api/runs/{paused}/approvals/parts", json={"default": True, "go_on": go_on})
    assert (answer.status_code, answer.json()["going_on"]) == (200, False)
    assert (await store.run(paused)).status == "paused"


async def test_who_was_second_is_told_who_was_first(client: httpx.AsyncClient, paused: str) -> None:
    first = {"default": True, "go_on": False}
    answer = await client.post(f"/api/runs/{paused}/approvals/parts", json=first)
    assert (answer.status_code, answer.json()["going_on"], answer.json()["run"]["status"]) == (200, False, "paused")
    second = await client.post(f"/api/runs/{paused}/approvals/parts", json=first)
    assert (second.status_code, "already answered by web" in second.json()["message"]) == (409, True)
    (kept,) = (await client.get(f"/api/runs/{paused}/approvals")).json()
    assert kept["answered"]


async def test_an_answer_at_the_very_moment_of_the_pause_is_not_lost(
    client: httpx.AsyncClient, deps: ServerDeps
) -> None:
    run_id = (await client.post("/api/runs", json=ASKS)).json()["id"]
    async for event in deps.runner.events(run_id):
        if event.type == "approval_asked":
            break
    answer = await client.post(f"/api/runs/{run_id}/approvals/parts", json={"default": True})
    assert (answer.status_code, answer.json()["going_on"]) == (200, True)
    await deps.runner.settled(run_id)
    assert (await client.get(f"/api/runs/{run_id}")).json()["status"] == "done"


@pytest.mark.parametrize(
    ("name", "given", "status", "said"),
    [
        ("none", {"default": True}, 404, "no approval `none`; waiting: parts"),
        ("parts", {}, 422, "give either `answer` or `default: true`"),
        ("parts", {"answer": 1, "default": True}, 422, "give either"),
        ("parts", {"answer": {"no": "such"}}, 422, "does not fit"),
        ("parts", {"answer": None}, 422, "does not fit"),
        ("parts", {"default": True, "by": "ken"}, 422, "by"),
    ],
)
async def test_an_answer_that_does_not_fit_is_refused_and_the_pause_stays_open(
    client: httpx.AsyncClient, paused: str, name: str, given: dict[str, Any], status: int, said: str
) -> None:
    answer = await client.post(f"/api/runs/{paused}/approvals/{name}", json=given)
    assert (answer.status_code, said in answer.text) == (status, True), answer.text
    assert (await client.get(f"/api/runs/{paused}/approvals")).json()[0]["answered"] is False
