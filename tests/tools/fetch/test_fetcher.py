from __future__ import annotations

import asyncio
import gzip
import html
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from kasen.testing.clock import FakeClock
from kasen.testing.network import NetworkGuard
from kasen.testing.stores import MemoryEvidence
from kasen.tools.addresses import Addresses
from kasen.tools.fetch.fetcher import Fetcher, FetchLimits
from kasen.tools.fetch.page import Fetch, Page, Unfetched
from tools.fetch import pages
from tools.fetch.site import Answer, Site, article, redirect, resolver, site
from tools.fetch.site import Page as Served

PDF = Path(__file__).resolve().parents[3] / "examples" / "corpus" / "uji-cha.ja.pdf"
HOSTILE: list[dict[str, Any]] = json.loads((Path(__file__).parent / "hostile_urls.json").read_text(encoding="utf-8"))


@asynccontextmanager
async def fetching(
    served: Mapping[str, Served], *, seconds: float = 5.0, clock: FakeClock | None = None
) -> AsyncIterator[tuple[Site, Fetcher]]:
    clock = clock or FakeClock()
    async with site(served) as made:
        limits = FetchLimits(seconds=seconds)
        async with Fetcher(made.addresses(), limits=limits, sleep=clock.sleep, clock=clock, now=clock.now) as fetcher:
            yield made, fetcher


async def kind(fetcher: Fetch, url: str, *, typed: bool = False) -> str:
    found = await fetcher.fetch(url, typed=typed)
    return found.kind if isinstance(found, Unfetched) else "page"


# --- pages ----------------------------------------------------------------------------------------------------------


async def test_a_japanese_page_becomes_evidence() -> None:
    page = Answer(pages.uji("shift_jis"), headers={"Content-Type": "text/html; charset=Shift_JIS"})
    async with fetching({"/teas/uji": page}) as (served, fetcher):
        url = served.named("/teas/uji?utm_source=mail".partition("?")[0])
        found = await fetcher.fetch(url, lang="ja")
        assert isinstance(found, Page)
        assert (found.source.title, found.source.uri, found.source.publisher) == ("宇治茶の歴史", url, "茶の図書館")
        assert (found.published, found.language, found.source.fetched_at) == (
            "2023-04-05",
            "ja",
            "2026-01-02T03:04:05+00:00",
        )
        store = MemoryEvidence()
        await store.add(found.hits())
        assert any(pages.HISTORY in p.text for p in await store.passages([p.id for p in found.passages]))
        assert [asked.path for asked in served.asked] == ["/robots.txt", "/teas/uji"]
        assert served.asked[1].headers["accept-language"].startswith("ja")
        assert "Kasen" in served.asked[1].headers["user-agent"]


async def test_pdf_text_and_markdown_are_pages_too() -> None:
    answers = {
        "/a.pdf": Answer(PDF.read_bytes(), headers={"Content-Type": "application/pdf"}),
        "/a.txt": Answer("宇治茶は古い。".encode("euc-jp"), headers={"Content-Type": "text/plain; charset=EUC-JP"}),
        "/a.md": Answer("# Uji\n\nTea *grows* here.", headers={"Content-Type": "text/markdown"}),
        "/bare": Answer(pages.sencha(), headers={}),
        "/zipped": Answer(
            gzip.compress(pages.sencha()), headers={"Content-Type": "text/html", "Content-Encoding": "gzip"}
        ),
    }
    async with fetching(answers) as (served, fetcher):
        found = {path: await fetcher.fetch(served.named(path)) for path in answers}
        got = {path: page for path, page in found.items() if isinstance(page, Page)}
        assert got.keys() == answers.keys(), found
        assert {path: page.source.media_type for path, page in got.items()} == {
            "/a.pdf": "application/pdf", "/a.txt": "text/plain", "/a.md": "text/markdown", "/bare": "text/html",
            "/zipped": "text/html",
        }  # fmt: skip
        assert {p.page for p in got["/a.pdf"].passages} >= {1}
        assert "宇治茶は古い。" in got["/a.txt"].text
        assert got["/a.md"].passages[0].headings == ("Uji",)
        assert got["/bare"].source.content_hash == got["/zipped"].source.content_hash


async def test_where_redirects_end_is_where_the_page_is() -> None:
    async with fetching({"/old": redirect("/new#x", 301), "/new": Answer(article())}) as (served, fetcher):
        found = await fetcher.fetch(served.named("/old"))
        assert isinstance(found, Page)
        assert (found.asked, found.url, found.source.uri) == (
            served.named("/old"), served.named("/new"), served.named("/new"),
        )  # fmt: skip


COMPRESSED = {"Content-Type": "text/html", "Content-Encoding": "gzip"}
NO_PAGES: list[tuple[Answer, str, str]] = [
    (Answer("", 404), "status", "answered 404 Not Found"),
    (Answer("", 418), "status", "answered 418"),
    (Answer("", 299), "status", "answered 299"),
    (Answer("", 204), "status", "answered 204"),
    (redirect("/nowhere"), "status", "answered 404"),
    (Answer(b"\x89PNG", headers={"Content-Type": "image/png"}), "type", "is `image/png`, not a page"),
    (Answer("{}", headers={"Content-Type": "application/json"}), "type", "is `application/json`, not a page"),
    (Answer(""), "no_text", "is empty"),
    (Answer("<div id=root></div><script src=a.js></script>"), "no_text", "no text without JavaScript"),
    (Answer("<p>We use cookies. Please consent to cookies."), "no_text", "shows nothing but a notice about cookies"),
    (Answer(b"%PDF-1.4 x", headers={"Content-Type": "application/pdf"}), "unreadable", "not a readable PDF"),
    (Answer(gzip.compress(bytes(60 << 20)), headers=COMPRESSED), "too_large", "bomb"),
    (
        Answer("x", headers={"Content-Type": "text/html", "Content-Length": str(21 << 20)}),
        "too_large",
        "is larger than",
    ),
    (Answer(raw=b"rubbish"), "unreachable", "no sound HTTP"),
]


async def test_a_page_that_cannot_be_had_says_why() -> None:
    answers: dict[str, Served] = {f"/{n}": answer for n, (answer, _, _) in enumerate(NO_PAGES)}
    async with fetching(answers) as (served, fetcher):
        found = [await fetcher.fetch(served.named(path)) for path in answers]
        told = [(f.asked, f.kind) for f in found if isinstance(f, Unfetched)]
        assert told == [(served.named(f"/{n}"), expected) for n, (_, expected, _) in enumerate(NO_PAGES)]
        reasons = [f.reason for f in found if isinstance(f, Unfetched)]
        assert [why for (_, _, why), reason in zip(NO_PAGES, reasons, strict=True) if why not in reason] == []


async def test_one_page_that_fails_breaks_no_other() -> None:
    answers: dict[str, Served] = {f"/{n}": Answer(article(title=f"Tea {n}")) for n in range(6)}
    answers |= {"/1": Answer(raw=b"", hang=True), "/3": Answer("", 500), "/5": Answer(b"\x00" * 999)}
    async with fetching(answers, seconds=1.0) as (served, fetcher):
        urls = [*(served.named(path, f"h{path[1:]}.example.org") for path in answers), "http://10.0.0.1/", "rubbish"]
        found = await asyncio.gather(*(fetcher.fetch(url) for url in urls))
        assert [f.kind if isinstance(f, Unfetched) else f.source.title for f in found] == [
            "Tea 0", "timeout", "Tea 2", "status", "Tea 4", "unreadable", "address", "address",
        ]  # fmt: skip


# --- attempts -------------------------------------------------------------------------------------------------------


ATTEMPTS: list[tuple[list[Answer], list[float], str]] = [
    ([Answer("", 503), Answer(article())], [2.0], "page"),
    ([Answer("", 500), Answer(raw=b"rubbish"), Answer(article())], [2.0, 4.0], "page"),
    ([Answer("", 502)], [2.0, 4.0], "status"),
    ([Answer("", 503, {"Retry-After": "7"}), Answer(article())], [7.0], "page"),
    ([Answer("", 503, {"Retry-After": "0"}), Answer(article())], [2.0], "page"),
    ([Answer("", 503, {"Retry-After": "600"}), Answer(article())], [], "status"),
    ([Answer("", 404), Answer(article())], [], "status"),
    ([Answer("", 429), Answer(article())], [], "status"),
]


async def test_servers_that_fail_are_asked_again_and_others_are_not() -> None:
    clock = FakeClock()
    async with fetching({}, clock=clock) as (served, fetcher):
        for number, (answers, waited, outcome) in enumerate(ATTEMPTS):
            served.pages[f"/{number}"] = answers
            clock.slept.clear()
            assert await kind(fetcher, served.named(f"/{number}")) == outcome, number
            assert [s for s in clock.slept if s >= 1] == waited, number
            assert served.paths().count(f"/{number}") == len(waited) + 1


async def test_what_failed_for_now_is_told_from_what_will_not_change() -> None:
    async with fetching({"/a": Answer("", 503), "/b": Answer("", 404), "/c": Answer("", 429)}) as (served, fetcher):
        found = [await fetcher.fetch(served.named(path)) for path in ("/a", "/b", "/c")]
        assert [(f.status, f.lasting) for f in found if isinstance(f, Unfetched)] == [
            (503, False),
            (404, True),
            (429, False),
        ]


async def test_cancelling_passes_and_closes_the_connection() -> None:
    async with fetching({"/a": Answer(raw=b"", hang=True)}) as (served, fetcher):
        task = asyncio.create_task(fetcher.fetch(served.named("/a")))
        async with asyncio.timeout(5):
            while "/a" not in served.paths():  # noqa: ASYNC110 - the server says so to nobody
                await asyncio.sleep(0.001)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            while served.at_once:  # noqa: ASYNC110
                await asyncio.sleep(0.001)


# --- manners --------------------------------------------------------------------------------------------------------


async def test_robots_txt_is_obeyed_except_for_what_the_user_typed() -> None:
    robots = Answer("User-agent: Kasen\nDisallow: /no", headers={"Content-Type": "text/plain"})
    async with fetching({"/robots.txt": robots, "/no": Answer(article()), "/yes": redirect("/no")}) as (
        served,
        fetcher,
    ):
        assert await kind(fetcher, served.named("/no"), typed=True) == "page"
        assert served.paths() == ["/no"]
        assert await kind(fetcher, served.named("/no")) == "robots"
        assert await kind(fetcher, served.named("/yes")) == "robots", "also where a redirect leads"
        assert served.paths().count("/no") == 1


async def test_a_host_is_not_crowded() -> None:
    clock = FakeClock()
    answers = {f"/{n}": Answer(article(title=f"Tea {n}")) for n in range(6)}
    async with fetching(answers, clock=clock) as (served, fetcher):
        found = await asyncio.gather(*(fetcher.fetch(served.named(path)) for path in answers))
        assert all(isinstance(page, Page) for page in found)
        assert served.most_at_once <= 2
        assert clock() >= 0.25 * 5, "seven requests, two of them at once"
        assert served.paths().count("/robots.txt") == 1


# --- sending elsewhere ----------------------------------------------------------------------------------------------


def refreshing(target: str, words: str = "") -> Answer:
    meta = f'<meta http-equiv="refresh" content="0;url={html.escape(target)}">'
    return Answer(f"<!doctype html><html><head>{meta}</head><body><p>{words}</p></body></html>")


async def test_a_page_that_is_there_only_to_send_elsewhere_is_followed_once() -> None:
    answers: dict[str, Served] = {
        "/a": refreshing("/b", "Moved."), "/b": Answer(article()), "/c": refreshing("/a"), "/self": refreshing("/self"),
        "/kept": refreshing("/b", "Tea is grown in Uji, as it has been for many hundred years. " * 9),
    }  # fmt: skip
    async with fetching(answers) as (served, fetcher):
        found = {path: await fetcher.fetch(served.named(path)) for path in ("/a", "/c", "/self", "/kept")}
        assert {path: f.url.rpartition("/")[2] if isinstance(f, Page) else f.kind for path, f in found.items()} == {
            "/a": "b", "/c": "a", "/self": "no_text", "/kept": "kept",
        }  # fmt: skip
        assert served.paths().count("/self") == 1


async def test_a_canonical_address_on_another_host_is_not_believed() -> None:
    link = '<link rel="canonical" href="https://bank.example/">'
    async with fetching({"/a": Answer(article(head=link))}) as (served, fetcher):
        found = await fetcher.fetch(served.named("/a"))
        assert isinstance(found, Page)
        assert found.source.uri == served.named("/a")


# --- hostile addresses ----------------------------------------------------------------------------------------------


@asynccontextmanager
async def trapped(front: Mapping[str, Served] | None = None) -> AsyncIterator[tuple[Site, Site, Fetcher]]:
    """A trap, a site that may be fetched, and a fetcher that may use the trap's port, but not at its address."""
    known = {case["url"].split("/")[2].partition(":")[0]: case["resolves"] for case in HOSTILE if "resolves" in case}
    async with site({"/": Answer(article())}) as trap, site(front) as open_site:
        addresses = Addresses(
            allow={("127.0.0.2", trap.port), ("127.0.0.1", open_site.port)},
            resolve=resolver(known | {"site.example.org": ["127.0.0.1"]}),
        )
        clock = FakeClock()
        async with Fetcher(addresses, sleep=clock.sleep, clock=clock, limits=FetchLimits(seconds=5)) as fetcher:
            yield trap, open_site, fetcher


def hostile(trap: Site) -> list[str]:
    return [case["url"].replace("{port}", str(trap.port)) for case in HOSTILE]


async def test_the_trap_would_be_sprung_by_whoever_is_allowed() -> None:
    async with trapped() as (trap, _, _), Fetcher(trap.addresses()) as allowed:
        assert await kind(allowed, trap.url("/"), typed=True) == "page"
        assert trap.connections == 1


async def test_no_hostile_address_is_asked(network: NetworkGuard) -> None:
    async with trapped() as (trap, _, fetcher):
        urls = hostile(trap)
        assert len(set(urls)) >= 60
        found = {url: await kind(fetcher, url) for url in urls}
        assert {url: k for url, k in found.items() if k != "address"} == {
            f"http://127.0.0.1.nowhere.example.org:{trap.port}/": "unreachable"
        }
        assert trap.connections == 0
        assert not [seen for seen in network.allowed if "connect" in seen or "getaddrinfo" in seen]


async def test_no_hostile_address_is_asked_because_a_server_says_so() -> None:
    async with trapped() as (trap, front, fetcher):
        for url in hostile(trap):
            front.pages["/a"] = redirect(url)
            found = await fetcher.fetch(front.named("/a"))
            assert isinstance(found, Unfetched), url
            assert found.kind in ("address", "unreachable", "status", "redirects"), url
        assert trap.connections == 0
        assert front.connections >= len(HOSTILE)


async def test_no_hostile_address_is_asked_because_a_page_says_so() -> None:
    async with trapped() as (trap, front, fetcher):
        for url in hostile(trap):
            front.pages["/a"] = refreshing(url)
            assert await kind(fetcher, front.named("/a")) != "page", url
        assert trap.connections == 0


async def test_nothing_that_a_page_embeds_is_asked() -> None:
    async with trapped() as (trap, front, fetcher):
        urls = [html.escape(url) for url in [trap.url(), *hostile(trap)]]
        words = "Tea is grown in Uji, as it has been for many hundred years. " * 9
        words += "".join(f'<iframe src="{u}"></iframe><img src="{u}"><object data="{u}"></object>' for u in urls)
        head = "".join(f'<base href="{u}"><link rel="canonical" href="{u}"><script src="{u}"></script>' for u in urls)
        front.pages["/a"] = Answer(article(words, head=head))
        found = await fetcher.fetch(front.named("/a"))
        assert isinstance(found, Page)
        assert found.source.uri == front.named("/a")
        assert (trap.connections, front.connections) == (0, 2)


async def test_a_name_whose_answer_changes_never_leads_inside() -> None:
    async with site({"/a": [Answer(article()), Answer("", 503), Answer(article())]}) as served:
        answers = [["127.0.0.1"], ["127.0.0.2"], ["127.0.0.1"], ["169.254.169.254"]]
        looked_up: list[str] = []

        async def rebinding(host: str, port: int) -> list[str]:
            looked_up.append(host)
            return answers.pop(0)

        clock = FakeClock()
        addresses = Addresses(allow={("127.0.0.1", served.port)}, resolve=rebinding)
        async with Fetcher(addresses, sleep=clock.sleep, clock=clock) as fetcher:
            assert await kind(fetcher, served.named("/a")) == "page", "one look-up for robots.txt and the page"
            assert len(looked_up) == 1
            assert await kind(fetcher, served.named("/a")) == "address"
            assert await kind(fetcher, served.named("/a")) == "address", "the second attempt is checked again"
            assert (len(looked_up), served.paths().count("/a")) == (4, 2)


async def test_what_the_user_typed_may_be_private_but_leads_nowhere_else() -> None:
    async with site({"/a": redirect("/b"), "/b": Answer(article())}) as served, site({"/": Answer(article())}) as other:
        served.pages["/out"] = redirect(other.url())
        async with Fetcher(Addresses()) as fetcher:
            assert await kind(fetcher, served.url("/a"), typed=True) == "page"
            assert await kind(fetcher, served.url("/a")) == "address"
            assert await kind(fetcher, served.url("/out"), typed=True) == "address"
            assert other.connections == 0
