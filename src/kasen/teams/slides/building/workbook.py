"""The table of a chart as a workbook: what Office opens on `Edit Data`."""

from __future__ import annotations

import math
from datetime import datetime
from io import BytesIO

from kasen.teams.slides.building.xml import legal
from kasen.teams.slides.schemas.deck import Chart

SHEET = "Sheet1"
_CREATED = datetime(2000, 1, 1)  # noqa: DTZ001  # xlsxwriter wants it without a zone; always the same: same bytes
_LONGEST_CELL = 32_767


def number(value: float | None) -> float | None:
    """The value, or None where it is no number that can be drawn."""
    return value if value is not None and math.isfinite(value) else None


def place(text: str) -> float | None:
    """A category of a scatter chart as the number that it is."""
    try:
        return number(float(text.replace(",", "").strip()))
    except ValueError:
        return None


def workbook(chart: Chart) -> bytes:
    """An .xlsx: categories in column A, each series in a column under its name. Same chart, same bytes."""
    import xlsxwriter

    stream = BytesIO()
    book = xlsxwriter.Workbook(stream, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False})
    book.set_properties({"created": _CREATED, "title": chart.title[:200], "author": "Kasen"})
    sheet = book.add_worksheet(SHEET)
    form = book.add_format({"num_format": chart.number_format or "General"})
    for row, category in enumerate(chart.categories, 1):
        at = place(category) if chart.kind == "scatter" else None
        if at is not None:
            sheet.write_number(row, 0, at)
        else:
            sheet.write_string(row, 0, legal(category)[:_LONGEST_CELL])
    for column, series in enumerate(chart.series, 1):
        sheet.write_string(0, column, legal(series.name)[:_LONGEST_CELL])
        for row, value in enumerate(series.values[: len(chart.categories)], 1):
            if (held := number(value)) is not None:
                sheet.write_number(row, column, held, form)
    book.close()
    return stream.getvalue()
