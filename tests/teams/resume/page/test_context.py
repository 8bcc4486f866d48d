from __future__ import annotations

import pytest

from kasen.teams.resume.page.context import around

TEXT = "one\r\ntwo three four\nfive"


@pytest.mark.parametrize(
    ("words", "both"),
    [
        ("three", ("two ", " four")),
        ("one", ("", "")),
        ("two three four\n", ("", "")),
        ("four\nfive", ("two three ", "")),
        ("five", ("", "")),
    ],
)
def test_what_stands_on_the_line_is_before_and_after(words: str, both: tuple[str, str]) -> None:
    start = TEXT.index(words)
    assert around(TEXT, start, start + len(words), 20) == both


def test_an_insertion_stands_in_its_line_and_a_range_outside_nowhere() -> None:
    assert around("ab\ncd", 4, 4, 9) == ("c", "d")
    assert [around("ab", *span, 9) for span in ((-1, 1), (1, 9), (2, 1))] == [("", "")] * 3


def test_long_lines_are_cut_with_a_sign() -> None:
    assert around("a" * 50 + "X" + "b" * 50, 50, 51, 3) == ("…aaa", "bbb…")
