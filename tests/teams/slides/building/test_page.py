from __future__ import annotations

from kasen.teams.slides.building.page import decorative, named, size_of, transform
from kasen.teams.slides.schemas.part import Box
from teams.slides.building.hand_made import SLIDES, design, frame, free, one, shape


def test_every_shape_has_a_number_of_its_own() -> None:
    for slide in SLIDES:
        ids = [held.get("id") for held in one(slide)._element.iter("{*}cNvPr")]
        assert len(set(ids)) == len(ids)


def test_sizes_are_those_of_the_frame_else_of_the_placeholder_and_the_last_counts_for_deeper_levels() -> None:
    slot = design().layout(1).slot("object")
    assert size_of(free("points", 0, 0, 1, 1, 14.0, 12.0), slot, 2) == 12
    assert size_of(free("points", 0, 0, 1, 1), slot, 1) == 18
    assert size_of(free("points", 0, 0, 1, 1), None) == 18


def test_a_frame_for_a_placeholder_that_the_layout_lacks_becomes_a_shape_of_its_own() -> None:
    from io import BytesIO

    import pptx

    from kasen.teams.slides.building.build import build
    from kasen.teams.slides.schemas.arrangement import Arrangement
    from teams.slides.building.hand_made import deck, template

    lost = frame("points", 1, 1).model_copy(update={"slot": 77})
    arrangement = Arrangement(slide=SLIDES[1], layout=1, frames=(frame("title", 1, 0), lost))
    made = build(template(), design(), deck(SLIDES[1]), [arrangement], pictures={})
    held = shape(pptx.Presentation(BytesIO(made)).slides[0], "points")
    assert not held.is_placeholder
    assert (held.left, held.top) == (lost.box.x, lost.box.y)


def test_places_names_and_signs_are_written_as_the_schema_has_them() -> None:
    place = transform(Box(x=1, y=2, w=3, h=4))
    assert [dict(child.attrib) for child in place] == [{"x": "1", "y": "2"}, {"cx": "3", "cy": "4"}]
    assert dict(named(5, "kasen:x").attrib) == {"id": "5", "name": "kasen:x"}
    assert decorative(named(5, "x")).find(".//{*}decorative").get("val") == "1"
