"""CSV and TSV: whatever charset and delimiter, quoted line breaks, row numbers as a spreadsheet counts them."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kasen.knowledge.document import Unreadable
from kasen.knowledge.formats.text import decode
from kasen.teams.slides.data.cells import Raw
from kasen.teams.slides.data.sheet import CELL_CHARS, MOST_BYTES, Cutter, Sheet, Unusable, said

_DELIMITERS = ",\t;|"
_SAMPLE = 60
_CELL_OF_EXCEL = 32_767
"""Characters that a cell can hold (Excel specifications and limits); more is a quote that was never closed."""


def read_delimited(path: Path, lang: str) -> list[Sheet]:
    """The one table of the file. Raises Unusable."""
    text, is_cut = text_of(path)
    if not text.strip():
        raise Unusable("is empty")
    delimiter, skipped = _delimiter(text, tab=path.suffix.lower() == ".tsv")
    cutter, notes = Cutter(lang), []
    try:
        _take(cutter, text, skipped, delimiter=delimiter)
    except csv.Error:
        cutter = Cutter(lang)
        _take(cutter, text, skipped, delimiter=delimiter, quoting=csv.QUOTE_NONE)
        en = "A quotation mark is never closed; it was read as a sign like others."
        notes.append(said(lang, "閉じていない引用符があり、文字として読んだ。", en))
    cutter.full = cutter.full or is_cut
    return [Sheet("", cutter.rows, notes + cutter.notes())]


def text_of(path: Path) -> tuple[str, bool]:
    """The text of a file, and whether its end was left out. Raises Unusable."""
    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    is_cut = len(data) > MOST_BYTES
    if is_cut:
        wide = data[:2] in (b"\xff\xfe", b"\xfe\xff")
        data = data[: len(data) // 2 * 2] if wide else data[: data.rfind(b"\n") + 1] or data
    try:
        return decode(data), is_cut
    except Unreadable as error:
        raise Unusable(str(error)) from None


def _take(cutter: Cutter, text: str, skipped: int, **how: Any) -> None:
    for number, row in enumerate(_rows(text, **how), start=1):
        if number <= skipped:
            continue
        if any(len(cell) > _CELL_OF_EXCEL for cell in row) and "quoting" not in how:
            raise csv.Error("a cell without end")
        cells: list[Raw] = [cell.strip()[:CELL_CHARS] for cell in row]
        if not cutter.add(number, cells):
            return


def _rows(text: str, **how: Any) -> Iterator[list[str]]:
    csv.field_size_limit(1 << 24)
    return csv.reader(io.StringIO(text, newline=""), skipinitialspace=True, **how)


def _delimiter(text: str, *, tab: bool) -> tuple[str, int]:
    """The delimiter that cuts most lines into the same number of cells; and lines to skip (`sep=;` of Excel)."""
    first = text[:10].split("\n", 1)[0].strip().lower()
    if first.startswith("sep=") and len(first) == 5:
        return first[4], 1
    if tab and "\t" in text[:20_000]:
        return "\t", 0
    sample = text[:100_000]
    best, best_score = ",", 0.0
    for delimiter in _DELIMITERS:
        widths = Counter[int]()
        try:
            for _, row in zip(range(_SAMPLE), _rows(sample, delimiter=delimiter), strict=False):
                widths[len(row)] += 1
        except csv.Error:
            continue
        width, count = max(widths.items(), key=lambda item: (item[1] * (item[0] > 1), item[0]), default=(1, 0))
        score = 0.0 if width < 2 else count + min(width, 50) / 100
        if score > best_score:
            best, best_score = delimiter, score
    return best, 0
