"""A résumé as code sees it."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kasen.teams.resume.document.masking import mask
from kasen.teams.resume.document.model import Resume
from kasen.teams.resume.document.parse import parse

TEXT = "# 職務経歴書\r\n\n- Sold bread.\n- 売上を伸ばした。"


def test_lines_are_counted_from_one_and_beyond_them_is_none() -> None:
    resume = parse(TEXT)
    found = resume.line(3)
    assert found is not None
    assert (found.number, found.text) == (3, "- Sold bread.")
    assert [resume.line(number) for number in (0, -1, 5, 99)] == [None] * 4


def test_a_position_lies_in_its_line_and_one_outside_in_the_nearest() -> None:
    resume = parse(TEXT)
    assert resume.line_at(0) == 1
    assert resume.line_at(TEXT.index("bread")) == 3
    assert resume.line_at(TEXT.index("売上")) == resume.line_at(len(TEXT) + 99) == 4
    assert resume.line_at(-5) == 1


def test_a_résumé_without_lines_has_none() -> None:
    empty = Resume(text="", lang="en", lines=())
    assert empty.line(1) is None
    assert empty.line_at(0) == 1


def test_a_quotation_of_the_masked_text_is_found_in_the_original() -> None:
    masked = mask(parse(TEXT))
    found = masked.locate("Sold bread")
    assert found is not None
    assert TEXT[slice(*found)] == "Sold bread"
    assert masked.locate("Sold cakes") is None
    assert masked.locate("Sold bread", line=4) == found


@pytest.mark.parametrize("text", ["", "\n", "\ufeff# A\r\n\r\nb", "a\rb", "a\n\n"])
def test_lines_cover_the_text_as_it_was_decoded(text: str) -> None:
    covered(parse(text))


@settings(max_examples=30, deadline=None)
@given(st.text("ab# -\n\r\u2028職`:", max_size=40))
def test_lines_of_any_text_stand_where_they_say(text: str) -> None:
    covered(parse(text))


def covered(resume: Resume) -> None:
    for number, line in enumerate(resume.lines, start=1):
        assert line.number == number
        assert resume.text[line.start : line.end] == line.text
        assert resume.line(number) is line
        assert resume.line_at(line.start) == number
    assert all(not resume.text[a.end : b.start].strip("\r\n") for a, b in pairwise(resume.lines))
