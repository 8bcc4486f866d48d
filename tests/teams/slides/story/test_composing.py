from __future__ import annotations

from typing import Any

import pytest

from kasen.teams.slides.schemas.arrangement import Capacity
from kasen.teams.slides.schemas.brief import SlideBrief
from kasen.teams.slides.schemas.deck import Chart, Ref, Series
from kasen.teams.slides.schemas.findings import Evidence, Figure
from kasen.teams.slides.schemas.outputs import OutlineOutput, OutlineSlide, SlideSaid
from kasen.teams.slides.story.composing import Shelf, composed, plain, with_agenda

CHART = Chart(id="C1", kind="line", categories=("a",), series=(Series(name="s", values=(1.0,)),), refs=("D1",))
FIGURE = Figure(id="F1", kind="chart", title="Exports", chart=CHART, ref=Ref(id="D1", kind="rows"), by="rule")
POOL = [
    Evidence(ref=Ref(id="P1", kind="passage", passage_id="x"), text="Tea."),
    Evidence(ref=Ref(id="R1-1", kind="passage"), text="t"),
]
OUTLINE = OutlineOutput(
    title="Tea",
    subtitle="For the board",
    slides=[
        OutlineSlide(kind="title", title="Tea", message=""),
        OutlineSlide(kind="agenda", title="Agenda", message=""),
        OutlineSlide(kind="bullets", title="One", message=""),
        OutlineSlide(kind="closing", title="End", message=""),
    ],
)
SHELF = Shelf(outline=OUTLINE, pool=POOL, figures=[FIGURE], lang="en")
ROOM = Capacity(title=40, points=5, line=60, lines=6)


def brief(kind: str = "bullets", **changed: Any) -> SlideBrief:
    fields = {"number": 3, "kind": kind, "title": "Title", "message": "Message.", "capacity": ROOM, **changed}
    return SlideBrief.model_validate(fields)


def said(**fields: Any) -> SlideSaid:
    return SlideSaid.model_validate({"number": 3, "title": "Said", "notes": "Spoken [P1].", **fields})


def test_points_cite_what_is_known_and_a_figure_stands_for_its_rows() -> None:
    points = [{"text": "- **Tea** grows [P1]", "sources": ["P1", "P99", "[F1]", "R1-1", "P1"], "level": 2}]
    slide = composed(SHELF, brief(), said(points=points), "m")
    [point] = slide.points
    assert (point.text, point.refs, point.level, point.by) == ("Tea grows", ("P1", "D1", "R1-1"), 0, "m")
    assert slide.notes == "Spoken."


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("• 輸出は伸びた［P1、F2］", "輸出は伸びた"),
        ("1. First", "First"),
        ("3.5 million cups", "3.5 million cups"),
        ("a `b` __c__ **d**", "a b c d"),
        ("5 * 3 and 2 * 4", "5 * 3 and 2 * 4"),
        ("Plan [A] stays", "Plan [A] stays"),
    ],
)
def test_words_lose_their_marks_and_nothing_else(given: str, meant: str) -> None:
    assert plain(given) == meant


def test_a_slide_with_a_figure_is_a_chart_whatever_was_said() -> None:
    slide = composed(SHELF, brief("chart", figure="F1"), said(diagram="process", columns=["x"]), "m")
    assert (slide.kind, slide.chart, slide.refs, slide.diagram, slide.table) == ("chart", CHART, ("D1",), None, None)


def test_a_kind_that_has_nothing_to_carry_becomes_points() -> None:
    points = [{"text": "One"}]
    for kind in ("chart", "diagram", "table", "two_columns"):
        slide = composed(SHELF, brief(kind), said(points=points), "m")
        assert (slide.kind, [point.text for point in slide.points]) == ("bullets", ["One"])


def test_items_of_a_diagram_that_is_none_become_points() -> None:
    slide = composed(SHELF, brief("bullets"), said(items=[{"label": "A", "text": "b"}, {"label": "C"}]), "m")
    assert [point.text for point in slide.points] == ["A: b", "C"]


def test_columns_diagrams_and_tables_of_words_are_kept() -> None:
    columns = composed(
        SHELF, brief("two_columns"), said(left=[{"text": "l"}], right_heading="R", points=[{"text": "x"}]), "m"
    )
    assert [column.heading for column in columns.columns] == ["", "R"]
    assert (columns.kind, columns.points) == ("two_columns", ())
    diagram = composed(SHELF, brief("diagram"), said(diagram="cycle", items=[{"label": "a"}, {"label": "b"}]), "m")
    assert diagram.diagram is not None
    assert diagram.diagram.alt == "Title: a, b"
    table = composed(SHELF, brief("table"), said(columns=["a", "b"], rows=[["1"], ["1", "2", "3"], []]), "m")
    assert table.table is not None
    assert table.table.rows == (("1", ""), ("1", "2"))


def test_a_slide_that_nobody_wrote_is_what_the_outline_says() -> None:
    slide = composed(SHELF, brief("chart"), None, "rule")
    assert (slide.kind, slide.title, slide.message, slide.points, slide.notes) == (
        "bullets",
        "Title",
        "Message.",
        (),
        "",
    )


def test_code_makes_title_and_agenda() -> None:
    title = composed(SHELF, brief("title", number=1, title="Other", message=""), None, "rule")
    assert (title.id, title.title, title.subtitle) == ("s-01", "Tea", "For the board")
    agenda = composed(SHELF, brief("agenda", number=2), None, "rule")
    assert agenda.points == ()
    slides = [title, agenda, composed(SHELF, brief(), said(), "m"), composed(SHELF, brief("closing"), said(), "m")]
    assert [point.text for point in with_agenda(slides)[1].points] == ["Said"]


def test_the_agenda_names_a_figure_by_what_it_is_and_not_by_what_it_says() -> None:
    chart = CHART.model_copy(update={"title": "Exports by year"})
    agenda = composed(SHELF, brief("agenda", number=2), None, "rule")
    slide = composed(SHELF, brief(), said(), "rule").model_copy(update={"chart": chart, "title": "Exports doubled"})
    assert [point.text for point in with_agenda([agenda, slide])[0].points] == ["Exports by year"]
    own = slide.model_copy(update={"by": "google:some-model"})
    assert [point.text for point in with_agenda([agenda, own])[0].points] == ["Exports doubled"]
