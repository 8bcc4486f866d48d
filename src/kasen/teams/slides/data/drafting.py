"""From figures whose values stand to drafts: labels, units, how they came about, what they say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kasen.teams.slides.data import telling
from kasen.teams.slides.data.draft import Draft, cell
from kasen.teams.slides.data.handed import Handed, Trace
from kasen.teams.slides.data.moments import is_ordered, label, sort_key
from kasen.teams.slides.data.numbers import said, untraced
from kasen.teams.slides.data.table import Table
from kasen.teams.slides.data.written import is_rate, sayable
from kasen.teams.slides.schemas.part import Lang

_LABEL = 60
WAYS = {
    "sum": ("合計", "sum"),
    "mean": ("平均", "mean"),
    "median": ("中央値", "median"),
    "min": ("最小値", "lowest"),
    "max": ("最大値", "highest"),
    "count": ("行数", "count"),
    "distinct": ("種類の数", "distinct values"),
    "share": ("構成比", "share"),
    "change": ("変化率", "change"),
}
"""How a value is computed, as the words of a reference say it."""


def drafted(figure: Handed, table: Table, *, unknown: bool, lang: Lang) -> Draft:
    """The figure as it is drawn; `unknown`: not all of its values could be computed from the rows again."""
    traces = _traces(figure)
    columns = _columns(figure, table, traces)
    ways = {trace.how for trace in traces if trace.how} or ({figure.how} if figure.how in WAYS else set())
    labels = tuple(_label(key, lang) for key in figure.categories)
    in_time = len(labels) > 1 and all(_is_time(key) for key in figure.categories)
    numeric = [table.column(name) for name in columns]
    units = {c.profile.unit for c in numeric if c is not None and c.profile.type == "number" and c.profile.unit}
    unit = (
        "%"
        if ways & {"share", "change"}
        else figure.unit or ("" if ways & {"count", "distinct"} or len(units) != 1 else units.pop())
    )
    return Draft(
        table=table,
        kind=figure.kind,
        title=" ".join(figure.title.split())[:120],
        shows=" ".join(figure.shows.split())[:400],
        how=_how(ways, columns, unknown=unknown, lang=lang),
        rows=tuple(sorted(set(figure.rows))),
        columns=columns,
        unit=unit[:20],
        chart=figure.chart,  # type: ignore[arg-type]
        labels=labels,
        series=dict(figure.series),
        headings=tuple(figure.columns),
        cells=tuple(tuple(_cell(value, lang) for value in row) for row in figure.cells),
        numeric=_numeric(figure),
        value=figure.value,
        numbers=_extra(figure, in_time=in_time),
        in_time=in_time,
        rate=bool(ways & {"mean", "median", "share", "change"}) or any(is_rate(name, unit) for name in columns),
    )


def _traces(figure: Handed) -> list[Trace]:
    if figure.kind == "number":
        return [figure.trace]
    if isinstance(figure.traces, list):
        return figure.traces
    return [trace for traces in figure.traces.values() for trace in traces]


def _columns(figure: Handed, table: Table, traces: Sequence[Trace]) -> tuple[str, ...]:
    own = [trace.column for trace in traces] + [figure.column, *figure.columns, *figure.series]
    found = [name for name in dict.fromkeys(own) if name and table.column(name) is not None]
    keys = set(figure.categories)
    for column in table.columns("text", "date"):
        values = {str(value) for value in table.values(column)[:5000]}
        if keys and len(keys & values) * 2 > len(keys):
            return (column.name, *(name for name in found if name != column.name))
    return tuple(found)


def _how(ways: set[str], columns: Sequence[str], *, unknown: bool, lang: Lang) -> str:
    named = "・".join(f"「{name}」" for name in columns) if lang == "ja" else ", ".join(f"`{name}`" for name in columns)
    words = [WAYS[way][lang == "en"] for way in sorted(ways) if way in WAYS]
    if lang == "ja":
        what = f"{named}の{'・'.join(words)}" if words and named else named or "行の値"
        return f"{what}。コードで計算" + ("した" if unknown else "し、行から計算し直して一致した")
    what = f"{', '.join(words)} of {named}" if words and named else named or "values of the rows"
    return f"{what}; computed by code" + ("" if unknown else " and again from the rows")


def _numeric(figure: Handed) -> tuple[bool, ...]:
    def is_number(column: int) -> bool:
        values = [row[column] for row in figure.cells if row[column] is not None]
        return bool(values) and all(isinstance(v, int | float) and not isinstance(v, bool) for v in values)

    return tuple(is_number(column) for column in range(len(figure.columns)))


def _extra(figure: Handed, *, in_time: bool) -> tuple[float, ...]:
    """Numbers that may be said of a table: its cells, and what follows from each column."""
    if figure.kind != "table":
        return (float(len(figure.rows)),)
    columns = {
        name: [
            row[i] if isinstance(row[i], int | float) and not isinstance(row[i], bool) else None for row in figure.cells
        ]
        for i, name in enumerate(figure.columns)
    }
    series = {name: [None if v is None else float(v) for v in values] for name, values in columns.items()}
    series = {name: values for name, values in series.items() if any(value is not None for value in values)}
    words = tuple(float(one.value) for row in figure.cells for v in row if isinstance(v, str) for one in said(v))
    own = sayable(series, unit=figure.unit, in_time=in_time, rate=False) if series else ()
    return (*own, *words, float(len(figure.cells)))


def _cell(value: float | bool | str | None, lang: Lang) -> str:
    return _label(value, lang) if isinstance(value, str) else cell(value)


def _label(key: str, lang: Lang) -> str:
    key = " ".join(key.split())
    return label(key, lang) if sort_key(key)[0] < 9999 else key if len(key) <= _LABEL else f"{key[: _LABEL - 1]}…"


def _is_time(key: str) -> bool:
    return sort_key(key)[0] < 9999 or is_ordered(key)


def told(draft: Draft, lang: Lang) -> Draft:
    """Its sentence, where every number in it was computed; else one that code writes."""
    values = [v for series in draft.series.values() for v in series if v is not None]
    own = sayable(draft.series, unit=draft.unit, in_time=draft.in_time, rate=draft.rate) if draft.series else ()
    known = [*own, *draft.numbers, *values, *([draft.value] if draft.value is not None else [])]
    words = [draft.title, *draft.labels, *draft.columns, *draft.series, *(c for row in draft.cells for c in row)]
    if draft.shows and not untraced(draft.shows, numbers=known, texts=words) and _is_of(lang, draft.shows):
        return draft
    return replace(draft, shows=_sentence(draft, lang))


def _sentence(draft: Draft, lang: Lang) -> str:
    if draft.kind == "number" and draft.value is not None:
        return telling.of_value(draft.title, draft.value, draft.unit, lang)
    if draft.kind == "table":
        return telling.of_rows(len(draft.cells), lang)
    if draft.chart == "scatter":
        return telling.of_points(draft.title, len(draft.labels), lang)
    name, values = next(iter(draft.series.items()))
    if draft.in_time:
        return telling.of_time(name, draft.labels, values, draft.unit, lang)
    numbers = [value for value in values if value is not None]
    total = sum(numbers) if not draft.rate and min(numbers) >= 0 else None
    return telling.of_categories(name, draft.labels, values, draft.unit, total=total, lang=lang)


def _is_of(lang: Lang, text: str) -> bool:
    has = any("\u3041" <= character <= "\u30fe" for character in text)
    return has if lang == "ja" else not has
