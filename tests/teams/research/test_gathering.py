"""Pages are read before anything rests on them, each once, and what fails costs only itself."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from kasen.errors import InputError, Retryable, StoreFailed
from kasen.evidence.types import Hit
from kasen.team import Earlier
from kasen.teams.research.gathering import (
    MOST_SCORED,
    PER_PAGE,
    best_of,
    earlier_passages,
    gather,
    read_page,
    search_web,
)
from kasen.teams.research.schemas import Request
from kasen.testing.deps import FakeDeps, fake_deps
from kasen.testing.search import FakeSearch, document_hit, web_hit
from kasen.testing.stores import FakeLibrary
from kasen.testing.web import FakeFetch, page_of_text, web
from kasen.tools.fetch.page import Unfetched

TEA = "# Tea\n\nTea exports of Japan reached 10,000 tons in 2024, said the ministry. Most of it was powdered."
COFFEE = "# Coffee\n\nCoffee is grown in Brazil, and exports of it grew in 2023."
ASK = Request(question="tea exports", domains=["example.org"], since="2020")


def on_web(pages: dict[str, Any], **more: Any) -> FakeDeps:
    search, fetch = web(pages)
    return fake_deps(search=search, fetch=fetch, **more)


async def test_only_what_was_read_in_pages_is_found_and_can_be_cited() -> None:
    deps = on_web({"https://a.example.org/tea": TEA})
    found = await search_web(deps, ASK, ["tea exports of Japan"])
    passages = await deps.evidence.passages([one.passage_id for one in found.found])
    assert passages
    assert all(passage.is_read for passage in passages)
    assert "10,000 tons" in passages[0].text
    assert [(done.query, done.where, done.found) for done in found.searches] == [("tea exports of Japan", "web", 1)]


async def test_the_search_is_sent_with_window_domains_and_language() -> None:
    search, fetch = web({"https://a.example.org/tea": TEA})
    deps = fake_deps(search=search, fetch=fetch, lang="ja")
    await search_web(deps, ASK, ["tea"])
    (asked,) = search.asked
    assert (str(asked.since), asked.domains, asked.lang, asked.max_results) == ("2020-01-01", ("example.org",), "ja", 5)
    assert [one.lang for one in fetch.asked] == ["ja"]


async def test_a_page_that_cannot_be_read_is_named_once_and_costs_only_itself() -> None:
    dead = Unfetched(asked="https://b.example.org/", kind="robots", reason="its robots.txt forbids it")
    deps = on_web({"https://a.example.org/tea": TEA, "https://b.example.org/": dead})
    found = await search_web(deps, ASK, ["tea exports", "tea exports of Japan"])
    assert [[(page.url, page.reason) for page in done.unread] for done in found.searches] == [
        [("https://b.example.org/", "its robots.txt forbids it")],
        [],
    ]
    assert {one.source_id for one in found.found} == {
        source.id for source in await deps.evidence.sources([one.source_id for one in found.found])
    }
    assert found.found


async def test_a_search_that_fails_is_recorded_and_the_others_go_on() -> None:
    search = FakeSearch({"bad": Retryable("timed out"), "good": [web_hit("Tea is exported.", url="https://x.org/")]})
    deps = fake_deps(search=search)
    found = await gather(deps, Request(question="q"), web_queries=["bad", "good", "   "])
    assert [(done.query, done.error) for done in found.searches][:2] == [("bad", "timed out"), ("good", "")]
    assert "empty" in found.searches[2].error
    assert len(found.found) == 1


async def test_what_a_search_shows_of_a_page_that_nobody_reads_is_no_evidence() -> None:
    deps = fake_deps(search=FakeSearch([web_hit("Tea exports were 99,999 tons.", snippet_by="fake")]))
    found = await search_web(deps, ASK.model_copy(update={"domains": []}), ["tea exports"])
    assert found.found == []
    assert [page.reason for page in found.searches[0].unread] == ["this run reads no pages"]


async def test_a_page_older_than_asked_for_is_left_out_and_said() -> None:
    page = page_of_text("https://a.example.org/old", TEA, published="2015-03-01")
    search, fetch = web({"https://a.example.org/old": page})
    undated = FakeSearch([web_hit("…", url="https://a.example.org/old", snippet_by="fake")])
    assert search
    found = await search_web(fake_deps(search=undated, fetch=fetch), ASK, ["tea exports"])
    assert found.found == []
    assert [unread.reason for unread in found.searches[0].unread] == ["it is from 2015-03-01, older than was asked for"]


async def test_documents_and_web_are_searched_at_the_same_time() -> None:
    order: list[str] = []

    async def sleep(seconds: float) -> None:
        order.append("web begins")
        await asyncio.sleep(0)
        order.append("web ends")

    search, fetch = web({"https://a.example.org/tea": TEA}, search_s=1.0, sleep=sleep)
    deps = fake_deps(documents=[document_hit("Tea exports grew.")], search=search, fetch=fetch)
    found = await gather(deps, ASK, rag_queries=["tea exports"], web_queries=["tea exports"])
    assert {done.where for done in found.searches} == {"documents", "web"}
    assert order[:1] == ["web begins"]


async def test_when_the_documents_break_down_nothing_goes_on_behind_the_error() -> None:
    begun, ended = asyncio.Event(), asyncio.Event()

    class Broken(FakeLibrary):
        async def search(self, query: str, *, limit: int = 10) -> list[Hit]:
            await begun.wait()
            raise StoreFailed("the disk is full")

    async def slow(seconds: float) -> None:
        begun.set()
        for _ in range(5):
            await asyncio.sleep(0)
        ended.set()

    library = Broken([document_hit("Tea exports of Japan.")])
    deps = fake_deps(documents=library, search=FakeSearch([], latency_s=1.0, sleep=slow))
    with pytest.raises(StoreFailed, match="disk"):
        await gather(deps, Request(question="tea"), rag_queries=["tea"], web_queries=["tea"])
    assert ended.is_set()


def test_the_passages_of_a_page_that_hold_the_query_come_first_and_are_few() -> None:
    text = "\n\n".join(f"## Part {n}\n\n{'Filler words stand here. ' * 30}" for n in range(12)) + f"\n\n{TEA}"
    hits = best_of("tea exports of Japan", page_of_text("https://a.example.org/", text))
    assert 1 <= len(hits) <= PER_PAGE
    assert "10,000 tons" in hits[0].passage.text


@pytest.mark.parametrize(("query", "wanted"), [("tea exports of Japan", "10,000 tons"), ("日本の茶の輸出", "一万トン")])
def test_of_a_very_long_page_the_passage_that_answers_is_found_and_few_are_measured(query: str, wanted: str) -> None:
    filler = "\n\n".join(f"## Part {n}\n\n{'Words about rivers. ' * 40}" for n in range(MOST_SCORED * 2))
    text = f"{filler}\n\n## End\n\n{TEA}\n\n日本の茶の輸出は一万トンに達した。"
    page = page_of_text("https://a.example.org/", text)
    assert len(page.passages) > MOST_SCORED
    assert any(wanted in hit.passage.text for hit in best_of(query, page))


def test_a_page_in_another_language_gives_its_first_passages_with_a_low_score() -> None:
    hits = best_of("茶の輸出", page_of_text("https://a.example.org/", TEA))
    assert hits
    assert all(0 < hit.score < 0.5 for hit in hits)


async def test_a_typed_page_is_read_as_typed_and_one_that_cannot_be_read_is_the_users_to_mend() -> None:
    fetch = FakeFetch({"http://127.0.0.1:8000/a": TEA})
    deps = fake_deps(fetch=fetch)
    page, found = await read_page(deps, ASK, "http://127.0.0.1:8000/a")
    assert (page.source.title, fetch.asked[0].typed) == ("Tea", True)
    assert len(await deps.evidence.passages([one.passage_id for one in found.found])) == len(page.passages)
    with pytest.raises(InputError, match="404"):
        await read_page(deps, ASK, "http://127.0.0.1:8000/b")
    with pytest.raises(InputError, match="reads nothing"):
        await read_page(fake_deps(), ASK, "http://127.0.0.1:8000/a")


async def test_earlier_passages_are_those_cited_before_and_those_on_the_question() -> None:
    hits = [document_hit(text, path=f"/d/{n}.md") for n, text in enumerate(["Uji is a town.", "Prices rose.", "Rain."])]
    ids = tuple(hit.passage.id for hit in hits)
    result = {"findings": [{"passage_ids": [ids[0]]}]}
    deps = replace(fake_deps(), earlier=Earlier(run_id="r", request={}, result=result, passage_ids=ids))
    await deps.evidence.add(hits)
    found = await earlier_passages(deps, "How did prices develop?")
    assert [one.passage_id for one in found] == [ids[1], ids[0]]
    assert await earlier_passages(fake_deps(), "q") == []
