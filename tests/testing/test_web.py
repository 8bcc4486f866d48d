from __future__ import annotations

import asyncio
from datetime import date

from kasen.testing.clock import FakeClock
from kasen.testing.deps import fake_deps
from kasen.testing.web import FakeFetch, page_of_text, web
from kasen.tools.fetch.page import Fetch, Page, Unfetched

TEA = "# 宇治茶の歴史\n\n宇治では鎌倉時代に茶の栽培が始まった。\n\n## 江戸\n\n1738年に永谷宗円が煎茶の製法を広めた。"
GONE = Unfetched(asked="", kind="timeout", reason="took more than 10 s", lasting=False)


async def test_a_page_is_given_by_any_spelling_of_its_url_and_counted_once_for_all() -> None:
    fetch = FakeFetch({"https://Tea.example/uji?utm_source=x": TEA, "https://gone.example/": GONE})
    as_handed: Fetch = fetch
    page = await as_handed.fetch("https://tea.example/uji#top", typed=True, lang="ja")
    assert isinstance(page, Page)
    assert (page.asked, page.source.title, page.language) == ("https://tea.example/uji#top", "宇治茶の歴史", "ja")
    assert await fetch.fetch("https://gone.example") == GONE.model_copy(update={"asked": "https://gone.example"})
    missing = await fetch.fetch("https://tea.example/other")
    assert isinstance(missing, Unfetched)
    assert (missing.kind, missing.status) == ("status", 404)
    await fetch.fetch("https://tea.example/uji")
    assert fetch.calls["https://tea.example/uji"] == 2
    assert [(asked.typed, asked.lang) for asked in fetch.asked[:2]] == [(True, "ja"), (False, "")]


async def test_a_page_can_be_a_function_of_its_url() -> None:
    answers = iter(["down", "Tea is a drink."])

    def flaky(url: str) -> Page | Unfetched:
        text = next(answers)
        return GONE if text == "down" else page_of_text(url, text, title="Tea", published="2024-05-06")

    fetch = FakeFetch({"https://a.example/": flaky})
    first, second = [await fetch.fetch("https://a.example/") for _ in range(2)]
    assert isinstance(first, Unfetched)
    assert isinstance(second, Page)
    assert (second.text, second.published, second.source.title) == ("Tea is a drink.", "2024-05-06", "Tea")


def test_passages_of_a_page_are_its_own_words_in_their_place() -> None:
    page = page_of_text("https://tea.example/uji", TEA)
    assert page.passages
    assert all(page.text[p.start : p.end] == p.text and p.is_read for p in page.passages)
    assert page.passages[0].headings[0] == "宇治茶の歴史"
    assert page == page_of_text("https://tea.example/uji", TEA)
    assert page.passages[0].id != page_of_text("https://tea.example/other", TEA).passages[0].id


async def test_the_search_of_a_small_web_shows_snippets_and_only_reading_gives_evidence() -> None:
    coffee = page_of_text("https://coffee.example/", "Coffee is grown in Brazil.", published="2020-01-01")
    found = web({"https://tea.example/uji": TEA, "https://coffee.example/": coffee, "https://gone.example/": GONE})
    hits = await found.search("永谷宗円 煎茶")
    assert [hit.source.uri for hit in hits] == ["https://tea.example/uji", "https://gone.example/"]
    assert not any(hit.passage.is_read for hit in hits)
    assert "煎茶の製法" not in hits[0].passage.text
    page = await found.fetch.fetch(hits[0].source.uri)
    assert isinstance(page, Page)
    assert any("煎茶の製法" in hit.passage.text and hit.passage.is_read for hit in page.hits())
    assert [hit.source.uri for hit in await found.search("coffee", since=date(2024, 1, 1))] == ["https://gone.example/"]


async def test_latency_passes_on_the_clock_that_is_handed_in() -> None:
    clock = FakeClock()
    found = web({"https://tea.example/uji": TEA}, search_s=0.3, page_s=0.2, sleep=clock.sleep)
    await found.search("茶")
    await asyncio.gather(*(found.fetch.fetch("https://tea.example/uji") for _ in range(3)))
    assert clock() == 0.5


async def test_nodes_are_handed_the_fetch_of_a_test() -> None:
    found = web({"https://tea.example/uji": TEA})
    deps = fake_deps(search=found.search, fetch=found.fetch)
    assert deps.fetch is found.fetch
    assert fake_deps().fetch is None
