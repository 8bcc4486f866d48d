from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import httpx
import pytest

from kasen.server.app import create_app
from kasen.server.context import ServerDeps
from kasen.server.limits import ServerLimits

RULES = {"preset": "none"}


async def started(client: httpx.AsyncClient, deps: ServerDeps, text: str = "やまびこ", **more: Any) -> str:
    answer = await client.post("/api/runs", json={"team": "echo", "request": {"text": text}, "options": RULES, **more})
    assert answer.status_code == 201, answer.text
    run_id: str = answer.json()["id"]
    await deps.runner.settled(run_id)
    return run_id


@pytest.mark.parametrize(("text", "lang"), [("やまびこ やまびこ", "ja"), ("hello there", "en")])
async def test_a_run_is_started_worked_on_and_shown_whole(
    client: httpx.AsyncClient, deps: ServerDeps, text: str, lang: str
) -> None:
    run_id = await started(client, deps, text)
    shown = (await client.get(f"/api/runs/{run_id}")).json()
    assert (shown["status"], shown["lang"], shown["title"], shown["can_continue"]) == ("done", lang, text, False)
    assert shown["result"]["text"] == text
    assert {one["role"] for one in shown["costs"]["roles"]} >= {"planner", "worker"}
    assert (shown["approvals"], shown["runs"], shown["error"]) == ([], [], None)
    assert [(await client.get(one["url"])).status_code for one in shown["artifacts"]] == [200] * len(shown["artifacts"])


@pytest.mark.parametrize(
    ("given", "status", "said"),
    [
        ({"team": "none", "request": {}}, 404, "there is no team `none`"),
        ({"team": "echo", "request": {}}, 422, "`text`: is missing"),
        ({"team": "echo", "request": {"text": "  "}}, 422, "empty"),
        ({"team": "echo", "request": {"text": 3}}, 422, "must be a valid string"),
        ({"team": "echo", "request": []}, 422, "request"),
        ({"team": "echo", "request": {"text": "a"}, "mode": "none"}, 404, "no mode `none`"),
        ({"team": "echo", "request": {"text": "a"}, "options": {"preset": "none such"}}, 404, "none such"),
        ({"team": "echo", "request": {"text": "a"}, "options": {"budget_usd": -1}}, 422, "options.budget_usd"),
        ({"team": "echo", "request": {"text": "a"}, "options": {"steps": 1}}, 422, "options.steps"),
        ({"team": "echo", "request": {"text": "a"}, "options": {"interrupt_before": ["x"]}}, 404, "no node `x`"),
        ({"team": "echo", "request": {"text": "a"}, "options": {"continues": "01"}}, 404, "there is no run `01`"),
        ({"team": "echo", "request": {"text": "a"}, "owner": "ken"}, 422, "owner"),
        (
            {"team": "research", "request": {"question": "茶", "docs": ["/no/such/place"]}},
            422,
            "there is no file or folder",
        ),
        ({"team": "research", "request": {"question": "茶", "kb": ["none"]}}, 404, "there is no knowledge base `none`"),
        ({}, 422, "team"),
    ],
)
async def test_what_cannot_be_meant_is_refused_in_a_sentence(
    client: httpx.AsyncClient, given: dict[str, Any], status: int, said: str
) -> None:
    answer = await client.post("/api/runs", json=given)
    assert (answer.status_code, said in answer.text) == (status, True), answer.text
    assert set(answer.json()) == {"error", "message", "hint"}
    assert (await client.get("/api/runs")).json() == {"runs": [], "next": None}


async def test_runs_are_listed_page_by_page(client: httpx.AsyncClient, deps: ServerDeps) -> None:
    ids = [await started(client, deps, f"茶 {number}") for number in range(3)]
    first = (await client.get("/api/runs?limit=2&team=echo&status=done&q=茶")).json()
    second = (await client.get(f"/api/runs?limit=2&before={first['next']}")).json()
    assert [run["id"] for run in (*first["runs"], *second["runs"])] == ids[::-1]
    assert second["next"] is None
    for wrong in ("limit=0", "limit=x", "limit=1000", "before=" + "0" * 60):
        assert (await client.get(f"/api/runs?{wrong}")).status_code == 422


async def test_a_run_is_stopped_after_its_step_and_carried_on(client: httpx.AsyncClient, deps: ServerDeps) -> None:
    answer = await client.post("/api/runs", json={"team": "echo", "request": {"text": "a b"}, "options": RULES})
    run_id = answer.json()["id"]
    assert (await client.post(f"/api/runs/{run_id}/stop")).status_code == 202
    await deps.runner.settled(run_id)
    shown = (await client.get(f"/api/runs/{run_id}")).json()
    assert (shown["status"], shown["can_continue"]) == ("interrupted", True)
    assert (await client.post(f"/api/runs/{run_id}/stop")).status_code == 409
    assert (await client.post(f"/api/runs/{run_id}/continue")).status_code == 202
    await deps.runner.settled(run_id)
    assert (await client.get(f"/api/runs/{run_id}")).json()["status"] == "done"
    again = await client.post(f"/api/runs/{run_id}/continue", json={})
    assert (again.status_code, "nothing to continue" in again.json()["message"]) == (409, True)


async def test_a_run_is_cancelled_for_good_and_deleted_with_all_it_had(
    client: httpx.AsyncClient, deps: ServerDeps
) -> None:
    run_id = await started(client, deps, request={"text": "a b", "ask_first": True})
    cancelled = await client.post(f"/api/runs/{run_id}/cancel")
    assert (cancelled.status_code, cancelled.json()["status"]) == (200, "cancelled")
    assert (await client.post(f"/api/runs/{run_id}/cancel")).status_code == 409
    assert (await client.delete(f"/api/runs/{run_id}")).status_code == 204
    for path in ("", "/events", "/artifacts", "/evidence", "/approvals"):
        assert (await client.get(f"/api/runs/{run_id}{path}")).status_code == 404
    assert (await client.delete(f"/api/runs/{run_id}")).status_code == 404
    assert not deps.runner.store.folder(run_id).exists()


async def test_who_has_too_many_at_work_is_told_when_to_ask_again(deps: ServerDeps) -> None:
    small = replace(deps, limits=ServerLimits(runs_at_work=1, waiting_each=0))
    transport = httpx.ASGITransport(app=create_app(small))
    given = {"team": "echo", "request": {"text": "a b"}, "options": RULES}
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
        answers = await asyncio.gather(*(client.post("/api/runs", json=given) for _ in range(5)))
        statuses = sorted(answer.status_code for answer in answers)
        assert statuses == [201, 429, 429, 429, 429], "five at one instant get one place"
        refused = next(answer for answer in answers if answer.status_code == 429)
        assert refused.headers["retry-after"] == "10"
        run_id = next(answer.json()["id"] for answer in answers if answer.status_code == 201)
        await deps.runner.settled(run_id)
        assert (await client.post("/api/runs", json=given)).status_code == 201


async def test_a_follow_up_and_a_thread_go_on_from_what_was_said(client: httpx.AsyncClient, deps: ServerDeps) -> None:
    first = await started(client, deps)
    second = await started(client, deps, "もっと", options={**RULES, "continues": first})
    assert (await client.get(f"/api/runs/{second}")).json()["continues"] == first
    turn = await started(client, deps, "一", options={**RULES, "thread": "t"})
    after = await started(client, deps, "二", options={**RULES, "thread": "t"})
    assert (await client.get(f"/api/runs/{after}")).json()["continues"] == turn


async def test_uploads_live_as_long_as_the_runs_that_have_them(client: httpx.AsyncClient, deps: ServerDeps) -> None:
    upload = (await client.post("/api/uploads?name=茶.md", content="宇治の茶は香りが高い。".encode())).json()["id"]
    path = deps.uploads.look("", upload)
    cv = {"resume": f"upload:{upload}", "review_only": True}
    first, second = [
        (await client.post("/api/runs", json={"team": "resume", "request": cv, "options": RULES})).json()["id"]
        for _ in range(2)
    ]
    for run_id in (first, second):
        await deps.runner.settled(run_id)
    assert (await client.delete(f"/api/uploads/{upload}")).status_code == 409
    assert (await client.delete(f"/api/runs/{first}")).status_code == 204
    assert path.exists()
    assert (await client.delete(f"/api/runs/{second}")).status_code == 204
    assert not path.exists()


@pytest.mark.parametrize("name", ["usd", "tokens", "seconds", "calls"])
async def test_caps_have_the_names_of_the_settings_alone(
    client: httpx.AsyncClient, deps: ServerDeps, name: str
) -> None:
    """When a run is begun, shown and carried on; another name is refused and said."""
    run_id = await started(client, deps, "山", options={**RULES, f"budget_{name}": 7})
    shown = (await client.get(f"/api/runs/{run_id}")).json()["options"]
    assert (shown[f"budget_{name}"], name in shown) == (7, False)
    given = {"team": "echo", "request": {"text": "a"}, "options": {name: 7}}
    for path, body in (("/api/runs", given), (f"/api/runs/{run_id}/continue", {"options": {name: 7}})):
        answer = await client.post(path, json=body)
        assert (answer.status_code, f"`options.{name}`" in answer.text) == (422, True), answer.text
