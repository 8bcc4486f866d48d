from __future__ import annotations

from typing import Any

import pytest

from kasen.teams.slides.checking.drawn import Box, Drawn, Shape
from kasen.teams.slides.checking.reach import SLACK, reach_problems
from kasen.teams.slides.checking.telling import Teller
from kasen.teams.slides.schemas.arrangement import Problem
from kasen.tools.office.model import Extent

CM = 360_000


def shape(content: str, declared: Box, measured: Box | None = None, kind: Any = "text", **more: Any) -> Shape:
    extent = Extent(slide=1, order=0, kind=kind, declared=declared, measured=measured or declared)
    return Shape(content, extent, more.pop("box", declared), **more)


def told(*shapes: Shape) -> list[Problem]:
    teller = Teller(1, "en")
    reach_problems(Drawn(1, (30 * CM, 20 * CM), shapes, b"", None, ""), teller)
    return teller.told


def kinds(*shapes: Shape) -> list[tuple[str, str, str]]:
    return [(one.kind, one.where, one.severity) for one in told(*shapes)]


def at(x: float, y: float, w: float, h: float) -> Box:
    return round(x * CM), round(y * CM), round(w * CM), round(h * CM)


def test_what_needs_more_room_than_it_has_is_told_with_how_much() -> None:
    (over,) = told(shape("points", at(1, 1, 10, 4), at(1, 1, 10, 6)))
    assert (over.kind, over.ratio, over.severity) == ("overflow", 1.5, "major")
    (wide,) = told(shape("points", at(1, 1, 10, 4), at(1, 1, 15, 4)))
    assert wide.ratio == 1.5
    assert kinds(shape("points", at(1, 1, 10, 4), (CM - SLACK, CM, 10 * CM + 2 * SLACK, 4 * CM + SLACK))) == []


@pytest.mark.parametrize("kind", ["chart", "picture", "other"])
def test_only_text_and_tables_overflow(kind: Any) -> None:
    assert kinds(shape("chart", at(1, 1, 10, 4), at(1, 1, 10, 9), kind)) == []


def test_centred_text_that_grows_upwards_overflows_too() -> None:
    assert kinds(shape("points", at(1, 5, 10, 4), at(1, 3, 10, 8))) == [("overflow", "points", "major")]


def test_beyond_the_slide_is_critical_for_text_and_told_for_everything() -> None:
    text = shape("points", at(1, 15, 10, 4), at(1, 15, 10, 9))
    assert kinds(text) == [("overflow", "points", "critical"), ("outside", "points", "major")]
    assert kinds(shape("picture", at(25, 1, 10, 4), kind="picture")) == [("outside", "picture", "major")]
    assert kinds(shape("picture", (-SLACK, 0, 30 * CM + SLACK, 20 * CM), kind="picture")) == []


def test_a_member_of_a_group_that_holds_too_much_is_told_though_the_group_is_large_enough() -> None:
    member = Extent(slide=1, order=0, member=1, kind="text", declared=at(2, 2, 4, 2), measured=at(2, 1, 4, 4))
    (over,) = told(shape("diagram", at(1, 1, 20, 10), kind="other", members=(member,)))
    assert (over.where, over.ratio) == ("diagram", 2.0)


def test_shapes_that_were_apart_and_meet_collide_and_the_one_that_grew_is_named() -> None:
    table, points = shape("table", at(1, 10, 10, 4), kind="table"), shape("points", at(1, 1, 10, 4), at(1, 1, 10, 11))
    assert kinds(table, points) == [("overflow", "points", "major"), ("collision", "points", "major")]
    assert told(table, points)[-1].text == "The points and the table run into each other."


def test_a_shape_that_runs_into_several_is_told_once() -> None:
    points, chart = shape("points", at(1, 1, 10, 4), at(1, 1, 10, 18)), shape("chart", at(1, 8, 10, 4), kind="chart")
    collision = told(chart, points, shape("footer", at(1, 17, 10, 2)))[-1]
    assert [collision.where, collision.text] == [
        "points",
        "The points and the chart and the footer run into each other.",
    ]


def test_what_was_laid_over_another_on_purpose_is_no_collision() -> None:
    image = shape("image", at(0, 0, 30, 20), kind="picture")
    assert kinds(image, shape("title", at(1, 1, 10, 2))) == []
    assert kinds(shape("diagram", at(1, 1, 5, 5)), shape("diagram", at(6, 1, 5, 5), at(4, 1, 7, 5), "other")) == []
