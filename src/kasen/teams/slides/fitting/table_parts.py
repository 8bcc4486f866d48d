"""A table that is too large for a slide: divided by columns and rows, or cut."""

from __future__ import annotations

from collections.abc import Sequence

from kasen.teams.slides.fitting.cutting import shortened
from kasen.teams.slides.fitting.style import LOWEST_CELL, text_fonts
from kasen.teams.slides.fitting.tables import ENDS, SIDES, WORD_SHARE, laid, measured
from kasen.teams.slides.schemas.deck import Table
from kasen.teams.slides.schemas.design import DesignContext
from kasen.teams.slides.schemas.part import EMU_PER_POINT
from kasen.tools.fonts import measuring

_HEADER_SHARE = 0.4
"""Of the height: a header is cut to this."""

Room = tuple[int, float]
"""Width and height, EMU."""


def pages(table: Table, design: DesignContext, rooms: Sequence[Room]) -> list[Table]:
    """The table over at most so many rooms, header and first column repeated; the last takes what is left."""
    chunks = _chunks(table, design, min(room[0] for room in rooms))
    if len(chunks) > len(rooms):
        chunks = [tuple(range(len(table.columns)))]
    stages = [rooms[at * len(chunks)] for at in range(len(rooms) // len(chunks))]
    counts = _counts(table, chunks, design, stages)
    if len(counts) > 1 and len(set(stages)) == 1:
        even = -(-len(table.rows) // len(counts))
        if even <= min(counts[:-1]) and _fit(table, 0, even, chunks, design, stages[0]):
            counts = [min(even, len(table.rows) - at) for at in range(0, len(table.rows), even)]
    found, start = [], 0
    for count in counts:
        part = table.model_copy(update={"rows": table.rows[start : start + count]})
        found += [taken(part, chunk) for chunk in chunks]
        start += count
    return found


def _counts(table: Table, chunks: Sequence[Sequence[int]], design: DesignContext, stages: Sequence[Room]) -> list[int]:
    counts: list[int] = []
    start, total = 0, len(table.rows)
    for number, room in enumerate(stages):
        left = total - start
        count = left if number == len(stages) - 1 else _most(table, start, chunks, design, room)
        counts.append(count)
        start += count
        if start >= total:
            break
    return counts


def _most(table: Table, start: int, chunks: Sequence[Sequence[int]], design: DesignContext, room: Room) -> int:
    """How many rows from there fit, at least one."""
    low, high = 1, len(table.rows) - start
    while low < high:
        middle = (low + high + 1) // 2
        if _fit(table, start, middle, chunks, design, room):
            low = middle
        else:
            high = middle - 1
    return low


def _fit(
    table: Table, start: int, count: int, chunks: Sequence[Sequence[int]], design: DesignContext, room: Room
) -> bool:
    cells = measured(table, design)
    return all(laid(cells.part(start, count, chunk), room[0], LOWEST_CELL).height <= room[1] for chunk in chunks)


def taken(table: Table, columns: Sequence[int]) -> Table:
    """Only these columns."""
    return table.model_copy(
        update={
            "columns": tuple(table.columns[at] for at in columns),
            "rows": tuple(tuple(row[at] for at in columns) for row in table.rows),
            "numeric": tuple(table.numeric[at] for at in columns) if table.numeric else (),
        }
    )


def _chunks(table: Table, design: DesignContext, width: int) -> list[tuple[int, ...]]:
    """Columns that stand together: all, or as many as have room for their words beside the first."""
    cells = measured(table, design)
    count = len(table.columns)
    if not laid(cells, width, LOWEST_CELL).crowded:
        return [tuple(range(count))]
    each = [min(ems * LOWEST_CELL, width / EMU_PER_POINT * WORD_SHARE) + SIDES for ems in cells.least]
    found: list[tuple[int, ...]] = []
    now, used = [0], each[0]
    for at in range(1, count):
        if len(now) > 1 and used + each[at] > width / EMU_PER_POINT:
            found.append(tuple(now))
            now, used = [0], each[0]
        now.append(at)
        used += each[at]
    return [*found, tuple(now)]


def trimmed(table: Table, design: DesignContext, width: int, height: float) -> Table:
    """As many rows as fit, with cells that are too high cut at a sentence."""
    header = _cut_cells(table.columns, table, design, width, height * _HEADER_SHARE, True)
    now = table.model_copy(update={"columns": header})
    heights = laid(measured(now, design), width, LOWEST_CELL).heights
    room = height - heights[0]
    rows: list[tuple[str, ...]] = []
    for row, high in zip(table.rows, heights[1:], strict=True):
        if high > height - heights[0] and not rows:
            rows.append(_cut_cells(row, now, design, width, room, False))
            break
        if high > room + 1:
            break
        rows.append(row)
        room -= high
    return now.model_copy(update={"rows": tuple(rows)})


def _cut_cells(
    row: tuple[str, ...], table: Table, design: DesignContext, width: int, height: float, bold: bool
) -> tuple[str, ...]:
    fonts = text_fonts(design, bold=bold)
    widths = laid(measured(table, design), width, LOWEST_CELL).widths
    room = height / EMU_PER_POINT - ENDS - 1

    def cut(text: str, wide: int) -> str:
        inner = max(1.0, wide / EMU_PER_POINT - SIDES)
        return shortened(text, lambda head: measuring.height(head, fonts, LOWEST_CELL, inner) <= room)

    return tuple(cut(text, wide) for text, wide in zip(row, widths, strict=True))
