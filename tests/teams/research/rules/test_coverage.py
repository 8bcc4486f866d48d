"""Coverage is the share of a point's words in one place."""

from __future__ import annotations

import pytest

from kasen.teams.research.rules.coverage import (
    COVERED,
    NEAR,
    NEAR_IN_LATIN,
    REACH,
    WEAK,
    best,
    coverage,
    is_near,
    missing,
    on_subject,
    window,
)


@pytest.mark.parametrize(
    ("point", "place", "least", "most"),
    [
        ("When did Uji become a centre of tea?", "Uji became the center of tea", 0.9, 1.0),
        ("What is the GDP of Brazil?", "Uji became the center of tea", 0.0, 0.0),
        ("How much tea did Brazil export?", "Japan exported tea", 0.3, COVERED + 0.1),
        ("宇治茶はいつ始まりましたか", "宇治茶の歴史は十三世紀に始まる", 1.0, 1.0),
        ("緑茶輸出量はいくらか", "緑茶の輸出量は増えた", 0.7, 0.9),
        ("ブラジルの首都はどこか", "宇治茶の歴史", 0.0, 0.0),
        ("What is the capital of Brazil?", "The river and the capital", 0.0, WEAK - 0.01),
        ("玉露のカフェインは", "玉露の作り方", 0.0, WEAK - 0.01),
        ("", "anything", 1.0, 1.0),
    ],
)
def test_coverage_is_measured_on_content_words(point: str, place: str, least: float, most: float) -> None:
    assert least <= coverage(point, place) <= most


def test_words_that_stand_nowhere_are_named_as_they_were_asked() -> None:
    places = ["Japan exported green tea", "Prices rose"]
    assert missing("Which prefectures exported tea at high prices?", places) == ["prefectures", "high"]
    assert missing("ブラジルの緑茶は", ["緑茶の話"]) == ["ブラジル"]


def test_the_best_place_counts_and_not_all_places_together() -> None:
    places = ["Brazil is large", "The GDP grew"]
    assert best("What is the GDP of Brazil?", places) < COVERED
    assert best("anything", []) == 0.0
    assert WEAK < COVERED


def test_a_window_reaches_a_little_beyond_the_quotation() -> None:
    text = "前" * 500 + "引用した文" + "後" * 500
    found = window(text, 500, 505, "Title", "Heading")
    assert found == "Title\nHeading\n" + "前" * REACH + "引用した文" + "後" * REACH
    latin = "a" * 500 + "QUOTE" + "b" * 500
    assert window(latin, 500, 505) == "a" * 2 * REACH + "QUOTE" + "b" * 2 * REACH


def test_a_compound_counts_in_part_for_a_word_in_it() -> None:
    assert 0 < coverage("silkworms", "The silk of a moth") < coverage("silkworms", "A silkworm spins")
    assert coverage("carpet", "A car drove by") == 0.0


def test_what_is_near_may_stand_in() -> None:
    assert is_near("Why does silk shine?", "Silk comes from a moth.", NEAR_IN_LATIN)
    assert not is_near("Why does silk shine?", "Silk comes from a moth.", NEAR_IN_LATIN - 0.01)
    assert is_near("なぜ宇治は茶の中心になったのか", "宇治川の霧が守った。", NEAR)
    assert not is_near("なぜ静岡は茶の中心になったのか", "宇治川の霧が守った。", 1.0)


@pytest.mark.parametrize(
    ("point", "text", "is_on"),
    [
        ("なぜ宇治は日本茶の中心になったのか", "宇治川の霧が茶園を霜から守った。", True),
        ("なぜ静岡は日本茶の中心になったのか", "宇治川の霧が茶園を霜から守った。", False),
        ("Why is tea from Uji so expensive?", "The gardens of Uji are small.", True),
        ("What is the capital of Australia?", "Heian was the capital.", False),
        ("Why is it so?", "It is so.", False),
    ],
)
def test_a_text_is_on_the_subject_when_it_names_it(point: str, text: str, is_on: bool) -> None:
    assert on_subject(point, text) is is_on
