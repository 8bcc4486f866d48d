from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kasen.teams.resume.document.locating import locate
from kasen.teams.resume.document.masking import mask
from kasen.teams.resume.document.parse import parse

TEXT = """氏名：見本 太郎

## 職務要約

Led a team of 5 engineers — “cut” costs by 20% … fast.
売上を　３０％ 伸ばした（2019〜2021年）。
It was **bold** work at 見本 太郎's desk.
repeated words
repeated words
split across
two lines
"""
MASKED = mask(parse(TEXT))


def located(quote: str, line: int = 0) -> str | None:
    place = locate(MASKED, quote, line=line)
    return TEXT[slice(*place)] if place else None


@pytest.mark.parametrize(
    ("quote", "found"),
    [
        ("Led a team of 5 engineers", "Led a team of 5 engineers"),
        ("Led a  team\tof 5 engineers", "Led a team of 5 engineers"),
        ('engineers - "cut" costs', "engineers — “cut” costs"),
        ("costs by 20% ... fast", "costs by 20% … fast"),
        ("売上を30%伸ばした", "売上を　３０％ 伸ばした"),
        ("伸ばした(2019~2021年)", "伸ばした（2019〜2021年）"),
        ("It was bold work", "It was **bold** work"),
        ("“Led a team”", "Led a team"),
        ("...a team of 5...", "a team of 5"),
        ("split across two lines", "split across\ntwo lines"),
        ("  team of 5 ", "team of 5"),
    ],
)
def test_a_quotation_is_found_with_other_spaces_width_and_marks(quote: str, found: str) -> None:
    assert located(quote) == found


@pytest.mark.parametrize(
    "quote",
    [
        "Led a team of 6 engineers",
        "led the team",
        "売上を40%",
        "",
        " ",
        "…",
        "見本 太郎",
        "〔氏名〕",
        "work at 〔氏名〕's desk",
        "**",
    ],
)
def test_other_words_and_masked_ones_are_not_found(quote: str) -> None:
    assert located(quote) is None


def test_the_wanted_line_comes_first() -> None:
    first, second = locate(MASKED, "repeated words"), locate(MASKED, "repeated words", line=9)
    assert first is not None
    assert second is not None
    assert TEXT.count("\n", 0, first[0]) == 7
    assert TEXT.count("\n", 0, second[0]) == 8


def test_a_wrong_line_is_no_reason_not_to_find_it() -> None:
    assert located("Led a team", line=99) == located("Led a team", line=-3) == "Led a team"


@given(st.data())
def test_every_stretch_of_a_piece_is_found(data: st.DataObject) -> None:
    (start, end), _ = data.draw(st.sampled_from(MASKED.pieces))
    first = data.draw(st.integers(start, end - 1))
    quote = MASKED.text[first : data.draw(st.integers(first + 1, end))]
    if len(quote.strip(" \n…\"“”.*「」『』'—-")) > 2:
        found = locate(MASKED, quote)
        assert found is not None
        assert TEXT[slice(*found)].split() == quote.split() or quote.strip() in TEXT
