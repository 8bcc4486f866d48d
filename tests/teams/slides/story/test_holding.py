"""What nothing bears is taken out of every part of a slide."""

from __future__ import annotations

from typing import Any

from kasen.teams.slides.schemas.deck import Column, Diagram, DiagramItem, Point, Slide, Table
from kasen.teams.slides.story.holding import borne


def bears(text: str) -> bool:
    return "9" not in text


def slide(**fields: Any) -> Slide:
    return Slide(**{"id": "s-02", "kind": "bullets", "title": "Tea", "by": "m", **fields})


def boxes(*labels: str) -> Diagram:
    return Diagram(kind="process", items=tuple(DiagramItem(label=one) for one in labels), alt="Tea: all")


def test_what_is_borne_is_left_as_it_is() -> None:
    table = Table(id="T2", columns=("a", "b"), rows=(("1", "2"),), alt="x")
    whole = slide(diagram=boxes("A", "B"), table=table, subtitle="s", columns=(Column(heading="h"), Column()))
    assert borne(whole, bears) == (whole, [])


def test_boxes_go_whole_and_the_alt_text_names_those_that_stay() -> None:
    made, lost = borne(slide(kind="diagram", diagram=boxes("A", "9 t", "B")), bears)
    assert made.diagram is not None
    assert [one.label for one in made.diagram.items] == ["A", "B"]
    assert made.diagram.alt == "Tea: A, B"
    assert lost == ["9 t"]


def test_of_one_box_a_point_is_made() -> None:
    given = slide(kind="diagram", diagram=boxes("A", "9 t"), points=(Point(text="first"),))
    made, _ = borne(given, bears)
    assert (made.kind, made.diagram) == ("bullets", None)
    assert [point.text for point in made.points] == ["first", "A"]


def test_rows_and_columns_of_a_table_of_words_go_and_computed_tables_stay() -> None:
    table = Table(id="T2", columns=("Year", "9 t", "What"), rows=(("x", "1", "a"), ("y", "2", "9 b")), alt="x")
    made, lost = borne(slide(kind="table", table=table), bears)
    assert made.table is not None
    assert (made.table.columns, made.table.rows) == (("Year", "What"), (("x", "a"),))
    assert made.table.alt == "Tea: Year, What"
    assert lost == ["9 t", "9 b"]
    made, _ = borne(slide(kind="table", table=table.model_copy(update={"rows": (("9", "9", "9"),)})), bears)
    assert (made.kind, made.table) == ("bullets", None)
    computed = slide(kind="table", table=table.model_copy(update={"refs": ("D1",)}))
    assert borne(computed, bears) == (computed, [])


def test_headings_and_subtitles_become_empty() -> None:
    columns = (Column(heading="Before 9", points=(Point(text="a"),)), Column(heading="After"))
    made, lost = borne(slide(kind="two_columns", columns=columns, subtitle="9 %"), bears)
    assert [column.heading for column in made.columns] == ["", "After"]
    assert made.columns[0].points == columns[0].points
    assert sorted(lost) == ["9 %", "Before 9"]
