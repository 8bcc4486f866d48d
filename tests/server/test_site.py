from __future__ import annotations

import asyncio
import dataclasses
import gzip
import os
from pathlib import Path

import httpx
import pytest

from kasen.server.app import create_app
from kasen.server.context import ServerDeps
from kasen.server.site import BLINK_S, Built, takes_gzip

HERE = "http://127.0.0.1:8317"
SCRIPT = "/assets/index-a1b2.js"


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    """A build as small as can be."""
    folder = tmp_path / "pages"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text(f"<!doctype html><script src={SCRIPT}></script>", encoding="utf-8")
    (folder / "icon.svg").write_text("<svg/>", encoding="utf-8")
    (folder / ".built").write_text("abc", encoding="utf-8")
    script = folder / SCRIPT[1:]
    script.write_text("console.log('お茶')", encoding="utf-8")
    script.with_name(f"{script.name}.gz").write_bytes(gzip.compress(script.read_bytes()))
    for name in ("a.css", "a.woff2", "a.js.map"):
        (folder / "assets" / name).write_bytes(b"x")
    (tmp_path / "secret.js").write_text("secret", encoding="utf-8")
    (folder / "linked.js").symlink_to(tmp_path / "secret.js")
    return folder


@pytest.fixture
def asking(deps: ServerDeps, pages: Path) -> httpx.AsyncClient:
    app = create_app(dataclasses.replace(deps, pages=pages))
    return httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url=HERE)


@pytest.mark.parametrize(
    "path", ["/", "/runs", "/runs/01ABC", "/chat", "/chat/x", "/kb", "/kb/v1.2", "/kb/%E8%8C%B6", "/models"]
)
async def test_a_path_of_the_application_gives_its_page(asking: httpx.AsyncClient, path: str) -> None:
    answer = await asking.get(path)
    assert (answer.status_code, SCRIPT in answer.text) == (200, True)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert "script-src 'self'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize("path", ["/nothing", "/runs/01ABC/more", "/Runs", "/apiary"])
async def test_at_other_paths_the_application_says_that_there_is_none(asking: httpx.AsyncClient, path: str) -> None:
    answer = await asking.get(path, headers={"if-none-match": (await asking.get("/")).headers["etag"]})
    assert (answer.status_code, SCRIPT in answer.text) == (404, True)


@pytest.mark.parametrize(
    "path",
    [
        "/assets",
        "/assets/",
        "/assets/gone.js",
        "/assets//index-a1b2.js",
        "/assets/index-a1b2.js.gz",
        "/assets/..%2f..%2fsecret.js",
        "/assets%2findex-a1b2.js/",
        "/.built",
        "/linked.js",
        "/secret.js",
        "/favicon.ico",
        "/site.py",
        "/api/nothing",
        "/API/nothing",
        "/mcp",
        "/metrics/x",
    ],
)
async def test_what_no_build_wrote_is_not_there(asking: httpx.AsyncClient, path: str) -> None:
    answer = await asking.get(path)
    assert answer.status_code in {400, 404}
    assert "secret" not in answer.text
    assert SCRIPT not in answer.text or path == "/assets"


@pytest.mark.parametrize(
    ("path", "kind", "cache"),
    [
        (SCRIPT, "text/javascript; charset=utf-8", "public, max-age=31536000, immutable"),
        ("/assets/a.css", "text/css; charset=utf-8", "public, max-age=31536000, immutable"),
        ("/assets/a.woff2", "font/woff2", "public, max-age=31536000, immutable"),
        ("/assets/a.js.map", "application/json", "public, max-age=31536000, immutable"),
        ("/icon.svg", "image/svg+xml", "no-cache"),
        ("/index.html", "text/html; charset=utf-8", "no-cache"),
    ],
)
async def test_a_file_says_what_it_is_and_how_long_it_holds(
    asking: httpx.AsyncClient, path: str, kind: str, cache: str
) -> None:
    answer = await asking.get(path)
    assert (answer.status_code, answer.headers["content-type"], answer.headers["cache-control"]) == (200, kind, cache)
    again = await asking.get(path, headers={"if-none-match": f'"other", W/{answer.headers["etag"]}'})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == answer.headers["etag"]
    assert "content-security-policy" in answer.headers
    assert "content-security-policy" not in again.headers, "it would take the place of the page's own"


async def test_a_file_comes_packed_to_whoever_takes_that(asking: httpx.AsyncClient) -> None:
    packed = await asking.get(SCRIPT, headers={"accept-encoding": "br, gzip;q=0.5"})
    plain = await asking.get(SCRIPT, headers={"accept-encoding": "br, gzip;q=0"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.text == plain.text == "console.log('お茶')"
    assert packed.headers["vary"] == plain.headers["vary"] == "accept-encoding"
    assert packed.headers["etag"] != plain.headers["etag"]
    assert "content-encoding" not in (await asking.get("/assets/a.css", headers={"accept-encoding": "gzip"})).headers


@pytest.mark.parametrize(
    ("header", "takes"),
    [
        ("gzip", True),
        ("deflate, GZIP", True),
        ("*", True),
        ("*;q=0.1", True),
        ("gzip;q=0.001", True),
        ("", False),
        ("br", False),
        ("gzip; q=0.00", False),
        ("*, gzip;q=0", False),
        ("xgzip", False),
    ],
)
def test_whether_gzip_is_taken(header: str, takes: bool) -> None:
    assert takes_gzip(header) is takes


async def test_head_gives_the_headers_and_other_methods_change_nothing(asking: httpx.AsyncClient) -> None:
    whole, head = await asking.get(SCRIPT), await asking.head(SCRIPT)
    assert head.content == b""
    assert head.headers == whole.headers
    assert (await asking.post("/runs")).status_code == 404
    assert (await asking.delete(SCRIPT)).status_code == 404


async def test_the_interface_keeps_its_own_refusals(asking: httpx.AsyncClient) -> None:
    assert (await asking.put("/api/runs")).status_code == 405
    missing = await asking.get("/api/nothing")
    assert (missing.status_code, missing.json()["error"]) == (404, "Rejected")
    assert (await asking.get("/api/teams", headers={"accept-encoding": "gzip"})).headers.get("content-encoding") is None
    assert not [path for path in (await asking.get("/openapi.json")).json()["paths"] if "asset" in path or path == "/"]


async def test_pages_need_no_token(asking: httpx.AsyncClient, deps: ServerDeps) -> None:
    deps.door.tokens.add("yuki")
    assert (await asking.get("/api/runs")).status_code == 401
    assert (await asking.get("/runs")).status_code == 200
    assert (await asking.get(SCRIPT)).status_code == 200


async def test_a_build_that_comes_later_is_served(asking: httpx.AsyncClient, pages: Path) -> None:
    first = await asking.get("/")
    (pages / "index.html").write_text("<!doctype html>another", encoding="utf-8")
    os.utime(pages / "index.html", ns=(1, 1))
    second = await asking.get("/", headers={"if-none-match": first.headers["etag"]})
    assert (second.status_code, second.text) == (200, "<!doctype html>another")


async def test_while_a_build_is_put_in_place_the_one_before_is_served(
    asking: httpx.AsyncClient, pages: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await asking.get("/")
    (pages / "index.html").write_text("<!doctype html>another", encoding="utf-8")
    os.utime(pages / "index.html", ns=(1, 1))

    def gone(folder: Path) -> dict[str, Built]:
        raise FileNotFoundError(folder / SCRIPT[1:])

    with monkeypatch.context() as patch:
        patch.setattr("kasen.server.site.built_files", gone)
        meanwhile = await asking.get("/")
    assert (meanwhile.status_code, meanwhile.text) == (200, first.text)
    assert (await asking.get("/")).text == "<!doctype html>another"


async def test_between_two_builds_the_one_before_is_served(asking: httpx.AsyncClient, pages: Path) -> None:
    first = await asking.get("/")
    pages.rename(pages.with_name("old"))
    assert (await asking.get("/")).text == first.text
    assert (await asking.get(SCRIPT)).status_code == 200


async def test_the_first_request_may_fall_between_two_builds(asking: httpx.AsyncClient, pages: Path) -> None:
    pages.rename(pages.with_name("next"))
    asked = asyncio.create_task(asking.get("/"))
    await asyncio.sleep(BLINK_S / 2)
    pages.with_name("next").rename(pages)
    assert SCRIPT in (await asked).text


async def test_without_a_build_the_page_says_how_to_make_one(
    asking: httpx.AsyncClient, pages: Path, deps: ServerDeps
) -> None:
    (pages / "index.html").unlink()
    answer = await asking.get("/runs/01ABC")
    assert answer.status_code == 200
    assert "make web" in answer.text
    assert 'lang="ja"' in answer.text
    assert (await asking.get("/nothing")).status_code == 404
    assert (await asking.get("/api/teams")).status_code == 200
