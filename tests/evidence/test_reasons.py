"""Reasons are sentences in the language asked for."""

from __future__ import annotations

from kasen.evidence.reasons import reason


def test_reasons_carry_what_did_not_match_in_both_languages() -> None:
    assert reason("number", "en", "30 %") == "number 30 % is not in the passage"
    assert reason("number", "ja", "30 %") == "数値「30 %」は出典にありません"
