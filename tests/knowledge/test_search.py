from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kasen.evidence.normal import normalise
from kasen.knowledge.index import Candidate
from kasen.knowledge.search import coverage, fuse, missing_words, parse, rank


def candidate(text: str, doc: int = 1, score: float = 1.0) -> Candidate:
    return Candidate(doc, text, normalise(text).text, None, (), 0, len(text), score)


DOCUMENTS = [
    candidate("静岡県は日本一の茶産地である。", 1),
    candidate("鹿児島県は日照時間が長い。", 2),
    candidate("Brazil grows a third of the coffee of the world.", 3),
    candidate("コーヒーの輸入量は増えている。", 4),
]


def best(question: str) -> str:
    return rank(parse(question), [DOCUMENTS])[0].candidate.text


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("日本一の茶産地はどこですか？", "静岡県"),
        ("Which country grows coffee?", "Brazil"),
        ("ｺｰﾋｰの輸入について教えてください", "コーヒー"),
        ("日照時間が長い県", "鹿児島"),
        ("GROWING COFFEES", "Brazil"),
    ],
)
def test_the_passage_that_answers_comes_first(question: str, words: str) -> None:
    assert words in best(question)


def test_words_that_only_ask_do_not_count() -> None:
    assert "どこ" not in parse("茶産地はどこですか").weights
    assert "what" not in parse("What is tea?").weights
    assert parse("どこですか").weights, "unless there are no others"


@pytest.mark.parametrize("text", ["", "   ", "？！…", "\x00", "the of and"])
def test_a_query_of_nothing_is_empty(text: str) -> None:
    assert parse(text).is_empty or text == "the of and"


@given(st.text())
def test_any_text_is_a_query(text: str) -> None:
    query = parse(text)
    ranked = rank(query, [DOCUMENTS])
    assert len(ranked) == len(DOCUMENTS)
    assert 0 <= coverage(query, ranked) <= 1
    missing_words(query, DOCUMENTS)


def test_scores_of_bases_are_comparable_after_ranking() -> None:
    """A base that has nothing to say does not win by the height of its own scores."""
    strong = [candidate("牧之原台地は日本最大の茶園である。", 1, 3.0), candidate("この茶園は日本の南にある。", 2, 1.0)]
    weak = [candidate("茶色い鞄を日本で買った。", 1, 90.0), candidate("茶碗を洗う。", 2, 80.0)]
    ranked = rank(parse("日本最大の茶園はどこ"), [weak, strong])
    assert [r.group for r in ranked] == [1, 1, 0, 0]
    assert rank(parse("x"), [[], []]) == []


def test_coverage_tells_what_is_there_from_what_is_not() -> None:
    def covered(question: str) -> float:
        query = parse(question)
        return coverage(query, rank(query, [DOCUMENTS]))

    assert covered("静岡県の茶産地について") == 1.0
    assert covered("量子コンピュータの誤り訂正") < 0.1
    assert 0.1 < covered("静岡県の量子コンピュータ") < 0.8
    assert covered("Who grows coffee in Brazil?") > 0.7
    assert covered("Who invented penicillin?") < 0.2
    assert covered("") == 0


def test_words_that_no_candidate_holds_are_named_longest_first() -> None:
    assert missing_words(parse("牧之原台地と煎茶と静岡県について教えて"), DOCUMENTS) == ["牧之原台地", "煎茶"]


def test_both_rankings_count_when_they_are_fused() -> None:
    ranked = rank(parse("静岡県の茶産地"), [DOCUMENTS])
    backwards = list(reversed(ranked))
    fused = fuse(ranked, [backwards[0], ranked[0]])
    assert fused[0].candidate == ranked[0].candidate
    assert fused[1].candidate == backwards[0].candidate
    assert len(fused) == len(ranked)


def test_words_that_stand_with_anything_weigh_less() -> None:
    weights = parse("From which ore is alumina obtained?").weights
    assert weights["obtain"] < weights["ore"] == weights["alumina"]
