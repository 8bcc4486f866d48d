from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kasen.tools.report.drawing.lettering import NEVER_FIRST, ems, wrapped
from kasen.tools.report.drawing.svg import shown


@pytest.mark.parametrize(
    ("text", "most", "lines"),
    [
        ("Fewer households brew with a teapot", 12, ["Fewer households", "brew with a teapot"]),
        ("新茶の価格が3年で2割下がった", 11, ["新茶の価格が", "3年で2割下がった"]),
        ("生産者の高齢化と後継者不足", 11, ["生産者の高齢化と", "後継者不足"]),
        ("short", 12, ["short"]),
        ("", 12, []),
        ("   ", 12, []),
    ],
)
def test_lines_end_where_words_end_and_are_about_equally_long(text: str, most: float, lines: list[str]) -> None:
    assert wrapped(text, most) == lines


def test_what_does_not_fit_is_cut_visibly() -> None:
    cut = wrapped("一二三四五六七八九十" * 9, 10, lines=3)
    assert len(cut) == 3
    assert cut[-1].endswith("…")


@given(st.text(max_size=60), st.floats(min_value=4, max_value=20))
def test_no_letter_is_lost_and_no_line_is_too_wide(text: str, most: float) -> None:
    lines = wrapped(text, most, lines=999)
    assert "".join("".join(lines).split()) == "".join(shown(text).split())
    # What may not begin a line hangs over its end.
    assert all(ems(line.rstrip("".join(NEVER_FIRST))) <= most + 1 for line in lines)


@given(st.text(alphabet="茶の湯、。ー（）ッん読む", max_size=40))
def test_no_line_begins_with_what_may_not_begin_one(text: str) -> None:
    assert not [line for line in wrapped(text, 5, lines=99)[1:] if line[0] in NEVER_FIRST]


def test_wide_letters_are_wider() -> None:
    assert ems("茶") == 1
    assert ems("i") < ems("a") < ems("M") < 1
    assert ems("e\u0301") == ems("e")
