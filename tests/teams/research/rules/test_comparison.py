"""Items and criteria as questions name them."""

from __future__ import annotations

import pytest

from kasen.teams.research.rules.comparison import compared, criterion, proposed


@pytest.mark.parametrize(
    ("question", "items", "criteria"),
    [
        ("Compare Alpha, Beta and Gamma by price and weight", ["Alpha", "Beta", "Gamma"], ["price", "weight"]),
        ("Alpha vs Beta", ["Alpha", "Beta"], []),
        ("Alpha vs. Beta: price, battery life", ["Alpha", "Beta"], ["price", "battery life"]),
        ("What is the difference between Alpha and Beta in terms of taste?", ["Alpha", "Beta"], ["taste"]),
        ("Which is cheaper, Alpha or Beta?", ["Alpha", "Beta"], ["cheaper"]),
        ("Is Alpha or Beta faster?", ["Alpha", "Beta"], ["faster"]),
        ("Compare the price and weight of Alpha and Beta.", ["Alpha", "Beta"], ["price", "weight"]),
        ("How does Alpha compare to Beta in price?", ["Alpha", "Beta"], ["price"]),
        ("Alpha と Beta を比較して", ["Alpha", "Beta"], []),
        ("煎茶と玉露を価格と味で比較してください", ["煎茶", "玉露"], ["価格", "味"]),
        ("煎茶と玉露の価格と栽培方法を比較", ["煎茶", "玉露"], ["価格", "栽培方法"]),
        (
            "カゼノリ S3とツバメ eシティとミナモ X1を、価格・重量・航続距離で比較して",
            ["カゼノリ S3", "ツバメ eシティ", "ミナモ X1"],
            ["価格", "重量", "航続距離"],
        ),
        ("Alpha Two と Beta Pro 3 の価格を比較", ["Alpha Two", "Beta Pro 3"], ["価格"]),
        ("次を比較して 煎茶と玉露の違い", ["煎茶", "玉露"], []),
        ("煎茶、玉露、番茶の比較", ["煎茶", "玉露", "番茶"], []),
        ("煎茶と玉露の違いは何か", ["煎茶", "玉露"], []),
        ("煎茶と玉露ではどちらが高いですか", ["煎茶", "玉露"], ["高い"]),
        ("宇治と静岡を、生産量・歴史の観点から比較せよ", ["宇治", "静岡"], ["生産量", "歴史"]),
        ("Why did Uji become the centre of tea?", [], []),
        ("宇治茶とは何か", [], []),
        ("", [], []),
    ],
)
def test_a_question_names_what_it_compares(question: str, items: list[str], criteria: list[str]) -> None:
    assert compared(question) == (items, criteria)


def test_a_criterion_may_say_which_figure_is_better() -> None:
    assert criterion("price (lower is better)").better == criterion("価格（安いほど良い）").better == "less"
    assert criterion("speed (higher is better)").name == "speed"
    assert criterion("taste (sweet)").name == "taste (sweet)"
    assert "cost" in criterion("price").also
    assert criterion("(x)").name == "(x)"


def test_where_no_criterion_is_named_the_words_of_question_and_documents_stand_in() -> None:
    assert proposed("Compare Alpha and Beta", ["Alpha", "Beta"], ["alpha", "tea", "2020", "price"], lang="en") == [
        "tea",
        "price",
    ]
    assert proposed("Is Alpha safer than Beta", ["Alpha", "Beta"], [], lang="en")[0] == "safer"
    assert proposed("煎茶と玉露の比較", ["煎茶", "玉露"], [], lang="ja") == ["概要"]
