from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from kasen.errors import ConfigurationError, InputError, KeyRefused, ProviderError, Refused
from kasen.evidence.types import Hit
from kasen.runtime.rows import Options, timestamp
from kasen.runtime.runner import Runner
from kasen.runtime.store import Store
from kasen.runtime.tables import RUNS
from kasen.runtime.web import kept_page, page_key, page_of, search_key
from kasen.runtime.web_memory import Lifetimes
from kasen.runtime.web_records import BRIEFLY, NEVER, WHOLLY
from kasen.settings import Redactor
from kasen.team import Deps
from kasen.testing.crash import Crashes, Kill, Scenario, every_commit
from kasen.testing.search import FakeSearch, web_hit
from kasen.testing.web import FakeFetch, page_of_text, web
from kasen.tools.fetch.page import Page, Unfetched
from kasen.tools.search import Outcome, Results, copies_of, outcomes_of, wanted
from runtime.web_scenes import LOG, PAGES, SEN, UJI, deps_of, host_of

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
GONE = Unfetched(asked="", kind="status", reason="answered 404 Not Found", status=404)
DOWN = Unfetched(asked="", kind="timeout", reason="took more than 10 s", lasting=False)


class Time:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.at = NOON

    def __call__(self) -> datetime:
        return self.at


async def searched(deps: Deps, query: str = "宇治茶", **more: Any) -> list[Hit]:
    assert deps.search is not None
    return await deps.search(query, **more)


async def read(deps: Deps, url: str = UJI, **more: Any) -> Page | Unfetched:
    assert deps.fetch is not None
    return await deps.fetch.fetch(url, **more)


def test_searches_that_must_find_the_same_have_one_key() -> None:
    base = search_key(wanted("Uji Tea", domains=["a.jp", "b.jp"]))
    assert search_key(wanted("  ｕｊｉ   tea ", domains=["https://b.jp/x", "a.jp"])) == base
    others: list[dict[str, Any]] = [
        {"max_results": 6},
        {"since": date(2026, 1, 1)},
        {"exclude_domains": ["c.jp"]},
        {"lang": "ja"},
        {"domains": ["a.jp"]},
    ]
    keys = {search_key(wanted("Uji Tea", **{"domains": ["a.jp", "b.jp"], **other})) for other in others}
    assert len(keys | {base, search_key(wanted("uji coffee")), search_key(wanted("uji tea"), "tavily")}) == 8


def test_spellings_of_a_url_have_one_key_and_languages_and_typing_their_own() -> None:
    assert page_key("HTTPS://Tea.example:443/uji?utm_source=x#top", "ja") == page_key("https://tea.example/uji", "ja")
    keys = {page_key(UJI, lang, typed=typed) for lang in ("", "ja") for typed in (False, True)}
    assert len(keys | {page_key(SEN, "")}) == 5


@pytest.mark.parametrize(
    ("page", "shared"),
    [(page_of_text(UJI, PAGES[UJI], published="2024-05-06"), WHOLLY), (GONE, BRIEFLY), (DOWN, NEVER)],
)
def test_a_page_comes_back_from_its_record_as_it_was(page: Page | Unfetched, shared: int) -> None:
    kept = kept_page(page, "k", "")
    assert kept.shared == shared
    assert page_of(kept, UJI) == page.model_copy(update={"asked": UJI})
    if isinstance(page, Page):
        assert page.passages
        assert "鎌倉時代" not in kept.body, "the words are stored once, as the text"


async def test_within_a_run_nothing_is_asked_twice_also_not_what_failed(store: Store) -> None:
    small = web({**PAGES, "https://gone.example/": GONE, "https://down.example/": DOWN})
    deps = await deps_of(store, host_of(store.home, search=small.search, fetch=small.fetch))
    first = await searched(deps, lang="ja")
    assert await searched(deps, "  宇治茶 ", lang="ja") == first
    assert first[0].source.uri == UJI
    urls = (UJI, f"{UJI}#top", "https://gone.example/", "https://down.example")
    pages = [await read(deps, url) for url in urls]
    assert [await read(deps, url) for url in urls] == pages
    assert [page.asked for page in pages] == list(urls)
    assert small.search.queries == ["宇治茶"]
    assert set(small.fetch.calls.values()) == {1}
    both = await asyncio.gather(*(searched(deps, "sencha") for _ in range(3)), *(read(deps, SEN) for _ in range(3)))
    assert len(both) == 6
    assert (small.search.queries[1:], small.fetch.calls[SEN]) == (["sencha"], 1)


async def test_outcomes_and_copies_of_a_search_are_remembered(store: Store) -> None:
    outcomes = (Outcome(provider="a", found=1), Outcome(provider="b", error="is down", hint="Wait."))
    given = Results([web_hit("x", url=UJI)], outcomes=outcomes, copies={UJI: (SEN,)})
    deps = await deps_of(store, host_of(store.home, search=FakeSearch(given, name="a+b")))
    for _ in range(2):
        found = await searched(deps)
        assert (found, outcomes_of(found), dict(copies_of(found))) == (list(given), outcomes, {UJI: (SEN,)})


async def test_a_failed_search_fails_again_in_its_run_and_is_made_again_in_the_next(store: Store) -> None:
    found: list[Hit] = [web_hit("x")]
    answers: Iterator[list[Hit] | Exception] = iter(
        [KeyRefused("a: the key was refused", hint="Set another."), ConfigurationError("no socksio"), found]
    )

    def answer(_query: str) -> list[Hit]:
        one = next(answers)
        if isinstance(one, Exception):
            raise one
        return one

    host = host_of(store.home, search=FakeSearch(answer))
    first = await deps_of(store, host)
    for _ in range(2):
        with pytest.raises(KeyRefused, match="the key was refused") as failed:
            await searched(first)
        assert failed.value.hint == "Set another."
    second = await deps_of(store, host)
    for _ in range(2):
        with pytest.raises(Refused, match="no socksio"):  # fails a search, not the run
            await searched(second)
    assert await searched(await deps_of(store, host)) == found


async def test_a_search_that_one_provider_did_not_answer_is_not_for_others(store: Store) -> None:
    partly = Results([web_hit("x")], outcomes=[Outcome(provider="a", found=1), Outcome(provider="b", error="down")])
    search = FakeSearch(partly)
    for _ in range(2):
        await searched(await deps_of(store, host_of(store.home, search=search)))
    assert len(search.queries) == 2


async def test_what_cannot_be_searched_is_refused_and_not_noted(store: Store) -> None:
    small = web(PAGES)
    deps = await deps_of(store, host_of(store.home, search=small.search))
    bad: list[dict[str, Any]] = [{"query": " "}, {"max_results": 21}, {"domains": ["no domain"]}]
    for one in bad:
        with pytest.raises(InputError):
            await searched(deps, **{"query": "tea", **one})
    assert small.search.queries == []


async def test_other_runs_use_it_as_long_as_the_settings_say(store: Store) -> None:
    small, time = web({**PAGES, "https://gone.example/": GONE, "https://down.example/": DOWN}), Time()
    lives = Lifetimes(searches=timedelta(hours=5), pages=timedelta(days=3))

    async def ask(**options: Any) -> tuple[int, int, int, int]:
        deps = await deps_of(
            store, host_of(store.home, search=small.search, fetch=small.fetch, now=time, lives=lives), **options
        )
        await searched(deps)
        for url in (UJI, "https://gone.example/", "https://down.example/"):
            await read(deps, url)
        calls = small.fetch.calls
        return (len(small.search.queries), calls[UJI], calls["https://gone.example/"], calls["https://down.example/"])

    assert await ask() == (1, 1, 1, 1)
    assert await ask() == (1, 1, 1, 2), "a server that was down is tried again"
    time.at += timedelta(hours=2)
    assert await ask() == (1, 1, 2, 3), "a page that is missing may be there later"
    time.at += timedelta(hours=4)
    assert await ask() == (2, 1, 3, 4)
    time.at += timedelta(days=4)
    assert await ask() == (3, 2, 4, 5)
    assert await ask(fresh=True) == (4, 3, 5, 6)
    assert await ask() == (4, 3, 5, 7), "what a fresh run found is for others"


async def test_the_date_that_a_page_was_fetched_stays_with_it(store: Store) -> None:
    fetch = FakeFetch({UJI: page_of_text(UJI, PAGES[UJI], fetched_at="2026-01-01T00:00:00+00:00")})
    for _ in range(2):
        page = await read(await deps_of(store, host_of(store.home, fetch=fetch)))
        assert isinstance(page, Page)
        assert page.source.fetched_at == "2026-01-01T00:00:00+00:00"


PRIVATE = "http://192.168.1.5:8000/wiki"


class Intranet:
    """Gives its page to who typed the address; else refuses it, as the policy of addresses does."""

    def __init__(self) -> None:
        self.asked: list[bool] = []

    async def fetch(self, url: str, *, typed: bool = False, lang: str = "") -> Page | Unfetched:
        self.asked.append(typed)
        if typed:
            return page_of_text(url, "The password of the wiki is on the yellow note.")
        return Unfetched(asked=url, kind="address", reason="`192.168.1.5` is not asked")


async def test_a_page_that_was_typed_is_given_to_other_runs_only_where_it_is_typed_again(store: Store) -> None:
    fetch = Intranet()
    host = host_of(store.home, fetch=fetch)
    assert isinstance(await read(await deps_of(store, host), PRIVATE, typed=True), Page)
    found_elsewhere = await deps_of(store, host)
    refused = await read(found_elsewhere, PRIVATE)
    assert isinstance(refused, Unfetched)
    assert refused.kind == "address"
    assert isinstance(await read(found_elsewhere, PRIVATE, typed=True), Page), "the refusal was of what was found"
    assert isinstance(await read(await deps_of(store, host), PRIVATE, typed=True), Page)
    assert fetch.asked == [True, False]
    assert isinstance(await read(await deps_of(store, host, fresh=True), PRIVATE), Unfetched)


async def test_a_page_typed_in_a_run_is_not_fetched_again_where_it_is_found_there(store: Store) -> None:
    fetch = FakeFetch(PAGES)
    deps = await deps_of(store, host_of(store.home, fetch=fetch))
    for typed, url in ((True, UJI), (False, UJI), (False, SEN), (True, SEN)):
        assert isinstance(await read(deps, url, typed=typed), Page)
    assert set(fetch.calls.values()) == {1}


async def test_each_provider_that_fails_is_said_once_in_a_run(store: Store) -> None:
    failed = [Outcome(provider="a", error="a: 503"), Outcome(provider="b", error="down", hint="Wait.")]

    def answer(query: str) -> Results:
        if query == "last":
            raise ProviderError("a: 503")
        return Results(
            [web_hit("x")], outcomes=[*failed[: 1 if query == "first" else 2], Outcome(provider="c", found=1)]
        )

    host = host_of(store.home, search=FakeSearch(answer, name="a"))
    deps = await deps_of(store, host, lang="ja")
    await asyncio.gather(searched(deps, "first"), searched(deps, "second"), searched(deps, "third"))
    again = await deps_of(store, host, run_id=deps.run_id)
    await searched(again, "second")
    with pytest.raises(ProviderError):
        await searched(again, "last")
    said = [event.text for event in await store.events(deps.run_id) if event.type == "warning"]
    assert sorted(said) == ["ウェブ検索 `a` は失敗しました：503。", "ウェブ検索 `b` は失敗しました：down。Wait."]


KEY = "sk-test-Zq7/PLANTED+0123456789=="


async def test_no_secret_is_searched_fetched_or_kept(home: Path) -> None:
    small = web({UJI: f"# Notes\n\nThe key of the archive is {KEY}. Uji lies south of Kyoto."})
    async with Store(home, redact=Redactor([KEY])) as store:
        deps = await deps_of(store, host_of(home, search=small.search, fetch=small.fetch))
        hits = await searched(deps, f"archive {KEY}")
        page = await read(deps)
        await read(deps, f"{UJI}?key={KEY}")
    assert small.search.queries == ["archive [redacted]"]
    assert not [asked for asked in small.fetch.asked if KEY in asked.url]
    assert isinstance(page, Page)
    assert all(page.text[p.start : p.end] == p.text for p in page.passages)
    assert f"archive is {'*' * len(KEY)}. Uji lies" in page.text
    assert KEY not in "".join(hit.model_dump_json() for hit in hits)
    assert not [path for path in home.rglob("*") if path.is_file() and KEY.encode() in path.read_bytes()]


# Whole runs


@pytest.fixture
async def browse(store: Store) -> AsyncIterator[Any]:
    """`await browse(host, "search …", …, **options)`: what came of it, and the run."""
    runners: list[Runner] = []

    async def run(host: Any, *lines: str, **options: Any) -> tuple[list[str], str]:
        runners.append(Runner(store, host))
        run_id = await runners[-1].start("browser", {"text": "\n".join(lines)}, options=Options(**options))
        row = await runners[-1].wait(run_id)
        assert row.result is not None
        return json.loads(row.result["text"]), run_id

    yield run
    for runner in runners:
        await runner.close(grace_s=0)


LINES = ("search 宇治茶", f"page {UJI}", "page https://gone.example/", "search fails")


async def test_a_repetition_asks_nobody_and_has_what_the_run_had(store: Store, browse: Any) -> None:
    def find(query: str) -> list[Hit]:
        if query == "fails":
            raise ProviderError("down")
        return [web_hit("x", url=UJI)]

    first, run_id = await browse(host_of(store.home, search=FakeSearch(find), fetch=FakeFetch(PAGES)), *LINES)
    assert [came.partition(":")[0] for came in first] == ["https", first[1], "status", "ProviderError"]
    later = host_of(
        store.home, search=FakeSearch([web_hit("new", url=SEN)]), fetch=FakeFetch({UJI: "Other words stand here now."})
    )
    assert (await browse(later, *LINES, fresh=True))[0] != first
    search, fetch = FakeSearch(), FakeFetch()
    again, again_id = await browse(host_of(store.home, search=search, fetch=fetch), *LINES, replay_of=run_id)
    assert again == first
    nothing = host_of(store.home)
    await store.delete(run_id)
    assert (await browse(nothing, *LINES, replay_of=again_id))[0] == first, "a repetition can be repeated"
    more, _ = await browse(nothing, "search something else", f"page {SEN}", f"typed {SEN}", replay_of=again_id)
    assert [again_id in came for came in more] == [True] * 3
    assert more[0].startswith("Refused: ")
    assert (search.queries, fetch.asked) == ([], [])


async def test_a_repetition_can_search_only_where_the_run_could(store: Store, browse: Any) -> None:
    came, run_id = await browse(host_of(store.home), "search 宇治茶", f"page {UJI}")
    assert came == ["no search", "no fetch"]
    with_web = host_of(store.home, search=FakeSearch(), fetch=FakeFetch())
    again, _ = await browse(with_web, "search 宇治茶", replay_of=run_id)
    assert again == ["no search"]
    _, run_id = await browse(with_web, "page https://gone.example/")
    again, _ = await browse(host_of(store.home), "search 宇治茶", replay_of=run_id)
    assert run_id in again[0]


async def test_a_local_run_has_no_web(store: Store, browse: Any) -> None:
    small = web(PAGES)
    host = host_of(store.home, search=small.search, fetch=small.fetch)
    came, _ = await browse(host, "search 宇治茶", f"typed {UJI}", local_only=True)
    assert came == ["no search", "no fetch"]
    assert (small.search.queries, small.fetch.asked) == ([], [])


async def test_a_repetition_sees_the_day_of_the_run(store: Store) -> None:
    host = host_of(store.home, now=Time())
    first = await deps_of(store, host)
    days_ago = timestamp(datetime.now(UTC) - timedelta(days=40))
    await store.write(lambda c: c.execute(update(RUNS).values(created_at=days_ago)))
    replay = await deps_of(store, host, replay_of=first.run_id)
    again = await deps_of(store, host, replay_of=replay.run_id)
    began, early = [datetime.fromisoformat((await store.run(one.run_id)).created_at) for one in (again, first)]
    assert began - early > timedelta(days=39)
    assert (first.now(), again.now()) == (NOON, NOON - (began - early))


def asked(home: Path) -> list[str]:
    log = home / LOG
    return log.read_text(encoding="utf-8").splitlines() if log.exists() else []


def kept(home: Path) -> int:
    """How many answers of the web the database holds."""
    if not (home / "kasen.db").exists():
        return 0
    with closing(sqlite3.connect(home / "kasen.db")) as connection:
        return int(connection.execute("SELECT count(*) FROM run_web WHERE found_id IS NOT NULL").fetchone()[0])


@pytest.mark.parametrize("step", [3, pytest.param(1, marks=pytest.mark.slow)])
def test_killed_after_a_search_or_a_page_it_is_not_asked_again(crashes: Crashes, home: Path, step: int) -> None:
    lines = ("search 宇治茶", f"page {UJI}", f"page {SEN}", "search sencha")
    scenario = Scenario(team="browser", request={"text": "\n".join(lines)}, host="runtime.web_scenes:noting")
    whole = crashes.see_through(home / "whole", scenario)
    assert asked(home / "whole") == ["宇治茶", UJI, SEN, "sencha"]
    committed = 0
    for kill in every_commit(whole.commits, step=step):
        place = home / str(kill)
        if not crashes.see_through(place, scenario, kill).killed:  # what is written shares commits as it comes
            continue
        before = asked(place)
        is_all_kept = kept(place) == len(before) > 0
        last = crashes.see_through(place, scenario, Kill())
        assert (last.value["result"], last.error) == (whole.value["result"], "")
        again = [line for line in set(asked(place)) if asked(place).count(line) > 1]
        assert again in ([], before[-1:]), f"{kill}: only what was in flight is asked again"
        if is_all_kept:
            committed += 1
            assert again == [], f"{kill}: it was committed"
    assert committed, "some were killed when what they had asked for was committed"
