"""What was aimed at and what was reached."""

from __future__ import annotations

import pytest
from hypothesis import given

from kasen.teams.resume.ledger.purposes import is_meant, reached, results
from kasen.teams.resume.ledger.reading import Text
from teams.resume.ledger.sides import ANY_TEXT, FEW, kinds, pair


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Rewrote rules to reduce errors.", "Rewrote rules and reduced errors."),
        ("誤りを削減するため規程を改訂。", "規程を改訂し、誤りを削減。"),
    ],
)
def test_an_aim_that_became_a_result_is_seen(before: str, after: str) -> None:
    assert kinds(reached(pair(before, after))) == {"hedge"}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Rewrote rules to reduce errors.", "To reduce errors, rewrote rules."),
        ("誤りを削減するため規程を改訂。", "規程を改訂（誤りを削減するため）。"),
        ("Rewrote rules and reduced errors.", "Reduced errors."),
    ],
)
def test_an_aim_that_stays_one_and_a_result_that_was_one_are_not(before: str, after: str) -> None:
    assert list(reached(pair(before, after))) == []


def test_a_confirmed_result_is_one() -> None:
    both = pair("Rewrote rules to reduce errors.", "Rewrote rules and reduced errors.", said=["I reduced errors."])
    assert list(reached(both)) == []


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("in order to reduce errors", True),
        ("reduced errors", False),
        ("誤りを削減するため", True),
        ("誤りを削減した", False),
        ("managed to reduce errors by 30%", False),
    ],
)
def test_a_result_with_a_figure_or_as_a_deed_is_not_only_meant(text: str, meant: bool) -> None:
    read = Text(text)
    assert [is_meant(read, one) for one in results(read)] == [meant]


@FEW
@given(ANY_TEXT, ANY_TEXT)
def test_any_two_texts_are_compared_and_one_with_itself_has_no_doubt(before: str, after: str) -> None:
    assert list(reached(pair(before, before))) == []
    assert kinds(reached(pair(before, after))) <= {"hedge"}
