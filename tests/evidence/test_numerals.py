"""Numerals of three kinds have one value."""

from __future__ import annotations

import pytest

from kasen.evidence.numerals import cjk_value, english_value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("二〇二〇", 2020),
        ("百二十", 120),
        ("千百九十一", 1191),
        ("3億5000万", 350_000_000),
        ("1万2千", 12_000),
        ("十", 10),
        ("五百万", 5_000_000),
    ],
)
def test_japanese_numerals(text: str, value: int) -> None:
    assert cjk_value(text) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("three hundred million", 300_000_000),
        ("twenty-five", 25),
        ("a dozen", 12),
        ("two thousand and five", 2005),
        ("a hundred", 100),
    ],
)
def test_english_numerals(text: str, value: int) -> None:
    assert english_value(text) == value
