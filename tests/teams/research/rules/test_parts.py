"""A question with several parts becomes several points, one with one part stays whole."""

from __future__ import annotations

import pytest

from kasen.teams.research.rules.parts import MOST, parts


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("宇治はなぜ日本茶の中心になったのか？", ["宇治はなぜ日本茶の中心になったのか"]),
        ("煎茶と抹茶の違いは何ですか", ["煎茶と抹茶の違いは何ですか", "煎茶", "抹茶"]),
        (
            "玉露と煎茶のカフェインの違いは？",
            ["玉露と煎茶のカフェインの違いは", "玉露のカフェイン", "煎茶のカフェイン"],
        ),
        ("Which town grows tea and how much?", ["Which town grows tea and how much"]),
        ("宇治茶はいつ始まり、なぜ広まったか。", ["宇治茶はいつ始まり", "宇治茶はなぜ広まったか"]),
        ("静岡と京都の生産量はそれぞれいくら？", ["静岡の生産量はいくら", "京都の生産量はいくら"]),
        ("緑茶とは何ですか。どのように作りますか。", ["緑茶とは何ですか", "どのように作りますか"]),
        ("港の無い国がある。それはどこか。", ["港の無い国がある。それはどこか"]),
        ("出入国管理及び難民認定法が施行されたのはいつか", ["出入国管理及び難民認定法が施行されたのはいつか"]),
        ("「いつ、どこで」という問いを何と呼ぶか", ["「いつ、どこで」という問いを何と呼ぶか"]),
        ("北海道などの気候は豊かだが、いつからか", ["北海道などの気候は豊かだが、いつからか"]),
        ("When and why did Uji become famous?", ["When did Uji become famous", "Why did Uji become famous"]),
        ("What is sencha and how is it made?", ["What is sencha", "how is it made"]),
        (
            "Compare sencha and matcha in terms of caffeine.",
            ["Compare sencha and matcha in terms of caffeine", "caffeine of sencha", "caffeine of matcha"],
        ),
        (
            "What is the difference between the green tea and black tea?",
            ["What is the difference between the green tea and black tea", "green tea", "black tea"],
        ),
        ("sencha vs. matcha?", ["sencha vs. matcha", "sencha", "matcha"]),
        ("How many were sold? Which country bought most?", ["How many were sold", "Which country bought most"]),
        ("Bread and butter prices", ["Bread and butter prices"]),
        ("？", ["？"]),
    ],
)
def test_parts_are_what_can_be_looked_up_one_by_one(question: str, expected: list[str]) -> None:
    assert parts(question) == expected


def test_there_are_never_too_many() -> None:
    assert len(parts(" ".join(f"What is item {n}?" for n in range(20)))) == MOST


@pytest.mark.parametrize(
    ("question", "found"),
    [
        (
            "How did gyokuro come about, how much caffeine does it contain?",
            ["How did gyokuro come about", "how much caffeine does it contain"],
        ),
        ("茶はどう育つか。また、湯は何度か。", ["茶はどう育つか", "湯は何度か"]),
        ("またがる山はどれか。", ["またがる山はどれか"]),
    ],
)
def test_a_part_stands_without_what_ties_it_to_the_one_before(question: str, found: list[str]) -> None:
    assert parts(question) == found
