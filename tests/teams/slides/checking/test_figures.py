from __future__ import annotations

from typing import Any

import pytest
from pptx.chart.data import CategoryChartData

from kasen.teams.slides.building.workbook import workbook
from kasen.teams.slides.schemas.deck import Series
from teams.slides.building.hand_made import CHART
from teams.slides.checking.mutating import held, kinds, mutated


def replaced(categories: tuple[str, ...], *series: tuple[str, tuple[float | None, ...]]) -> Any:
    def change(made: Any) -> None:
        data = CategoryChartData()  # type: ignore[no-untyped-call]
        data.categories = categories
        for name, values in series:
            data.add_series(name, values)  # type: ignore[no-untyped-call]
        held(made, 4, "chart").chart.replace_data(data)

    return change


VALUES = CHART.series[0].values


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (replaced(CHART.categories, ("輸出額", (*VALUES[:-1], 365.0))), "値"),
        (replaced(CHART.categories, ("別", VALUES)), "名前"),
        (replaced(("x", *CHART.categories[1:]), ("輸出額", VALUES)), "項目"),
        (replaced(CHART.categories, ("輸出額", VALUES), ("余計", VALUES)), "系列"),
        (replaced(CHART.categories[:-1], ("輸出額", VALUES[:-1])), "項目"),
    ],
)
def test_a_chart_that_is_not_that_of_the_deck_is_found(change: Any, said: str) -> None:
    found = mutated(change)
    assert {(problem.slide, problem.kind, problem.severity) for problem in found} == {(4, "chart", "critical")}
    assert said in found[0].text


def test_a_workbook_that_holds_something_else_or_is_gone_is_found() -> None:
    other = CHART.model_copy(update={"series": (Series(name="輸出額", values=(1.0, 2.0, 3.0, 4.0, 5.0)),)})

    def change(made: Any) -> None:
        held(made, 4, "chart").chart.part.chart_workbook.xlsx_part.blob = workbook(other)

    def gone(made: Any) -> None:
        chart = held(made, 4, "chart").chart
        external = chart._chartSpace.find("{*}externalData")
        chart._chartSpace.remove(external)
        chart.part.rels.pop(external.rId)

    for one in (change, gone):
        assert kinds(mutated(one)) == {(4, "chart")}


def test_a_cell_that_differs_is_found() -> None:
    def change(made: Any) -> None:
        cell = held(made, 5, "table").table.cell(2, 1)
        cell.text_frame.paragraphs[0].runs[0].text = "1"

    found = mutated(change)
    assert kinds(found) == {(5, "table")}
    assert "3 行目" in found[0].text


def test_a_table_whose_columns_or_rows_do_not_sum_to_its_frame_is_found() -> None:
    def wide(made: Any) -> None:
        held(made, 5, "table").table.columns[0]._gridCol.set("w", "500000")

    def short(made: Any) -> None:
        table = held(made, 5, "table")
        table._element.graphic.graphicData.tbl.remove(table.table.rows[3]._tr)

    for change in (wide, short):
        assert (5, "table") in kinds(mutated(change))


def test_a_distorted_picture_is_found() -> None:
    def change(made: Any) -> None:
        held(made, 6, "picture").crop_left = 0.3

    assert kinds(mutated(change)) == {(6, "media")}


def test_a_picture_whose_bytes_are_none_is_found() -> None:
    def change(made: Any) -> None:
        shape = held(made, 6, "picture")
        shape.part.related_part(shape._element.blip_rId)._blob = b"no picture"

    assert kinds(mutated(change)) == {(6, "media"), (9, "media")}
