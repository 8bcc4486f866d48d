"""The real package, led by a company's proxy to a page of results on this machine."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from urllib.parse import parse_qs

import pytest

from kasen.errors import ConfigurationError, Malformed, Offline, Retryable
from kasen.models.connection import DIRECT, Connection
from kasen.tools.search.ddgs import Ddgs
from models.company_network import Authority, Proxy, proxying, secured
from tools.search.site import TODAY, Page, Site, noon, search_for, site

HOST = "html.duckduckgo.com"
RESULT = '<div class="result body"><h2>{title}</h2><a href="{url}">{text}</a></div>'  # as its page is built, roughly


def results(*found: tuple[str, str, str]) -> Page:
    items = "".join(RESULT.format(title=title, url=url, text=text) for title, url, text in found)
    return Page(body=f"<html><body>{items}</body></html>".encode(), headers={"content-type": "text/html"})


@asynccontextmanager
async def engine(place: Path, *pages: Page) -> AsyncIterator[tuple[Site, Proxy, Connection]]:
    """DuckDuckGo on this machine; no other engine is reached."""
    authority = Authority(place)
    async with (
        site(*pages) as here,
        secured(here.port, authority.server(HOST)) as port,
        proxying({f"{HOST}:443": port}) as proxy,
    ):
        yield here, proxy, Connection(proxy=proxy.url, ca_bundle=str(authority.file))


async def test_results_are_snippets_without_a_date(tmp_path: Path) -> None:
    page = results(
        ("宇治茶の歴史", "https://www.example.com/uji", "宇治川の霧が茶葉を守る。"), ("x", "javascript:x", "y")
    )
    async with engine(tmp_path, page) as (here, proxy, connection):
        (hit,) = await Ddgs(connection, now=noon).find(search_for("宇治茶 歴史", lang="ja"))
        sent = parse_qs(here.asked[0].body.decode())
    assert (hit.source.title, hit.source.uri) == ("宇治茶の歴史", "https://www.example.com/uji")
    assert hit.passage.text == "宇治川の霧が茶葉を守る。"
    assert (hit.passage.snippet_by, hit.source.published) == ("ddgs", "")
    assert (sent["q"], sent["l"]) == (["宇治茶 歴史"], ["jp-jp"])
    assert "df" not in sent
    assert not any("wikipedia" in target or "grokipedia" in target for target in proxy.targets)


async def test_time_and_domains_are_asked_for_and_the_environment_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    want = search_for("tea", since=TODAY - timedelta(days=20), domains=["go.jp"])
    async with site(Page()) as evil, engine(tmp_path, results(("t", "https://a.go.jp/", "b"))) as (here, proxy, way):
        for name in ("HTTPS_PROXY", "ALL_PROXY", "DDGS_PROXY", "PRIMP_PROXY"):
            monkeypatch.setenv(name, evil.url)
        await Ddgs(way, now=noon).find(want)
        sent = parse_qs(here.asked[0].body.decode())
        assert evil.asked == []
    assert (sent["q"], sent["df"], sent["l"]) == (["tea site:go.jp"], ["m"], ["us-en"])
    assert not any("mojeek" in target for target in proxy.targets)


async def test_the_process_has_no_environment_to_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    python = tmp_path / "python"
    python.write_text(f"""#!/bin/sh\nexport > {tmp_path}/seen\necho '{{"results": []}}'\n""", encoding="utf-8")
    python.chmod(0o755)
    monkeypatch.setenv("HTTPS_PROXY", "http://127.0.0.1:9")
    assert await Ddgs(DIRECT, python=str(python)).find(search_for("tea")) == []
    seen = (tmp_path / "seen").read_text(encoding="utf-8")
    assert "PROXY" not in seen
    assert "HOME" not in seen


async def test_where_no_engine_is_reached_it_is_a_failure_without_addresses(tmp_path: Path) -> None:
    async with proxying({}) as proxy:
        with pytest.raises(Retryable, match="no search engine could be asked: the proxy") as caught:
            await Ddgs(Connection(proxy=proxy.url)).find(search_for("tea"))
        assert proxy.targets
    assert "http" not in str(caught.value)


async def test_the_process_is_gone_when_nobody_waits_for_it(tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    os.mkfifo(begun)
    python = tmp_path / "python"
    python.write_text(f"#!/bin/sh\necho $$ > {begun}\nexec sleep 60\n", encoding="utf-8")
    python.chmod(0o755)
    asking = asyncio.create_task(Ddgs(DIRECT, python=str(python)).find(search_for("tea")))
    number = int(await asyncio.to_thread(begun.read_text, encoding="utf-8"))
    asking.cancel()
    async with asyncio.timeout(20):
        with pytest.raises(asyncio.CancelledError):
            await asking
    assert not Path(f"/proc/{number}").exists()


@pytest.mark.parametrize(
    ("script", "error", "words"),
    [
        ("exit 3", Malformed, "exit 3"),
        ("echo nothing", Malformed, "no JSON"),
        ("""echo '{"results": 7}'""", Malformed, "list of results"),
        ("""echo '{"error": "timeout", "message": "x"}'""", Retryable, "in time"),
        (
            """echo '{"error": "failed", "message": "DNSError: error sending (https://a.example/) > DNS error"}'""",
            Offline,
            "^ddgs: there is no network: the names of search engines cannot be looked up$",
        ),
        (
            """echo '{"error": "failed", "message": "ConnectError: tcp connect error: refused (os error 111)"}'""",
            Retryable,
            "^ddgs: no search engine could be asked: none takes a connection$",
        ),
        ("""echo '{"error": "failed", "message": "odd"}'""", Retryable, "each failed in its own way"),
        ("""echo '{"error": "limited", "message": "202 https://user:pw@x.example/"}'""", Retryable, "202 …"),
    ],
)
async def test_whatever_the_process_does_it_is_one_of_our_errors(
    script: str, error: type[Exception], words: str, tmp_path: Path
) -> None:
    python = tmp_path / "python"
    python.write_text(f"#!/bin/sh\ncat > /dev/null\n{script}\n", encoding="utf-8")
    python.chmod(0o755)
    with pytest.raises(error, match=words):
        await Ddgs(DIRECT, python=str(python)).find(search_for("tea"))


def test_without_the_package_it_is_said_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ddgs", None)
    with pytest.raises(ConfigurationError, match="needs the package `ddgs`") as caught:
        Ddgs(DIRECT)
    assert "kasen[search]" in caught.value.hint
