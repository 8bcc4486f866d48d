"""No address of the corpus is asked, whichever way it comes in; each is refused with a reason in words."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from kasen.cli.app import app
from kasen.models.access import access_of
from kasen.settings import Settings, load_settings
from kasen.teams.research.gathering import search_web
from kasen.teams.research.schemas import Request, SearchDone
from kasen.testing.deps import FakeDeps, fake_deps
from kasen.testing.mcp_server import command
from kasen.testing.network import NetworkGuard
from kasen.testing.providers.connection import Received
from kasen.tools.addresses import Addresses
from kasen.tools.fetch.fetcher import Fetcher
from kasen.tools.fetch.page import Page as Read
from kasen.tools.fetch.page import Unfetched
from kasen.tools.search.open_search import open_search
from security.trap import Trap, trap, trap_in_a_thread
from security.urls import HOSTILE, METADATA, PRIVATE_ANSWERS
from tools.search.site import Page, as_json, site

WORDS = b"Uji lies south of Kyoto, by a river. " * 20
ARTICLE = b"<html><title>Tea</title><article><p>%s</p></article></html>" % WORDS


async def no_wait(_seconds: float) -> None:
    return None


async def public(_host: str, _port: int) -> Sequence[str]:
    """Every name leads to an address of the documentation, where the network guard catches whoever goes."""
    return ["192.0.2.1"]


def fetcher(*, allow: Sequence[tuple[str, int]] = (), resolve: Any = public) -> Fetcher:
    return Fetcher(Addresses(allow=allow, resolve=resolve), sleep=no_wait)


def test_the_corpus_is_as_large_as_it_should_be() -> None:
    assert len(set(HOSTILE)) == len(HOSTILE) >= 60


async def test_none_is_fetched_and_each_has_a_reason(network: NetworkGuard) -> None:
    async with trap() as here, fetcher() as fetch:
        for url in here.urls(HOSTILE):
            got = await fetch.fetch(url)
            assert isinstance(got, Unfetched), url
            assert got.kind == "address", (url, got)
            assert len(got.reason.split()) >= 3, (url, got.reason)
            assert "\n" not in got.reason
            assert len(got.reason) < 300
    _nobody_came(here, network)


async def test_none_is_fetched_when_a_redirect_leads_there(network: NetworkGuard) -> None:
    targets: list[str] = []

    def answer(asked: Received) -> Page:
        if asked.path == "/robots.txt":
            return Page(status=404)
        target = targets[int(asked.path.rpartition("/")[2])]
        return Page(status=302, headers={"location": target.encode("utf-8").decode("latin-1")})

    async with trap() as here:
        targets += [url for url in here.urls(HOSTILE) if url.strip() and not set(url) & set("\r\n\t")]
        async with site(answer) as start, fetcher(allow=[("127.0.0.1", start.port)]) as fetch:
            for number, target in enumerate(targets):
                if str(start.port) in target:
                    continue
                got = await fetch.fetch(f"{start.url}/{number}")
                # What is no address for a browser either leads on within the same site, in a circle.
                assert isinstance(got, Unfetched), target
                assert got.reason, target
    _nobody_came(here, network)


@pytest.mark.parametrize("way", ["refresh", "canonical"])
async def test_none_is_fetched_when_a_page_sends_its_reader_there(way: str, network: NetworkGuard) -> None:
    targets: list[str] = []

    def answer(asked: Received) -> Page:
        if asked.path == "/robots.txt":
            return Page(status=404)
        url = targets[int(asked.path.rpartition("/")[2])].replace('"', "&quot;")
        head = f'<meta http-equiv="refresh" content="0; url={url}">'
        if way == "canonical":
            head = f'<link rel="canonical" href="{url}">'
        return Page(body=f"<html><head>{head}</head></html>".encode() + ARTICLE * (way == "canonical"), headers=HTML)

    async with trap() as here:
        targets += here.urls(HOSTILE)[::6]
        async with site(answer) as start, fetcher(allow=[("127.0.0.1", start.port)]) as fetch:
            for number, target in enumerate(targets):
                got = await fetch.fetch(f"{start.url}/{number}")
                if isinstance(got, Read):  # it may name itself as it likes; that is not believed
                    assert got.source.uri.startswith(f"{start.url}/"), target
                    assert way == "canonical" or not target.startswith("http")
    _nobody_came(here, network)


HTML = {"content-type": "text/html; charset=utf-8"}


async def test_names_that_lead_into_a_network_of_ours_are_not_asked(network: NetworkGuard) -> None:
    async with trap() as here:
        for answer in PRIVATE_ANSWERS:
            for answers in ([answer], ["192.0.2.1", answer]):

                async def resolve(_host: str, _port: int, answers: Sequence[str] = answers) -> Sequence[str]:
                    return answers

                async with fetcher(resolve=resolve) as fetch:
                    got = await fetch.fetch("http://innocent.example/")
                assert isinstance(got, Unfetched)
                assert (got.kind, "innocent.example" in got.reason) == ("address", True), (answers, got)
    _nobody_came(here, network)


async def test_a_name_that_changes_its_mind_is_asked_where_it_was_judged(network: NetworkGuard) -> None:
    """Rebinding: the second look-up leads elsewhere, to a server that listens on the same port."""
    lookups: list[str] = []

    def answer(asked: Received) -> Page:
        return Page(body=ARTICLE, headers=HTML) if asked.path == "/" else Page(status=404)

    async with site(answer) as good:
        visits: list[str] = []

        def serve(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            visits.append("somebody")
            writer.close()

        server = await asyncio.start_server(serve, "127.0.0.2", good.port)

        async def resolve(host: str, _port: int) -> Sequence[str]:
            lookups.append(host)
            return ["127.0.0.1"] if len(lookups) == 1 else ["127.0.0.2"]

        async with server, fetcher(allow=[("127.0.0.1", good.port)], resolve=resolve) as fetch:
            first = await fetch.fetch(f"http://rebind.example:{good.port}/")
            second = await fetch.fetch(f"http://rebind.example:{good.port}/")
        assert visits == []
    assert isinstance(first, Read), first
    assert isinstance(second, Unfetched)
    assert second.kind == "address"


@asynccontextmanager
async def gathering(settings: Settings, **more: Any) -> AsyncIterator[FakeDeps]:
    """What a node is handed: the real search, the real reader of pages."""
    search = open_search(settings, access_of(settings), sleep=no_wait)
    async with fetcher(**more) as fetch:
        yield replace(fake_deps(search=search), fetch=fetch)


def _unread(searches: Sequence[SearchDone]) -> dict[str, str]:
    return {one.url: one.reason for search in searches for one in search.unread}


async def test_search_results_that_lead_there_are_named_with_a_reason_and_not_read(network: NetworkGuard) -> None:
    async with trap() as here:
        urls = here.urls(HOSTILE)
        chunks = [urls[start : start + 5] for start in range(0, len(urls), 5)]

        def answer(asked: Received) -> Page:
            chunk = chunks[int(asked.arguments["q"].split()[-1])]
            return as_json({"results": [{"url": url, "title": f"Tea {url}", "content": "tea"} for url in chunk]})

        async with site(answer) as searxng:
            settings = load_settings(search="searxng", searxng_url=searxng.url)
            async with gathering(settings) as deps:
                queries = [f"tea {number}" for number in range(len(chunks))]
                found = await search_web(deps, Request(question="tea"), queries)
    assert found.found == []
    assert len(_unread(found.searches)) >= 60  # the others are no web addresses and were no results either
    assert all(len(reason.split()) >= 3 for reason in _unread(found.searches).values())
    _nobody_came(here, network)


async def test_results_of_an_mcp_server_that_lead_there_are_not_read(network: NetworkGuard, tmp_path: Path) -> None:
    async with trap() as here:
        file = tmp_path / "urls.json"
        urls = [url for url in here.urls(HOSTILE) if url]
        file.write_text(json.dumps(urls), encoding="utf-8")
        server = {"command": command("addresses", str(file))}
        settings = load_settings(search="mcp:docs", mcp={"docs": server})
        async with gathering(settings) as deps:
            queries = [f"tea {start}" for start in range(0, len(urls), 5)]
            found = await search_web(deps, Request(question="tea"), queries)
        read = {source.uri.partition("#")[0] for source in deps.evidence.sources_by_id.values()}
    assert read <= {"mcp://docs/search"}  # what is no address of the web leaves the words of the server itself
    assert len(_unread(found.searches)) >= 60
    _nobody_came(here, network)


def test_a_request_that_names_them_asks_none_of_them(network: NetworkGuard, tmp_path: Path) -> None:
    """The command itself: what is typed into a question is no order to fetch it."""
    (tmp_path / "uji.md").write_text("# Uji\n\nUji lies south of Kyoto.\n", encoding="utf-8")
    with trap_in_a_thread() as here:
        urls = [url for url in here.urls(HOSTILE) if url and len(url) < 200 and url.isprintable()][::4]
        question = f"Where does Uji lie? Read {' '.join(urls)}"
        args = ["research", question, "--docs", str(tmp_path), "--mode", "quick", "--preset", "none", "--loops", "0"]
        shown = CliRunner().invoke(app, args)
        assert shown.exit_code == 0, shown.output
    page = next(Path("reports").rglob("*.html")).read_text(encoding="utf-8")
    assert 'href="http' not in page
    assert 'src="' not in page
    _nobody_came(here, network)


async def test_a_service_that_hands_out_keys_is_not_asked_even_when_its_address_was_typed(
    network: NetworkGuard,
) -> None:
    async with fetcher() as fetch:
        for url in METADATA:
            got = await fetch.fetch(url, typed=True)
            assert isinstance(got, Unfetched), url
            assert got.kind == "address", (url, got)
    assert network.blocked == []


async def test_the_trap_sees_who_comes() -> None:
    async with trap() as here, fetcher() as fetch:
        await fetch.fetch(f"http://127.0.0.1:{here.port}/", typed=True)
    assert here.visits == ["somebody"]
    with trap_in_a_thread() as other, socket.create_connection(("127.0.0.1", other.port)) as visit:
        assert visit.recv(1) == b""
    assert other.visits == ["somebody"]


def _nobody_came(here: Trap, network: NetworkGuard) -> None:
    assert here.visits == []
    assert network.blocked == []
