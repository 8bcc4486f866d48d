"""Things that grew."""

from __future__ import annotations

import pytest
from hypothesis import given

from kasen.teams.resume.ledger.heads import grown
from teams.resume.ledger.sides import ANY_TEXT, FEW, kinds, pair


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Designed the admin page of the shop.", "Designed the shop."),
        ("販売管理システムの画面を設計。", "販売管理システムを設計。"),
    ],
)
def test_a_part_that_became_the_whole_is_seen(before: str, after: str) -> None:
    assert kinds(grown(pair(before, after))) == {"scale"}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Designed the admin page of the shop.", "Designed the shop's admin page."),
        ("販売管理システムの画面を設計。", "販売管理システム画面の設計。"),
        ("Designed the shop.", "Designed the shop."),
    ],
)
def test_a_part_that_stays_one_is_not(before: str, after: str) -> None:
    assert list(grown(pair(before, after))) == []


def test_neither_a_translation_nor_an_insertion_is_looked_at() -> None:
    before = "Designed the admin page of the shop."
    assert list(grown(pair(before, "店を設計。"))) == []
    assert list(grown(pair(before, "Designed the shop.", whole=False))) == []


@FEW
@given(ANY_TEXT, ANY_TEXT)
def test_any_two_texts_are_compared_and_one_with_itself_grew_nowhere(before: str, after: str) -> None:
    assert list(grown(pair(before, before))) == []
    assert kinds(grown(pair(before, after))) <= {"scale"}
