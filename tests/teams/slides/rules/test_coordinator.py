"""The coordinator's rule: a title out of the wish."""

from __future__ import annotations

import pytest

from kasen.teams.slides.rules.coordinator import LONGEST, title_of

LONG = "Visitors of the Lantern Museum: who comes, when, and what follows for the opening hours of next year"


@pytest.mark.parametrize(
    ("wish", "title"),
    [
        ("月次売上の報告。店舗と通販の動き", "月次売上の報告"),
        ("Tea exports, for the board", "Tea exports, for the board"),
        ("Why tea? Because.", "Why tea"),
        (LONG, "Visitors of the Lantern Museum"),
        ("word " * 40, ("word " * 16).strip()),
        ("茶" * 30 + "、" + "茶" * 80, "茶" * 30),
        ("茶" * 200, "茶" * LONGEST),
    ],
)
def test_a_title_is_the_first_sentence_and_ends_with_a_whole_word(wish: str, title: str) -> None:
    assert title_of(wish) == title
