from __future__ import annotations

import httpx
import pytest

from kasen.testing.object_store import gcs_server, s3_server


def test_the_gcs_server_keeps_lists_and_deletes() -> None:
    body = b'--x\nContent-Type: application/json\n\n{"name": "a.md"}\n--x\nContent-Type: text/plain\n\nwords\n--x--'
    with gcs_server() as store, httpx.Client(base_url=store.url) as http:
        head = {"Content-Type": 'multipart/related; boundary="x"'}
        made = http.post("/upload/storage/v1/b/b/o?uploadType=multipart", content=body, headers=head)
        assert (made.json()["size"], store.files, store.types) == ("5", {"b/a.md": b"words"}, {"b/a.md": "text/plain"})
        assert http.get("/download/storage/v1/b/b/o/a.md?alt=media").content == b"words"
        assert [one["name"] for one in http.get("/storage/v1/b/b/o?prefix=a").json()["items"]] == ["a.md"]
        assert [http.delete("/storage/v1/b/b/o/a.md").status_code for _ in range(2)] == [204, 404]
        assert http.get("/elsewhere").status_code == 404


def test_the_s3_server_keeps_lists_and_deletes() -> None:
    with s3_server() as store, httpx.Client(base_url=store.url) as http:
        http.put("/b/p/a.md", content=b"words", headers={"Content-Type": "text/plain"})
        assert (store.files, store.types) == ({"b/p/a.md": b"words"}, {"b/p/a.md": "text/plain"})
        part = http.get("/b/p/a.md", headers={"Range": "bytes=1-2"})
        assert (part.status_code, part.content, part.headers["Content-Range"]) == (206, b"or", "bytes 1-2/5")
        assert "<Key>p/a.md</Key>" in http.get("/b?list-type=2&prefix=p/").text
        assert [http.delete("/b/p/a.md").status_code for _ in range(2)] == [204, 204]
        assert "NoSuchKey" in http.get("/b/p/a.md").text


@pytest.mark.parametrize("server", [gcs_server, s3_server])
def test_a_server_fails_when_it_is_told_to(server: type) -> None:
    with server() as store, httpx.Client(base_url=store.url) as http:
        store.fail = [403]
        assert [http.head("/b/x").status_code for _ in range(2)] == [403, 404]
        store.down = True
        assert http.get("/b/x").status_code == 503
        assert store.calls == ["HEAD /b/x", "HEAD /b/x", "GET /b/x"]
