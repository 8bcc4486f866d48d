from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kasen.teams.slides.data import kasen_data as api
from kasen.teams.slides.data.handed import Handed, handed_over
from kasen.teams.slides.data.tables import mounted
from teams.slides.data.tabled import read, table

SALES = "sales (million yen)"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder of the sandbox, with two tables."""
    found = [table(), *read("date,n\n2024-02-10,1\n2024-01-05,2\n2024-02-20,3\n", "days.csv")]
    for name, data in mounted(found, "").items():
        assert isinstance(data, bytes)
        (tmp_path / name).write_bytes(data)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def said(capsys: pytest.CaptureFixture[str]) -> Handed:
    (figure,), wrong = handed_over(capsys.readouterr().out)
    assert wrong == []
    return figure


def test_rows_have_typed_values_and_the_number_that_the_file_gives_them() -> None:
    assert api.tables() == ["sales.csv", "days.csv"]
    rows = api.table("sales.csv")
    assert rows[0] == {"region": "East", "year": "2022", SALES: 120, "staff": 10, "_row": 2, "_table": "sales.csv"}
    assert api.table("T2")[0]["date"] == "2024-02-10"
    assert api.columns("Sales.CSV") == {"region": "text", "year": "date", SALES: "number", "staff": "number"}
    with pytest.raises(KeyError, match=r"there is: sales\.csv, days\.csv"):
        api.table("other")
    with pytest.raises(KeyError):
        api.table()


def test_groups_carry_their_rows() -> None:
    groups = api.group(api.table("T1"), by="region", value=SALES)
    assert [(one.key, one.value, one.rows) for one in groups] == [("East", 270, [2, 3]), ("West", 150, [4, 5])]
    assert groups[0].trace == {"rows": [2, 3], "column": SALES, "how": "sum"}


@pytest.mark.parametrize(
    ("how", "value"), [("mean", 105), ("median", 100), ("min", 70), ("max", 150), ("count", 4), ("distinct", 4)]
)
def test_other_ways_to_bring_rows_together(how: str, value: float) -> None:
    assert api.total(api.table("T1"), SALES, how=how).value == value


def test_a_function_of_a_row_may_be_the_key_and_moments_are_in_order() -> None:
    months = api.group(api.table("T2"), by=lambda row: row["date"][:7], value="n")
    assert [(one.key, one.value) for one in months] == [("2024-01", 2), ("2024-02", 4)]


def test_the_largest_come_first_and_the_rest_may_be_one() -> None:
    groups = api.group(api.table("T2"), by="date", value="n")
    largest = api.top(groups, 2, rest="others")
    assert [(one.key, one.value, one.rows) for one in largest] == [
        ("2024-02-20", 3, [4]), ("2024-01-05", 2, [3]), ("others", 1, [2]),
    ]  # fmt: skip
    assert largest[2].trace == {"rows": [2], "column": "n", "how": "sum"}
    assert api.top(groups, 2)[0].trace["cut"]
    assert "cut" not in api.top(groups, 9)[0].trace


def test_shares_and_changes_say_of_what() -> None:
    groups = api.group(api.table("T1"), by="year", value="staff")
    parts = api.share(groups)
    assert [round(one.value or 0, 2) for one in parts] == [48.48, 51.52]
    assert parts[0].trace == {"rows": [2, 4], "column": "staff", "how": "share", "base": "sum", "whole": [2, 4, 3, 5]}
    (step,) = api.change(groups)
    assert (step.key, step.value) == ("2023", 6.25)
    assert step.trace["whole"] == [2, 4]
    assert api.change([]) == []
    assert [one.value for one in api.change([groups[0], groups[1], groups[0]], to_first=True)] == [6.25, 0]


def test_a_pivot_has_gaps_where_there_are_no_rows() -> None:
    both = api.pivot(api.table("T1")[:3], index="year", columns="region", value="staff")
    assert (both.categories, both.series) == (["2022", "2023"], {"East": [10, 11], "West": [6, None]})
    assert both.traces["West"] == [{"rows": [4], "column": "staff", "how": "sum"}, {}]
    assert both.rows == [2, 3, 4]


def test_a_figure_is_handed_over_with_how_each_value_was_computed(capsys: pytest.CaptureFixture[str]) -> None:
    api.figure("F1", chart="column", title="t", of=api.group(api.table("T1"), "region", "staff"), name="staff")
    figure = said(capsys)
    assert (figure.categories, figure.series, figure.rows, figure.table) == (
        ["East", "West"], {"staff": [21, 12]}, [2, 3, 4, 5], "sales.csv",
    )  # fmt: skip
    assert figure.series_trace("staff", 1).rows == [4, 5]


def test_a_kind_of_chart_may_stand_where_the_kind_of_figure_does(capsys: pytest.CaptureFixture[str]) -> None:
    api.figure("F1", "line", of=api.group(api.table("T1"), "year", "staff"))
    figure = said(capsys)
    assert (figure.kind, figure.chart) == ("chart", "line")


def test_several_series_and_a_pivot_are_handed_over(capsys: pytest.CaptureFixture[str]) -> None:
    rows = api.table("T1")
    api.figure("F1", of={"a": api.group(rows, "region", "staff"), "b": api.group(rows[:2], "region", SALES)})
    assert said(capsys).series == {"a": [21, 12], "b": [270, None]}
    api.figure("F2", of=api.pivot(rows, "year", "region", "staff"))
    assert said(capsys).series == {"East": [10, 11], "West": [6, 6]}


def test_figures_by_hand_tables_and_numbers_are_handed_over(capsys: pytest.CaptureFixture[str]) -> None:
    rows = api.table("T1")
    api.figure("F1", categories=[1, 2], series={"x": [1, None]}, rows=rows[:2], unit="t")
    figure = said(capsys)
    assert (figure.categories, figure.rows, figure.table, figure.unit) == (["1", "2"], [2, 3], "sales.csv", "t")
    api.table_figure("F2", columns=["region", "staff"], rows=rows[:2])
    figure = said(capsys)
    assert (figure.cells, figure.used) == ([["East", 10], ["East", 11]], [[2], [3]])
    api.table_figure("F3", columns=["region", "n"], rows=api.group(rows, "region", how="count"))
    assert said(capsys).cells == [["East", 2], ["West", 2]]
    api.number("F4", api.total(rows, "staff"), unit="people", title="Staff")
    figure = said(capsys)
    assert (figure.value, figure.trace.how, figure.trace.column) == (33, "sum", "staff")
    api.number("F5", 1 / 3, rows=[2, 3], says="a third", table="sales.csv")
    assert said(capsys).rows == [2, 3]


def test_what_cannot_be_computed_says_what_there_is() -> None:
    rows = api.table("T1")
    with pytest.raises(KeyError, match="there is: region, year"):
        api.group(rows, "region", "sale")
    with pytest.raises(KeyError, match="there is no column 'area'"):
        api.group(rows, "area", "staff")
    with pytest.raises(KeyError, match="there is no column ''"):
        api.group(rows, "region")
    with pytest.raises(TypeError, match="one column, or a function"):
        api.group(rows, ["region", "year"], "staff")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="use table_figure"):
        api.figure("F1", "table", of=[])
    with pytest.raises(ValueError, match="one of sum, mean"):
        api.group(rows, "region", "staff", how="average")
    with pytest.raises(TypeError, match="is no number"):
        api.group(rows, "staff", "region")


def test_values_that_are_no_numbers_are_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    api.figure("F1", categories=["a", "b"], series={"x": [float("nan"), float("inf")]}, rows=[2], table="T1")
    assert said(capsys).series == {"x": [None, None]}


@pytest.mark.parametrize("asked", ["share", "table"])
def test_figures_of_as_many_rows_as_a_table_has_are_read_with_all_of_them(
    asked: str, capsys: pytest.CaptureFixture[str]
) -> None:
    rows: list[dict[str, Any]] = [{"_row": n, "_table": "T1", "k": n * 7919 % 12, "v": n} for n in range(2, 200_002)]
    odd = [row for row in rows if row["_row"] * 7919 % 5 < 3]
    groups = api.group(odd, "k", "v")
    if asked == "table":
        api.table_figure("F1", columns=["k", "v"], rows=api.share(groups))
    else:
        api.figure("F1", of=api.share(groups), name="v")
    figure = said(capsys)
    assert len(set(figure.rows)) == len(odd)
    if asked == "share":
        assert [figure.series_trace("v", at).rows for at in range(12)] == [one.rows for one in groups]
        assert figure.series_trace("v", 11).whole == [row["_row"] for row in odd]
        assert figure.series_trace("v", 11).whole is figure.series_trace("v", 0).whole
    if asked == "table":
        assert (figure.used[3], figure.row_trace(3).rows) == (groups[3].rows, groups[3].rows)


def test_a_row_that_is_counted_twice_is_handed_over_twice(capsys: pytest.CaptureFixture[str]) -> None:
    row = api.table("T1")[1]
    api.number("F1", api.total([row, row], "staff"))
    assert said(capsys).trace.rows == [3, 3]
