from __future__ import annotations

import pypdfium2
import pytest

from kasen.knowledge.pdf_drawn import words_of
from kasen.knowledge.pdf_model import PageRun, PageWords
from teams.resume.document.files import pdf, text_at

NAVY = "0 0 0.4 rg 60 600 300 100 re f"


def words(*operators: str) -> PageWords:
    with pypdfium2.PdfDocument(pdf(list(operators))) as document:
        return words_of(document[0])


def run(*operators: str) -> PageRun:
    """The last stretch of words."""
    return words(*operators).runs[-1]


@pytest.mark.parametrize(
    ("operators", "color", "ground", "contrast"),
    [
        ([text_at("Words", 72, 700)], "000000", "FFFFFF", 21),
        ([text_at("Words", 72, 700, before="0.467 g")], "777777", "FFFFFF", 4.48),
        ([text_at("Words", 72, 700, before="1 1 0 rg")], "FFFF00", "FFFFFF", 1.07),
        ([NAVY, text_at("Words", 80, 640, before="1 1 1 rg")], "FFFFFF", "000066", 17.6),
        ([NAVY, text_at("Words", 80, 640, before="0 g")], "000000", "000066", 1.19),
    ],
)
def test_contrast_is_that_of_the_colour_against_what_is_drawn_behind(
    operators: list[str], color: str, ground: str, contrast: float
) -> None:
    found = run(*operators)
    assert (found.text, found.color, found.ground) == ("Words", color, ground)
    assert found.contrast == pytest.approx(contrast, rel=0.03)
    assert found.seen


@pytest.mark.parametrize(
    "operators",
    [
        [text_at("Words", 72, 700, before="1 1 1 rg")],
        [NAVY, text_at("Words", 80, 640, before="0 0 0.4 rg")],
        [text_at("Words", 72, 700), "0.9 g 60 690 300 40 re f"],
    ],
)
def test_words_that_nobody_sees_have_no_contrast(operators: list[str]) -> None:
    found = run(*operators)
    assert (found.seen, found.contrast) == (False, 1)


def test_on_a_ground_of_two_colours_the_worse_one_counts() -> None:
    """Half of the words on white, half on a grey that hardly differs from their own."""
    found = run("0.5 g 100 600 300 200 re f", text_at("Wordswordswords", 60, 700, before="0.4 g"))
    assert found.contrast < 2
    assert run(text_at("Wordswordswords", 60, 700, before="0.4 g")).contrast > 5


def test_words_stand_where_they_are_drawn_and_are_as_large() -> None:
    page = words(text_at("Words", 72, 700, size=24))
    x, y, w, h = page.runs[0].box
    assert page.width == pytest.approx(595, abs=1)
    assert x == pytest.approx(72, abs=2)
    assert page.height - 700 == pytest.approx(y + h, abs=2)
    assert 40 < w < 100
    assert 14 < h < 24
    assert page.runs[0].size == 24


def test_words_off_the_page_are_not_held_against_its_ground() -> None:
    assert run(text_at("Words", 72, 2000)).seen
    assert words() == PageWords(width=words().width, height=words().height)
