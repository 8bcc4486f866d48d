from __future__ import annotations

from kasen.teams.slides.checking.sheet import Sheet, box_of
from teams.slides.building.hand_made import SLIDES, design, one
from teams.slides.checking.mutating import ARRANGED, DECK


def test_shapes_are_found_by_what_they_hold() -> None:
    sheet = Sheet(7, one(SLIDES[6]), DECK, design(), ARRANGED[6])
    assert {name for name, _ in sheet.contents()} >= {"title", "diagram"}
    assert sheet.shape("chart") is None
    assert [frame.content for frame in sheet.frames()] == ["title", "diagram"]
    assert Sheet(7, one(SLIDES[6]), DECK, design(), None).frames() == ()


def test_a_box_is_inherited_where_the_slide_does_not_say_it() -> None:
    sheet = Sheet(2, one(SLIDES[1]), DECK, design(), ARRANGED[1])
    slot = design().layout(1).slot("object")
    assert slot is not None
    assert box_of(sheet.shape("points")) == (slot.box.x, slot.box.y, slot.box.right, slot.box.bottom)
