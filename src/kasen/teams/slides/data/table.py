"""A table as it was read: typed rows under the numbers that a spreadsheet gives them, totals apart."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from kasen.teams.slides.schemas.findings import ColumnProfile, TableProfile
from kasen.teams.slides.schemas.part import Part

T = TypeVar("T")
Value = str | int | float | bool | None
"""Of a typed cell: a number, a moment (`2024-04`), words, yes or no, or nothing."""


def numbers_of(values: Sequence[Value]) -> list[float]:
    """The numbers among some cells; yes and no are none."""
    return [float(value) for value in values if isinstance(value, int | float) and not isinstance(value, bool)]


@dataclass(frozen=True)
class Column:
    """One column: where it stands among the values of a row, and what it is."""

    index: int
    profile: ColumnProfile

    @property
    def name(self) -> str:
        """As the heading says."""
        return self.profile.name

    @property
    def title(self) -> str:
        """The heading without the unit in brackets at its end."""
        short = re.sub(r"\s*[(（\[【][^()（）\[\]【】]*[)）\]】]\s*$", "", self.name)
        return short if short and self.profile.unit else self.name


class Table(Part):
    """Rows, each with as many values as the profile has columns."""

    profile: TableProfile
    rows: tuple[tuple[Value, ...], ...]
    at: tuple[int, ...]
    """Number of each row."""
    totals: tuple[tuple[Value, ...], ...] = ()
    """Rows that are sums or means of others; never counted with them."""
    title: str = ""
    """What the lines above it say; empty for nothing."""
    records: bool = False
    """Rows are records of a JSON file: row n is record n - 1."""

    def columns(self, *types: str) -> list[Column]:
        """The columns of these types, in order; all without any."""
        found = enumerate(self.profile.columns)
        return [Column(index, profile) for index, profile in found if not types or profile.type in types]

    def column(self, name: str) -> Column | None:
        """The column of that name."""
        return next((column for column in self.columns() if column.name == name), None)

    def whole(self, column: Column) -> float | None:
        """What a total row says of a column, where that is more than the rows add up to: not all parts are listed."""
        if not self.totals:
            return None
        own = sum(value for value in self.values(column) if isinstance(value, int | float))
        said = [row[column.index] for row in self.totals]
        largest = max((value for value in said if isinstance(value, int | float)), default=0)
        return largest if largest > own * 1.01 > 0 else None

    def values(self, column: Column) -> Sequence[Value]:
        """Its values, row by row."""
        return self.once(("values", column.index), lambda: [row[column.index] for row in self.rows])

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """What `make` gives of these rows: they are looked through once, however often the same is asked of them."""
        place = id(self.rows), key
        if place not in self.kept:
            self.kept[place] = self.rows, make()
        found: T = self.kept[place][1]
        return found

    @cached_property
    def kept(self) -> dict[tuple[int, Hashable], tuple[object, Any]]:
        """What was made so, with the rows it was made of: a copy with other rows takes this along."""
        return {}


def ranges(rows: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Row numbers as ranges, inclusive, in order."""
    found: list[tuple[int, int]] = []
    for row in sorted(set(rows)):
        if found and row == found[-1][1] + 1:
            found[-1] = (found[-1][0], row)
        else:
            found.append((row, row))
    return tuple(found)
