from __future__ import annotations

import io
from typing import Any

from pptx import Presentation

from kasen.teams.slides.schemas.design import Layout
from kasen.teams.slides.template.background import Sheet
from kasen.teams.slides.template.layouts import read_layout
from kasen.teams.slides.template.reading import read
from teams.slides import odd_templates
from teams.slides.template.test_slots import MASTER, SLIDE, holder, sheet

TITLE = holder("title", 0, (500_000, 300_000, 8_000_000, 900_000))


def made(layout: Sheet) -> Layout:
    return read_layout(layout, MASTER, defaults=None, slide=SLIDE, index=4, of_master=0, lang="en")


def test_a_layout_without_a_name_is_called_by_its_number() -> None:
    assert made(sheet("sldLayout", TITLE)).name == "5"


def test_of_two_contents_the_one_that_is_nowhere_is_left_out() -> None:
    here, away = (
        holder("obj", 1, (500_000, 1_500_000, 8_000_000, 4_000_000)),
        holder("obj", 2, (-9_000_000, 0, 900, 900)),
    )
    layout = made(sheet("sldLayout", TITLE + here + away))
    assert layout.usable
    assert layout.role == "content"
    assert [slot.idx for slot in layout.slots] == [0, 1]


def test_a_blank_layout_is_usable_and_one_of_pictures_only_is_not() -> None:
    blank = made(sheet("sldLayout", ""))
    assert (blank.role, blank.usable) == ("blank", True)
    assert blank.free.h > 0.9 * SLIDE.h
    only = made(sheet("sldLayout", holder("pic", 3, (0, 0, 900_000, 900_000))))
    assert not only.usable
    assert only.why == "it has neither a title nor a place for text"


def test_a_title_without_a_place_makes_it_useless() -> None:
    layout = sheet("sldLayout", holder("title", 0, (10, 10, 0, 0)))
    assert made(layout).why == "its title has no place or no size"


def test_shapes_of_the_master_count_only_where_the_layout_shows_them() -> None:
    data = odd_templates.four_by_three()
    shown = read(data, name="x", lang="en").layouts[5].free
    show: Any = Presentation(io.BytesIO(data))
    show.slide_layouts[5].element.set("showMasterSp", "0")
    for shape in show.slide_layouts[5].placeholders:
        shape.left, shape.top, shape.width, shape.height = 300_000, 300_000, 8_500_000, 900_000
    hidden = read(odd_templates.saved(show), name="x", lang="en").layouts[5].free
    assert shown.x > 800_000
    assert hidden.x < 400_000
