from __future__ import annotations

import sys
from typing import Any

import pytest

from kasen.errors import ConfigurationError, KeyRefused
from kasen.models.access import Access, access_of
from kasen.settings import Settings, load_settings
from kasen.testing.clock import FakeClock
from kasen.testing.mcp_server import command
from kasen.testing.providers import serving
from kasen.tools.search import outcomes_of
from kasen.tools.search.names import search_names
from kasen.tools.search.open_search import open_search
from tools.search.site import as_json, noon, site

KEY = "tvly-test-0123456789"


def settings(**given: Any) -> Settings:
    return Settings(**given)


def opened(given: Settings, **options: Any) -> str | None:
    search = open_search(given, access_of(given), **options)
    return search.name if search else None


def test_without_a_choice_the_first_that_stands_ready_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    everything = {"tavily_api_key": KEY, "searxng_url": "http://127.0.0.1:8888", "google_api_key": "test-key"}
    assert opened(settings(**everything)) == "tavily"
    del everything["tavily_api_key"]
    assert opened(settings(**everything)) == "searxng"
    del everything["searxng_url"]
    assert opened(settings(**everything)) == "ddgs"
    monkeypatch.setitem(sys.modules, "ddgs", None)
    assert opened(settings(**everything)) is None


def test_what_is_named_is_asked_together() -> None:
    given = settings(tavily_api_key=KEY, google_api_key="test-key", search=["arxiv", "tavily", "google"])
    assert opened(given) == "arxiv+tavily+google"


@pytest.mark.parametrize("options", [{"local_only": True}, {}])
def test_none_and_local_only_ask_nobody(options: dict[str, Any]) -> None:
    given = settings(tavily_api_key=KEY, search=[] if options else ["none"])
    assert opened(given, **options) is None
    assert search_names(settings(tavily_api_key=KEY, search="none")) == ()


@pytest.mark.parametrize(
    ("name", "words"),
    [("tavily", "TAVILY_API_KEY"), ("searxng", "KASEN_SEARXNG_URL"), ("google", "GOOGLE_API_KEY"), ("ddgs", "ddgs")],
)
def test_what_is_named_and_not_set_up_is_said(name: str, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ddgs", None)
    with pytest.raises(ConfigurationError, match=words):
        opened(settings(search=[name]))


def test_an_mcp_server_is_asked_by_its_name() -> None:
    given = settings(search=["mcp:docs", "arxiv"], mcp={"docs": {"url": "http://127.0.0.1:9/mcp"}})
    assert opened(given) == "mcp:docs+arxiv"
    with pytest.raises(ConfigurationError, match=r"no table `\[mcp\.other\]`; there is: `docs`") as raised:
        opened(settings(search=["mcp:other"], mcp={"docs": {"url": "http://127.0.0.1:9/mcp"}}))
    assert "command" in raised.value.hint


async def test_what_an_mcp_server_gives_is_searched_from_end_to_end() -> None:
    given = settings(search=["mcp:docs"], mcp={"docs": {"command": command("greeting")}})
    search = open_search(given, access_of(given))
    assert search is not None
    (hit,) = await search("宇治茶", max_results=3)
    assert hit.source.uri.startswith("mcp://docs/search#")


def test_googles_model_can_be_named() -> None:
    assert opened(settings(search=["google:gemini-9"], google_api_key="test-key")) == "google"
    assert settings(search="google:gemini-9").search == ("google:gemini-9",)


async def test_it_searches_by_the_settings_from_end_to_end(monkeypatch: pytest.MonkeyPatch) -> None:
    found_there = {
        "results": [{"url": "https://example.com/s", "title": "宇治", "content": "霧", "publishedDate": None}]
    }
    async with serving(keys={"tavily": KEY}) as fake, site(as_json(found_there)) as searx:
        monkeypatch.setenv("TAVILY_API_KEY", KEY)
        monkeypatch.setenv("TAVILY_BASE_URL", fake.addresses["tavily"])
        monkeypatch.setenv("SEARXNG_URL", searx.url)
        monkeypatch.setenv("KASEN_SEARCH", "tavily, searxng")
        given = load_settings()
        search = open_search(given, access_of(given), now=noon)
        assert search is not None
        found = await search("宇治茶", lang="ja")
    assert {hit.passage.snippet_by for hit in found} == {"tavily", "searxng"}
    assert [(o.provider, o.error) for o in outcomes_of(found)] == [("tavily", ""), ("searxng", "")]


async def test_a_wrong_key_is_sent_once_and_told_in_one_sentence() -> None:
    async with serving(keys={"tavily": "tvly-right"}) as fake:
        given, clock = settings(tavily_api_key=KEY, tavily_base_url=fake.addresses["tavily"]), FakeClock()
        search = open_search(given, Access(), sleep=clock.sleep, clock=clock)
        assert search is not None
        with pytest.raises(KeyRefused):
            await search("tea")
        with pytest.raises(Exception, match="its key was refused"):
            await search("coffee")
        assert len(fake.calls) == 1


async def test_the_rate_of_the_settings_is_kept() -> None:
    async with serving() as fake:
        clock = FakeClock()
        given = settings(
            tavily_api_key=KEY, tavily_base_url=fake.addresses["tavily"], requests_per_minute={"tavily": 2}
        )
        search = open_search(given, Access(), sleep=clock.sleep, clock=clock)
        assert search is not None
        for n in range(2):
            await search(f"tea {n}")
        assert clock.seconds == 0
        with pytest.raises(Exception, match="takes no call for 60 s"):
            await search("tea 3")


async def test_accounts_of_search_are_shared_where_those_of_models_are() -> None:
    asked: list[tuple[str, int]] = []

    class Open:
        places, processes = 1, 1

        def needs(self, busy: int, waiting: int) -> None: ...

        async def start(self, per_minute: int, within_s: float) -> float | None:
            return None

        def pause(self, seconds: float) -> None: ...

    def share(name: str, concurrency: int, _holder: object) -> Open:
        asked.append((name, concurrency))
        return Open()

    async with serving() as fake:
        given = settings(tavily_api_key=KEY, tavily_base_url=fake.addresses["tavily"], concurrency=3)
        search = open_search(given, Access(), share=share)
        assert search is not None
        assert await search("tea")
    assert asked == [("tavily", 3)]
