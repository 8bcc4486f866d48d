from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from kasen.runtime.local import open_runner
from kasen.server.caller import Caller
from kasen.server.context import ServerDeps
from kasen.server.veil import HIDDEN, Veil, Veils, is_text
from kasen.settings import Settings, load_settings
from server.two import RULES, Two, two

KEY = "sk-test-planted-0123456789"
PLANTED = {
    "openai_api_key": KEY,
    "compatible_base_url": "http://127.0.0.1:9/planted/v1",
    "searxng_url": "http://search.planted.internal:8888",
}


@pytest.fixture
async def world() -> AsyncIterator[Two]:
    """Callers of a server that was set up with a key and addresses."""
    settings = load_settings(**PLANTED)
    async with open_runner(settings) as runner, two(ServerDeps(runner=runner, settings=settings)) as made:
        yield made


def hidden_of(settings: Settings) -> list[str]:
    """What no answer to an outsider may hold."""
    package = str(Path(__file__).parents[2] / "src" / "kasen")
    return [KEY, "planted", str(settings.home), str(Path.cwd()), package, "127.0.0.1:9"]


async def test_no_answer_to_an_outsider_tells_a_key_an_address_or_a_path_of_the_server(world: Two) -> None:
    yuki, ids = world.yuki, world.ids
    words = f"{KEY} at http://127.0.0.1:9/planted/v1 in {world.deps.settings.home}/kasen.db"
    told = await world.run(yuki, team="echo", request={"text": words})
    failed = {"team": "research", "request": {"question": "茶とは"}, "options": RULES}
    gone = (await yuki.post("/api/runs", json=failed)).json()["id"]
    await world.deps.runner.settled(gone)
    described = (await yuki.get("/openapi.json")).json()["paths"]
    names = {"run_id": "", "name": ids["kb"], "team": "slides", "approval": "parts", "upload_id": ids["upload"]}
    for path in sorted(path for path, methods in described.items() if "get" in methods):
        for run_id in (ids["done"], ids["paused"], told, gone):
            real = path.replace("{name}", ids["artifact"]) if "artifacts" in path else path
            for name, value in {**names, "run_id": run_id}.items():
                real = real.replace(f"{{{name}}}", value)
            await yuki.get(real, params={"q": "茶"} if "search" in path else {})
    for run_id in (ids["done"], told):
        for one in (await yuki.get(f"/api/runs/{run_id}/artifacts")).json():
            assert (await yuki.get(one["url"])).status_code == 200
    await yuki.post("/api/runs", json={"team": "resume", "request": {"resume": f"upload:{ids['upload']}", "job": "x"}})
    await yuki.post("/api/runs", json={"team": "resume", "request": {"resume": "/etc/passwd"}})
    assert len(world.said) > 90
    for asked, answer in world.said:
        for word in hidden_of(world.deps.settings):
            for form in (word, json.dumps(word)[1:-1]):
                assert form.encode() not in answer, f"{asked} tells {word}"


async def test_streams_are_veiled_as_they_come(world: Two) -> None:
    answer = await world.yuki.get(f"/api/runs/{world.ids['done']}/events")
    assert "kb:" in answer.text or "upload:" in answer.text
    assert str(world.deps.settings.home) not in answer.text
    last = [line for line in answer.text.splitlines() if line.startswith("data: ")][-1]
    assert json.loads(last.removeprefix("data: "))["status"] == "done"


async def test_this_machines_own_user_is_told_where_things_are(deps: ServerDeps, client: httpx.AsyncClient) -> None:
    text = f"it lies in {deps.settings.home}"
    answer = await client.post("/api/runs", json={"team": "echo", "request": {"text": text}, "options": RULES})
    assert answer.json()["request"]["text"] == text


@pytest.mark.parametrize(
    ("said", "seen"),
    [
        ("{home}/uploads/yuki/0a/茶 の 本.pdf", "upload:0a/茶 の 本.pdf"),
        ("{home}/uploads/ken/0a/x.pdf", f"{HIDDEN}/uploads/ken/0a/x.pdf"),
        ("{home}/owners/yuki/kb/お茶/files/x.pdf", "kb:お茶/files/x.pdf"),
        ("{home}", HIDDEN),
        ("`{home}/kasen.db` is full", f"`{HIDDEN}/kasen.db` is full"),
        ("http://search.planted.internal:8888/search", f"{HIDDEN}/search"),
        ("search.planted.internal:8888 takes no connection", f"{HIDDEN} takes no connection"),
        (f"the key {KEY}", "the key [redacted]"),
        ("nothing of the kind", "nothing of the kind"),
        ("", ""),
    ],
)
def test_what_is_hidden_has_a_name_that_callers_know(tmp_path: Path, said: str, seen: str) -> None:
    home = tmp_path / "家 home"
    veil = Veil(load_settings(home=home, **PLANTED), "yuki")
    assert veil(said.format(home=home).encode()).decode() == seen
    inside = json.dumps({"a": said.format(home=home)})
    assert json.loads(veil(inside.encode())) == {"a": seen}


def test_bytes_that_are_no_text_pass_untouched_and_unread(tmp_path: Path) -> None:
    veil = Veils(load_settings(home=tmp_path)).of(Caller("yuki"))
    data = b"\x89PNG\xff\xfe" + bytes(range(256))
    assert veil(data) is data
    assert not any(map(is_text, ("image/png", "application/pdf", "application/octet-stream", "")))
    assert all(map(is_text, ("text/markdown; charset=utf-8", "application/json", "image/svg+xml", "APPLICATION/JSON")))
