from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kasen.evidence.types import Hit
from kasen.testing.search import web_hit
from kasen.tools.search.copies import page_key
from kasen.tools.search.fusion import fused

NEWS = "The tea harvest of Uji fell to 2,410 tonnes in 2025, the city said on Monday, and farmers name the heat."


def hit(name: str, text: str = "", *, host: str = "", **fields: str) -> Hit:
    return web_hit(text or f"words of {name}", url=f"https://{host or f'{name}.example'}/{name}", title=name, **fields)  # type: ignore[arg-type]


def names(hits: list[Hit]) -> list[str]:
    return [one.source.title for one in hits]


def test_what_several_lists_have_comes_first() -> None:
    found = fused([[hit("a"), hit("b"), hit("c")], [hit("d"), hit("b")]], max_results=10)
    assert names(found.hits) == ["b", "a", "d", "c"]
    assert [one.score for one in found.hits] == [round(61 / 62, 6), 0.5, 0.5, round(61 / 63 / 2, 6)]


def test_first_in_every_list_has_score_1() -> None:
    assert fused([[hit("a")], [hit("a")], []], max_results=5).hits[0].score == 1.0


def test_scores_of_a_single_list_stay() -> None:
    scored = [web_hit("x", url="https://a.example/", score=0.9), web_hit("y", url="https://b.example/", score=0.3)]
    assert fused([scored, []], max_results=5).hits == scored


def test_no_list_and_empty_lists_give_nothing() -> None:
    assert fused([], max_results=5).hits == fused([[], []], max_results=5).hits == []


def test_of_one_page_the_longest_words_stay_with_a_date_that_any_gave() -> None:
    short = web_hit("short", url="http://www.a.example/x/", published="2026-01-02", snippet_by="searxng")
    long = web_hit("rather longer words", url="https://a.example/x", snippet_by="tavily")
    (found,) = fused([[short], [long]], max_results=5).hits
    assert (found.passage.text, found.source.published) == ("rather longer words", "2026-01-02")


def test_the_pages_own_words_are_preferred_to_those_that_a_model_told() -> None:
    told = web_hit("a long summary by a model, longer than all others", url="https://a.example/")
    told = told.model_copy(update={"passage": told.passage.model_copy(update={"told_by": "google:m"})})
    (found,) = fused([[told], [web_hit("own", url="https://a.example/", snippet_by="tavily")]], max_results=5).hits
    assert found.passage.text == "own"


def test_a_list_that_names_a_page_twice_votes_once() -> None:
    twice = fused([[hit("a"), hit("b"), hit("a")], [hit("c")]], max_results=5)
    assert names(twice.hits) == ["a", "c", "b"]
    assert twice.hits[0].score == 0.5


def test_copies_are_folded_into_the_best_and_named() -> None:
    copies = [web_hit(NEWS, url=f"https://{site}.example/uji", title=f"Uji tea falls - {site}") for site in "xyz"]
    found = fused([[copies[0], hit("a")], [copies[1], copies[2]]], max_results=5)
    assert names(found.hits) == ["Uji tea falls - x", "a"]
    assert found.copies == {"https://x.example/uji": ("https://y.example/uji", "https://z.example/uji")}


def test_copies_of_what_is_not_given_are_not_named() -> None:
    copies = [web_hit(NEWS, url=f"https://{site}.example/uji", title=f"Uji tea falls - {site}") for site in "xy"]
    found = fused([[hit("a"), *copies]], max_results=1)
    assert (names(found.hits), found.copies) == (["a"], {})


def test_one_domain_does_not_stand_before_all_others_but_fills_what_is_left() -> None:
    one = [hit(f"p{n}", host="big.example") for n in range(6)]
    found = fused([[*one, hit("other")]], max_results=5)
    assert names(found.hits) == ["p0", "p1", "other", "p2", "p3"]
    assert names(fused([one], max_results=4).hits) == ["p0", "p1", "p2", "p3"]
    assert names(fused([[*one, hit("other")]], max_results=3, per_domain=1).hits) == ["p0", "other", "p1"]


_LISTS = st.lists(st.lists(st.integers(0, 12), max_size=15), max_size=4)


@given(_LISTS, st.integers(1, 20))
def test_every_page_is_given_once_best_first_and_nothing_is_invented(lists: list[list[int]], most: int) -> None:
    hits = [[hit(f"n{number}") for number in one] for one in lists]
    found = fused(hits, max_results=most).hits
    keys = [page_key(one.source.uri) for one in found]
    assert len(keys) == len(set(keys)) == min(most, len({number for one in lists for number in one}))
    assert set(names(found)) <= {f"n{number}" for one in lists for number in one}
    assert all(0 < one.score <= 1 for one in found)
    if sum(map(bool, lists)) > 1:
        assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)


@pytest.mark.parametrize("seed", range(3))
def test_the_order_of_lists_changes_no_score(seed: int) -> None:
    chance = random.Random(seed)
    lists = [[hit(f"n{chance.randrange(9)}") for _ in range(6)] for _ in range(3)]
    one = {h.source.uri: h.score for h in fused(lists, max_results=20).hits}
    other = {h.source.uri: h.score for h in fused(lists[::-1], max_results=20).hits}
    assert one == pytest.approx(other)
