from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from kasen.server.context import ServerDeps

UJI = "# 宇治\n\n宇治の茶園は鎌倉時代に始まったと伝えられる。\n"


async def sent(client: httpx.AsyncClient, name: str, text: str) -> str:
    answer = await client.post(f"/api/uploads?name={name}", content=text.encode())
    return f"upload:{answer.json()['id']}"


@pytest.fixture
async def base(client: httpx.AsyncClient) -> str:
    """An empty knowledge base."""
    assert (await client.post("/api/kb", json={"name": "お茶"})).status_code == 201
    return "/api/kb/お茶"


async def test_documents_are_added_found_replaced_and_removed(client: httpx.AsyncClient, base: str) -> None:
    refs = [await sent(client, "宇治.md", UJI), await sent(client, "empty.md", " ")]
    added = (await client.post(f"{base}/documents", json={"uploads": refs})).json()
    assert (added["added"], added["kb"]["documents"]) == (1, 1)
    assert [one["name"] for one in added["skipped"]] == ["empty.md"]
    (hit,) = (await client.get(f"{base}/search", params={"q": "茶園はいつ"})).json()
    assert "鎌倉時代" in hit["passage"]["text"]
    newer = await sent(client, "宇治.md", UJI.replace("鎌倉", "室町"))
    assert (await client.post(f"{base}/documents", json={"uploads": [newer]})).json()["updated"] == 1
    (hit,) = (await client.get(f"{base}/search", params={"q": "茶園はいつ"})).json()
    assert "室町時代" in hit["passage"]["text"]
    listed = (await client.get(f"{base}/documents")).json()
    found = {one["name"]: one for one in listed}
    assert (found["宇治.md"]["status"], found["宇治.md"]["language"], found["empty.md"]["status"]) == (
        "indexed",
        "ja",
        "skipped",
    )
    file = Path(hit["source"]["uri"])
    assert file.exists()
    left = await client.delete(f"{base}/documents", params={"id": found["宇治.md"]["id"]})
    assert (left.status_code, left.json()["documents"], file.exists()) == (200, 0, False)
    assert (await client.get(f"{base}/search", params={"q": "茶園"})).json() == []


async def test_a_base_is_listed_reported_and_deleted_with_the_files_that_were_sent(
    client: httpx.AsyncClient, base: str, deps: ServerDeps
) -> None:
    await client.post(f"{base}/documents", json={"uploads": [await sent(client, "宇治.md", UJI)]})
    shown = (await client.get(base)).json()
    assert (shown["name"], shown["documents"], shown["passages"]) == ("お茶", 1, 1)
    assert [one["name"] for one in (await client.get("/api/kb")).json()] == ["お茶"]
    assert (await client.get(f"{base}/report")).json()["languages"] == {"ja": 1}
    assert (await client.delete(base)).status_code == 204
    assert not (deps.settings.home / "kb" / "お茶").exists()
    for path in ("", "/documents", "/report", "/search?q=a"):
        assert (await client.get(f"{base}{path}")).status_code == 404


async def test_this_machines_own_user_names_files_of_it_and_they_stay(
    client: httpx.AsyncClient, base: str, tmp_path: Path
) -> None:
    (tmp_path / "uji.md").write_text(UJI, encoding="utf-8")
    assert (await client.post(f"{base}/documents", json={"paths": [str(tmp_path)]})).json()["added"] == 1
    (found,) = (await client.get(f"{base}/documents")).json()
    await client.delete(f"{base}/documents", params={"id": found["id"]})
    assert (tmp_path / "uji.md").exists()
    missing = await client.post(f"{base}/documents", json={"paths": [str(tmp_path / "none")]})
    assert missing.status_code == 422


@pytest.mark.parametrize(
    ("method", "path", "given", "status"),
    [
        ("POST", "/api/kb", {"name": "お茶"}, 409),
        ("POST", "/api/kb", {"name": "../x"}, 422),
        ("POST", "/api/kb", {"name": ""}, 422),
        ("POST", "/api/kb", {"name": "a" * 65}, 422),
        ("POST", "/api/kb", {"name": "a/b"}, 422),
        ("POST", "/api/kb/お茶/documents", {}, 422),
        ("POST", "/api/kb/お茶/documents", {"uploads": ["upload:" + "0" * 32]}, 404),
        ("POST", "/api/kb/お茶/documents", {"uploads": ["../../etc/passwd"]}, 404),
        ("POST", "/api/kb/none/documents", {"uploads": []}, 404),
        ("DELETE", "/api/kb/お茶/documents?id=7", None, 404),
        ("DELETE", "/api/kb/お茶/documents?id=../x", None, 404),
        ("DELETE", "/api/kb/お茶/documents", None, 422),
        ("DELETE", "/api/kb/none", None, 404),
        ("DELETE", "/api/kb/%2e%2e", None, 400),
        ("GET", "/api/kb/お茶/search", None, 422),
        ("GET", "/api/kb/お茶/search?q=a&limit=0", None, 422),
        ("GET", "/api/kb/お茶/search?q=%22%20OR%201%3D1%20*", None, 200),
        ("GET", "/api/kb/none/search?q=a", None, 404),
    ],
)
async def test_what_cannot_be_is_refused(
    client: httpx.AsyncClient, base: str, method: str, path: str, given: Any, status: int
) -> None:
    answer = await client.request(method, path, json=given)
    assert answer.status_code == status, answer.text


async def test_what_mirrors_the_uploads_of_a_run_goes_with_the_run(client: httpx.AsyncClient, deps: ServerDeps) -> None:
    ref = await sent(client, "宇治.md", UJI)
    request = {"question": "宇治の茶園はいつ始まったか", "docs": [ref]}
    given = {"team": "research", "request": request, "options": {"preset": "none"}}
    run_id = (await client.post("/api/runs", json=given)).json()["id"]
    await deps.runner.settled(run_id)
    mirrored = list((deps.settings.home / "kb").iterdir())
    assert len(mirrored) == 1
    assert (await client.get("/api/kb")).json() == []
    await client.delete(f"/api/runs/{run_id}")
    assert list((deps.settings.home / "kb").iterdir()) == []


async def over(client: httpx.AsyncClient, base: str) -> list[dict[str, Any]]:
    """The readings of a base, when none is under way."""
    async with asyncio.timeout(60):
        while True:
            found: list[dict[str, Any]] = (await client.get(f"{base}/readings")).json()
            if all(one["outcome"] or one["problem"] for one in found):
                return found
            await asyncio.sleep(0.05)


async def test_a_reading_is_begun_told_and_forgotten(client: httpx.AsyncClient, base: str, deps: ServerDeps) -> None:
    refs = [await sent(client, "宇治.md", UJI), await sent(client, "empty.md", " ")]
    begun = await client.post(f"{base}/readings", json={"uploads": refs})
    assert (begun.status_code, begun.json()["files"], begun.json()["outcome"]) == (202, 2, None)
    (told,) = await over(client, base)
    assert told["id"] == begun.json()["id"]
    process = (await client.get(f"{base}/readings")).headers["Kasen-Process"]
    assert process == begun.headers["Kasen-Process"] == f"{process.split()[0]} {deps.readings.began}"
    assert (told["done"], told["total"]) == (2, 2)
    assert told["name"] in {"宇治.md", "empty.md"}
    assert (told["outcome"]["added"], told["problem"]) == (1, None)
    assert [one["name"] for one in told["outcome"]["skipped"]] == ["empty.md"]
    assert (await client.get(base)).json()["documents"] == 1
    assert (await client.delete(f"{base}/readings/{told['id']}")).status_code == 204
    assert (await client.get(f"{base}/readings")).json() == []
    assert (await client.delete(f"{base}/readings/{told['id']}")).status_code == 404


async def test_a_reading_of_what_is_not_there_does_not_begin(client: httpx.AsyncClient, base: str) -> None:
    assert (await client.post(f"{base}/readings", json={"uploads": ["upload:" + "0" * 32]})).status_code == 404
    assert (await client.post(f"{base}/readings", json={})).status_code == 422
    assert (await client.post("/api/kb/none/readings", json={"paths": ["/tmp"]})).status_code == 404
    assert (await client.get("/api/kb/none/readings")).status_code == 404
    assert (await client.get(f"{base}/readings")).json() == []


async def test_a_reading_that_fails_says_why(client: httpx.AsyncClient, base: str) -> None:
    await client.post(f"{base}/readings", json={"paths": ["/nowhere/tea.md"]})
    (told,) = await over(client, base)
    assert (told["outcome"], told["problem"]["error"]) == (None, "InputError")
    assert "/nowhere/tea.md" in told["problem"]["message"]


async def test_a_base_of_the_same_name_tells_no_readings_of_the_one_before(
    client: httpx.AsyncClient, base: str
) -> None:
    await client.post(f"{base}/readings", json={"uploads": [await sent(client, "宇治.md", UJI)]})
    await over(client, base)
    await client.delete(base)
    await client.post("/api/kb", json={"name": "お茶"})
    assert (await client.get(f"{base}/readings")).json() == []
