"""Tables: Excel workbooks and CSV. Each row is a line `a | b | c`; the header row travels as a heading.

Workbooks are read by openpyxl rather than by markitdown: markitdown goes through pandas, which turns the integers of a
column with a gap into `1200.0` and gaps into `NaN`, and then no number is found as it was typed.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable
from datetime import date, datetime, time

from kasen.knowledge.document import Converted, Unreadable, Writer
from kasen.knowledge.formats.office import check_archive
from kasen.knowledge.formats.text import decode

_MAX_HEADER = 200
_SAMPLE = 20_000
"""Characters by which the delimiter is told."""


def read_csv(data: bytes) -> Converted:
    """CSV or TSV, with whatever delimiter."""
    text = decode(data)
    writer = Writer()
    csv.field_size_limit(1 << 24)
    rows = csv.reader(io.StringIO(text), delimiter=_delimiter(text), skipinitialspace=True)
    try:
        _rows(writer, ([cell.strip() for cell in row] for row in rows), None, ())
    except csv.Error as error:
        raise Unreadable(f"is not a sound CSV file ({error})") from None
    return writer.done(media_type="text/csv")


def read_workbook(data: bytes) -> Converted:
    """Excel: `page` is the sheet, its name a heading; formulas give the value last computed."""
    from openpyxl import load_workbook  # type: ignore[import-untyped]

    check_archive(data, "an Excel")
    book = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
    writer = Writer()
    try:
        for number, sheet in enumerate(book.worksheets, 1):
            rows = ([_cell(v) for v in row] for row in sheet.iter_rows(values_only=True))
            _rows(writer, rows, number, (str(sheet.title),))
        title = str(book.properties.title or "")
    finally:
        book.close()
    media = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    return writer.done(title=title, media_type=media)


def _rows(writer: Writer, rows: Iterable[list[str]], page: int | None, headings: tuple[str, ...]) -> None:
    header: tuple[str, ...] | None = None
    for row in rows:
        while row and not row[-1]:
            row.pop()
        if not any(row):
            continue
        line = " | ".join(row)
        if header is None:
            is_header = len(row) > 1 and all(row) and len(line) <= _MAX_HEADER and not any(map(_is_number, row))
            header = (line,) if is_header else ()
        writer.add(line, kind="table", page=page, headings=headings + header, gap="\n")


def _delimiter(text: str) -> str:
    """What cuts the most rows into the same number of cells, a comma last: each row may have a figure with one.

    Python's own `csv.Sniffer` takes minutes for some files of quotes alone.
    """
    cut = text[:_SAMPLE]
    sample = text if len(text) <= _SAMPLE else cut.rpartition("\n")[0] or cut
    return max(";\t|,", key=lambda one: _agreeing(sample, one))


def _agreeing(sample: str, delimiter: str) -> int:
    """Rows of the most frequent number of cells; 0 where that is one."""
    try:
        widths = Counter(map(len, csv.reader(io.StringIO(sample), delimiter=delimiter, skipinitialspace=True)))
    except csv.Error:
        return 0
    return max((count for width, count in widths.items() if width > 1), default=0)


def _is_number(cell: str) -> bool:
    return cell.replace(",", "").replace(".", "", 1).replace("%", "").lstrip("-").isdigit()


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    if isinstance(value, datetime):
        return value.date().isoformat() if value.time() == time() else value.isoformat(" ")
    if isinstance(value, date | time):
        return value.isoformat()
    return " ".join(str(value).split())
