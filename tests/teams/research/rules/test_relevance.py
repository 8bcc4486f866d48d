"""The sentence that answers stands first, verbatim, and the same thing is not said twice."""

from __future__ import annotations

import pytest

from kasen.teams.research.rules.relevance import candidates, diverse, idf, ranked, share
from kasen.teams.research.schemas import PassageView


def passage(text: str, *, id: str = "p1", title: str = "", score: float = 1.0) -> PassageView:
    return PassageView(id=id, title=title, text=text, score=score)


TEA = passage(
    "Tea growing began in Uji in the 13th century. The patronage of the shogun made Uji the centre of Japanese tea. "
    "It kept this rank for centuries. Railways came in 1896.",
    title="Uji",
)
TEA_JA = passage(
    "宇治茶の栽培は十三世紀に始まった。室町将軍の庇護により、宇治は日本茶の中心となった。"
    "これは今も変わらない。煎茶は1738年に永谷宗円が完成させた。",
    title="宇治茶",
)


@pytest.mark.parametrize(
    ("question", "view", "first"),
    [
        (
            "Why did Uji become the centre of Japanese tea?",
            TEA,
            "The patronage of the shogun made Uji the centre of Japanese tea.",
        ),
        ("When did tea growing begin in Uji?", TEA, "Tea growing began in Uji in the 13th century."),
        ("When did railways come?", TEA, "Railways came in 1896."),
        ("宇治はなぜ日本茶の中心になったのか", TEA_JA, "室町将軍の庇護により、宇治は日本茶の中心となった。"),
        ("煎茶を完成させたのは誰か", TEA_JA, "煎茶は1738年に永谷宗円が完成させた。"),
    ],
)
def test_the_sentence_that_answers_comes_first(question: str, view: PassageView, first: str) -> None:
    assert ranked(question, [view], candidates([view]))[0].candidate.text == first


def test_candidates_are_verbatim_and_leave_out_what_is_no_sentence() -> None:
    view = passage("# 見出し\n\n| a | b |\n|---|---|\n\n本文の文がここにある。\n\nhttps://example.org/x\n\n- 短い")
    pool = candidates([view])
    assert [view.text[c.start : c.end] for c in pool] == [c.text for c in pool]
    assert [c.text for c in pool] == ["| a | b |", "本文の文がここにある。"]


def test_a_heading_or_a_row_comes_after_a_sentence_that_says_the_same() -> None:
    views = [
        passage(
            "玉露とカフェイン\n\n| 玉露 | カフェイン 160 |\n\n玉露のカフェインは百ミリリットルに160ミリグラムである。"
        )
    ]
    first = ranked("玉露のカフェイン", views, candidates(views))[0].candidate
    assert first.text.startswith("玉露のカフェインは")


def test_the_same_sentence_in_two_passages_is_one_candidate() -> None:
    views = [passage("緑茶の輸出が増えた年だった。"), passage("緑茶の輸出が増えた年だった。", id="p2")]
    assert len(candidates(views)) == 1


def test_a_better_passage_wins_between_equal_sentences() -> None:
    views = [passage("Tea is green here today.", score=0.2), passage("Tea is green there today.", id="p2", score=1.0)]
    assert ranked("Is tea green?", views, candidates(views))[0].candidate.passage == 1


def test_repetition_comes_after_something_else() -> None:
    views = [
        passage("Exports of green tea rose. The exports of green tea rose."),
        passage("Prices of green tea fell.", id="p2", score=0.7),
    ]
    order = ranked("green tea", views, candidates(views))
    assert [one.candidate.passage for one in order] == [0, 0, 1]
    assert [one.candidate.passage for one in diverse(order, 2)] == [0, 1]


def test_a_word_that_is_nowhere_weighs_most() -> None:
    texts = [frozenset({"tea", "green"}), frozenset({"tea"})]
    weights = idf(["tea", "green", "gdp"], texts)
    assert weights["gdp"] > weights["green"] > weights["tea"]
    assert share(weights, frozenset()) == 0.0
    assert share(weights, frozenset({"tea", "green", "gdp"})) == pytest.approx(1.0)


def test_nothing_is_ranked_where_there_is_nothing() -> None:
    assert diverse(ranked("何か", [], candidates([])), 5) == []


def test_the_header_row_of_a_table_and_a_heading_are_no_statements() -> None:
    header, row = "drink | caffeine (mg per 100 ml)", "gyokuro | 160"
    table = PassageView(id="p1", title="caffeine.csv", headings=(header,), text=f"{header}\n{row}", score=1.0)
    page = PassageView(id="p2", title="Tea of Uji", text="Tea of Uji\n\nUji lies south of Kyoto.", score=1.0)
    assert [found.text.strip() for found in candidates([table, page])] == [row, "Uji lies south of Kyoto."]


def test_of_two_figures_that_of_the_quantity_asked_for_comes_first() -> None:
    view = PassageView(
        id="p",
        title="Vents",
        text="The water has about 4000 salts. The water has about 400 degrees.",
        headings=(),
        score=1.0,
    )
    best = ranked("How hot is the water?", [view], candidates([view]))[0]
    assert best.candidate.text == "The water has about 400 degrees."
