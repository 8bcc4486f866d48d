from __future__ import annotations

from typing import Any

import pytest

from kasen.teams.slides.data.critique import criticised
from kasen.teams.slides.data.draft import Draft
from teams.slides.data.tabled import table

TABLE = table("k,a (t),b (円),rate (%)\nx,1,2,10\ny,3,4,20\n")


def draft(chart: str, labels: list[str], series: dict[str, list[float | None]], **more: Any) -> Draft:
    given: dict[str, Any] = {"kind": "chart", "title": "t", "shows": "", "how": "", "rows": (2, 3), "columns": ()}
    return Draft(table=TABLE, chart=chart, labels=tuple(labels), series=series, **{**given, **more})  # type: ignore[arg-type]


def test_a_pie_of_many_slices_is_drawn_as_bars() -> None:
    look = criticised(draft("pie", [f"k{n}" for n in range(8)], {"x": [1.0] * 8}), TABLE)
    assert (look.draft.chart, look.wrong) == ("bar", "")
    assert criticised(draft("pie", ["a", "b"], {"x": [1.0, 2.0]}), TABLE).draft.chart == "pie"


@pytest.mark.parametrize(
    ("series", "unit"),
    [({"x": [1.0, -2.0]}, ""), ({"x": [40.0, 70.0]}, "%"), ({"x": [1.0, 2.0], "y": [1.0, 2.0]}, "")],
)
def test_what_are_no_parts_of_one_whole_is_no_pie(series: dict[str, list[float | None]], unit: str) -> None:
    assert criticised(draft("doughnut", ["a", "b"], series, unit=unit), TABLE).draft.chart == "bar"


def test_time_is_put_in_order() -> None:
    look = criticised(draft("line", ["2023", "2021", "2022"], {"x": [3.0, 1.0, 2.0]}, in_time=True), TABLE)
    assert (look.draft.labels, look.draft.series["x"]) == (("2021", "2022", "2023"), [1.0, 2.0, 3.0])
    same = criticised(draft("line", ["Apr 2024", "May 2024"], {"x": [1.0, 2.0]}, in_time=True), TABLE)
    assert same.draft.labels == ("Apr 2024", "May 2024")
    japanese = criticised(draft("line", ["2024年5月", "2024年4月"], {"x": [2.0, 1.0]}, in_time=True), TABLE)
    assert japanese.draft.labels == ("2024年4月", "2024年5月")


def test_a_kind_that_there_is_not_is_another() -> None:
    assert criticised(draft("radar", ["a", "b"], {"x": [1.0, 2.0]}), TABLE).draft.chart == "bar"
    assert criticised(draft("", ["2021", "2022"], {"x": [1.0, 2.0]}, in_time=True), TABLE).draft.chart == "line"


def test_long_names_under_columns_become_bars() -> None:
    look = criticised(draft("column", ["a name that is far too long", "b"], {"x": [1.0, 2.0]}), TABLE)
    assert look.draft.chart == "bar"


@pytest.mark.parametrize(
    ("made", "why"),
    [
        (draft("bar", ["a", "b"], {"a (t)": [1.0, 2.0], "b (円)": [3.0, 4.0]}), "units t, 円 stand on one axis"),
        (draft("bar", ["a", "a"], {"x": [1.0, 2.0]}), "two categories have the same name"),
        (draft("bar", ["a", " "], {"x": [1.0, 2.0]}), "a category has no name"),
        (draft("bar", [f"k{n}" for n in range(30)], {"x": [1.0] * 30}), "30 categories are too many"),
        (draft("line", ["a", "b"], {f"s{n}": [1.0, 2.0] for n in range(9)}), "9 series are too many"),
        (draft("scatter", ["a", "b"], {"x": [1.0, 2.0]}), "numbers of its x axis"),
        (
            draft("bar", ["a"], {"x": [30.0]}, columns=("rate (%)",), unit="%", how="sum of `rate (%)`"),
            "is in percent and is added up",
        ),
    ],
)
def test_what_only_the_analysis_can_mend_is_said(made: Draft, why: str) -> None:
    assert why in criticised(made, TABLE).wrong


def test_single_rows_of_a_percentage_are_no_sum() -> None:
    made = draft("bar", ["a", "b"], {"x": [10.0, 20.0]}, columns=("rate (%)",), unit="%", how="sum of `rate (%)`")
    assert criticised(made, TABLE).wrong == ""
