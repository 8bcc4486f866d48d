from __future__ import annotations

from datetime import date

import pytest

from kasen.errors import InputError, Retryable
from kasen.testing.search import FakeSearch, document_hit, web_hit
from kasen.tools.search import Outcome, Results, WebSearch, outcomes_of


async def test_results_by_query_from_a_function_or_always_the_same() -> None:
    hits = [web_hit(f"passage {n}") for n in range(8)]
    by_query = FakeSearch({"宇治": hits, "down": Retryable("503")})
    searches: list[WebSearch] = [by_query, FakeSearch(lambda q: hits if q == "宇治" else []), FakeSearch(hits)]
    for search in searches:
        assert await search("宇治") == hits[:5]
        assert await search("宇治", max_results=1) == hits[:1]
    assert await by_query("unknown") == []
    assert by_query.queries == ["宇治", "宇治", "unknown"]
    with pytest.raises(Retryable):
        await by_query("down")


async def test_a_fake_keeps_to_the_conditions_as_a_real_search_does() -> None:
    old, new = web_hit("old", published="2001-01-01"), web_hit("new", url="https://a.jp/", published="2026-01-01")
    search = FakeSearch([old, new])
    assert await search("茶", since=date(2020, 1, 1), lang="ja") == [new]
    assert await search("茶", exclude_domains=["a.jp"]) == [old]
    assert [(want.query, want.since, want.lang) for want in search.asked] == [
        ("茶", date(2020, 1, 1), "ja"),
        ("茶", None, ""),
    ]
    with pytest.raises(InputError):
        await search(" ")


async def test_a_fake_gives_the_outcomes_that_it_was_given() -> None:
    outcomes = (Outcome(provider="a", error="down"), Outcome(provider="b", found=1))
    found = await FakeSearch(Results([web_hit("x")], outcomes=outcomes))("茶")
    assert outcomes_of(found) == outcomes
    assert outcomes_of(await FakeSearch([web_hit("x")], name="c")("茶")) == (Outcome(provider="c", found=1),)


def test_the_same_words_of_the_same_place_are_the_same_passage() -> None:
    assert web_hit("茶").passage.id == web_hit("茶", title="other").passage.id
    assert web_hit("茶").passage.id != web_hit("茶", url="https://example.org/2").passage.id
    one, two = document_hit("茶", page=1), document_hit("茶", page=2, heading="歴史")
    assert one.source == two.source
    assert one.passage.id != two.passage.id
    assert (two.source.title, two.passage.headings, one.source.kind) == ("notes.md", ("歴史",), "document")
