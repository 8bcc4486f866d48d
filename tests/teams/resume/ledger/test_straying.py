"""Figures that stand with another statement than in the original."""

from __future__ import annotations

import pytest
from hypothesis import given

from kasen.teams.resume.ledger.straying import strayed
from teams.resume.ledger.sides import ANY_TEXT, FEW, kinds, pair


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "Repaired pump engines for boats. Trained 12 apprentices.",
            "Repaired 12 pump engines for boats, trained apprentices.",
        ),
        ("船のエンジンを修理。見習い12名を指導。", "船のエンジン12台を修理し、見習いを指導。"),
    ],
)
def test_a_figure_in_the_words_of_another_statement_is_seen(before: str, after: str) -> None:
    assert kinds(strayed(pair(before, after))) == {"moved"}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "Repaired pump engines for boats. Trained 12 apprentices.",
            "Trained 12 apprentices; repaired pump engines for boats.",
        ),
        ("Sold 12 cars.", "Sold 12 cars."),
        ("Sold 12 cars. Washed 12 vans.", "Washed 12 vans and sold 12 cars."),
        ("", "Sold 12 cars. Washed 12 vans."),
    ],
)
def test_a_figure_that_stays_with_its_own_words_is_not(before: str, after: str) -> None:
    assert list(strayed(pair(before, after))) == []


@FEW
@given(ANY_TEXT, ANY_TEXT)
def test_any_two_texts_are_compared(before: str, after: str) -> None:
    assert kinds(strayed(pair(before, after))) <= {"moved"}
