"""Which content stands where."""

from __future__ import annotations

import pytest

from kasen.teams.slides.fitting.places import only_message, sheet, stacked
from kasen.teams.slides.fitting.plan import Place, Sheet, Sitting
from kasen.teams.slides.schemas.arrangement import Content
from kasen.teams.slides.schemas.deck import PictureUse, Slide, SlideKind
from teams.slides.fitting.decks import CHART, JA, PICTURE, design, diagram, points, table


def _sheet(kind: SlideKind, **more: object) -> Sheet:
    slide = Slide.model_validate({"id": "s-01", "kind": kind, "title": "t", **more})
    return sheet(slide, Sitting(design("light"), {}))


def _place(made: Sheet, content: Content) -> Place:
    found = made.place(content)
    assert found is not None
    return found


def test_points_and_objects_alone_stand_in_the_content_placeholder() -> None:
    for made in (
        _sheet("bullets", points=points(2)),
        _sheet("chart", chart=CHART),
        _sheet("table", table=table(2, 2)),
        _sheet("picture", picture=PICTURE),
    ):
        assert made.layout.role == "content"
        assert made.places[-1].slot is not None


def test_a_diagram_is_a_shape_of_its_own_on_a_layout_with_a_title_only() -> None:
    made = _sheet("diagram", diagram=diagram("process", 3))
    assert made.layout.role == "title_only"
    assert _place(made, "diagram").slot is None


def test_an_object_beside_points_is_the_wider() -> None:
    beside: tuple[dict[str, object], ...] = (
        {"chart": CHART},
        {"table": table(3, 3)},
        {"diagram": diagram("cycle", 4)},
    )
    for more in beside:
        made = _sheet("chart", points=points(2), **more)
        thing = next(place for place in made.places if place.content in more)
        assert thing.box.w > 1.3 * _place(made, "points").box.w


def test_what_is_wide_stands_under_the_points() -> None:
    assert stacked(Slide(id="s-01", kind="table", title="t", table=table(3, 8), points=points(1)))
    made = _sheet("table", table=table(3, 8), points=points(1))
    assert _place(made, "points").box.bottom < _place(made, "table").box.y
    assert not stacked(Slide(id="s-01", kind="table", title="t", table=table(3, 2)))


def test_a_picture_keeps_its_shape_wherever_it_stands() -> None:
    high = PictureUse(artifact="p", alt="x", width=300, height=900)
    alone, beside = _sheet("picture", picture=high), _sheet("picture", picture=high, points=points(2))
    for made in (alone, beside):
        box = _place(made, "picture").box
        assert box.h / box.w == pytest.approx(3.0, rel=0.01)
    assert beside.layout.role == "picture"


def test_a_picture_of_the_whole_slide_leaves_room_for_its_marks_only() -> None:
    made = _sheet("image", picture=PICTURE, points=points(2))
    assert [place.content for place in made.places] == ["image"]
    assert made.layout.role == "title_only", "its title is kept, under the picture"
    assert (made.places[0].box.w, made.places[0].box.h) == (12_192_000, 6_858_000)
    marked = _sheet("image", picture=PICTURE, marks=("x",))
    assert _place(marked, "image").box.bottom <= _place(marked, "marks").box.y


def test_a_slide_of_a_message_only_has_it_as_its_content() -> None:
    assert only_message(Slide(id="s-01", kind="bullets", title="t", message=JA))
    assert _place(_sheet("bullets", message=JA), "message").slot is not None
    assert _sheet("bullets").place("message") is None
