from __future__ import annotations

import zipfile
from io import BytesIO

import openpyxl  # type: ignore[import-untyped]
import pytest

from kasen.teams.slides.building.workbook import number, place, workbook
from teams.slides.building.hand_made import CHART


def test_the_same_chart_gives_the_same_bytes() -> None:
    assert workbook(CHART) == workbook(CHART)
    with zipfile.ZipFile(BytesIO(workbook(CHART))) as book:
        assert b"2000-01-01T00:00:00Z" in book.read("docProps/core.xml")


def test_cells_keep_types_formats_and_gaps() -> None:
    sheet = openpyxl.load_workbook(BytesIO(workbook(CHART))).active
    assert sheet is not None
    assert sheet["A2"].value == "2020"
    assert (sheet["B2"].value, sheet["B2"].number_format) == (162, "#,##0")
    assert sheet["B5"].value is None


def test_categories_of_a_scatter_chart_are_numbers() -> None:
    chart = CHART.model_copy(update={"kind": "scatter", "categories": ("1,000", "2.5", "x", "4", "5")})
    sheet = openpyxl.load_workbook(BytesIO(workbook(chart))).active
    assert sheet is not None
    assert [sheet.cell(row, 1).value for row in range(2, 5)] == [1000, 2.5, "x"]


@pytest.mark.parametrize(("text", "value"), [("1,234.5", 1234.5), (" 2 ", 2.0), ("nan", None), ("x", None), ("", None)])
def test_a_place_is_a_number_or_nothing(text: str, value: float | None) -> None:
    assert place(text) == value


def test_what_cannot_be_drawn_is_no_number() -> None:
    assert number(float("inf")) is None
    assert number(None) is None
    assert number(0.0) == 0.0
