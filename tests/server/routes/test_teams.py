from __future__ import annotations

from typing import Any

import httpx
import pytest


async def test_teams_are_listed_with_all_that_a_form_needs(client: httpx.AsyncClient) -> None:
    teams = {team["name"]: team for team in (await client.get("/api/teams")).json()}
    assert set(teams) >= {"research", "resume", "slides"}
    assert "echo" not in teams, "it serves as a test"
    research = teams["research"]
    assert (research["argument"], research["default_mode"], research["pauses"]) == (
        "question",
        "auto",
        ["plan", "draft"],
    )
    assert research["modes"][0] == "auto"
    assert {"name": "planner", "tier": "reasoning"} in research["roles"]
    assert research["summary_ja"] != research["summary"]
    assert research["request"]["properties"]["docs"]["many"] is True
    assert teams["slides"]["files"] == ["template", "data", "docs", "logo", "deck"]
    assert [verb["name"] for verb in teams["slides"]["verbs"]]
    assert (await client.get("/api/teams/slides")).json() == teams["slides"]


@pytest.mark.parametrize("name", ["none", "..", "kasen.cli", "a b", "_", "％"])
async def test_a_team_that_is_not_there_is_not_found(client: httpx.AsyncClient, name: str) -> None:
    for path in (f"/api/teams/x{name}", f"/api/teams/x{name}/graph"):
        assert (await client.get(path)).status_code == 404
    assert (await client.post(f"/api/teams/x{name}/estimate", json={})).status_code == 404


async def test_a_graph_has_the_nodes_and_arrows_of_the_mode(client: httpx.AsyncClient) -> None:
    drawn = (await client.get("/api/teams/echo/graph")).json()
    assert (drawn["team"], drawn["mode"]) == ("echo", "echo")
    names = [node["id"] for node in drawn["nodes"]]
    assert (names[0], names[-1]) == ("__start__", "__end__")
    assert {(edge["source"], edge["target"]) for edge in drawn["edges"]} >= {("__start__", "planner")}
    assert all({edge["source"], edge["target"]} <= set(names) for edge in drawn["edges"])
    assert any(edge["conditional"] for edge in drawn["edges"])
    for path, status in (("research/graph", 422), ("research/graph?mode=quick", 200), ("research/graph?mode=x", 404)):
        assert (await client.get(f"/api/teams/{path}")).status_code == status


@pytest.mark.parametrize(
    ("given", "status", "mode"),
    [
        ({"request": {"question": "宇治茶とは何か"}}, 200, "quick"),
        ({"mode": "deep"}, 200, "deep"),
        ({"request": {}}, 422, ""),
        ({"mode": "none"}, 404, ""),
        ({"mode": "deep", "options": {"preset": "none such"}}, 404, ""),
        ({"mode": "deep", "options": {"preset": "openai"}}, 200, "deep"),
    ],
)
async def test_an_estimate_says_what_a_run_may_take(
    client: httpx.AsyncClient, given: dict[str, Any], status: int, mode: str
) -> None:
    answer = await client.post("/api/teams/research/estimate", json=given)
    assert answer.status_code == status, answer.text
    if status == 200:
        shown = answer.json()
        assert (shown["mode"], len(shown["roles"]) > 3) == (mode, True)
        assert shown["usd"]["low"] <= shown["usd"]["high"]
    assert (await client.get("/api/runs")).json()["runs"] == []
