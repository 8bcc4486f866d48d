"""Rows brought together by what one column says, each value with the numbers of the rows that it comes from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from statistics import median
from typing import Literal

from kasen.teams.slides.data.moments import is_ordered, label, sort_key
from kasen.teams.slides.data.table import Column, Table, Value, numbers_of
from kasen.teams.slides.schemas.part import Lang

Grain = Literal["", "month", "quarter", "year"]
_GRAINS: tuple[Grain, ...] = ("month", "quarter", "year")
_PART = 0.6
MOST_POINTS = 40
"""Of a line on a slide; finer time is brought together by month, quarter or year."""


@dataclass(frozen=True)
class Grouped:
    """One value for each key, in order; each with its rows."""

    keys: tuple[str, ...]
    labels: tuple[str, ...]
    values: tuple[float | None, ...]
    rows: tuple[tuple[int, ...], ...]
    single: bool
    """True where each key stands in one row only: nothing was added up."""
    grain: Grain = ""
    """To what time was brought together; empty: it is as in the rows."""
    left_out: tuple[str, ...] = ()
    """Labels of a first or last month, quarter or year that the rows hold only a part of."""

    def all_rows(self) -> tuple[int, ...]:
        """The rows of all keys."""
        return self._all

    @cached_property
    def _all(self) -> tuple[int, ...]:
        return tuple(sorted({row for rows in self.rows for row in rows}))


@dataclass(frozen=True)
class _Parts:
    """Rows of each key, in order: their indices, and their numbers."""

    indices: dict[str, list[int]]
    labels: tuple[str, ...]
    rows: tuple[tuple[int, ...], ...]


def grouped(
    table: Table, by: Column, value: Column, *, lang: Lang, only: Sequence[int] | None = None, mean: bool = False
) -> Grouped:
    """The sum, or `mean`, of a column for each key; keys in order of time, else as they first stand.

    `only`: indices of rows.
    """
    chosen = None if only is None else tuple(only)

    def make() -> Grouped:
        parts, values, brought = _parts(table, by, lang, chosen), table.values(value), _mean if mean else _sum
        return Grouped(
            keys=tuple(parts.indices),
            labels=parts.labels,
            values=tuple(brought([values[i] for i in indices]) for indices in parts.indices.values()),
            rows=parts.rows,
            single=all(len(indices) == 1 for indices in parts.indices.values()),
        )

    return table.once(("grouped", by, value.index, lang, chosen, mean), make)


def parted(table: Table, by: Column) -> dict[str, list[int]]:
    """Indices of the rows that say each value of a column, in the order in which these first stand."""

    def make() -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for index, key in enumerate(table.values(by)):
            if key is not None and key != "":
                found.setdefault(str(key), []).append(index)
        return found

    return table.once(("parted", by.index), make)


def _parts(table: Table, by: Column, lang: Lang, only: tuple[int, ...] | None) -> _Parts:
    def make() -> _Parts:
        dated, found = by.profile.type == "date", parted(table, by) if only is None else _of(table, by, only)
        keys = sorted(found, key=sort_key) if dated else list(found)
        return _Parts(
            indices={key: found[key] for key in keys},
            labels=tuple(label(key, lang) if dated else key for key in keys),
            rows=tuple(tuple(table.at[i] for i in found[key]) for key in keys),
        )

    return table.once(("parts", by, lang, only), make)


def _of(table: Table, by: Column, only: Sequence[int]) -> dict[str, list[int]]:
    values, found = table.values(by), dict[str, list[int]]()
    for index in only:
        key = values[index]
        if key is not None and key != "":
            found.setdefault(str(key), []).append(index)
    return found


def coarser(series: Grouped, lang: Lang) -> Grouped:
    """Time brought together until it fits a slide: by month, quarter, year; what fits stays as it is."""
    for grain in _GRAINS:
        if len(series.keys) <= MOST_POINTS:
            return series
        series = _by(series, grain, lang)
    return series


def as_coarse(series: Grouped, like: Grouped, lang: Lang) -> Grouped:
    """Time brought together as another series was, and only at its times."""
    return _by(series, like.grain, lang, keep=like.keys) if like.grain else series


def in_order(table: Table, column: Column) -> bool:
    """Whether the column is time, or parts of it in the order in which they stand (`4月`, `5月`, …)."""
    if column.profile.type == "date":
        return True
    if column.profile.type != "text":
        return False
    values = list(islice((str(value) for value in table.values(column) if value), 500))
    return bool(values) and all(is_ordered(value) for value in values)


def _by(series: Grouped, grain: Grain, lang: Lang, *, keep: Sequence[str] | None = None) -> Grouped:
    found: dict[str, list[int]] = {}
    for index, key in enumerate(series.keys):
        found.setdefault(_coarse(key, grain), []).append(index)
    counts = {key: len(indices) for key, indices in found.items()}
    left_out = _partial(counts) if keep is None else [key for key in found if key not in keep]
    for key in left_out:
        del found[key]
    return Grouped(
        keys=tuple(found),
        labels=tuple(label(key, lang) for key in found),
        values=tuple(_sum([series.values[i] for i in indices]) for indices in found.values()),
        rows=tuple(tuple(row for i in indices for row in series.rows[i]) for indices in found.values()),
        single=False,
        grain=grain,
        left_out=(*series.left_out, *(label(key, lang) for key in left_out)),
    )


def _coarse(key: str, grain: Grain) -> str:
    if grain == "month":
        return key[:7]
    if grain == "year":
        return key[:6] if key.startswith("FY") else key[:4]
    month = key[5:7]
    return f"{key[:4]}-Q{(int(month) - 1) // 3 + 1}" if month.isdigit() else key


def _partial(counts: dict[str, int]) -> list[str]:
    """The first and the last, where they hold much less than the others: a month that is not over."""
    if len(counts) < 4:
        return []
    usual = median(counts.values())
    return [key for key in (next(iter(counts)), next(reversed(counts))) if counts[key] < _PART * usual]


def _sum(values: Sequence[Value]) -> float | None:
    numbers = numbers_of(values)
    return round(sum(numbers), 10) if numbers else None


def _mean(values: Sequence[Value]) -> float | None:
    numbers = numbers_of(values)
    return round(sum(numbers) / len(numbers), 2) if numbers else None
