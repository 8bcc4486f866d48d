from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kasen.evidence.normal import normalise
from kasen.knowledge.index import Candidate
from kasen.knowledge.search import Ranked, coverage, fuse, missing_words, near, parse, rank


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


def likeness(*scores: float) -> list[Candidate]:
    """The documents as vectors found them."""
    return [one._replace(score=score) for one, score in zip(DOCUMENTS, scores, strict=True)]


def docs(ranked: list[Ranked]) -> list[int]:
    return [r.candidate.doc for r in ranked]


def test_both_rankings_count_when_they_are_fused() -> None:
    query = parse("茶産地と日照時間")
    by_words = rank(query, [DOCUMENTS])
    assert docs(by_words)[0] == 2
    fused = fuse(query, by_words, near([likeness(0.9, 0.8, 0.5, 0.4)]))
    assert docs(fused)[:2] == [2, 1]
    assert docs(fuse(query, by_words, near([likeness(0.9, 0.1, 0.5, 0.4)])))[0] == 1
    assert len(fused) == len(DOCUMENTS)
    assert all(0 <= r.score <= 2 for r in fused)


def test_a_question_in_another_language_is_ranked_by_vectors() -> None:
    """It shares a number, or a word in Latin letters, with a passage that is about something else."""
    texts = [*DOCUMENTS, candidate("The museum has 2024 paintings and a café.", 5)]
    query = parse("2024年にコーヒーを最も多く育てた国")
    english = [one for one in texts if one.doc in (3, 5)]
    by_words = rank(query, [english])
    assert docs(by_words)[0] == 5
    fused = fuse(query, by_words, near([[english[0]._replace(score=0.9), english[1]._replace(score=0.8)]]))
    assert docs(fused) == [3, 5]


def test_a_passage_that_holds_all_words_stays_first_when_vectors_see_others_a_little_nearer() -> None:
    query = parse("日照時間が長い県")
    assert docs(fuse(query, rank(query, [DOCUMENTS]), near([likeness(0.9, 0.85, 0.86, 0.2)])))[0] == 2


def test_what_only_one_of_them_found_is_kept() -> None:
    query = parse("静岡県の茶産地")
    ranked = rank(query, [DOCUMENTS])
    fused = fuse(query, ranked[:1], near([likeness(0.1, 0.2, 0.3, 0.4)[2:]]))
    assert docs(fused) == [1, 4, 3]
    assert docs(fuse(query, [], near([likeness(0.1, 0.2, 0.3, 0.4)]))) == [4, 3, 2, 1]


def test_the_likest_of_several_bases_come_first_wherever_they_are() -> None:
    found = near([[DOCUMENTS[0]._replace(score=0.5), DOCUMENTS[1]._replace(score=0.4)], [DOCUMENTS[2]], []])
    assert [(r.group, r.candidate.doc) for r in found] == [(1, 3), (0, 1), (0, 2)]


def test_words_that_stand_with_anything_weigh_less() -> None:
    weights = parse("From which ore is alumina obtained?").weights
    assert weights["obtain"] < weights["ore"] == weights["alumina"]
