"""A table as it was read: typed rows under the numbers that a spreadsheet gives them, totals apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kasen.teams.slides.schemas.findings import ColumnProfile, TableProfile
from kasen.teams.slides.schemas.part import Part

Value = str | int | float | bool | None
"""Of a typed cell: a number, a moment (`2024-04`), words, yes or no, or nothing."""


@dataclass(frozen=True)
class Column:
    """One column: where it stands among the values of a row, and what it is."""

    index: int
    profile: ColumnProfile

    @property
    def name(self) -> str:
        """As the heading says."""
        return self.profile.name


class Table(Part):
    """Rows, each with as many values as the profile has columns."""

    profile: TableProfile
    rows: tuple[tuple[Value, ...], ...]
    at: tuple[int, ...]
    """Number of each row."""
    totals: tuple[tuple[Value, ...], ...] = ()
    """Rows that are sums or means of others; never counted with them."""
    totals_at: tuple[int, ...] = ()
    records: bool = False
    """Rows are records of a JSON file: row n is record n - 1."""

    def columns(self, *types: str) -> list[Column]:
        """The columns of these types, in order; all without any."""
        found = enumerate(self.profile.columns)
        return [Column(index, profile) for index, profile in found if not types or profile.type in types]

    def column(self, name: str) -> Column | None:
        """The column of that name."""
        return next((column for column in self.columns() if column.name == name), None)

    def values(self, column: Column) -> list[Value]:
        """Its values, row by row."""
        return [row[column.index] for row in self.rows]


def ranges(rows: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Row numbers as ranges, inclusive, in order."""
    found: list[tuple[int, int]] = []
    for row in sorted(set(rows)):
        if found and row == found[-1][1] + 1:
            found[-1] = (found[-1][0], row)
        else:
            found.append((row, row))
    return tuple(found)
