"""What every provider over HTTP does, shown on one."""

from __future__ import annotations

import asyncio
import gzip
from pathlib import Path
from typing import Any

import pytest

from kasen.errors import ConfigurationError, KeyRefused, Malformed, ProviderError, Refused, Retryable
from kasen.models.connection import DIRECT, Connection
from kasen.tools.search.line import LARGEST, Line, read_json, results_in
from models.company_network import Authority, proxying, secured
from tools.search.site import Page, as_json, site

KEY = "tvly-test-0123456789"
HOST = "search.example"


def line(address: str, connection: Connection = DIRECT, **fields: Any) -> Line:
    return Line(name="tavily", address=address, connection=connection, key=KEY, setting="tavily_base_url", **fields)


@pytest.mark.parametrize(
    ("status", "error"),
    [
        (301, Refused), (400, Refused), (401, KeyRefused), (403, KeyRefused), (404, Refused), (408, Retryable),
        (429, Retryable), (500, Retryable), (503, Retryable), (204, Refused),
    ],
)  # fmt: skip
async def test_a_status_is_one_of_our_errors(status: int, error: type[ProviderError]) -> None:
    async with site(Page(status=status)) as here:
        with pytest.raises(error, match="tavily") as caught:
            await line(here.url).get("/search", {"q": "茶"})
    assert type(caught.value) is error


async def test_the_providers_words_are_told_without_the_key() -> None:
    said = {"detail": {"error": f"Slow\ndown, {KEY}!"}}
    async with site(as_json(said, 429, **{"retry-after": "7"})) as here:
        with pytest.raises(Retryable, match=r"answered 429: Slow down, \[redacted\]!") as caught:
            await line(here.url).get("/search", {})
    assert (caught.value.retry_after, caught.value.limited) == (7, True)


async def test_a_page_of_html_is_not_told() -> None:
    async with site(Page(status=502, body=b"<html>Bad gateway</html>")) as here:
        with pytest.raises(Retryable, match="answered 502: no reason given"):
            await line(here.url).get("/search", {})


async def test_a_redirect_is_not_followed_and_its_target_named() -> None:
    async with site(as_json({})) as other, site(Page(status=302, headers={"location": f"{other.url}/x?q=1"})) as here:
        with pytest.raises(Refused, match=f"redirects to {other.url}, which") as caught:
            await line(here.url).get("/search", {})
    assert other.asked == []
    assert "tavily_base_url" in caught.value.hint


async def test_an_answer_of_any_size_or_form_is_bounded() -> None:
    async with site(Page(body=b"x" * (LARGEST + 1))) as here:
        with pytest.raises(Refused, match="more than 4 MB"):
            await line(here.url).get("/search", {})
    bomb = gzip.compress(b"0" * 1000)
    async with site(Page(body=bomb, headers={"content-encoding": "gzip"})) as here:
        with pytest.raises(Refused, match="compresses"):
            await line(here.url).get("/search", {})
        assert here.asked[0].headers["accept-encoding"] == "identity"


async def test_a_server_that_is_not_there_is_asked_again_later() -> None:
    async with site(as_json({})) as here:
        gone = here.url
    with pytest.raises(Retryable, match=r"no connection to 127\.0\.0\.1:\d+"):
        await line(gone).get("/search", {})


@pytest.mark.parametrize("address", ["http://[::1", "http://exa\x00mple.com"])
async def test_an_address_that_cannot_be_used_is_said(address: str) -> None:
    with pytest.raises(ConfigurationError, match="address of tavily cannot be used"):
        await line(address).get("/search", {})


async def test_nothing_is_read_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    async with site(as_json({})) as evil, site(as_json({"ok": 1})) as here:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "TAVILY_HTTP_PROXY"):
            monkeypatch.setenv(name, evil.url)
        monkeypatch.setenv("TAVILY_API_KEY", "evil")
        await line(here.url).post("/search", {})
        assert evil.asked == []
        assert here.asked[0].headers["authorization"] == f"Bearer {KEY}"


async def test_a_provider_is_asked_through_the_proxy_and_by_its_certificate(tmp_path: Path) -> None:
    authority = Authority(tmp_path)
    async with (
        site(as_json({"ok": 1})) as here,
        secured(here.port, authority.server(HOST)) as port,
        proxying({f"{HOST}:443": port}) as proxy,
    ):
        connection = Connection(proxy=proxy.url, ca_bundle=str(authority.file))
        assert await line(f"https://{HOST}", connection).get("/search", {}) == b'{"ok": 1}'
        assert not any(KEY in head for head in proxy.heads)
        with pytest.raises(Refused, match="is not trusted"):
            await line(f"https://{HOST}", Connection(proxy=proxy.url)).get("/search", {})


def test_the_key_is_never_shown() -> None:
    assert KEY not in repr(line("http://127.0.0.1"))


async def test_one_line_serves_several_event_loops() -> None:
    async with site(as_json({})) as here:
        one = line(here.url)
        await asyncio.to_thread(lambda: [asyncio.run(one.get("/", {})) for _ in range(2)])
        assert len(here.asked) == 2


@pytest.mark.parametrize("body", [b"", b"<html>", b"[1]", b"null", b"\xff\xfe", b'{"a": ', b"[" * 100_000])
@pytest.mark.usefixtures("deep_stack")
def test_what_is_no_object_is_malformed(body: bytes) -> None:
    with pytest.raises(Malformed, match="searxng answered"):
        read_json("searxng", body)


@pytest.mark.parametrize("answer", [{}, {"results": None}, {"results": "x"}, {"results": {"0": {}}}])
def test_an_answer_without_a_list_of_results_is_malformed(answer: dict[str, Any]) -> None:
    with pytest.raises(Malformed, match="without a list of results"):
        results_in("searxng", answer)


def test_what_is_no_result_in_the_list_is_passed_over() -> None:
    assert results_in("searxng", {"results": [1, None, "x", {"url": "a"}, []]}) == [{"url": "a"}]
