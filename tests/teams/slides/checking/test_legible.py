from __future__ import annotations

import io
from typing import Any

import pytest
from PIL import Image

from kasen.knowledge.pdf_model import PageRun, PageWords
from kasen.teams.slides.checking.drawn import Box, Drawn, Shape
from kasen.teams.slides.checking.legible import contrast_problems, glyph_problems, ink_problems
from kasen.teams.slides.checking.telling import Teller
from kasen.tools.office.model import Extent

POINT = 12_700
SIZE = (960 * POINT, 540 * POINT)


def shape(content: str, x: int, y: int, w: int, h: int, kind: Any = "text") -> Shape:
    box = (x * POINT, y * POINT, w * POINT, h * POINT)
    return Shape(content, Extent(slide=1, order=0, kind=kind, declared=box, measured=box), box)


def run(contrast: float, *, size: float = 12, seen: bool = True, **more: Any) -> PageRun:
    facts = {"text": "Words", "box": (20, 20, 60, 12), "font": "Noto", "color": "000000", "ground": "FFFFFF", **more}
    return PageRun(contrast=contrast, size=size, seen=seen, **facts)


def told(check: Any, *shapes: Shape, runs: tuple[PageRun, ...] = (), inked: tuple[Box, ...] = (), **more: Any) -> Any:
    picture = Image.new("RGB", (960, 540), "white")
    for box in inked:
        picture.paste("navy", box)
    into = io.BytesIO()
    picture.save(into, "PNG")
    words = PageWords(width=960, height=540, runs=runs)
    teller = Teller(1, "en")
    drawn = Drawn(1, SIZE, shapes, into.getvalue(), words, more.pop("text", ""))
    check(drawn, *more.values(), teller)
    return [(one.kind, one.where, one.severity) for one in teller.told]


TITLE, CHART = shape("title", 10, 10, 400, 60), shape("chart", 10, 100, 400, 300, "chart")


@pytest.mark.parametrize(
    ("found", "severity"),
    [
        (run(4.5), ""),
        (run(4.46), ""),
        (run(4.3), "minor"),
        (run(2.9), "major"),
        (run(3.1, size=18), ""),
        (run(3.1, size=17), "minor"),
        (run(3.1, size=14, font="NotoSans-Bold"), ""),
        (run(2.5, size=40), "major"),
        (run(1, seen=False), "critical"),
        (run(1, seen=False, text=" •—"), ""),
    ],
)
def test_contrast_has_to_be_what_wcag_asks_for_the_size(found: PageRun, severity: str) -> None:
    wanted = [("contrast", "title", severity)] if severity else []
    assert told(contrast_problems, TITLE, runs=(found,)) == wanted


def test_of_a_shape_the_worst_words_are_told_once() -> None:
    runs = (run(4.0), run(1.5), run(3.0), run(2.0, box=(20, 200, 60, 12)))
    assert told(contrast_problems, TITLE, CHART, runs=runs) == [
        ("contrast", "title", "major"),
        ("contrast", "chart", "major"),
    ]


def test_words_outside_of_every_shape_and_the_small_print_of_the_template_are_not_judged() -> None:
    small = shape("footer", 10, 500, 300, 30)
    runs = (run(1.2, box=(800, 500, 60, 12)), run(2.0, box=(20, 505, 60, 12)))
    assert told(contrast_problems, TITLE, small, runs=runs) == []


def test_words_under_a_picture_belong_to_the_text_that_was_covered() -> None:
    picture = shape("picture", 15, 15, 100, 30, "picture")
    assert told(contrast_problems, TITLE, picture, runs=(run(1, seen=False),)) == [("contrast", "title", "critical")]


def test_a_slide_without_ink_where_something_should_be_is_blank_whatever_the_template_draws() -> None:
    assert told(ink_problems, TITLE, CHART) == [("blank", "", "critical")]
    assert told(ink_problems, TITLE, CHART, inked=((0, 520, 960, 540),)) == [("blank", "", "critical")]
    assert told(ink_problems) == [("blank", "", "critical")]
    assert told(ink_problems, inked=((0, 520, 960, 540),)) == []


def test_a_chart_that_is_not_drawn_is_told_and_a_picture_of_one_colour_is_drawn() -> None:
    assert told(ink_problems, TITLE, CHART, inked=((20, 20, 50, 50),)) == [("blank", "chart", "major")]
    assert told(ink_problems, TITLE, CHART, inked=((20, 20, 50, 50), (10, 100, 410, 400))) == []


def test_characters_without_a_font_are_told_once() -> None:
    assert told(glyph_problems, TITLE, text="aéaé茶", lacking="é") == [("glyphs", "", "major")]
    assert told(glyph_problems, TITLE, text="plain", lacking="é") == []


def test_words_in_a_shape_on_another_are_those_of_the_upper_smaller_one() -> None:
    ground = shape("points", 0, 0, 900, 500)
    assert told(contrast_problems, ground, TITLE, runs=(run(1.5),)) == [("contrast", "title", "major")]
    assert told(contrast_problems, TITLE, ground, runs=(run(1.5),)) == [("contrast", "title", "major")]


def test_a_title_under_the_picture_of_a_whole_slide_is_meant_to_be_hidden() -> None:
    hidden, whole = run(1.0, seen=False), shape("image", 0, 0, 960, 540, "picture")
    assert told(contrast_problems, TITLE, whole, runs=(hidden,)) == []
    assert told(contrast_problems, TITLE, shape("picture", 0, 0, 960, 540, "picture"), runs=(hidden,)) != []
    assert told(contrast_problems, TITLE, whole, runs=(run(1.2),)) != []
