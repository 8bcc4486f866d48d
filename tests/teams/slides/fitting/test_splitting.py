"""One slide as several."""

from __future__ import annotations

from kasen.teams.slides.fitting.places import sheet
from kasen.teams.slides.fitting.plan import Sitting
from kasen.teams.slides.fitting.splitting import listed, parts, with_only
from kasen.teams.slides.schemas.deck import Column, Point, Slide
from teams.slides.fitting.decks import CHART, JA, design, diagram, points, table


def _parts(slide: Slide, most: int) -> list[Slide]:
    return parts(slide, Sitting(design("light"), {}), most, 14.0)


def test_what_fits_is_not_split() -> None:
    slide = Slide(id="s-01", kind="bullets", title="t", points=points(3))
    assert _parts(slide, 4) == [slide]
    assert len(_parts(slide.model_copy(update={"points": points(40)}), 1)) == 1


def test_points_go_on_without_the_object_they_stood_beside() -> None:
    slide = Slide(id="s-01", kind="chart", title="t", chart=CHART, points=points(20), marks=("x",), notes="n")
    found = _parts(slide, 4)
    assert [each.chart is not None for each in found] == [True] + [False] * (len(found) - 1)
    assert [point for each in found for point in each.points] == list(points(20))
    assert [each.marks for each in found[1:]] == [()] * (len(found) - 1)


def test_a_column_that_goes_on_alone_has_the_whole_width() -> None:
    columns = (Column(heading="利点", points=points(30)), Column(heading="課題", points=points(2)))
    found = _parts(Slide(id="s-01", kind="two_columns", title="t", columns=columns), 4)
    assert len(found) > 1
    assert len(found[0].columns) == 2
    for each in found[1:]:
        assert [column.heading for column in each.columns] == ["利点", ""]
        places = sheet(each, Sitting(design("light"), {}), message=False)
        both = sheet(found[0], Sitting(design("light"), {}), message=False)
        left, right = both.place("left"), both.place("right")
        lone = places.place("left")
        assert left is not None
        assert right is not None
        assert lone is not None
        assert lone.box.w >= right.box.right - left.box.x
        assert places.place("right") is None


def test_crowded_contents_are_parted() -> None:
    slide = Slide(id="s-01", kind="table", title="t", table=table(40, 4), chart=CHART, points=points(12))
    found = _parts(slide, 5)
    assert found[0].points
    assert found[0].table is None
    assert sum(len(each.table.rows) for each in found if each.table) == 40
    assert sum(each.chart is not None for each in found) == 1
    assert len(_parts(slide, 2)) == 1


def test_a_diagram_that_crowds_points_gets_a_slide() -> None:
    slide = Slide(id="s-01", kind="diagram", title="t", diagram=diagram("cycle", 8, JA), points=points(3))
    assert [each.diagram is not None for each in _parts(slide, 3)] == [False, True]


def test_further_parts_keep_title_and_id_and_nothing_else() -> None:
    slide = Slide(id="s-01", kind="sources", title="t", message="m", points=points(2), marks=("x",))
    further = with_only(slide, points=points(1))
    assert (further.id, further.kind, further.title, further.message, further.marks) == ("s-01", "sources", "t", "", ())
    assert listed(Column(heading="h", points=(Point(text="a"),))) == (Point(text="h"), Point(text="a", level=1))
