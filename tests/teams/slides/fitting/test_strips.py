"""Strips over and under the content."""

from __future__ import annotations

from kasen.teams.slides.fitting.ground import Chosen, single
from kasen.teams.slides.fitting.plan import Sitting
from kasen.teams.slides.fitting.strips import led, with_marks, with_message
from kasen.teams.slides.schemas.deck import Slide
from teams.slides.fitting.decks import JA, design, points


def _content() -> tuple[Chosen, Sitting]:
    return single(design("light"), "body", "object"), Sitting(design("light"), {})


def test_a_message_takes_a_line_over_the_content() -> None:
    before, sitting = _content()
    chosen, place = with_message(before, Slide(id="s-01", kind="bullets", title="t", message=JA), sitting)
    assert place is not None
    assert place.box.bottom < chosen.held[0].box.y
    assert place.box.y == before.held[0].box.y
    assert chosen.held[0].box.bottom == before.held[0].box.bottom


def test_a_message_that_would_take_too_much_has_no_line() -> None:
    before, sitting = _content()
    chosen, place = with_message(before, Slide(id="s-01", kind="bullets", title="t", message=JA * 20), sitting)
    assert place is None
    assert chosen == before


def test_marks_stand_under_the_content_and_grow_with_their_words() -> None:
    before, sitting = _content()
    heights = []
    for count in (1, 3):
        slide = Slide(id="s-01", kind="bullets", title="t", marks=(JA,) * count)
        chosen, place = with_marks(before, slide, sitting)
        assert chosen.held[0].box.bottom < place.box.y
        assert place.box.bottom == before.held[0].box.bottom
        heights.append(place.box.h)
    assert heights[0] < heights[1]


def test_points_over_an_object_take_what_they_need_and_not_half() -> None:
    before, sitting = _content()
    main = before.held[0]
    few, rest = led(Slide(id="s-01", kind="table", title="t", points=points(1)), main, sitting)
    many, _ = led(Slide(id="s-01", kind="table", title="t", points=points(20)), main, sitting)
    assert few.h < many.h < main.box.h * 0.5
    assert few.bottom < rest.y
