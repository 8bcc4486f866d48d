from __future__ import annotations

import httpx


async def test_models_say_what_answers_what_and_why(client: httpx.AsyncClient) -> None:
    shown = (await client.get("/api/models")).json()
    assert shown["preset"] == "none"
    assert "no usable key was found" in shown["why"]
    assert {row["team"] for row in shown["roles"]} >= {"research", "resume", "slides"}
    assert all(row["chain"] == ["rule"] for row in shown["roles"] if row["tier"] != "image")
    assert shown["presets"]["none"]["usable"]
    assert not shown["presets"]["openai"]["usable"]
    assert shown["prices"]["newest"] > "2025"


async def test_another_preset_is_looked_at_without_being_set(client: httpx.AsyncClient) -> None:
    shown = (await client.get("/api/models?preset=openai&team=research")).json()
    assert {row["team"] for row in shown["roles"]} == {"research"}
    first = shown["roles"][0]["models"][0]
    assert first["model"].startswith("openai:")
    assert "OPENAI_API_KEY" in first["lacks"]
    assert (await client.get("/api/models")).json()["preset"] == "none"


async def test_what_is_not_there_is_not_found(client: httpx.AsyncClient) -> None:
    for query in ("preset=none such", "team=none", "team=..", "preset=nobody:model"):
        assert (await client.get(f"/api/models?{query}")).status_code == 404, query
    assert (await client.get("/api/models?preset=" + "x" * 300)).status_code == 422
