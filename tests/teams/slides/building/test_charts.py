from __future__ import annotations

from io import BytesIO
from typing import Any, get_args

import openpyxl  # type: ignore[import-untyped]
import pytest

from kasen.teams.slides.building.charts import _with_unit
from kasen.teams.slides.checking.ordering import misplaced
from kasen.teams.slides.schemas.deck import Chart, ChartKind, Series
from teams.slides.building.hand_made import CHART, SLIDES, one, shape

SLIDE = SLIDES[3]
TWO = (Series(name="国内", values=(1.0, 2.0, None, 4.0, 5.0)), Series(name="輸出", values=(5.0, 4.0, 3.0, 2.0, 1.0)))


def drawn(chart: Chart, **more: Any) -> Any:
    return shape(one(SLIDE.model_copy(update={"chart": chart, **more})), "chart")


@pytest.mark.parametrize("kind", get_args(ChartKind))
def test_every_kind_is_native_with_its_values_and_in_the_order_of_the_schema(kind: ChartKind) -> None:
    categories = ("1", "2", "3.5", "4", "5")
    held = drawn(CHART.model_copy(update={"kind": kind, "categories": categories, "series": TWO}))
    plots = list(held.chart.plots)
    count = 1 if kind in {"pie", "doughnut"} else 2
    assert len(plots[0].series) == count
    assert [tuple(series.values) for series in plots[0].series] == [series.values for series in TWO[:count]]
    assert list(misplaced(held.chart._chartSpace)) == []


def test_the_workbook_in_it_holds_the_same_table_and_no_formula() -> None:
    chart = CHART.model_copy(
        update={"categories": ("=1+1", "a", "b", "c", "https://example.com"), "series": (TWO[0],), "title": ""}
    )
    book = openpyxl.load_workbook(BytesIO(drawn(chart).chart.part.chart_workbook.xlsx_part.blob))
    rows = list(book.active.iter_rows(values_only=True))
    assert rows[0] == (None, "国内")
    assert rows[1:4] == [("=1+1", 1), ("a", 2), ("b", None)]
    assert book.active["A2"].data_type == "s"


def test_a_chart_has_a_title_only_where_the_slide_does_not_say_it() -> None:
    assert drawn(CHART).chart.has_title
    assert not drawn(CHART.model_copy(update={"unit": ""}), title="緑茶の 輸出額は倍増").chart.has_title


def test_a_legend_stands_only_where_there_is_something_to_tell_apart() -> None:
    assert not drawn(CHART).chart.has_legend
    assert drawn(CHART.model_copy(update={"series": TWO})).chart.has_legend
    assert not drawn(CHART.model_copy(update={"kind": "pie"})).chart.has_legend
    assert drawn(CHART.model_copy(update={"kind": "doughnut"})).chart.has_legend


def test_the_placeholder_of_the_layout_holds_the_chart() -> None:
    held = drawn(CHART)
    assert held.is_placeholder
    assert held.placeholder_format.idx == 1
    assert held._element.find(".//{*}cNvPr").get("descr") == CHART.alt


def test_text_of_a_chart_says_its_size_language_and_east_asian_font() -> None:
    held = drawn(CHART)
    for properties in held.chart._chartSpace.iter("{*}defRPr"):
        assert properties.get("sz") == "1400"
        assert properties.get("lang") == "ja-JP"
        assert properties.find("{*}ea").get("typeface")


def test_a_unit_that_the_title_ends_with_is_not_said_again() -> None:
    assert _with_unit("Value (million yen)", "million yen", "en") == "Value (million yen)"
    assert _with_unit("売上（円）", "円", "ja") == "売上（円）"
    assert _with_unit("Value", "t", "en") == "Value (t)"
