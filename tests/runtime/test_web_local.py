from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from kasen.errors import ConfigurationError, InputError
from kasen.models.access import access_of
from kasen.runtime.local import open_runner
from kasen.runtime.rows import Options
from kasen.runtime.web_local import LocalWeb
from kasen.settings import Settings, load_settings
from kasen.testing.mcp_server import command
from kasen.tools.addresses import Addresses
from kasen.tools.chromium import BROWSERS
from kasen.tools.fetch.page import Page, Unfetched
from tools.fetch.certificates import server_and_client
from tools.fetch.site import Answer, site

ARTICLE = """<!doctype html><html lang="{lang}"><head><title>{title}</title></head><body><article>
<h1>{title}</h1><p>{text}</p></article></body></html>"""
PAGES = {
    "/uji": ARTICLE.format(
        lang="en",
        title="Tea of Uji",
        text="Uji became the centre of Japanese tea in the 13th century because its mist and its soil suit the tea "
        "bush well. The shogun Ashikaga Yoshimitsu had gardens planted at Uji in the 14th century.",
    ),
    "/sencha": ARTICLE.format(
        lang="ja",
        title="煎茶",
        text="1738年に宇治田原の永谷宗円が蒸した茶葉を揉みながら乾かす製法を広めた。"
        "宇治の茶は江戸で売られ、製法は一世代のうちに全国へ広まった。",
    ),
}
QUESTION = "Why did Uji become the centre of Japanese tea?"


class World:
    """A search engine like SearXNG and the pages that it leads to, on one port; `asked` holds paths in order."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        world = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *_: object) -> None: ...

            def do_GET(self) -> None:
                world.asked.append(self.path)
                status, kind, body = world.answer(urlsplit(self.path).path, self.path)
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]

    def url(self, path: str = "") -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    def answer(self, path: str, whole: str) -> tuple[int, str, bytes]:
        if path == "/search":
            assert parse_qs(urlsplit(whole).query)["format"] == ["json"]
            results = [{"url": self.url(page), "title": page, "content": "Tea …"} for page in (*PAGES, "/gone")]
            return 200, "application/json", json.dumps({"results": results}).encode()
        if path in PAGES:
            return 200, "text/html; charset=utf-8", PAGES[path].encode()
        return 404, "text/plain", b""

    def taken(self) -> list[str]:
        """Paths asked for since the last time, in alphabetical order."""
        taken, self.asked = self.asked, []
        return sorted(path.partition("?")[0] for path in taken)


@contextmanager
def serving() -> Iterator[World]:
    world = World()
    thread = threading.Thread(target=world.server.serve_forever, daemon=True)
    thread.start()
    try:
        yield world
    finally:
        world.server.shutdown()
        world.server.server_close()
        thread.join()


def settings_of(home: Path, **given: Any) -> Settings:
    return Settings(home=home, preset="none", **given)


def web_of(settings: Settings, **more: Any) -> LocalWeb:
    return LocalWeb(settings, access_of(settings), **more)


def test_nothing_is_opened_before_it_is_asked(clean_environment: Path) -> None:
    script = (
        "import sys\nfrom kasen.settings import load_settings\nfrom kasen.models.access import access_of\n"
        "from kasen.runtime.web_local import LocalWeb\nsettings = load_settings(search='tavily,arxiv')\n"
        "web = LocalWeb(settings, access_of(settings))\n"
        "heavy = ('rapidfuzz', 'kasen.tools.search.merged', 'kasen.tools.fetch.fetcher', 'tavily', 'trafilatura')\n"
        "print(web.search.name, [name for name in heavy if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "tavily+arxiv []"


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ({"search": ["none"]}, None),
        ({"tavily_api_key": "tvly-test-0123456789"}, "tavily"),
        ({"search": ["google:gemini-9", "arxiv"]}, "google:gemini-9+arxiv"),
    ],
)
def test_the_search_has_the_name_of_what_would_be_asked(given: dict[str, Any], name: str | None) -> None:
    search = web_of(settings_of(Path("/nowhere"), **given)).search
    assert (search.name if search else None) == name


async def test_a_run_that_would_search_does_not_begin_without_the_key_that_its_settings_need(home: Path) -> None:
    settings = settings_of(home, search=["arxiv", "tavily"])
    async with open_runner(settings) as runner:
        with pytest.raises(ConfigurationError, match="TAVILY_API_KEY"):
            await runner.start("research", {"question": QUESTION})
        assert await runner.store.runs() == [], "nothing was recorded"
        run_id = await runner.start("echo", {"text": "does not search"})
        assert (await runner.wait(run_id)).status == "done"
        (home / "docs").mkdir()
        (home / "docs" / "uji.md").write_text("Uji is the centre of Japanese tea.", encoding="utf-8")
        request = {"question": QUESTION, "docs": [str(home / "docs")]}
        local = await runner.start("research", request, options=Options(local_only=True))
        assert (await runner.wait(local)).status == "done"


async def test_what_the_settings_do_not_name_is_no_reason_not_to_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ddgs", None)
    web = web_of(Settings())
    web.check()
    assert web.search is None


async def test_pages_of_this_machine_are_read_where_the_policy_allows_their_port_only(home: Path) -> None:
    with serving() as world, serving() as other:
        strict, allowing = (
            web_of(settings_of(home), addresses=addresses)
            for addresses in (None, Addresses(allow=[("127.0.0.1", world.port)]))
        )
        refused = await strict.fetch.fetch(world.url("/uji"))
        assert isinstance(refused, Unfetched)
        assert refused.kind == "address"
        page = await allowing.fetch.fetch(world.url("/uji"))
        assert isinstance(page, Page)
        assert "Ashikaga Yoshimitsu" in page.text
        assert isinstance(await allowing.fetch.fetch(other.url("/uji")), Unfetched)
        assert other.asked == []
        for web in (strict, allowing):
            await web.close()


async def test_authorities_of_the_settings_are_trusted_for_pages_too(tmp_path: Path) -> None:
    server, _ = server_and_client(tmp_path, "company.example.org")
    async with site({"/": Answer(PAGES["/uji"])}, tls=server) as company:
        for bundle, kind in ((str(tmp_path / "certificate.pem"), Page), ("", Unfetched)):
            web = web_of(load_settings(home=tmp_path, ca_bundle=bundle), addresses=company.addresses())
            found = await web.fetch.fetch(f"https://company.example.org:{company.port}/", typed=True)
            assert isinstance(found, kind), found
            await web.close()


# A whole run, through the command line


async def test_a_server_that_was_started_to_search_ends_with_the_web_of_the_process(home: Path) -> None:
    settings = settings_of(home, search=["mcp:docs"], mcp={"docs": {"command": command("plain"), "tools": ["plain"]}})
    web = web_of(settings)
    assert web.search is not None
    before = children()
    assert await web.search("tea")
    started = children() - before
    assert started
    await web.close()
    assert children().isdisjoint(started)


def children() -> set[str]:
    """Ids of the processes that this one has started."""
    return set(Path(f"/proc/self/task/{os.getpid()}/children").read_text(encoding="utf-8").split())


def kasen(*arguments: str, port: int = 0) -> subprocess.CompletedProcess[str]:
    child = [str(Path(__file__).with_name("web_child.py")), str(port)] if port else ["-m", "kasen"]
    line = [sys.executable, *child, *arguments]
    return subprocess.run(line, capture_output=True, text=True, check=False, timeout=120)


def evidence(folder: str) -> list[dict[str, Any]]:
    lines = next(Path(folder).glob("*evidence.jsonl")).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def test_a_run_searches_reads_and_cites_the_web_and_is_repeated_without_it(
    clean_environment: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving() as world:
        line = ("research", QUESTION, "--preset", "none", "--print")
        monkeypatch.setenv("KASEN_SEARCH", "")
        monkeypatch.setenv("KASEN_SEARXNG_URL", world.url())
        first = kasen(*line, "--out", "one", port=world.port)
        assert first.returncode == 0, first.stderr
        assert world.taken() == ["/gone", "/robots.txt", "/search", "/sencha", "/uji"]
        assert world.url("/uji") in first.stdout
        assert "answered 404" in first.stdout
        assert "gardens planted at Uji in the 14th century.[^1]" in first.stdout
        again = kasen(*line, "--out", "two", port=world.port)
        assert (again.returncode, world.taken()) == (0, []), "everything was known"
    run = sorted((clean_environment / "home" / "runs").iterdir())[0].name
    repeated = kasen("runs", "replay", run, "--out", "three")
    assert repeated.returncode == 0, repeated.stderr
    assert evidence("one")
    assert evidence("three") == evidence("one")


@pytest.mark.skipif(not any(map(shutil.which, BROWSERS)), reason="Chromium is not installed")
async def test_pictures_of_a_page_are_taken_under_the_policy_of_the_process(tmp_path: Path) -> None:
    settings = load_settings(home=tmp_path)
    async with site({"/cv": Answer(PAGES["/uji"])}) as own:
        strict = LocalWeb(settings, access_of(settings))
        shot = await strict.shoot(own.url("/cv"))
        assert (shot.source, shot.facts.ats_text) == (own.url("/cv"), 1.0)
        shared = LocalWeb(settings, access_of(settings), addresses=Addresses(shared=True))
        with pytest.raises(InputError, match="is not asked"):
            await shared.shoot(own.url("/cv"))
    assert set(own.paths()) <= {"/cv", "/favicon.ico"}
