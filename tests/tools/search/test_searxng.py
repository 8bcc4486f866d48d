from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from kasen.errors import ConfigurationError, Malformed, Refused, Retryable
from kasen.models.connection import DIRECT
from kasen.tools.search.searxng import SearxNG
from tools.search.site import TODAY, Page, as_json, noon, search_for, site

UJI = {
    "url": "https://www.city.uji.kyoto.jp/cha",
    "title": "宇治茶",
    "content": "宇治川の霧が茶葉を守る。",
    "publishedDate": "2026-01-02T00:00:00",
    "engine": "duckduckgo",
    "engines": ["duckduckgo", "brave"],
    "score": 16.0,
}


def answer(*results: Any, **more: Any) -> Page:
    return as_json({"query": "x", "number_of_results": 0, "results": list(results), **more})


async def test_results_come_in_its_order_with_their_dates() -> None:
    async with site(answer(UJI, {"url": "https://example.com/2", "publishedDate": None})) as here:
        first, second = await SearxNG(here.url, DIRECT, now=noon).find(search_for("宇治茶 歴史"))
        (asked,) = here.asked
    assert (first.source.title, first.passage.text) == ("宇治茶", UJI["content"])
    assert (first.source.published, second.source.published) == ("2026-01-02", "")
    assert (first.score, second.score) == (1.0, 0.5)
    assert first.passage.snippet_by == "searxng"
    assert (asked.method, asked.path) == ("GET", "/search")
    assert asked.arguments == {"q": "宇治茶 歴史", "format": "json", "categories": "general"}


async def test_a_server_under_a_path_is_asked_there() -> None:
    async with site(answer()) as here:
        await SearxNG(f"{here.url}/searx/", DIRECT).find(search_for())
        assert here.asked[0].path == "/searx/search"


async def test_time_language_and_domains_are_asked_for_in_its_way() -> None:
    since = TODAY - timedelta(days=3)
    async with site(answer()) as here:
        provider = SearxNG(here.url, DIRECT, categories="general,science", now=noon)
        await provider.find(search_for("茶", since=since, lang="ja", domains=["go.jp"], exclude_domains=["x.jp"]))
        assert here.asked[0].arguments == {
            "q": "茶 site:go.jp -site:x.jp",
            "format": "json",
            "categories": "general,science",
            "time_range": "week",
            "language": "ja",
        }


@pytest.mark.parametrize(
    ("written", "sent"), [("!!g tea", "g tea"), ("tea !images", "tea images"), ("wow! tea", "wow! tea")]
)
async def test_commands_to_it_are_words_of_a_query(written: str, sent: str) -> None:
    async with site(answer()) as here:
        await SearxNG(here.url, DIRECT).find(search_for(written))
        assert here.asked[0].arguments["q"] == sent


async def test_nothing_found_is_no_failure_unless_engines_were_silent() -> None:
    async with site(answer(), answer(unresponsive_engines=[["brave", "timeout"], ["google", "CAPTCHA"]])) as here:
        provider = SearxNG(here.url, DIRECT)
        assert await provider.find(search_for()) == []
        with pytest.raises(Retryable, match="did not answer: brave timeout, google CAPTCHA"):
            await provider.find(search_for())


async def test_silent_engines_do_no_harm_where_others_answer() -> None:
    async with site(answer(UJI, unresponsive_engines=[["brave", "timeout"]])) as here:
        assert len(await SearxNG(here.url, DIRECT).find(search_for())) == 1


async def test_where_json_is_off_it_is_said_how_to_enable_it() -> None:
    async with site(Page(status=403, body=b"<html>Forbidden</html>")) as here:
        with pytest.raises(Refused, match="does not give its results as JSON") as caught:
            await SearxNG(here.url, DIRECT).find(search_for())
    assert type(caught.value) is Refused
    assert "`json` to `formats`" in caught.value.hint


async def test_its_limiter_is_said_and_it_is_asked_again() -> None:
    async with site(Page(status=429, body=b"Too Many Requests")) as here:
        with pytest.raises(Retryable, match="robot") as caught:
            await SearxNG(here.url, DIRECT).find(search_for())
    assert caught.value.limited
    assert "limiter: false" in caught.value.hint


@pytest.mark.parametrize("page", [Page(body=b"<html>search</html>"), as_json([]), as_json({"results": 3}), Page()])
async def test_garbage_is_malformed(page: Page) -> None:
    async with site(page) as here:
        with pytest.raises(Malformed, match="searxng"):
            await SearxNG(here.url, DIRECT).find(search_for())


async def test_a_command_that_sends_away_is_not_followed() -> None:
    async with site(Page(status=302, headers={"location": "https://elsewhere.example/?q=1"})) as here:
        with pytest.raises(Refused, match=r"redirects to https://elsewhere\.example"):
            await SearxNG(here.url, DIRECT).find(search_for())


def test_its_account_is_its_place() -> None:
    assert SearxNG("http://127.0.0.1:8888/searx", DIRECT).account == "searxng@127.0.0.1:8888"
    with pytest.raises(ConfigurationError, match="KASEN_SEARXNG_URL"):
        SearxNG("http://", DIRECT)
