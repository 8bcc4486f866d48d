"""Two columns."""

from __future__ import annotations

from kasen.teams.slides.fitting.places import sheet
from kasen.teams.slides.fitting.plan import Sitting
from kasen.teams.slides.schemas.deck import Column, Slide
from teams.slides.fitting.decks import design, points

BOTH = (Column(heading="利点", points=points(2)), Column(heading="課題", points=points(3)))


def _slide(*columns: Column) -> Slide:
    return Slide(id="s-01", kind="two_columns", title="t", columns=columns)


def test_a_comparison_has_its_headings_in_placeholders() -> None:
    made = sheet(_slide(*BOTH), Sitting(design("light"), {}))
    assert made.layout.role == "comparison"
    assert all(place.slot is not None for place in made.places)
    assert [place.content for place in made.places] == ["title", "left_heading", "left", "right_heading", "right"]


def test_columns_without_headings_stand_in_two_placeholders() -> None:
    made = sheet(_slide(*(Column(points=column.points) for column in BOTH)), Sitting(design("light"), {}))
    assert made.layout.role == "two_content"
    left, right = made.place("left"), made.place("right")
    assert left is not None
    assert right is not None
    assert left.box.right < right.box.x


def test_without_a_layout_for_two_the_box_is_halved_and_headings_are_shapes() -> None:
    full = design("light")
    few = full.model_copy(update={"layouts": tuple(each for each in full.layouts if each.role in {"content", "title"})})
    made = sheet(_slide(*BOTH), Sitting(few, {}))
    left, right, heading = made.place("left"), made.place("right"), made.place("left_heading")
    assert left is not None
    assert right is not None
    assert heading is not None
    assert heading.slot is None
    assert not left.box.overlaps(right.box)
    assert heading.box.bottom < left.box.y


def test_points_over_both_columns_are_kept_apart_from_them() -> None:
    made = sheet(_slide(*BOTH).model_copy(update={"points": points(1)}), Sitting(design("light"), {}))
    over = made.place("points")
    assert over is not None
    assert all(over.box.bottom < place.box.y for place in made.places if place.content in {"left", "right_heading"})
