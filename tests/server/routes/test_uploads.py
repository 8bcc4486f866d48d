from __future__ import annotations

import httpx
import pytest

from kasen.server.app import create_app
from kasen.server.context import ServerDeps
from kasen.server.limits import ServerLimits

HERE = "http://127.0.0.1:8317"


@pytest.mark.parametrize(
    "how",
    [
        {"content": "一行".encode(), "params": {"name": "資料.csv"}},
        {"content": "一行".encode(), "headers": {"name": "%E8%B3%87%E6%96%99.csv"}},
        {"files": {"file": ("資料.csv", "一行".encode(), "application/x-strange")}},
        {"files": {"whatever": ("../資料.csv", "一行".encode())}, "data": {"note": "hello"}},
    ],
)
async def test_a_file_comes_as_the_body_or_in_a_form(
    client: httpx.AsyncClient, deps: ServerDeps, how: dict[str, object]
) -> None:
    answer = await client.post("/api/uploads", **how)  # type: ignore[arg-type]
    assert answer.status_code == 201, answer.text
    found = answer.json()
    assert {name: found[name] for name in ("name", "size", "media_type")} == {
        "name": "資料.csv",
        "size": 6,
        "media_type": "text/csv",
    }
    assert deps.uploads.look("", found["id"]).read_text(encoding="utf-8") == "一行"


async def test_a_file_without_a_name_has_one(client: httpx.AsyncClient) -> None:
    assert (await client.post("/api/uploads", content=b"x")).json()["name"] == "file"


async def test_a_file_is_removed_by_whom_it_belongs_to(client: httpx.AsyncClient, deps: ServerDeps) -> None:
    mine, theirs = deps.door.tokens.add("yuki"), deps.door.tokens.add("mio")
    found = (await client.post("/api/uploads", content=b"x", headers={"authorization": f"Bearer {mine}"})).json()
    path = f"/api/uploads/{found['id']}"
    assert (await client.delete(path, headers={"authorization": f"Bearer {theirs}"})).status_code == 404
    assert (await client.delete(path, headers={"authorization": f"Bearer {mine}"})).status_code == 204
    assert (await client.delete(path, headers={"authorization": f"Bearer {mine}"})).status_code == 404


async def test_an_empty_file_is_refused_and_not_kept(client: httpx.AsyncClient, deps: ServerDeps) -> None:
    answer = await client.post("/api/uploads", files={"file": ("a.txt", b"")})
    assert (answer.status_code, answer.json()["message"]) == (422, "the file is empty")
    assert deps.uploads.waiting_bytes("") == 0


async def test_a_file_over_the_limit_is_refused_with_a_sentence(deps: ServerDeps) -> None:
    small = ServerDeps(runner=deps.runner, settings=deps.settings, limits=ServerLimits(upload_bytes=1000))
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=create_app(small)), base_url=HERE) as client:
        for how in ({"content": b"a" * 1001}, {"files": {"file": ("a", b"a" * 1001)}}):
            answer = await client.post("/api/uploads", **how)
            assert (answer.status_code, answer.json()["message"]) == (413, "the file is larger than 1000 bytes")
        assert (await client.post("/api/uploads", content=b"a" * 1000)).status_code == 201
    assert deps.uploads.waiting_bytes("") == 1000
