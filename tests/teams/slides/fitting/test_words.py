"""Words as they will be set."""

from __future__ import annotations

from kasen.teams.slides.fitting.words import set_line, set_points
from kasen.teams.slides.schemas.deck import Column, Point, Slide


def test_points_carry_the_marks_of_their_sources_and_sources_begin_with_them() -> None:
    slide = Slide(id="s-01", kind="bullets", title="t", points=(Point(text="a", level=1, refs=("P1", "P2")),))
    assert set_points(slide, "points", {"P1": 1, "P2": 3}) == [("a\u00a0[1, 3]", 1)]
    sources = slide.model_copy(update={"kind": "sources"})
    assert set_points(sources, "points", {"P1": 1}) == [("[1] a", 0)]


def test_columns_and_lines_are_found_by_their_names() -> None:
    columns = (Column(heading="l", points=(Point(text="a"),)), Column(heading="r"))
    slide = Slide(
        id="s-01", kind="two_columns", title="t", message="m", columns=columns, marks=("x", "y"), refs=("P1",)
    )
    assert [point.text for point in slide.points_in("left")] == ["a"]
    assert slide.points_in("right") == ()
    assert set_line(slide, "right_heading", {}) == "r"
    assert set_line(slide, "message", {"P1": 2}) == "m\u00a0[2]"
    assert set_line(slide, "marks", {}) == "x\ny"
    assert set_line(slide.model_copy(update={"message": ""}), "message", {"P1": 2}) == ""
