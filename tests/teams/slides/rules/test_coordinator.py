"""The coordinator's rule: a title out of the wish."""

from __future__ import annotations

import pytest

from kasen.teams.slides.rules.coordinator import LONGEST, occasion_of, title_of

LONG = "Visitors of the Lantern Museum: who comes, when, and what follows for the opening hours of next year"


@pytest.mark.parametrize(
    ("wish", "title"),
    [
        ("月次売上の報告。店舗と通販の動き", "月次売上の報告"),
        ("Tea exports, for the board", "Tea exports"),
        ("お茶の輸出の5年間を役員に報告する", "お茶の輸出の5年間"),
        ("茶の輸出についてのスライドを10枚で作ってください", "茶の輸出"),
        ("Propose a four-day week to our staff", "Four-day week"),
        ("Make a 10-slide deck about tea exports", "Tea exports"),
        ("営業資料を作る", "営業資料を作る"),
        ("Why tea? Because.", "Why tea"),
        (LONG, "Visitors of the Lantern Museum"),
        ("word " * 40, ("word " * 16).strip()),
        ("茶" * 30 + "、" + "茶" * 80, "茶" * 30),
        ("茶" * 200, "茶" * LONGEST),
    ],
)
def test_a_title_is_the_first_sentence_and_ends_with_a_whole_word(wish: str, title: str) -> None:
    assert title_of(wish) == title


@pytest.mark.parametrize(
    ("wish", "lang", "whom"),
    [
        ("お茶の輸出の5年間を役員に報告する", "ja", "役員への報告"),
        ("日本茶の輸出戦略", "ja", ""),
        ("Propose a four-day week to our staff", "en", "For our staff"),
        ("Tea exports, for the board", "en", "For the board"),
        ("Build or buy: decision for the committee", "en", ""),
    ],
)
def test_the_subtitle_says_for_whom_where_the_wish_does(wish: str, lang: str, whom: str) -> None:
    assert occasion_of(wish, lang) == whom
