"""Charts, tables and pictures of one slide against those of the deck."""

from __future__ import annotations

import math
import zipfile
from io import BytesIO
from typing import Any

from kasen.teams.slides.building.plotting import ROUND
from kasen.teams.slides.building.workbook import number, place
from kasen.teams.slides.building.xml import legal
from kasen.teams.slides.checking.frames import NEAR
from kasen.teams.slides.checking.saying import Finder, said
from kasen.teams.slides.checking.sheet import Sheet
from kasen.teams.slides.schemas.deck import Chart, Slide, Table

_ELEMENTS = {
    "column": "barChart", "bar": "barChart", "stacked_column": "barChart", "stacked_bar": "barChart",
    "line": "lineChart", "pie": "pieChart", "doughnut": "doughnutChart", "area": "areaChart",
    "scatter": "scatterChart",
}  # fmt: skip
_OFF = 0.02
"""Share by which the sides of a picture may differ from its own."""


def figure_problems(sheet: Sheet, finder: Finder) -> None:
    """Everything that is not words."""
    if sheet.arrangement is None:
        return
    slide = sheet.arrangement.slide
    _chart(sheet, slide, finder)
    _table(sheet, slide, finder)
    for content in ("picture", "image", "logo"):
        if content in {frame.content for frame in sheet.frames()}:
            _picture(sheet.shape(content), content, finder)


def _chart(sheet: Sheet, slide: Slide, finder: Finder) -> None:
    shape = sheet.shape("chart")
    if slide.chart is None or shape is None:
        return
    if not getattr(shape, "has_chart", False):
        finder.add("chart", "missing", where="chart", severity="critical", name="chart")
        return
    for what in _differences(shape.chart, slide.chart, finder):
        finder.add("chart", "chart", where="chart", severity="critical", what=what)


def _differences(held: Any, chart: Chart, finder: Finder) -> list[str]:
    root, lang = held._chartSpace, finder.lang
    if root.find(f".//{{*}}{_ELEMENTS[chart.kind]}") is None:
        return [said("kind", lang)]
    wanted = chart.series[:1] if chart.kind in ROUND else chart.series
    found = list(root.iter("{*}ser"))
    if len(found) != len(wanted):
        return [said("series", lang, found=len(found), wanted=len(wanted))]
    different: list[str] = []
    for series, one in zip(wanted, found, strict=True):
        names = [text.text or "" for text in one.find("{*}tx").iter("{*}v")]
        if "".join(names) != legal(series.name):
            different.append(said("names", lang, name=series.name))
        if _categories(one) != _expected(chart):
            different.append(said("categories", lang))
        values = [number(value) for value in series.values]
        if _points(one, "yVal" if chart.kind == "scatter" else "val") != values or len(values) != len(chart.categories):
            different.append(said("values", lang, name=series.name))
    return [*dict.fromkeys(different), *_workbook(held, chart, finder)]


def _expected(chart: Chart) -> list[Any]:
    if chart.kind == "scatter":
        return [place(category) for category in chart.categories]
    return [legal(category) for category in chart.categories]


def _categories(series: Any) -> list[Any]:
    names = series.find("{*}cat")
    if names is None:
        return _points(series, "xVal")
    return [point.findtext("{*}v") or "" for point in names.iter("{*}pt")]


def _points(series: Any, tag: str) -> list[float | None]:
    held = series.find(f"{{*}}{tag}")
    if held is None:
        return []
    count = int(held.find(".//{*}ptCount").get("val"))
    values: list[float | None] = [None] * count
    for point in held.iter("{*}pt"):
        values[int(point.get("idx"))] = float(point.findtext("{*}v"))
    return values


def _workbook(held: Any, chart: Chart, finder: Finder) -> list[str]:
    """The cells of the workbook, read as XML: what `Edit Data` would show."""
    part = held.part.chart_workbook.xlsx_part
    if part is None:
        return [said("no_workbook", finder.lang)]
    try:
        cells = _cells(part.blob)
    except (zipfile.BadZipFile, KeyError, ValueError):
        return [said("no_workbook", finder.lang)]
    for column, series in enumerate(chart.series):
        for row, value in enumerate(series.values[: len(chart.categories)], 2):
            wanted = number(value)
            if not _same(cells.get((column + 1, row)), wanted):
                return [said("workbook", finder.lang)]
    return []


def _same(found: float | None, wanted: float | None) -> bool:
    """A workbook keeps 16 digits."""
    if found is None or wanted is None:
        return found is wanted
    return math.isclose(found, wanted, rel_tol=1e-14)


def _cells(data: bytes) -> dict[tuple[int, int], float]:
    """(column from 0, row from 1) → number."""
    from pptx.oxml import parse_xml

    with zipfile.ZipFile(BytesIO(data)) as book:
        root = parse_xml(book.read("xl/worksheets/sheet1.xml"))
    found = {}
    for cell in root.iter("{*}c"):
        if cell.get("t", "n") == "n" and (value := cell.findtext("{*}v")) is not None:
            letters = cell.get("r").rstrip("0123456789")
            column = 0
            for letter in letters:
                column = column * 26 + ord(letter) - 64
            found[column - 1, int(cell.get("r")[len(letters) :])] = float(value)
    return found


def _table(sheet: Sheet, slide: Slide, finder: Finder) -> None:
    shape = sheet.shape("table")
    if slide.table is None or shape is None:
        return
    if not getattr(shape, "has_table", False):
        finder.add("table", "missing", where="table", severity="critical", name="table")
        return
    for what in _unlike(shape, slide.table, finder):
        finder.add("table", "table", where="table", severity="critical", what=what)


def _unlike(shape: Any, table: Table, finder: Finder) -> list[str]:
    held = shape.table
    found, wanted = (len(held.rows), len(held.columns)), (len(table.rows) + 1, len(table.columns))
    if found != wanted:
        return [said("shape", finder.lang, found=f"{found[0]}×{found[1]}", wanted=f"{wanted[0]}×{wanted[1]}")]
    different = []
    for at, cells in enumerate((table.columns, *table.rows)):
        filled = [*cells, *[""] * len(table.columns)][: len(table.columns)]
        row = [cell.text_frame.text.replace("\v", "\n") for cell in held.rows[at].cells]
        if [" ".join(text.split()) for text in row] != [" ".join(legal(text).split()) for text in filled]:
            different.append(said("cells", finder.lang, row=at + 1))
    across = sum(int(column.width) for column in held.columns)
    down = sum(int(row.height) for row in held.rows)
    if abs(across - int(shape.width)) > NEAR or abs(down - int(shape.height)) > NEAR:
        different.append(said("grid", finder.lang))
    return different


def _picture(shape: Any | None, content: str, finder: Finder) -> None:
    if shape is None:
        return
    if not shape._element.tag.endswith("}pic"):
        finder.add("media", "no_picture", where=content, name=content)
        return
    try:
        wide, high = shape.image.size
    except (KeyError, OSError, ValueError, AttributeError):
        finder.add("media", "no_picture", where=content, severity="critical", name=content)
        return
    across = wide * (1 - shape.crop_left - shape.crop_right)
    down = high * (1 - shape.crop_top - shape.crop_bottom)
    if abs(across / down / (int(shape.width) / int(shape.height)) - 1) > _OFF:
        finder.add("media", "distorted", where=content, name=content)
