"""Drafts of charts of wide tables: years, quarters or months stand across, and each row is one thing."""

from __future__ import annotations

import math
from collections.abc import Sequence

from kasen.teams.slides.data import headlines, telling
from kasen.teams.slides.data.draft import Draft
from kasen.teams.slides.data.moments import is_ordered, label, moment, sort_key
from kasen.teams.slides.data.names import cut, quoted, short, unit_of
from kasen.teams.slides.data.table import Column, Table
from kasen.teams.slides.data.written import is_rate, sayable
from kasen.teams.slides.schemas.part import Lang

MOST_SERIES = 5
"""Rows that are lines of their own; of more, their total is one line."""
_FEWEST = 3
"""Columns from which they are time."""
_MOST_BARS = 12


def across(table: Table) -> list[Column]:
    """The columns that are years, quarters or months, in order (`2019`, `FY2020`; `4月`, `5月`); else none."""
    numbers = table.columns("number")
    dated = [(moment_of(column.name), column) for column in numbers]
    dated = sorted((pair for pair in dated if pair[0]), key=lambda pair: sort_key(pair[0]))
    found = [column for _, column in dated] or [column for column in numbers if is_ordered(column.name)]
    return found if len(found) >= _FEWEST and table.columns("text") else []


def over_time(table: Table, lang: Lang) -> Draft | None:
    """Each row a line; of many rows their total, where they may be added up, else the largest."""
    columns = across(table)
    rows = [i for i in range(len(table.rows)) if any(_number(table, i, column) is not None for column in columns)]
    if not rows:
        return None
    unit, rate = unit_of(columns[-1], lang), _is_rate(columns)
    labels = tuple(label(moment_of(column.name) or column.name, lang) for column in columns)
    total = [math.fsum(_number(table, i, column) or 0 for i in rows) for column in columns]
    summed = not rate and len(rows) > MOST_SERIES
    count = len(rows)
    if not summed:
        rows = sorted(rows, key=lambda i: -(_number(table, i, columns[-1]) or -math.inf))[:MOST_SERIES]
    lines: dict[str, list[float | None]] = {
        _name(table, i): [_number(table, i, column) for column in columns] for i in rows
    }
    sums: dict[str, list[float | None]] = {"合計" if lang == "ja" else "total": [*total]}
    told = lines if rate or len(lines) == 1 else sums
    grown, parts = ("", ()) if rate or summed else telling.of_growth(lines, unit, lang)
    return Draft(
        table=table,
        kind="chart",
        chart="line",
        title=_title(table, count if summed else 0, lang),
        shows=telling.of_series(told, labels, unit, lang) + grown,
        headline=headlines.of_series(told, labels, unit, lang),
        how=_how(summed=summed, lang=lang),
        rows=tuple(sorted(table.at[i] for i in rows)),
        columns=(_names(table).name, *(column.name for column in columns)),
        unit=unit,
        labels=labels,
        series=sums if summed else lines,
        amounts=parts[1:],
        numbers=(*parts, *(() if rate else sayable(sums, unit=unit, in_time=True, rate=False))),
        in_time=True,
        rate=rate,
        whole=len(rows) == len(table.rows) and not table.totals,
    )


def by_row(table: Table, lang: Lang) -> Draft | None:
    """Bars of the rows: of years the last one, of parts of a year all of them together."""
    columns = across(table)
    is_part = bool(columns) and not moment_of(columns[-1].name)
    rate = _is_rate(columns)
    if not columns or (rate and is_part):
        return None
    used = columns if is_part else columns[-1:]
    found = [
        (_name(table, i), math.fsum(_number(table, i, column) or 0 for column in used), table.at[i])
        for i in range(len(table.rows))
        if any(_number(table, i, column) is not None for column in used)
    ]
    if not 2 <= len(found) <= _MOST_BARS:
        return None
    found.sort(key=lambda one: -one[1])
    labels, values = tuple(name for name, _, _ in found), [round(value, 10) for _, value, _ in found]
    unit, by = unit_of(used[-1], lang), _names(table)
    name = _summed(used, lang) if is_part else label(moment_of(used[-1].name), lang)
    total = math.fsum(values) if not rate and min(values) >= 0 and not table.totals else None
    return Draft(
        table=table,
        kind="chart",
        chart="bar",
        title=f"{short(by.title, lang)}別の{name}" if lang == "ja" else f"{short(by.title, lang)}: {name}",
        shows=telling.of_categories(_said(name, is_part, lang), labels, values, unit, total=total, lang=lang),
        headline=headlines.of_categories(
            _said(name, is_part, lang), labels, values, unit, total=total, by=by.title, lang=lang
        ),
        how=_how(summed=is_part, lang=lang, rows=True),
        rows=tuple(sorted(at for _, _, at in found)),
        columns=(by.name, *(column.name for column in used)),
        unit=unit,
        labels=labels,
        series={name: values},
        rate=rate,
        whole=total is not None,
    )


def moment_of(name: str) -> str:
    """The year or month that the name of a column is: `2019`, `2019年`, `FY2020`, `Apr 2021`."""
    if name.isdigit() and len(name) == 4 and 1800 <= int(name) <= 2200:
        return name
    return moment(name)


def _summed(columns: Sequence[Column], lang: Lang) -> str:
    """What the sum of these columns is called."""
    first, last = columns[0].name, columns[-1].name
    if lang == "ja":
        return f"{first}〜{last}の合計"
    return f"total from {quoted(first, lang)} to {quoted(last, lang)}"


def _said(name: str, is_sum: bool, lang: Lang) -> str:
    """A sum or a time as that of which a sentence speaks."""
    if is_sum:
        return name
    return f"{name}の値" if lang == "ja" else f"the value of {name}"


def _names(table: Table) -> Column:
    return table.columns("text")[0]


def _name(table: Table, index: int) -> str:
    return cut(str(table.rows[index][_names(table).index] or f"#{table.at[index]}"))


def _number(table: Table, index: int, column: Column) -> float | None:
    value = table.rows[index][column.index]
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def _is_rate(columns: Sequence[Column]) -> bool:
    return any(is_rate(column.name, column.profile.unit) for column in columns)


def _title(table: Table, summed: int, lang: Lang) -> str:
    named = short(_names(table).title, lang)
    if lang == "ja":
        return f"{named} {summed} 件の合計の推移" if summed else f"{named}別の推移"
    return f"Total of {summed} rows ({named}) over time" if summed else f"{named} over time"


def _how(*, summed: bool, lang: Lang, rows: bool = False) -> str:
    if not summed:
        return "各行の値をそのまま並べた" if lang == "ja" else "the values of each row as they stand"
    if rows:
        return "各行の合計" if lang == "ja" else "sum of each row"
    return "各列の合計" if lang == "ja" else "sum of each column"
