from __future__ import annotations

from typing import Any

from pptx.util import Inches

from kasen.teams.slides.checking.drawn import Sheet, shapes_of, sheets
from kasen.teams.slides.schemas.arrangement import Arrangement, Frame
from kasen.teams.slides.schemas.deck import Slide
from kasen.teams.slides.schemas.part import Box
from kasen.tools.office.model import Extent
from tools.office.decks import box, chart, deck, table


def extent(order: int, member: int | None = None) -> Extent:
    return Extent(slide=1, order=order, member=member, kind="text", declared=(1, 1, 9, 9), measured=(1, 1, 9, 9))


def arranged(*contents: Any) -> Arrangement:
    frames = tuple(Frame(content=one, box=Box(x=5, y=6, w=7, h=8)) for one in contents)
    return Arrangement(slide=Slide(id="s-01", kind="bullets", title="t"), layout=0, frames=frames)


def test_a_sheet_has_the_names_and_every_word_of_its_slide() -> None:
    def fill(slide: Any) -> None:
        box(slide, "茶").name = "kasen:title"
        table(slide, "cell")
        chart(slide).chart.plots[0].categories  # noqa: B018 - the chart is there
        group = slide.shapes.add_group_shape()
        group.shapes.add_shape(1, 0, 0, 9, 9).text_frame.text = "inside"

    size, (first, second) = sheets(deck(fill, lambda _: None))
    assert size == (Inches(13.333), Inches(7.5))
    assert len(first.names) == 4
    assert first.names[0] == "kasen:title"
    assert all(word in first.text for word in ("茶", "cell", "inside", "2024"))
    assert second == Sheet((), "")


def test_shapes_that_were_made_for_frames_go_before_all_others() -> None:
    sheet = Sheet(("kasen:title", "Logo", "kasen:diagram.2", "kasen:diagram"), "")
    extents = [*map(extent, range(4)), extent(3, 0), extent(3, 1), extent(9)]
    found = shapes_of(sheet, extents, arranged("title", "diagram"))
    assert [one.content for one in found] == ["title", "diagram", "diagram"]
    assert [len(one.members) for one in found] == [0, 0, 2]
    assert [one.box for one in found] == [(5, 6, 7, 8), (1, 1, 9, 9), (1, 1, 9, 9)]


def test_a_slide_of_others_is_looked_at_shape_by_shape() -> None:
    found = shapes_of(Sheet(("Title 1", "Logo"), ""), [extent(0), extent(1)], None)
    assert [(one.content, one.box) for one in found] == [("Title 1", (1, 1, 9, 9)), ("Logo", (1, 1, 9, 9))]
