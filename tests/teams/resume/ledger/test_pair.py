"""Both sides of an edit, side by side."""

from __future__ import annotations

import pytest

from teams.resume.ledger.sides import pair


@pytest.mark.parametrize(
    ("before", "after", "translated"),
    [
        ("Sold bread.", "Baked bread.", False),
        ("パンを販売。", "Sold bread.", True),
        ("パンを販売。", "パンを焼いた。", False),
    ],
)
def test_an_edit_in_another_language_is_a_translation(before: str, after: str, translated: bool) -> None:
    assert pair(before, after).translated is translated


@pytest.mark.parametrize(
    ("before", "after", "heading"),
    [
        ("## Work", "## Experience", True),
        ("## Work", "Experience", False),
        ("Work", "## Experience", False),
        ("", "", False),
    ],
)
def test_headings_are_headings_on_both_sides(before: str, after: str, heading: bool) -> None:
    assert pair(before, after).is_heading is heading


def test_confirmed_sentences_bear_words_of_the_edit_and_keep_none_of_the_original() -> None:
    both = pair("Sold bread.", "Sold cakes.", said=["Cakes were sold too."], rest="Washed vans.")
    assert {"bread", "cak"} & both.bearer.roots
    assert both.bearer.bears(both.after.tokens[-1])
    assert not both.kept.bears(both.before.tokens[-1])
    assert not both.elsewhere.bears(both.after.tokens[-1])


@pytest.mark.parametrize(
    ("before", "after", "japanese"),
    [
        ("パンを販売。", "Sold 4 cakes.", True),
        ("Sold bread.", "パンを4個販売。", False),
        ("", "パンを4個販売。", True),
        ("", "Sold 4.", False),
    ],
)
def test_a_doubt_is_told_in_the_language_of_the_original(before: str, after: str, japanese: bool) -> None:
    assert ("「" in pair(before, after).doubt("number", "4").why) is japanese
