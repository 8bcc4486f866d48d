"""Drafts of charts of time: columns over time, categories over time, years that stand across."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from kasen.teams.slides.data import telling
from kasen.teams.slides.data.draft import Draft
from kasen.teams.slides.data.grouping import as_coarse, coarser, grouped
from kasen.teams.slides.data.moments import label, moment, sort_key
from kasen.teams.slides.data.table import Column, Table
from kasen.teams.slides.data.telling import how, joined, without
from kasen.teams.slides.data.written import is_rate, sayable
from kasen.teams.slides.schemas.deck import ChartKind
from kasen.teams.slides.schemas.part import Lang

_LINE_FROM = 6
"""Points from which time is a line."""
_MOST_SERIES = 5
_LABEL = 40


@dataclass(frozen=True)
class Span:
    """A part of a table: indices of rows, and how its time is called; all rows where there is no time."""

    rows: tuple[int, ...] | None = None
    name: str = ""

    def title(self, text: str, lang: Lang) -> str:
        """A title that says of which time it is."""
        if not self.name:
            return text
        return f"{text}（{self.name}）" if lang == "ja" else f"{text}, {self.name}"


def span_of(table: Table, time: Column | None, lang: Lang) -> Span:
    """Of years the last one, which holds as many rows as others; else the whole time, by its name."""
    if time is None or time.profile.type != "date":
        return Span()
    values = [str(value) for value in table.values(time) if value is not None]
    keys = sorted(set(values), key=sort_key)
    if len(keys) < 2:
        return Span(None, label(keys[0], lang)) if keys else Span()
    last = keys[-1]
    rows = tuple(i for i, value in enumerate(table.values(time)) if value == last)
    if len(last.removeprefix("FY")) == 4 and len(rows) * 2 > len(values) / len(keys) and len(rows) > 1:
        return Span(rows, label(last, lang))
    return Span(None, f"{label(keys[0], lang)}{'〜' if lang == 'ja' else ' – '}{label(last, lang)}")


def over_time(table: Table, time: Column, values: Sequence[Column], lang: Lang) -> Draft | None:
    """Columns of one unit over time, added up where several rows have the same time."""
    first = grouped(table, time, values[0], lang=lang)
    rate = any(is_rate(value.name, value.profile.unit) for value in values)
    if len(first.keys) < 2 or (rate and not first.single):
        return None
    columns = [grouped(table, time, value, lang=lang) for value in values]
    if not rate:
        columns = [coarser(one, lang) for one in columns]
    kind: ChartKind = "line" if len(columns[0].keys) >= _LINE_FROM else "column"
    name = joined([value.title for value in values], lang)
    first = columns[0]
    return Draft(
        table=table,
        kind="chart",
        chart=kind,
        title=f"{name}の推移" if lang == "ja" else f"{name} over time",
        shows=telling.of_time(values[0].title, first.labels, first.values, values[0].profile.unit, lang),
        how=how(values, time, single=first.single and len(first.keys) == len(table.rows), lang=lang)
        + without(first.left_out, lang),
        rows=first.all_rows(),
        columns=(time.name, *(value.name for value in values)),
        unit=values[0].profile.unit,
        labels=first.labels,
        series={value.title: one.values for value, one in zip(values, columns, strict=True)},
        in_time=True,
        rate=rate,
    )


def by_category_over_time(table: Table, time: Column, category: Column, value: Column, lang: Lang) -> Draft | None:
    """A long table: one series for each of a few categories."""
    names = list(dict.fromkeys(str(v) for v in table.values(category) if v))
    if not 2 <= len(names) <= _MOST_SERIES or is_rate(value.name, value.profile.unit):
        return None
    whole = coarser(grouped(table, time, value, lang=lang), lang)
    if len(whole.keys) < 2:
        return None
    series: dict[str, list[float | None]] = {}
    rows: set[int] = set()
    for name in names:
        only = [i for i, row in enumerate(table.rows) if str(row[category.index]) == name]
        one = as_coarse(grouped(table, time, value, lang=lang, only=only), whole, lang)
        found = dict(zip(one.keys, one.values, strict=True))
        series[name] = [found.get(key) for key in whole.keys]
        rows.update(one.all_rows())
    kind: ChartKind = "line" if len(whole.keys) >= _LINE_FROM else "stacked_column"
    title = (
        f"{category.title}別の{value.title}の推移" if lang == "ja" else f"{value.title} by {category.title} over time"
    )
    return Draft(
        table=table,
        kind="chart",
        chart=kind,
        title=title,
        shows=telling.of_time(value.title, whole.labels, whole.values, value.profile.unit, lang),
        how=how([value], time, category, single=False, lang=lang) + without(whole.left_out, lang),
        rows=tuple(sorted(rows)),
        columns=(time.name, category.name, value.name),
        unit=value.profile.unit,
        labels=whole.labels,
        series=series,
        numbers=sayable({"": whole.values}, unit=value.profile.unit, in_time=True, rate=False),
        in_time=True,
    )


def years_across(table: Table, lang: Lang) -> Draft | None:
    """A wide table: the columns are years or months, each row one series; the largest few."""
    dated = [(moment_of(column.name), column) for column in table.columns("number")]
    dated = sorted((pair for pair in dated if pair[0]), key=lambda pair: sort_key(pair[0]))
    names = next((column for column in table.columns("text")), None)
    if len(dated) < 3 or names is None:
        return None
    rows = [i for i, row in enumerate(table.rows) if any(isinstance(row[c.index], int | float) for _, c in dated)]
    last = dated[-1][1].index
    rows = sorted(rows, key=lambda i: -_number(table.rows[i][last]))[:_MOST_SERIES]
    series = {
        str(table.rows[i][names.index] or f"#{table.at[i]}")[:_LABEL]: [
            _or_none(table.rows[i][c.index]) for _, c in dated
        ]
        for i in rows
    }
    if not series:
        return None
    labels = tuple(label(key, lang) for key, _ in dated)
    first, values = next(iter(series.items()))
    unit = dated[-1][1].profile.unit
    return Draft(
        table=table,
        kind="chart",
        chart="line",
        title=f"{names.name}別の推移" if lang == "ja" else f"{names.name} over time",
        shows=telling.of_time(first, labels, values, unit, lang),
        how="各行の値をそのまま並べた" if lang == "ja" else "the values of each row as they stand",
        rows=tuple(sorted(table.at[i] for i in rows)),
        columns=(names.name, *(column.name for _, column in dated)),
        unit=unit,
        labels=labels,
        series=series,
        in_time=True,
        rate=is_rate(dated[-1][1].name, unit),
        whole=len(rows) == len(table.rows) and not table.totals,
    )


def moment_of(name: str) -> str:
    """The year or month that the name of a column is: `2019`, `2019年`, `FY2020`, `Apr 2021`."""
    if name.isdigit() and len(name) == 4 and 1800 <= int(name) <= 2200:
        return name
    return moment(name)


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) else -math.inf


def _or_none(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) else None
