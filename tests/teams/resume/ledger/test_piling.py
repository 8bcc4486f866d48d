"""Deeds that are put beside a general word."""

from __future__ import annotations

import pytest

from kasen.teams.resume.ledger.checking import check


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("設計、実装を担当した。", "設計、実装、運用を担当した。"),
        ("Designed and built the API.", "Designed, built and maintained the API."),
    ],
)
def test_a_deed_beside_a_general_word_is_doubted(before: str, after: str) -> None:
    assert not check(before, after).ok


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("決済APIの設計、実装、運用を担当した。", "決済APIを設計、実装し、運用した。"),
        ("店舗の運営を担当した。", "店舗を運営。"),
        ("Plan to sit the exam in 2026.", "Exam planned for 2026."),
    ],
)
def test_a_deed_that_takes_the_place_of_a_general_word_is_not(before: str, after: str) -> None:
    assert check(before, after).ok, check(before, after)
