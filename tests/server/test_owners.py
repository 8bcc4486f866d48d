"""Nothing of one caller is seen, answered, cancelled, deleted, read, searched, continued or guessed by another.

The table holds every route of the description: a new one fails here until it says how it keeps callers apart.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any, NamedTuple

import httpx
import pytest

from kasen.server.context import ServerDeps
from server.two import DOCUMENT, PHRASE, RULES, Two, said, two


class Try(NamedTuple):
    """What Ken asks with Yuki's names, and what he gets: a status, or a list that holds nothing of hers."""

    path: str
    status: int = 404
    json: Any = None
    holds: str = ""
    """For lists: what of the answer has to be empty; `.` for the answer itself."""


EVERYBODY = "the same for everybody, or about the caller alone"
RUN = "/api/runs/{done}"
PAUSED = "/api/runs/{paused}"
TRIES: dict[str, Try | str] = {
    "GET /healthz": EVERYBODY,
    "GET /metrics": EVERYBODY,
    "GET /api/session": EVERYBODY,
    "POST /api/session": EVERYBODY,
    "DELETE /api/session": EVERYBODY,
    "GET /api/teams": EVERYBODY,
    "GET /api/teams/{team}": EVERYBODY,
    "GET /api/teams/{team}/graph": EVERYBODY,
    "GET /api/models": EVERYBODY,
    "POST /api/uploads": EVERYBODY,
    "POST /api/kb": EVERYBODY,
    "DELETE /api/uploads/{upload_id}": Try("/api/uploads/{waiting}"),
    "POST /api/teams/{team}/estimate": Try(
        "/api/teams/research/estimate", json={"request": {"question": "茶とは", "docs": ["upload:{upload}"]}}
    ),
    "GET /api/runs": Try("/api/runs?q=抹茶", 200, holds="runs"),
    "POST /api/runs": Try(
        "/api/runs", json={"team": "research", "request": {"question": "続きは"}, "options": {"continues": "{done}"}}
    ),
    "GET /api/runs/{run_id}": Try(RUN),
    "DELETE /api/runs/{run_id}": Try(RUN),
    "POST /api/runs/{run_id}/cancel": Try(f"{PAUSED}/cancel"),
    "POST /api/runs/{run_id}/stop": Try(f"{PAUSED}/stop"),
    "POST /api/runs/{run_id}/continue": Try(f"{PAUSED}/continue", json={"options": {"yes": True}}),
    "GET /api/runs/{run_id}/events": Try(f"{RUN}/events"),
    "GET /api/runs/{run_id}/approvals": Try(f"{PAUSED}/approvals"),
    "POST /api/runs/{run_id}/approvals/{approval}": Try(f"{PAUSED}/approvals/parts", json={"default": True}),
    "GET /api/runs/{run_id}/artifacts": Try(f"{RUN}/artifacts"),
    "GET /api/runs/{run_id}/artifacts/{name}": Try(f"{RUN}/artifacts/{{artifact}}"),
    "GET /api/runs/{run_id}/evidence": Try(f"{RUN}/evidence?ids={{passage}}"),
    "POST /api/chat": "the caller makes the name up: see the test of two chats of one name",
    "GET /api/chat": Try("/api/chat", 200, holds="chats"),
    "GET /api/chat/{chat_id}": Try("/api/chat/{chat}"),
    "DELETE /api/chat/{chat_id}": Try("/api/chat/{chat}"),
    "GET /api/chat/{chat_id}/stream": Try("/api/chat/{chat}/stream", 204),
    "POST /api/chat/{chat_id}/stop": Try("/api/chat/{chat}/stop", json={}),
    "GET /api/kb": Try("/api/kb", 200, holds="."),
    "GET /api/kb/{name}": Try("/api/kb/{kb}"),
    "GET /api/kb/{name}/readings": Try("/api/kb/{kb}/readings"),
    "POST /api/kb/{name}/readings": Try("/api/kb/{kb}/readings", json={"uploads": ["{upload}"]}),
    "DELETE /api/kb/{name}/readings/{reading_id}": Try("/api/kb/{kb}/readings/{upload}"),
    "DELETE /api/kb/{name}": Try("/api/kb/{kb}"),
    "GET /api/kb/{name}/documents": Try("/api/kb/{kb}/documents"),
    "POST /api/kb/{name}/documents": Try("/api/kb/{kb}/documents", json={"uploads": ["{upload}"]}),
    "DELETE /api/kb/{name}/documents": Try("/api/kb/{kb}/documents?id={document}"),
    "GET /api/kb/{name}/search": Try("/api/kb/{kb}/search?q=抹茶"),
    "GET /api/kb/{name}/report": Try("/api/kb/{kb}/report"),
}


@pytest.fixture
async def world(deps: ServerDeps) -> AsyncIterator[Two]:
    """Yuki's things, and Ken."""
    async with two(deps) as made:
        yield made


@pytest.fixture
async def runs(deps: ServerDeps) -> AsyncIterator[Two]:
    """Yuki's runs, and Ken."""
    async with two(deps, only_runs=True) as made:
        yield made


def filled(value: Any, ids: dict[str, str]) -> Any:
    """A request with Yuki's names in it."""
    if isinstance(value, str):
        for name, id in ids.items():
            value = value.replace(f"{{{name}}}", id)
        return value
    if isinstance(value, dict):
        return {key: filled(inner, ids) for key, inner in value.items()}
    return [filled(inner, ids) for inner in value] if isinstance(value, list) else value


async def all_of(client: httpx.AsyncClient, ids: dict[str, str]) -> list[bytes]:
    """All that Yuki has, as it is answered now; what changes by being read is left out."""
    paths = (
        "/api/runs",
        RUN,
        PAUSED,
        f"{RUN}/evidence",
        f"{RUN}/artifacts/{{artifact}}",
        "/api/kb/{kb}/documents",
        "/api/chat/{chat}",
    )
    return [(await client.get(filled(path, ids))).content for path in (*paths, f"{PAUSED}/approvals", "/api/kb")]


async def test_ken_gets_nothing_of_yuki_over_any_route_and_changes_nothing(world: Two) -> None:
    described = (await world.ken.get("/openapi.json")).json()["paths"]
    routes = {f"{method.upper()} {path}" for path, methods in described.items() for method in methods}
    assert routes == set(TRIES) & routes, f"say how these keep callers apart: {sorted(routes - set(TRIES))}"
    before = await all_of(world.yuki, world.ids)
    for route in sorted(routes):
        found = TRIES[route]
        if isinstance(found, Try):
            await tried(world, route, found)
    assert await all_of(world.yuki, world.ids) == before
    assert world.deps.uploads.look("yuki", world.ids["waiting"]).read_bytes() == DOCUMENT


async def tried(world: Two, route: str, found: Try) -> None:
    method, path = route.split()[0], filled(found.path, world.ids)
    mine = await world.ken.request(method, path, json=filled(found.json, world.ids))
    assert mine.status_code == found.status, f"{route}: {mine.status_code} {mine.text[:300]}"
    for secret in (PHRASE, "抹茶.md", "碾茶"):
        assert secret not in mine.text, route
    if found.holds:
        assert (mine.json() if found.holds == "." else mine.json()[found.holds]) == [], route
        return
    nobodys = {name: _other(id) for name, id in world.ids.items()}
    other = await world.ken.request(method, filled(found.path, nobodys), json=filled(found.json, nobodys))
    assert _same(mine, world.ids) == _same(other, nobodys), f"{route} tells what exists"


def _other(id: str) -> str:
    """A name of the same form that nobody has."""
    return (
        "".join("1" if letter == "0" else "0" if letter.isdigit() else letter for letter in id)
        if id.isascii()
        else "紅茶"
    )


def _same(answer: httpx.Response, ids: dict[str, str]) -> tuple[int, str]:
    text = answer.text
    for id in ids.values():
        text = text.replace(id, "…")
    return answer.status_code, text


async def test_ids_are_not_guessed_from_their_beginning_or_their_case(runs: Two) -> None:
    done = runs.ids["done"]
    for guessed in (done[:6], done[:25], done.lower(), f"{done}/", "%", "_" * 26, "01"):
        assert (await runs.yuki.get(f"/api/runs/{guessed}")).status_code in {404, 400}, guessed
    assert (await runs.yuki.get(f"/api/runs/{done}")).status_code == 200


async def test_a_run_of_ken_reads_no_base_and_no_upload_of_yuki(world: Two) -> None:
    question = {"question": "抹茶はどう作られるか"}
    for docs in (f"upload:{world.ids['upload']}", f"upload:{world.ids['upload']}/抹茶.md"):
        given = {"team": "research", "request": {**question, "docs": [docs]}, "options": RULES}
        assert (await world.ken.post("/api/runs", json=given)).status_code == 404
    given = {"team": "research", "request": {**question, "kb": [world.ids["kb"]]}, "options": RULES}
    refused = await world.ken.post("/api/runs", json=given)
    assert refused.status_code == 404
    assert "there is no knowledge base `お茶`; there is: none" in refused.text


async def test_a_passage_of_yuki_is_not_evidence_of_kens_run(world: Two) -> None:
    mine = (await world.ken.post("/api/uploads?name=緑茶.md", content="緑茶は蒸して作る。".encode())).json()["id"]
    request = {"question": "緑茶はどう作られるか", "docs": [f"upload:{mine}"]}
    run_id = await world.run(world.ken, team="research", request=request)
    found = (await world.ken.get(f"/api/runs/{run_id}/evidence?ids={world.ids['passage']}")).json()
    assert found == {"sources": [], "passages": [], "claims": []}
    assert (await world.ken.get(f"/api/runs/{run_id}/evidence")).json()["passages"]


async def test_a_thread_of_the_same_name_is_another_thread(runs: Two) -> None:
    options = {**RULES, "thread": runs.ids["thread"]}
    run_id = await runs.run(runs.ken, team="echo", request={"text": "碾茶 覆い"}, options=options)
    assert run_id != runs.ids["paused"]
    shown = (await runs.ken.get(f"/api/runs/{run_id}")).json()
    assert (shown["status"], shown["continues"]) == ("done", "")


async def test_two_chats_of_one_name_are_two_chats(runs: Two) -> None:
    await said(runs.yuki, "茶", "碾茶 覆い")
    before = (await runs.yuki.get("/api/chat/茶")).json()
    assert "碾茶" not in await said(runs.ken, "茶", "煎茶")
    mine = (await runs.ken.get("/api/chat/茶")).text
    assert "煎茶" in mine
    assert "碾茶" not in mine
    assert (await runs.yuki.get("/api/chat/茶")).json() == before
    assert (await runs.ken.delete("/api/chat/茶")).status_code == 204
    assert (await runs.yuki.get("/api/chat/茶")).json() == before


async def test_this_machines_own_user_and_callers_do_not_see_each_other(runs: Two) -> None:
    own = await runs.deps.runner.start("echo", {"text": "own"})
    await runs.deps.runner.wait(own)
    assert (await runs.yuki.get(f"/api/runs/{own}")).status_code == 404
    assert own not in (await runs.yuki.get("/api/runs")).text
