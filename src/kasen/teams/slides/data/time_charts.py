"""Drafts of charts of time: columns over time, categories over time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kasen.teams.slides.data import headlines, telling
from kasen.teams.slides.data.draft import Draft
from kasen.teams.slides.data.grouping import as_coarse, coarser, grouped, parted
from kasen.teams.slides.data.moments import label, sort_key
from kasen.teams.slides.data.names import short, unit_of
from kasen.teams.slides.data.table import Column, Table
from kasen.teams.slides.data.telling import how, joined, without
from kasen.teams.slides.data.written import is_rate, sayable
from kasen.teams.slides.schemas.deck import ChartKind
from kasen.teams.slides.schemas.part import Lang

_LINE_FROM = 6
"""Points from which time is a line."""
_MOST_SERIES = 5
_MOST_NAMED = 3


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
    return Span(None, f"{_rough(keys[0], keys, lang)}{'〜' if lang == 'ja' else ' – '}{_rough(last, keys, lang)}")


def _rough(key: str, keys: Sequence[str], lang: Lang) -> str:
    """A day by its month, where the days are of several months."""
    day = len(key) >= len("2024-04-01") and key[4] == "-"
    return label(key[:7] if day and keys[0][:7] != keys[-1][:7] else key, lang)


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
    name, unit = _names(values, lang), unit_of(values[0], lang)
    first = columns[0]
    series = {value.title: one.values for value, one in zip(values, columns, strict=True)}
    return Draft(
        table=table,
        kind="chart",
        chart=kind,
        title=f"{name}の推移" if lang == "ja" else f"{name} over time",
        shows=telling.of_series(series, first.labels, unit, lang),
        headline=headlines.of_series(series, first.labels, unit, lang),
        how=how(values, time, single=first.single and len(first.keys) == len(table.rows), lang=lang)
        + without(first.left_out, lang),
        rows=first.all_rows(),
        columns=(time.name, *(value.name for value in values)),
        unit=unit,
        labels=first.labels,
        series=series,
        numbers=() if rate else sayable({"": telling.totals(series)}, unit=unit, in_time=True, rate=False),
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
        one = as_coarse(grouped(table, time, value, lang=lang, only=parted(table, category)[name]), whole, lang)
        found = dict(zip(one.keys, one.values, strict=True))
        series[name] = [found.get(key) for key in whole.keys]
        rows.update(one.all_rows())
    negative = any(number is not None and number < 0 for numbers in series.values() for number in numbers)
    kind: ChartKind = "line" if len(whole.keys) >= _LINE_FROM else "column" if negative else "stacked_column"
    by, named, unit = short(category.title, lang), short(value.title, lang), unit_of(value, lang)
    labels, totals, gaps = _complete(series, whole.labels, whole.values)
    grown, parts = telling.of_growth(_at(series, whole.labels, labels), unit, lang)
    return Draft(
        table=table,
        kind="chart",
        chart=kind,
        title=f"{by}別の{named}の推移" if lang == "ja" else f"{named} by {by} over time",
        shows=telling.of_time(value.title, labels, totals, unit, lang) + grown + telling.not_compared(gaps, lang),
        headline=headlines.of_time(value.title, labels, totals, unit, lang),
        how=how([value], time, category, single=False, lang=lang) + without(whole.left_out, lang),
        rows=tuple(sorted(rows)),
        columns=(time.name, category.name, value.name),
        unit=unit,
        labels=whole.labels,
        series=series,
        amounts=parts[1:],
        numbers=(*parts, *sayable({"": totals}, unit=unit, in_time=True, rate=False)),
        in_time=True,
    )


def _names(values: Sequence[Column], lang: Lang) -> str:
    """The names of columns; of many the first and how many there are."""
    names = [short(value.title, lang) for value in values]
    if len(names) <= _MOST_NAMED:
        return joined(names, lang)
    return f"{names[0]}など {len(names)} 項目" if lang == "ja" else f"{names[0]} and {len(names) - 1} others"


def _complete(
    series: Mapping[str, Sequence[float | None]], labels: Sequence[str], totals: Sequence[float | None]
) -> tuple[list[str], list[float | None], list[str]]:
    """Times at which every series has a value, with their totals, and the other times; all where few are complete."""
    full = [n for n in range(len(labels)) if all(numbers[n] is not None for numbers in series.values())]
    if len(full) < 2:
        return list(labels), list(totals), []
    gaps = [label for n, label in enumerate(labels) if n not in full]
    return [labels[n] for n in full], [totals[n] for n in full], gaps


def _at(
    series: Mapping[str, Sequence[float | None]], labels: Sequence[str], wanted: Sequence[str]
) -> dict[str, list[float | None]]:
    at = [list(labels).index(label) for label in wanted]
    return {name: [numbers[n] for n in at] for name, numbers in series.items()}
