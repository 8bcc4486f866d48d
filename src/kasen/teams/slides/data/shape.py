"""Where in a sheet the table is: titles above it, headings of several lines, totals, notes below, a second table."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from kasen.teams.slides.data.cells import Raw, amount, is_nothing, is_unit
from kasen.teams.slides.data.moments import moment
from kasen.teams.slides.data.sheet import MOST_TABLES, Sheet

Row = tuple[int, list[Raw]]
_MOST_HEADINGS = 3
_LOOK = 200
"""Rows by which the width of a table is told."""
_UNIT = re.compile(
    r"(?:単位|unit)s?\s*[::]?\s*(?P<unit>[^\s()()、,]{1,20}(?: (?:million|billion|thousand)s?(?: \w+)?)?)", re.I
)
_FOOTER = re.compile(r"\s*(?:[※*注†]|\(?注|出典|出所|資料|備考|note|source|remarks?)", re.I)


@dataclass
class Block:
    """One table of a sheet, still untyped."""

    names: list[str]
    header_row: int
    """Number of the last row of its headings; 0 where it has none."""
    rows: list[Row]
    unit: str = ""
    """Of all its numbers, where a line above says so."""
    title: str = ""
    notes: list[str] = field(default_factory=list)


def blocks(sheet: Sheet) -> list[Block]:
    """The tables of a sheet, from the top; without one, nothing."""
    rows = [(number, [None if c == "" else c for c in cells]) for number, cells in sheet.rows]
    rows = [row for row in rows if any(c is not None for c in row[1])]
    if sheet.has_names and rows:
        names = _unique([str(cell) for cell in rows[0][1]])
        return [Block(names, rows[0][0], _squared(rows[1:], len(names)))]
    found: list[Block] = []
    for part in _parts(rows):
        block = _block(part)
        if block is not None:
            found.append(block)
        if len(found) >= MOST_TABLES:
            break
    return found


def _parts(rows: list[Row]) -> list[list[Row]]:
    """Stretches of rows that are tables of their own: after an empty row new headings stand over new numbers."""
    parts: list[list[Row]] = [[]]
    for index, row in enumerate(rows):
        gap = index > 0 and row[0] - rows[index - 1][0] > 1
        if gap and _has_numbers(parts[-1]) and _begins(rows, index):
            parts.append([])
        parts[-1].append(row)
    return parts


def _begins(rows: list[Row], index: int) -> bool:
    """Whether headings come here, with at most two lines of a title above them, and numbers after."""
    for at in range(index, min(index + 3, len(rows) - 1)):
        number, cells = rows[at]
        if at > index and number - rows[at - 1][0] > 2:
            return False
        if len(_filled(cells)) >= 2:
            return _is_heading(cells) and _has_numbers(rows[at + 1 : at + 4])
    return False


def _block(rows: list[Row]) -> Block | None:
    width = _width(rows)
    if not width:
        return None
    start = next((i for i, (_, cells) in enumerate(rows) if _is_wide(cells, width)), None)
    if start is None:
        return None
    above = rows[:start]
    headings = _headings(rows, start, width)
    body = rows[start + len(headings) :]
    unit, title = _above(above)
    lines = [cells for _, cells in headings]
    names = _names(lines, width)
    body = [row for row in _without_notes(body) if row[1] not in lines]
    if not body:
        return None
    return Block(_unique(names), headings[-1][0] if headings else 0, _squared(body, len(names)), unit, title)


def _width(rows: Sequence[Row]) -> int:
    """Columns of most rows; of a sheet of one column 1."""
    widths = Counter(len(cells) for _, cells in rows[:_LOOK])
    return max(widths.items(), key=lambda item: (item[1] * min(item[0], 3), item[0]))[0] if widths else 0


def _is_wide(cells: list[Raw], width: int) -> bool:
    return len(set(map(str, _filled(cells)))) >= (max(2, (width + 1) // 2) if width > 2 else width)


def _headings(rows: list[Row], start: int, width: int) -> list[Row]:
    if not _is_heading(rows[start][1]):
        return []
    found = [rows[start]]
    first = start - 1
    if first >= 0 and _is_group_line(rows[first][1], width) and rows[start][0] - rows[first][0] == 1:
        found.insert(0, rows[first])
    for row in rows[start + 1 : start + _MOST_HEADINGS]:
        after = rows[rows.index(row) + 1 : rows.index(row) + 4]
        if not _continues([cells for _, cells in found], row[1]) or not _has_numbers(after):
            break
        found.append(row)
    return found


def _is_heading(cells: list[Raw]) -> bool:
    """Words, years or months, no numbers; a line of years has words in its first cell, or nothing."""
    filled = _filled(cells)
    numbers = [cell for cell in filled if amount(cell) is not None]
    if not numbers:
        return not any(isinstance(cell, bool) for cell in filled)
    years = [cell for cell in numbers if _is_year(cell)]
    return len(years) == len(numbers) >= 2 and len(set(map(str, years))) == len(years) and amount(cells[0]) is None


def _is_group_line(cells: list[Raw], width: int) -> bool:
    """A line of headings over headings, most of its cells empty: `"", 2023, "", 2024, ""`."""
    return width > 2 and len(set(map(str, _filled(cells)))) >= 2 and _is_heading(cells)


def _continues(above: list[list[Raw]], cells: list[Raw]) -> bool:
    """Whether a line of words below headings belongs to them: it fills their gaps, repeats groups, or names units."""
    filled = _filled(cells)
    if not filled or any(amount(cell) is not None for cell in filled):
        return False
    words = [str(cell) for cell in filled]
    if all(is_unit(_bare(word)) or is_nothing(word) for word in words):
        return True
    last = above[-1]
    gaps = any(i >= len(last) or last[i] is None for i, cell in enumerate(cells) if cell is not None)
    spread = len(set(map(str, _filled(last)))) < len(_filled(last))
    return gaps or spread


def _names(lines: list[list[Raw]], width: int) -> list[str]:
    width = max([width, *(len(line) for line in lines)]) if lines else width
    if not lines:
        return [f"column {index + 1}" for index in range(width)]
    filled = [_spread(line, lines[index + 1], width) for index, line in enumerate(lines[:-1])] + lines[-1:]
    names = []
    for column in range(width):
        parts: list[str] = []
        for line in filled:
            cell = line[column] if column < len(line) else None
            word = " ".join(str(cell).split()) if cell is not None else ""
            if word and word not in parts:
                parts.append(f"({_bare(word)})" if parts and is_unit(word) else word)
        names.append(" ".join(parts)[:120])
    return [name or f"column {index + 1}" for index, name in enumerate(names)]


def _spread(line: list[Raw], below: list[Raw], width: int) -> list[Raw]:
    """A group's heading holds for the columns to its right that have one below, up to the next group."""
    spread: list[Raw] = []
    for column in range(width):
        cell = line[column] if column < len(line) else None
        goes_on = column < len(below) and below[column] is not None and bool(spread)
        spread.append(spread[-1] if cell is None and goes_on else cell)
    return spread


def _above(rows: list[Row]) -> tuple[str, str]:
    """Unit and title that the lines above a table give."""
    unit = title = ""
    for _, cells in rows:
        for cell in _filled(cells):
            text = unicodedata.normalize("NFKC", str(cell)).strip()
            if match := _UNIT.search(text):
                unit = _bare(match["unit"]) if is_unit(_bare(match["unit"])) else unit
            elif not title and len(text) > 1:
                title = text[:120]
    return unit, title


def _without_notes(rows: list[Row]) -> list[Row]:
    """Lines under a table that are no rows: one cell of words, or a mark of a note."""
    while rows:
        filled = _filled(rows[-1][1])
        lone = len(filled) == 1 and isinstance(filled[0], str) and amount(filled[0]) is None
        marked = bool(filled) and isinstance(filled[0], str) and bool(_FOOTER.match(filled[0])) and len(filled) <= 2
        width = len(rows[0][1])
        if not (marked or (lone and width > 1)):
            break
        rows = rows[:-1]
    return rows


def _squared(rows: list[Row], width: int) -> list[Row]:
    return [(number, [*cells[:width], *[None] * (width - len(cells))]) for number, cells in rows]


def _unique(names: list[str]) -> list[str]:
    seen: Counter[str] = Counter()
    found = []
    for name in names:
        name = " ".join(name.split())[:120] or "column"
        seen[name] += 1
        found.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return found


def _bare(word: str) -> str:
    return re.sub(r"[()（）\[\]:]", "", word)


def _filled(cells: list[Raw]) -> list[Raw]:
    return [cell for cell in cells if cell is not None]


def _has_numbers(rows: Sequence[Row]) -> bool:
    return any(amount(cell) is not None for _, cells in rows for cell in cells)


def _is_year(cell: Raw) -> bool:
    if isinstance(cell, str) and moment(cell):
        return True
    found = amount(cell)
    return found is not None and found.value.is_integer() and 1800 <= found.value <= 2200 if found else False
