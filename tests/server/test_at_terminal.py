from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest
from sqlalchemy import update

from kasen.runtime.approvals import ask
from kasen.runtime.attempt import Attempt
from kasen.runtime.rows import Options, Question, RunRow
from kasen.runtime.tables import RUNS
from kasen.server.at_terminal import TerminalOnly, check_go_on, check_start, is_terminal_only
from kasen.server.chat.beginning import _known
from kasen.server.context import ServerDeps
from kasen.server.mcp.desk import Desk
from kasen.server.mcp.offered import public_teams
from kasen.server.teams_shown import team_shown
from kasen.team import load
from server.chat.talking import person

REQUEST = {"requirement": "A page that lists teas.", "repo": "/srv/teas"}
REFUSED = "team `code` runs commands on this machine: it is begun at the terminal there, never by a server"


async def left(deps: ServerDeps, status: str) -> RunRow:
    """A run of the team that was begun at the terminal, and that nobody works on."""
    given: dict[str, Any] = {"team": "code", "mode": "workflow", "title": "teas", "lang": "en", "request": REQUEST}
    store = deps.runner.store
    row = await store.create(**given, options=Options())
    attempt = Attempt(store, row.id, await store.claim(row.id))
    asked = Question(approval="go", question="Go on?", answer_schema={"type": "string"}, default="yes")
    if status == "paused":
        await ask(attempt, "one", asked, datetime.now(UTC))
    await attempt.write(lambda c: c.execute(update(RUNS).where(RUNS.c.id == row.id).values(status=status)))
    return await store.run(row.id)


def test_only_teams_that_say_so_are_driven_at_the_terminal_alone() -> None:
    check_start(load("research"))
    check_go_on("research", "01")
    assert is_terminal_only("code")
    assert not is_terminal_only("a team that is gone")
    with pytest.raises(TerminalOnly) as refused:
        check_start(replace(load("research"), terminal_only=True))
    assert refused.value.hint == "`kasen research --help` says how."


async def test_no_request_begins_it(client: httpx.AsyncClient, deps: ServerDeps) -> None:
    answer = await client.post("/api/runs", json={"team": "code", "request": REQUEST})
    assert (answer.status_code, answer.json()["error"]) == (403, "TerminalOnly")
    assert (answer.json()["message"], answer.json()["hint"]) == (REFUSED, "`kasen code --help` says how.")
    message = {"id": "c", "messages": [person("teas")], "trigger": "submit-message"}
    await client.post("/api/chat", json={**message, "team": "code", "request": REQUEST})
    assert (await client.get("/api/runs")).json()["runs"] == []


async def test_it_is_shown_and_not_carried_on(client: httpx.AsyncClient, deps: ServerDeps) -> None:
    row = await left(deps, "failed")
    shown = (await client.get(f"/api/runs/{row.id}")).json()
    assert (shown["terminal_only"], shown["can_continue"]) == (True, True)
    answer = await client.post(f"/api/runs/{row.id}/continue")
    assert (answer.status_code, answer.json()["hint"]) == (403, f"`kasen runs continue {row.id}`")
    assert await deps.runner.store.run(row.id) == row


async def test_the_answer_to_its_pause_is_kept_until_it_is_carried_on_at_the_terminal(
    client: httpx.AsyncClient, deps: ServerDeps
) -> None:
    row = await left(deps, "paused")
    answer = await client.post(f"/api/runs/{row.id}/approvals/go", json={"default": True})
    assert (answer.status_code, answer.json()["going_on"]) == (200, False)
    assert answer.json()["approval"]["answer"] == "yes"
    assert (await deps.runner.store.run(row.id)).fence == row.fence
    assert not deps.runner.driven


async def test_no_tool_begins_it_or_carries_it_on(deps: ServerDeps) -> None:
    desk = Desk(deps.runner, deps.settings)

    async def deaf(_number: int, _words: str) -> None:
        """Listens to nothing."""

    with pytest.raises(TerminalOnly):
        await desk.call("code", REQUEST, deaf)
    for status in ("failed", "paused"):
        row = await left(deps, status)
        calls = {"failed": ("continue", {}), "paused": ("answer", {"default": True})}
        name, arguments = calls[status]
        with pytest.raises(TerminalOnly):
            await desk.call(name, {"run": row.id, **arguments}, deaf)
        assert (await deps.runner.store.run(row.id)).fence == row.fence


def test_nobody_is_offered_it_where_it_could_not_be_begun() -> None:
    assert "code" not in {team.name for team in public_teams()}
    assert "code" not in {team["name"] for team in _known("en")}
    assert team_shown("code").terminal_only
    assert not team_shown("research").terminal_only
