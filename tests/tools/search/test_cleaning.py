from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kasen.tools.search.cleaning import iso_date, one_line, visible


@pytest.mark.parametrize(
    ("given_text", "left"),
    [
        ("宇治茶は「霧の茶」です。", "宇治茶は「霧の茶」です。"),
        ("two\nlines\tand a tab", "two\nlines\tand a tab"),
        ("a\x00b\x1b[31mred\x07", "ab[31mred"),
        ("\u202egnp.exe\u202c", "gnp.exe"),
        ("tea\U000e0049\U000e0067\U000e006e", "tea"),  # tags spell words that nobody sees
        ("zero\u200bwidth\ufeff", "zerowidth"),
        ("half \ud83c of a pair", "half  of a pair"),
        ("👩\u200d🌾", "👩\u200d🌾"),
        ("<b>bold</b> & <script>", "<b>bold</b> & <script>"),
    ],
)
def test_words_stay_and_what_nobody_sees_goes(given_text: str, left: str) -> None:
    assert visible(given_text) == left


@pytest.mark.parametrize("value", [None, 3, True, ["a"], {"a": 1}, b"bytes"])
def test_what_is_no_text_is_empty(value: object) -> None:
    assert visible(value) == one_line(value) == iso_date(value) == ""


@given(st.text())
def test_whatever_comes_can_be_encoded_and_is_cleaned_once(text: str) -> None:
    clean = visible(text)
    assert clean.encode("utf-8").decode() == clean == visible(clean)
    assert len(one_line(text).splitlines()) <= 1


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ("2026-01-02", "2026-01-02"),
        ("2026-01-02T23:59:59+09:00", "2026-01-02"),
        ("2026-01-02 03:04:05", "2026-01-02"),
        ("2026/1/2", "2026-01-02"),
        (" 2026-01-02T03:04:05Z ", "2026-01-02"),
        ("Fri, 02 Jan 2026 03:04:05 GMT", "2026-01-02"),
        ("2026-13-40", ""),
        ("0000-00-00", ""),
        ("1066-10-14", ""),
        ("yesterday", ""),
        ("", ""),
        ("2026-01-021", ""),
        ("9" * 400, ""),
    ],
)
def test_a_date_is_a_day_or_nothing(written: str, day: str) -> None:
    assert iso_date(written) == day


@given(st.text(max_size=60))
def test_no_date_raises(text: str) -> None:
    assert iso_date(text) == "" or len(iso_date(text)) == 10
