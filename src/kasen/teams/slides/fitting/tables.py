"""Widths of columns and heights of rows of a native table, as they will be rendered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from kasen.teams.slides.fitting.style import LOWEST_CELL, body_sizes, text_fonts
from kasen.teams.slides.schemas.deck import Table
from kasen.teams.slides.schemas.design import DesignContext
from kasen.teams.slides.schemas.part import EMU_PER_POINT
from kasen.tools.fonts import measuring

INSETS = (91_440, 45_720, 91_440, 45_720)
"""Of a cell: left, top, right, bottom, EMU; what Office takes where a file says nothing."""
USUAL = 16.0
"""Points of text in a table, at most."""
SIDES = (INSETS[0] + INSETS[2]) / EMU_PER_POINT
"""Points beside the text of a cell."""
ENDS = (INSETS[1] + INSETS[3]) / EMU_PER_POINT
"""Points over and under it."""
_NARROW_EMS = 3.2
"""A column is no narrower than this, as long as its text is wider."""
WORD_SHARE = 0.45
"""Of the table's width: a longer word is divided."""
_ENOUGH = 2_000.0
"""Points: more than any slide is high."""
_AIR = 6.0
"""Points that a row is made higher where there is room."""


@dataclass(frozen=True)
class Laid:
    """A table at one size."""

    size: float
    widths: tuple[int, ...]
    heights: tuple[int, ...]
    """EMU, the header's first."""
    crowded: bool = False
    """Whether words had to be divided because there are too many columns."""

    @property
    def height(self) -> int:
        """EMU."""
        return sum(self.heights)


@dataclass(frozen=True, eq=False)
class Cells:
    """A table measured once, for all sizes; the header is the first row."""

    rows: tuple[tuple[str, ...], ...]
    wide: tuple[tuple[float, ...], ...]
    """Ems of each cell in one line."""
    words: tuple[tuple[float, ...], ...]
    """Ems of the longest word of each cell."""
    fonts: measuring.Fonts
    bold: measuring.Fonts

    @cached_property
    def natural(self) -> tuple[float, ...]:
        """Ems of the widest cell of each column."""
        return tuple(map(max, zip(*self.wide, strict=True)))

    @cached_property
    def least(self) -> tuple[float, ...]:
        """Ems that each column should have: its longest word, and a little where it has only short ones."""
        words = map(max, zip(*self.words, strict=True))
        return tuple(max(word, min(wide, _NARROW_EMS)) for word, wide in zip(words, self.natural, strict=True))

    def part(self, start: int, count: int, columns: Sequence[int]) -> Cells:
        """The header and some of its rows, in some of its columns."""
        at = (0, *range(start + 1, start + 1 + count))
        whole = (self.rows, self.wide, self.words)
        rows, wide, words = (tuple(tuple(each[row][column] for column in columns) for row in at) for each in whole)
        return Cells(rows, wide, words, self.fonts, self.bold)


def measured(table: Table, design: DesignContext) -> Cells:
    """The cells of a table; where a row is short, the rest of it is empty."""
    return _measured(table, text_fonts(design), text_fonts(design, bold=True))


@lru_cache(maxsize=64)
def _measured(table: Table, fonts: measuring.Fonts, bold: measuring.Fonts) -> Cells:
    count = len(table.columns)
    rows = tuple((*row, *[""] * count)[:count] for row in (table.columns, *table.rows))
    each = [(row, fonts if number else bold) for number, row in enumerate(rows)]
    wide = tuple(tuple(measuring.width(text, font, 1.0) for text in row) for row, font in each)
    words = tuple(tuple(measuring.widest_word(text, font, 1.0) for text in row) for row, font in each)
    return Cells(rows, wide, words, fonts, bold)


def usual_size(design: DesignContext) -> float:
    """Points."""
    return max(LOWEST_CELL, min(USUAL, body_sizes(design)[0]))


@lru_cache(maxsize=256)
def laid(cells: Cells, width: int, size: float) -> Laid:
    """The table so many EMU wide."""
    widths, crowded = _widths(cells, width / EMU_PER_POINT, size)
    heights = [_row(cells, number, widths, size) for number in range(len(cells.rows))]
    return Laid(size, _whole(widths, width), tuple(int(high * EMU_PER_POINT) + 1 for high in heights), crowded)


def _row(cells: Cells, number: int, widths: Sequence[float], size: float) -> float:
    row, fonts = cells.rows[number], cells.fonts if number else cells.bold
    high = [
        measuring.height(text, fonts, size, max(1.0, width - SIDES), enough=_ENOUGH)
        for text, width in zip(row, widths, strict=False)
    ]
    return max(high, default=size * 1.2) + ENDS


def _widths(cells: Cells, width: float, size: float) -> tuple[list[float], bool]:
    """Points of each column: what its text takes in one line, else shares of what its longest word leaves."""
    count = len(cells.natural)
    room = max(1.0, width - count * SIDES)
    natural = [ems * size for ems in cells.natural]
    least = [min(ems * size, max(room * WORD_SHARE, room / count)) for ems in cells.least]
    if sum(natural) <= room:
        free = (room - sum(natural)) / (sum(natural) + count * size)
        return [ems + (ems + size) * free + SIDES for ems in natural], False
    if sum(least) <= room:
        wanted = sum(natural) - sum(least)
        share = (room - sum(least)) / wanted
        return [low + (high - low) * share + SIDES for low, high in zip(least, natural, strict=True)], False
    return [low * room / sum(least) + SIDES for low in least], True


def _whole(widths: Sequence[float], width: int) -> tuple[int, ...]:
    found = [int(each * EMU_PER_POINT) for each in widths]
    found[-1] += width - sum(found)
    return tuple(found)


def largest(cells: Cells, width: int, height: float, usual: float, lowest: float = LOWEST_CELL) -> Laid:
    """The table as large as it may be and fits so many EMU; at the lowest size where it fits at none."""
    low, high = 0, max(0, int(usual - lowest))
    best = laid(cells, width, usual - high)
    if best.height > height:
        return best
    while low < high:
        middle = (low + high) // 2
        each = laid(cells, width, usual - middle)
        if each.height <= height and (not each.crowded or best.crowded):
            best, high = each, middle
        else:
            low = middle + 1
    return best


def aired(laid: Laid, height: float) -> Laid:
    """Its rows a little higher, where there is room."""
    rows = len(laid.heights)
    more = max(0, int(min((height - laid.height) / rows, _AIR * EMU_PER_POINT)))
    return Laid(laid.size, laid.widths, tuple(each + more for each in laid.heights), laid.crowded)
