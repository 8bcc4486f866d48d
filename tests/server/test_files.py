from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kasen.server.errors import Rejected, problem
from kasen.server.files import file_headers, from_disk, from_memory, is_known, not_modified

DATA = bytes(range(200))
HEADERS = file_headers("図 1.png", "image/png", "tag", download=False)


@pytest.fixture(params=["disk", "memory"])
def client(request: pytest.FixtureRequest, tmp_path: Path) -> httpx.AsyncClient:
    """Asks for the same bytes, from a file or from memory."""
    (tmp_path / "a").write_bytes(DATA)

    async def answer(asked: Request) -> Response:
        if is_known(asked, "tag"):
            return not_modified(HEADERS)
        try:
            if request.param == "disk":
                return from_disk(asked, tmp_path / "a", "image/png", dict(HEADERS))
            return from_memory(asked, DATA, "image/png", dict(HEADERS))
        except Rejected as error:
            return problem(error)

    app = Starlette(routes=[Route("/", answer)])
    return httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://here")


@pytest.mark.parametrize(
    ("asked", "start", "end"),
    [("bytes=0-9", 0, 10), ("bytes=150-", 150, 200), ("bytes=-5", 195, 200), ("bytes=190-999", 190, 200)],
)
async def test_a_range_is_sent(client: httpx.AsyncClient, asked: str, start: int, end: int) -> None:
    answer = await client.get("/", headers={"range": asked})
    assert (answer.status_code, answer.content) == (206, DATA[start:end])
    assert answer.headers["content-range"] == f"bytes {start}-{end - 1}/200"
    assert answer.headers["content-length"] == str(end - start)


@pytest.mark.parametrize("asked", ["bytes=9-1", "bytes=a-b", "bytes=", "lines=1-2", "bytes=--1", "bytes=1-2-3", ""])
async def test_a_malformed_range_is_the_whole(client: httpx.AsyncClient, asked: str) -> None:
    answer = await client.get("/", headers={"range": asked})
    assert (answer.status_code, answer.content) == (200, DATA)


@pytest.mark.parametrize("asked", ["bytes=200-", "bytes=5000-6000", "bytes=-0"])
async def test_a_range_that_is_not_there_is_refused(client: httpx.AsyncClient, asked: str) -> None:
    answer = await client.get("/", headers={"range": asked})
    assert (answer.status_code, answer.json()["error"]) == (416, "Rejected")


async def test_a_range_of_another_version_is_the_whole(client: httpx.AsyncClient) -> None:
    answer = await client.get("/", headers={"range": "bytes=0-9", "if-range": '"older"'})
    assert answer.status_code == 200
    answer = await client.get("/", headers={"range": "bytes=0-9", "if-range": '"tag"'})
    assert answer.status_code == 206


@pytest.mark.parametrize(
    ("given", "status"), [('"tag"', 304), ('W/"tag"', 304), ('"a", "tag"', 304), ("*", 304), ('"a"', 200), ("tag", 200)]
)
async def test_what_the_client_has_is_not_sent_again(client: httpx.AsyncClient, given: str, status: int) -> None:
    answer = await client.get("/", headers={"if-none-match": given})
    assert (answer.status_code, answer.headers["etag"]) == (status, '"tag"')


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("報告 書.md", "inline; filename=\"__ _.md\"; filename*=UTF-8''%E5%A0%B1%E5%91%8A%20%E6%9B%B8.md"),
        ('a"b\\c.md', "inline; filename=\"a_b_c.md\"; filename*=UTF-8''a%22b%5Cc.md"),
        ("a\r\nb.md", "inline; filename=\"a__b.md\"; filename*=UTF-8''a%0D%0Ab.md"),
    ],
)
def test_a_name_in_any_language_is_said_in_ascii(name: str, said: str) -> None:
    assert file_headers(name, "text/markdown", "t", download=False)["content-disposition"] == said
    assert file_headers(name, "text/html", "t", download=True)["content-disposition"].startswith("attachment; ")


def test_only_pdf_is_shown_outside_of_a_sandbox() -> None:
    for kind in ("text/html", "image/svg+xml", "application/xhtml+xml", "text/xml", "image/png", "text/javascript"):
        policy = file_headers("a", kind, "t", download=False)["content-security-policy"]
        assert policy.endswith("; sandbox")
        assert "default-src 'none'" in policy
        assert "script" not in policy
    pdf = file_headers("a", "application/pdf", "t", download=False)["content-security-policy"]
    assert "sandbox" not in pdf
    assert "default-src 'none'" in pdf
