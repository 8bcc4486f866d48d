"""Whether values follow from the rows that they name: computed again, by the way they say or by any simple one.

Tables have up to 200,000 rows and a figure thousands of values: rows are looked through once per column, not once per
value.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from kasen.teams.slides.data.handed import Trace
from kasen.teams.slides.data.kasen_data import HOW
from kasen.teams.slides.data.moments import label
from kasen.teams.slides.data.table import Column, Table, Value, numbers_of

_SCALES = (1.0, 1e-3, 1e-4, 1e-6, 1e-8, 1e-9, 1e3, 1e4, 1e6)
_MOST_CELLS = 60
"""Rows of one category up to which a value may be a single cell of them."""
_SHORTEST_TIME = 4
"""Characters of a year."""


@dataclass
class _Named:
    """Rows that a figure names, and what was found in them."""

    rows: Sequence[int]
    indices: list[int]
    keys: dict[int, dict[str, list[int]]] = field(default_factory=dict)
    """Column → category → indices of its rows."""
    simple: dict[tuple[str | None, int], tuple[list[float], list[float]]] = field(default_factory=dict)
    """Category (None: all of them) and column → sum, mean, median, least, most; and the cells, where they are few."""


class Following:
    """Looks values up in the rows of one table."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._index = {at: i for i, at in enumerate(table.at)}
        self._numbers = table.columns("number")
        self._words = table.columns("text", "date", "bool")
        # By identity: what is said of a list of rows is found out once, however many values name that list.
        self._named: dict[int, _Named] = {}
        self._missing: dict[int, tuple[Sequence[int], list[int]]] = {}
        self._computed: dict[tuple[int, str, str], float | None] = {}

    def has(self, rows: Sequence[int]) -> bool:
        """Whether these are rows of the table, at least one."""
        return bool(rows) and not self.missing(rows)

    def missing(self, rows: Sequence[int]) -> list[int]:
        """Those that are not."""
        if id(rows) not in self._missing:
            self._missing[id(rows)] = rows, [row for row in rows if row not in self._index]
        return self._missing[id(rows)][1]

    def computed(self, trace: Trace) -> float | None:
        """The value that a trace says, computed here; None where it cannot be: then nothing is known of it."""
        if not trace.how or not self.has(trace.rows):
            return None
        if trace.how not in ("share", "change"):
            return self._plain(trace.rows, trace.column, trace.how)
        if not self.has(trace.whole):
            return None
        part = self._plain(trace.rows, trace.column, trace.base)
        whole = self._plain(trace.whole, trace.column, trace.base)
        if part is None or not whole:
            return None
        if trace.how == "share":
            return 100 * part / whole if trace.base in ("sum", "count") else None
        return 100 * (part - whole) / abs(whole)

    def explains(self, value: float, key: str, rows: Sequence[int]) -> bool:
        """Whether a value is a cell of these rows, or a sum, mean, count, share, difference or ratio of them.

        Where rows say `key` in a column of words, only those are looked at.
        """
        if id(rows) not in self._named:
            self._named[id(rows)] = _Named(rows, [self._index[row] for row in rows if row in self._index])
        named = self._named[id(rows)]
        mine = self._of_key(key, named)
        return any(near(value, found) for found in self._simple(key if mine else None, mine or named.indices, named))

    def is_cell(self, value: Value, row: int, column: Column) -> bool:
        """Whether that row says just this in that column."""
        index = self._index.get(row)
        return index is not None and self._table.rows[index][column.index] == value

    def _plain(self, rows: Sequence[int], name: str, how: str) -> float | None:
        place = id(rows), name, how  # these rows are held among the missing ones, so that no others take their place
        if place not in self._computed:
            self._computed[place] = self._reckon(rows, name, how)
        return self._computed[place]

    def _reckon(self, rows: Sequence[int], name: str, how: str) -> float | None:
        if how == "count":
            return float(len(rows))
        column = self._table.column(name)
        if column is None or how not in HOW:
            return None
        values = [self._table.rows[self._index[row]][column.index] for row in rows]
        if how == "distinct":
            return float(len({value for value in values if value is not None}))
        numbers = numbers_of(values)
        return float(HOW[how](numbers)) if numbers else None

    def _of_key(self, key: str, named: _Named) -> list[int]:
        """Rows that say a category in one of their columns, as it stands or as a moment is shown."""
        for column in self._words:
            if column.index not in named.keys:
                named.keys[column.index] = self._by_key(column, named.indices)
            found = named.keys[column.index].get(key)
            if found:
                return found
        return []

    def _by_key(self, column: Column, indices: Sequence[int]) -> dict[str, list[int]]:
        said: dict[Value, set[str]] = {}
        found: dict[str, list[int]] = {}
        for i in indices:
            value = self._table.rows[i][column.index]
            if value not in said:
                said[value] = _ways_to_say(value)
            for key in said[value]:
                found.setdefault(key, []).append(i)
        return found

    def _simple(self, key: str | None, mine: Sequence[int], named: _Named) -> Iterator[float]:
        yield float(len(mine))
        sums: list[float] = []
        for column in self._numbers:
            plain, cells = self._reckoned(key, mine, column, named)
            if not plain:
                continue
            sums.append(plain[0])
            for number in (*plain, *cells):
                yield from (number * scale for scale in _SCALES)
            every, _ = self._reckoned(None, named.indices, column, named)
            if every and every[0]:
                yield 100 * plain[0] / every[0]
                yield plain[0] / every[0]
        for one in sums[:12]:
            for other in sums[:12]:
                yield one - other
                yield one + other
                if other:
                    yield from (one / other, 100 * one / other, 100 * (one - other) / abs(other))

    def _reckoned(
        self, key: str | None, mine: Sequence[int], column: Column, named: _Named
    ) -> tuple[list[float], list[float]]:
        place = key, column.index
        if place not in named.simple:
            values = numbers_of([self._table.rows[i][column.index] for i in mine])
            plain = [HOW[how](values) for how in ("sum", "mean", "median", "min", "max")] if values else []
            named.simple[place] = plain, values if len(mine) <= _MOST_CELLS else []
        return named.simple[place]


def near(value: float, found: float) -> bool:
    """Equal but for rounding: to the decimals that the value has, or in the last of many digits."""
    if not math.isfinite(found):
        return False
    decimals = len(repr(value).partition(".")[2].rstrip("0")) if "e" not in repr(value) else 6
    return abs(value - found) <= max(0.5 * 10.0**-decimals * 1.001, 1e-9 * abs(found))


def _ways_to_say(value: Value) -> set[str]:
    """The words of a cell, the moment that it is in both languages, and the longer times that hold it: `2024`."""
    if value is None:
        return set()
    text = str(value)
    longer = {text[:at] for at, sign in enumerate(text) if sign == "-" and at >= _SHORTEST_TIME}
    return {text, label(text, "ja"), label(text, "en")} | longer
