"""Rows brought together by what one column says, each value with the numbers of the rows that it comes from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Literal

from kasen.teams.slides.data.moments import is_ordered, label, sort_key
from kasen.teams.slides.data.table import Column, Table, Value
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
        return tuple(sorted({row for rows in self.rows for row in rows}))


def grouped(
    table: Table, by: Column, value: Column, *, lang: Lang, only: Sequence[int] | None = None, mean: bool = False
) -> Grouped:
    """The sum, or `mean`, of a column for each key; keys in order of time, else as they first stand.

    `only`: indices of rows.
    """
    brought = _mean if mean else _sum
    found: dict[str, list[int]] = {}
    for index in range(len(table.rows)) if only is None else only:
        key = table.rows[index][by.index]
        if key is not None and key != "":
            found.setdefault(str(key), []).append(index)
    keys = sorted(found, key=sort_key) if by.profile.type == "date" else list(found)
    values = [brought([table.rows[i][value.index] for i in found[key]]) for key in keys]
    return Grouped(
        keys=tuple(keys),
        labels=tuple(label(key, lang) if by.profile.type == "date" else key for key in keys),
        values=tuple(values),
        rows=tuple(tuple(table.at[i] for i in found[key]) for key in keys),
        single=all(len(indices) == 1 for indices in found.values()),
    )


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
    values = [str(value) for value in table.values(column) if value]
    return column.profile.type == "text" and bool(values) and all(is_ordered(value) for value in values[:500])


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
    numbers = _numbers(values)
    return round(sum(numbers), 10) if numbers else None


def _mean(values: Sequence[Value]) -> float | None:
    numbers = _numbers(values)
    return round(sum(numbers) / len(numbers), 2) if numbers else None


def _numbers(values: Sequence[Value]) -> list[float]:
    return [float(value) for value in values if isinstance(value, int | float) and not isinstance(value, bool)]
