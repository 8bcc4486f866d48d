from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kasen.errors import InputError
from kasen.testing.search import web_hit
from kasen.tools.search import wanted
from kasen.tools.search.wanted import LONGEST_QUERY, host_of
from tools.search.site import TODAY


@pytest.mark.parametrize("query", ["", " \t\n", "\u3000", "\x00\u200b", "\ud800"])
def test_an_empty_query_is_refused(query: str) -> None:
    with pytest.raises(InputError, match="empty"):
        wanted(query)


@pytest.mark.parametrize("number", [-1, 0, 21, 1000])
def test_a_number_of_results_outside_1_to_20_is_refused(number: int) -> None:
    with pytest.raises(InputError, match=f"1 to 20 results, not {number}"):
        wanted("茶", max_results=number)


def test_1_and_20_results_are_taken() -> None:
    assert [wanted("茶", max_results=number).max_results for number in (1, 20)] == [1, 20]


def test_white_space_is_put_in_order_and_operators_stay() -> None:
    assert wanted('  "宇治茶"\u3000歴史\n-広告\tsite:go.jp ').query == '"宇治茶" 歴史 -広告 site:go.jp'


@given(st.text(st.sampled_from("茶a \n.宇🍵"), max_size=1500))
def test_a_query_is_never_longer_than_400_characters_and_a_beginning_of_itself(text: str) -> None:
    if not text.split():
        return
    query = wanted(text).query
    assert 0 < len(query) <= LONGEST_QUERY
    assert " ".join(text.split()).startswith(query)


def test_a_long_query_is_cut_between_words_and_japanese_in_them() -> None:
    words = wanted("uji tea " * 100).query
    assert words.endswith(("uji", "tea"))
    assert len(words) > LONGEST_QUERY - 8
    assert len(wanted("宇治 " + "茶" * 600).query) == LONGEST_QUERY


@pytest.mark.parametrize(
    ("written", "host"),
    [
        ("example.com", "example.com"),
        ("WWW.Example.COM", "example.com"),
        ("https://www.example.com/news?x=1#y", "example.com"),
        ("*.example.com", "example.com"),
        (".go.jp", "go.jp"),
        ("example.com:8443", "example.com"),
        ("東京.jp", "xn--1lqs71d.jp"),
    ],
)
def test_domains_are_taken_as_people_write_them(written: str, host: str) -> None:
    assert wanted("茶", domains=[written, written]).domains == (host,)
    assert wanted("茶", exclude_domains=[written]).exclude_domains == (host,)


@pytest.mark.parametrize("written", ["", "  ", "a b", "ex ample.com", "a..b", "-site:x", "例え。。", "a\x00b.com"])
def test_what_is_no_domain_is_refused(written: str) -> None:
    with pytest.raises(InputError, match="no domain"):
        wanted("茶", domains=[written])


@pytest.mark.parametrize(
    ("written", "code"), [("ja", "ja"), ("JA-jp", "ja"), ("en_US", "en"), ("", ""), ("fil", "fil")]
)
def test_a_language_is_its_code(written: str, code: str) -> None:
    assert wanted("茶", lang=written).lang == code


@pytest.mark.parametrize("written", ["japanese", "日本語", "j", "12"])
def test_what_is_no_code_of_a_language_is_refused(written: str) -> None:
    with pytest.raises(InputError, match="language"):
        wanted("茶", lang=written)


@pytest.mark.parametrize(
    ("days", "name"),
    [(-3, "day"), (0, "day"), (1, "week"), (6, "week"), (7, "month"), (27, "month"), (28, "year"), (364, "year")],
)
def test_the_range_is_the_shortest_that_holds_all_that_is_wanted(days: int, name: str) -> None:
    assert wanted("茶", since=TODAY - timedelta(days=days)).range(TODAY) == name


def test_for_a_longer_time_or_none_there_is_no_range() -> None:
    assert wanted("茶", since=TODAY - timedelta(days=365)).range(TODAY) is None
    assert wanted("茶").range(TODAY) is None


def test_domains_become_operators_where_an_engine_knows_nothing_else() -> None:
    assert wanted("茶", domains=["a.jp"]).with_sites == "茶 site:a.jp"
    both = wanted("茶", domains=["a.jp", "b.jp"], exclude_domains=["c.jp"])
    assert both.with_sites == "茶 (site:a.jp OR site:b.jp) -site:c.jp"
    assert wanted("茶").with_sites == "茶"


@pytest.mark.parametrize(
    ("published", "kept"),
    [("2026-03-01", True), ("2026-02-28", False), ("", True), ("2026-03-01T00:00:00Z", True), ("1999-12-31", False)],
)
def test_what_is_known_to_be_older_is_not_wanted(published: str, kept: bool) -> None:
    want = wanted("茶", since=date(2026, 3, 1))
    assert want.admits(web_hit("x", published=published)) is kept


@pytest.mark.parametrize(
    ("conditions", "url", "kept"),
    [
        ({"domains": ["example.com"]}, "https://example.com/a", True),
        ({"domains": ["example.com"]}, "https://www.example.com/a", True),
        ({"domains": ["example.com"]}, "https://news.example.com/a", True),
        ({"domains": ["example.com"]}, "https://notexample.com/a", False),
        ({"domains": ["example.com"]}, "https://example.com.evil.test/a", False),
        ({"domains": ["example.com"]}, "https://evil.test/example.com", False),
        ({"exclude_domains": ["example.com"]}, "https://news.example.com/a", False),
        ({"exclude_domains": ["example.com"]}, "https://notexample.com/a", True),
        ({"domains": ["example.com"], "exclude_domains": ["old.example.com"]}, "https://old.example.com/", False),
    ],
)
def test_domains_hold_for_all_that_ends_in_them(conditions: dict[str, Any], url: str, kept: bool) -> None:
    assert wanted("茶", **conditions).admits(web_hit("x", url=url)) is kept


def test_a_result_that_a_model_told_comes_from_the_domain_that_it_names() -> None:
    redirect = web_hit("x", url="https://vertexaisearch.cloud.google.com/grounding-api-redirect/A")
    source = redirect.source.model_copy(update={"publisher": "www.City.Uji.Kyoto.jp"})
    passage = redirect.passage.model_copy(update={"told_by": "google:m"})
    hit = redirect.model_copy(update={"source": source, "passage": passage})
    assert host_of(hit) == "city.uji.kyoto.jp"
    assert wanted("茶", domains=["kyoto.jp"]).admits(hit)


def test_more_is_asked_for_where_some_will_be_left_out() -> None:
    assert wanted("茶", max_results=5).reach == 5
    assert wanted("茶", max_results=5, since=TODAY).reach == 10
    assert wanted("茶", max_results=15, domains=["a.jp"]).reach == 20
