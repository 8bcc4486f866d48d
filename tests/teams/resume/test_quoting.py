"""Quotations are found again in texts beside the résumé."""

from __future__ import annotations

import pytest

from kasen.teams.resume.quoting import quoted_in, tells


def test_white_space_and_width_may_differ_words_may_not() -> None:
    text = "Goを用いた\n開発経験"
    assert quoted_in(text, "Ｇｏを用いた 開発経験") == (0, len(text))
    assert quoted_in(text, "Goを使った開発経験") is None
    assert quoted_in("", "Go") is None


@pytest.mark.parametrize(
    ("quote", "says"), [("Go", True), ("看護", True), ("built", True), ("a", False), ("の", False)]
)
def test_a_single_letter_speaks_for_nothing(quote: str, says: bool) -> None:
    assert tells(quote) is says
    assert (quoted_in(f"…{quote}…", quote) is not None) is says
