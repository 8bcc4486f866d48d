from __future__ import annotations

from typing import Any

from kasen.teams.slides.data.draft import Draft, cell, finished, where
from teams.slides.data.tabled import table


def draft(**more: Any) -> Draft:
    given: dict[str, Any] = {
        "table": table(),
        "kind": "chart",
        "title": "sales by region",
        "shows": "East leads.",
        "how": "sum",
        "rows": (2, 3, 5),
        "columns": ("region", "staff"),
        "labels": ("East", "West"),
        "series": {"staff": [21.0, 12.0]},
    }
    return Draft(**{**given, **more})


def test_a_figure_rests_on_rows_of_the_file() -> None:
    figure = finished(draft(), 3, lang="en", by="rule", code="analysis.py")
    assert (figure.id, figure.ref.id, figure.code) == ("F3", "D3", "analysis.py")
    assert (figure.ref.rows, figure.ref.where) == (((2, 3), (5, 5)), "rows 2–3, 5")
    assert (figure.ref.title, figure.ref.columns, figure.ref.quote) == ("sales.csv", ("region", "staff"), "sum")
    assert figure.chart is not None
    assert figure.chart.refs == ("D3",)
    assert figure.chart.alt == "Column chart “Sales by region”: East 21, West 12"


def test_a_table_and_a_number_are_figures_too() -> None:
    shown = finished(
        draft(kind="table", series={}, headings=("a", "b"), cells=(("x", "1"),), numeric=(False, True)),
        1, lang="ja", by="rule",
    )  # fmt: skip
    assert shown.table is not None
    assert (shown.table.rows, shown.table.numeric, shown.chart) == ((("x", "1"),), (False, True), None)
    assert shown.table.alt == "表「sales by region」(1 行 2 列)"
    number = finished(draft(kind="number", series={}, value=33.0, unit="人"), 1, lang="ja", by="rule")
    assert (number.value, number.numbers, number.chart, number.table) == (33.0, (33.0,), None, None)


def test_rows_are_named_as_the_file_counts_them() -> None:
    assert where([2, 3, 4], records=False, lang="ja") == "2–4 行"
    assert where([2], records=False, lang="en") == "row 2"
    assert where([2, 3], records=True, lang="en") == "records 1–2"
    assert where([2, 3], records=True, lang="ja") == "1–2 件目"
    assert where(list(range(2, 40, 2)), records=False, lang="en") == "19 of rows 2–38"
    assert where(list(range(2, 40, 2)), records=False, lang="ja") == "2–38 行のうち 19 行"


def test_a_cell_of_a_slide_says_its_value() -> None:
    assert [cell(value) for value in (None, True, False, 1234, 0.5, "x")] == ["–", "✓", "–", "1,234", "0.5", "x"]
