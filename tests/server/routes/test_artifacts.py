from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from kasen.runtime.artifacts import RunArtifacts
from kasen.runtime.attempt import Attempt
from kasen.server.context import ServerDeps

PAGE = b"<html><script>fetch('/api/runs')</script><a href='https://a.example'>x</a></html>"
PICTURE = b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"


@pytest.fixture
async def made(client: httpx.AsyncClient, deps: ServerDeps) -> str:
    """A finished run with files of several kinds, one in two versions."""
    answer = await client.post("/api/runs", json={"team": "echo", "request": {"text": "a b"}, "options": {}})
    run_id: str = answer.json()["id"]
    await deps.runner.settled(run_id)
    kept = RunArtifacts(Attempt(deps.runner.store, run_id, (await deps.runner.store.run(run_id)).fence))
    await kept.write("報告.html", PAGE, "text/html")
    await kept.write("図.svg", PICTURE, "image/svg+xml")
    await kept.write("本文.md", "一".encode(), "text/markdown")
    await kept.write("本文.md", "一二三".encode(), "text/markdown")
    await kept.write("a.pdf", b"%PDF-1.7 " + bytes(500), "application/pdf")
    return run_id


async def test_a_file_is_read_whole_in_ranges_and_by_version(client: httpx.AsyncClient, made: str) -> None:
    url = f"/api/runs/{made}/artifacts/本文.md"
    latest = await client.get(url)
    assert (latest.text, latest.headers["content-type"]) == ("一二三", "text/markdown; charset=utf-8")
    assert latest.headers["content-disposition"].endswith("filename*=UTF-8''%E6%9C%AC%E6%96%87.md")
    assert (await client.get(f"{url}?version=1")).text == "一"
    part = await client.get(url, headers={"range": "bytes=3-5"})
    assert (part.status_code, part.text) == (206, "二")
    assert (await client.get(url, headers={"range": "bytes=900-"})).status_code == 416
    known = await client.get(url, headers={"if-none-match": latest.headers["etag"]})
    assert (known.status_code, known.content) == (304, b"")
    head = await client.head(url)
    assert (head.status_code, head.headers["content-length"], head.content) == (200, "9", b"")
    saved = await client.get(f"{url}?download=1")
    assert saved.headers["content-disposition"].startswith("attachment; ")
    several = await client.get(url, headers={"range": "bytes=0-2,6-8"})
    assert (several.status_code, "multipart/byteranges" in several.headers["content-type"]) == (206, True)


@pytest.mark.parametrize("name", ["報告.html", "図.svg"])
async def test_a_page_of_a_run_can_do_nothing(client: httpx.AsyncClient, made: str, name: str) -> None:
    answer = await client.get(f"/api/runs/{made}/artifacts/{name}")
    policy = answer.headers["content-security-policy"]
    assert answer.status_code == 200
    assert "default-src 'none'" in policy
    assert policy.endswith("; sandbox"), "allow-scripts and allow-same-origin are not given"
    assert "script-src" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "name",
    [
        "none.md",
        "..%2f..%2fkasen.db",
        "%2e%2e%2f%2e%2e%2fkasen.db",
        "本文.v2.md",
        "%2e%2e",
        "%00",
        "a%5c..%5cb",
        "x" * 301,
    ],
)
async def test_a_name_leads_nowhere_else(client: httpx.AsyncClient, made: str, name: str) -> None:
    answer = await client.get(f"/api/runs/{made}/artifacts/{name}")
    assert answer.status_code in {400, 404, 422}
    assert b"SQLite" not in answer.content


@pytest.mark.parametrize(("version", "status"), [("3", 404), ("-1", 422), ("x", 422), ("99999999999", 422), ("0", 200)])
async def test_a_version_that_is_not_there_is_refused(
    client: httpx.AsyncClient, made: str, version: str, status: int
) -> None:
    assert (await client.get(f"/api/runs/{made}/artifacts/本文.md?version={version}")).status_code == status


async def test_a_file_that_is_gone_from_the_disk_is_an_error_in_words(
    client: httpx.AsyncClient, deps: ServerDeps, made: str
) -> None:
    Path(deps.runner.store.folder(made) / "artifacts" / "図.svg").unlink()
    answer = await client.get(f"/api/runs/{made}/artifacts/図.svg")
    assert (answer.status_code, answer.json()["error"]) == (500, "StoreFailed")


async def test_evidence_holds_the_exact_words_of_what_a_run_may_cite(
    client: httpx.AsyncClient, deps: ServerDeps
) -> None:
    text = "宇治の茶園は鎌倉時代に始まったと伝えられる。"
    upload = (await client.post("/api/uploads?name=茶.md", content=text.encode())).json()["id"]
    request = {"question": "宇治の茶園はいつ始まったか", "docs": [f"upload:{upload}"]}
    given = {"team": "research", "request": request, "options": {"preset": "none"}}
    run_id = (await client.post("/api/runs", json=given)).json()["id"]
    await deps.runner.settled(run_id)
    whole = (await client.get(f"/api/runs/{run_id}/evidence")).json()
    (passage,), (source,) = whole["passages"], whole["sources"]
    assert (passage["text"], passage["source_id"], source["title"]) == (text, source["id"], "茶")
    assert passage["id"] in whole["claims"][0]["passage_ids"]
    for ids in (passage["id"], source["id"], f"x,{passage['id']}"):
        assert (await client.get(f"/api/runs/{run_id}/evidence?ids={ids}")).json()["passages"] == [passage]
    none = (await client.get(f"/api/runs/{run_id}/evidence?ids=psg_0")).json()
    assert none == {"sources": [], "passages": [], "claims": []}
