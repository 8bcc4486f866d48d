"""Deeds that the original only names."""

from __future__ import annotations

import pytest
from hypothesis import given

from kasen.teams.resume.ledger.deeds import borrowed, instead
from teams.resume.ledger.sides import ANY_TEXT, FEW, kinds, pair


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Prepared samples for the chemist's analysis.", "Analysed samples."),
        ("分析用の試料を準備。", "試料を分析した。"),
    ],
)
def test_a_deed_of_others_or_in_a_name_is_not_ones_own(before: str, after: str) -> None:
    assert kinds(borrowed(pair(before, after))) == {"authorship"}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Analysed samples.", "Analysed samples."),
        ("試料を分析。", "試料を分析した。"),
        ("Prepared samples for the chemist's analysis.", "Prepared samples for analysis."),
        ("Sold bread.", "Baked bread."),
    ],
)
def test_a_deed_that_was_done_is(before: str, after: str) -> None:
    assert list(borrowed(pair(before, after))) == []


def test_a_translation_is_not_looked_at() -> None:
    assert list(borrowed(pair("分析用の試料を準備。", "Analysed samples."))) == []


def test_deeds_stand_for_others_only_as_often_as_others_are_gone() -> None:
    assert instead(pair("Zorbed vans.", "Flarned vans.")) == {(0, 7)}
    assert instead(pair("Zorbed vans.", "Zorbed vans and flarned vans.")) == set()
    assert instead(pair("Zorbed vans.", "Flarned and quonked vans.")) == set()
    assert instead(pair("Zorbed vans.", "Zorbed vans.")) == set()


@FEW
@given(ANY_TEXT, ANY_TEXT)
def test_any_two_texts_are_compared(before: str, after: str) -> None:
    assert kinds(borrowed(pair(before, after))) <= {"authorship"}
    both = pair(before, after)
    assert all(0 <= start < end <= len(both.after.folded) for start, end in instead(both))
