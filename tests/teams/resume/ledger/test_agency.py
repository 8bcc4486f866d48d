"""What happened and what was made to happen."""

from __future__ import annotations

import pytest
from hypothesis import given

from kasen.teams.resume.ledger.agency import agency
from teams.resume.ledger.sides import ANY_TEXT, FEW, kinds, pair


@pytest.mark.parametrize(
    ("before", "after"),
    [("Sales increased by 5%.", "Increased sales by 5%."), ("担当中に売上が増加。", "売上を増加。")],
)
def test_what_happened_is_not_what_was_brought_about(before: str, after: str) -> None:
    assert kinds(agency(pair(before, after))) == {"added"}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Raised sales by 5%.", "Increased sales by 5%."),
        ("売上を増加。", "売上を増加した。"),
        ("Sold bread.", "Baked it."),
    ],
)
def test_what_was_brought_about_may_be_said_so(before: str, after: str) -> None:
    assert list(agency(pair(before, after))) == []


def test_what_the_owner_confirms_and_a_translation_are_not_looked_at() -> None:
    before = "Sales increased by 5%."
    assert list(agency(pair(before, "Increased sales by 5%.", said=["I increased sales by 5%."]))) == []
    assert list(agency(pair(before, "売上を5％増加。"))) == []


@FEW
@given(ANY_TEXT, ANY_TEXT)
def test_any_two_texts_are_compared_and_one_with_itself_has_no_doubt(before: str, after: str) -> None:
    assert list(agency(pair(before, before))) == []
    assert kinds(agency(pair(before, after))) <= {"added"}
