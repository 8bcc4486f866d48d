from __future__ import annotations

from typing import Any

from kasen.teams.slides.schemas.deck import Chart, Ref, Series, Table
from kasen.teams.slides.schemas.envelope import Plan
from kasen.teams.slides.schemas.findings import Figure
from kasen.teams.slides.schemas.outputs import OutlineOutput, OutlineSlide
from kasen.teams.slides.schemas.request import Request
from kasen.teams.slides.story.briefs import MOST_ADDED, figured, with_figures


def figure(number: int, title: str, *, kind: str = "chart") -> Figure:
    chart = Chart(id=f"C{number}", kind="column", categories=("a",), series=(Series(name="s", values=(1.0,)),))
    table = Table(id=f"T{number}", columns=("a",), rows=(("1",),))
    fields = {"chart": chart} if kind == "chart" else {"table": table} if kind == "table" else {"value": 1.0}
    ref = Ref(id=f"D{number}", kind="rows", file="tea.csv", columns=tuple(title.split()))
    return Figure.model_validate({"id": f"F{number}", "kind": kind, "title": title, "ref": ref, "by": "rule", **fields})


def outline(*slides: tuple[str, str, str]) -> OutlineOutput:
    made = [
        OutlineSlide.model_validate({"kind": kind, "title": title, "message": "", "figure": shown})
        for kind, title, shown in slides
    ]
    return OutlineOutput(title="T", slides=made)


def kinds(made: OutlineOutput) -> list[str]:
    return [one.kind for one in made.slides]


def test_each_chart_gets_the_figure_that_is_about_it_and_no_figure_stands_twice() -> None:
    given = outline(("title", "T", ""), ("chart", "Yield by farm", "farm"), ("chart", "Exports by year", "year"))
    made, assigned = with_figures(given, [figure(1, "Exports by year"), figure(2, "Yield by farm")], most=9)
    assert assigned == {2: "F2", 3: "F1"}
    assert kinds(made) == ["title", "chart", "chart"]


def test_a_figure_that_is_named_by_its_id_goes_there() -> None:
    given = outline(("chart", "Exports by year", "F2"), ("chart", "Exports by year again", ""))
    _, assigned = with_figures(given, [figure(1, "Exports by year"), figure(2, "Yield")], most=9)
    assert assigned == {1: "F2", 2: "F1"}


def test_a_chart_without_a_figure_becomes_points_and_a_table_of_words_stays() -> None:
    made, assigned = with_figures(outline(("chart", "A", "x"), ("table", "B", "")), [], most=9)
    assert (kinds(made), assigned) == (["bullets", "table"], {})


def test_figures_that_are_left_get_slides_before_the_closing_as_far_as_there_is_room() -> None:
    given = outline(("title", "T", ""), ("closing", "End", ""))
    figures = [figure(n, f"Figure {n}") for n in range(1, 8)]
    made, assigned = with_figures(given, figures, most=20)
    assert kinds(made) == ["title", *["chart"] * MOST_ADDED, "closing"]
    assert assigned == {2: "F1", 3: "F2", 4: "F3", 5: "F4"}
    given = outline(("title", "T", ""), *[("bullets", f"B{n}", "") for n in range(3)], ("closing", "End", ""))
    made, _ = with_figures(given, figures, most=6)
    assert kinds(made) == ["title", *["bullets"] * 3, "chart", "closing"]
    made, _ = with_figures(given, figures, most=1)
    assert kinds(made) == kinds(given)


def test_no_slide_is_left_waiting_where_others_have_figures() -> None:
    given = outline(("title", "T", ""), ("chart", "A", "F1"), ("chart", "B", "F2"), ("bullets", "C", ""))
    made, assigned = with_figures(given, [figure(1, "A")], most=9)
    assert [one.title for one in made.slides] == ["T", "A", "C"]
    assert assigned == {2: "F1"}
    said = given.slides[2].model_copy(update={"message": "Prices rose."})
    kept, _ = with_figures(given.model_copy(update={"slides": [*given.slides[:2], said]}), [figure(1, "A")], most=9)
    assert kinds(kept) == ["title", "chart", "bullets"], "one that says something stays"


def test_where_nothing_was_computed_one_slide_says_so() -> None:
    made, _ = with_figures(outline(("chart", "A", "F1"), ("chart", "B", "F2"), ("bullets", "C", "")), [], most=9)
    assert [(one.kind, one.title, one.figure) for one in made.slides] == [("bullets", "A", "F1"), ("bullets", "C", "")]


def test_figures_that_are_left_stand_beside_the_others() -> None:
    given = outline(("title", "T", ""), ("chart", "A", "F1"), *[("bullets", f"B{n}", "") for n in range(3)])
    made, assigned = with_figures(given, [figure(1, "A"), figure(2, "Z")], most=9)
    assert kinds(made)[:3] == ["title", "chart", "chart"]
    assert assigned == {2: "F1", 3: "F2"}


def test_next_to_nothing_is_not_summed_up() -> None:
    given = outline(("title", "T", ""), ("chart", "A", "F1"), ("closing", "Summary", ""))
    assert kinds(with_figures(given, [figure(1, "A")], most=9)[0]) == ["title", "chart"]
    asked, _ = with_figures(given, [figure(1, "A")], most=9, asked=3)
    assert kinds(asked) == ["title", "chart", "closing"], "as many as were asked for"
    last = given.slides[-1].model_copy(update={"message": "Decide today."})
    told = given.model_copy(update={"slides": [*given.slides[:-1], last]})
    assert kinds(with_figures(told, [figure(1, "A")], most=9)[0]) == ["title", "chart", "closing"]


def test_a_table_figure_makes_a_table_and_a_single_number_no_slide() -> None:
    figures = [figure(1, "Yield by farm", kind="table"), figure(2, "Total", kind="number")]
    made, assigned = with_figures(outline(("chart", "Yield by farm", "")), figures, most=9)
    assert (kinds(made), assigned) == (["table"], {1: "F1"})


def test_all_who_work_on_a_deck_number_its_slides_in_the_same_way() -> None:
    given = outline(("title", "T", ""), ("bullets", "Yield", ""), ("closing", "End", ""))
    plan = Plan(title="T", slides=6, steps=(), by="rule")
    figures = [figure(n, f"Figure {n}") for n in range(1, 6)]
    task: Any = {"outline": given, "figures": figures, "plan": plan, "request": Request(wish="T")}
    made, assigned = figured(task)
    assert kinds(made) == ["title", "bullets", "chart", "chart", "closing"], "one place is that of the sources"
    assert assigned == {3: "F1", 4: "F2"}


def test_of_an_outline_that_a_person_agreed_to_no_slide_goes() -> None:
    given = outline(("title", "T", ""), ("chart", "A", "F1"), ("chart", "B", "F2"), ("closing", "Summary", ""))
    made, _ = with_figures(given, [figure(1, "A")], most=9, agreed=True)
    assert [(one.kind, one.title) for one in made.slides] == [
        ("title", "T"), ("chart", "A"), ("bullets", "B"), ("closing", "Summary"),
    ]  # fmt: skip
