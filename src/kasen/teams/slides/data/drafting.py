"""From figures whose values stand to drafts: labels, units, how they came about, what they say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kasen.teams.slides.data import telling
from kasen.teams.slides.data.draft import Draft, cell
from kasen.teams.slides.data.handed import Handed, Trace
from kasen.teams.slides.data.moments import is_ordered, label, sort_key
from kasen.teams.slides.data.names import unit_in
from kasen.teams.slides.data.numbers import said, untraced
from kasen.teams.slides.data.table import Table
from kasen.teams.slides.data.written import is_rate, sayable
from kasen.teams.slides.schemas.part import Lang

_LABEL = 60
_MOST_SAID = 400
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
    unit = unit_in(_unit(figure, table, ways, columns, unknown=unknown), lang)
    key = _key(figure, table)
    return Draft(
        table=table,
        kind=figure.kind,
        title=_title(figure, table, key, columns, lang),
        shows=" ".join(figure.shows.split())[:400],
        how=_how(ways, columns, key, unknown=unknown, lang=lang),
        rows=tuple(sorted(set(figure.rows))),
        columns=(key, *columns) if key and key not in columns else columns,
        unit=unit,
        chart=figure.chart,  # type: ignore[arg-type]
        labels=labels,
        series=_series(figure, table, columns, ways, lang),
        headings=tuple(figure.columns),
        cells=tuple(tuple(_cell(value, lang) for value in row) for row in figure.cells),
        numeric=_numeric(figure),
        value=figure.value,
        numbers=_extra(figure, in_time=in_time),
        in_time=in_time,
        whole=bool(traces) and not unknown and not any(trace.cut for trace in traces),
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
    return tuple(name for name in dict.fromkeys(own) if name and table.column(name) is not None)


def _key(figure: Handed, table: Table) -> str:
    """The column of which the categories are values; empty where there is none."""
    keys = set(figure.categories)
    for column in table.columns("text", "date") if keys else ():
        values = {str(value) for value in table.values(column)[:5000]}
        if len(keys & values) * 2 > len(keys):
            return column.name
    return ""


def _unit(figure: Handed, table: Table, ways: set[str], columns: Sequence[str], *, unknown: bool) -> str:
    """Of the columns, where values are theirs; what the code says of others."""
    if ways & {"share", "change"}:
        return "%"
    found = [table.column(name) for name in columns]
    units = {c.profile.unit for c in found if c is not None and c.profile.type == "number" and c.profile.unit}
    plain = bool(ways) and ways <= {"sum", "mean", "median", "min", "max"} and not unknown
    if len(units) == 1 and (plain or not (figure.unit or ways)):
        return units.pop()
    return figure.unit[:20]


def _title(figure: Handed, table: Table, key: str, columns: Sequence[str], lang: Lang) -> str:
    """As the code says, without numbers that are in no category, name of a column or the file."""
    title = " ".join(figure.title.split())[:120]
    if title and not untraced(title, numbers=(), texts=_known(figure, table, columns, lang)):
        return title
    values = ("・" if lang == "ja" else ", ").join(name for name in columns if name != key) or table.profile.file
    if not key:
        return values
    return f"{key}別の{values}" if lang == "ja" else f"{values} by {key}"


def _known(figure: Handed, table: Table, columns: Sequence[str], lang: Lang) -> list[str]:
    """Words of the data that a title may take up: its names, and what its rows say in words and moments."""
    own = [*figure.categories, *columns, table.title, table.profile.file, table.profile.sheet]
    rows = set(figure.rows)
    said = {
        str(row[column.index])
        for column in table.columns("text", "date")
        for row, at in zip(table.rows, table.at, strict=True)
        if at in rows and row[column.index] is not None
    }
    own += sorted(said)[:_MOST_SAID]
    return [*own, *(label(name, lang) for name in own)]


def _series(
    figure: Handed, table: Table, columns: Sequence[str], ways: set[str], lang: Lang
) -> dict[str, list[float | None]]:
    """The series under names that claim nothing; one that has only the figure's title is named by what it holds."""
    known = _known(figure, table, columns, lang)
    numeric = [c.name for c in table.columns("number") if c.name in columns]
    what = numeric[0] if len(numeric) == 1 else ""
    if what and ways & {"share", "change"}:
        way = WAYS["share" if "share" in ways else "change"][lang == "en"]
        what = f"{what}の{way}" if lang == "ja" else f"{way} of {what}"
    named: dict[str, list[float | None]] = {}
    for n, (name, values) in enumerate(figure.series.items(), start=1):
        is_title = len(figure.series) == 1 and name == figure.title
        is_claim = bool(untraced(name, numbers=(), texts=known))
        new = (what or ("" if is_claim else name) or str(n)) if is_title or is_claim else name
        named[new if new not in named else f"{new} ({n})"] = values
    return named


def _how(ways: set[str], columns: Sequence[str], key: str, *, unknown: bool, lang: Lang) -> str:
    names = [name for name in columns if name != key]
    words = [WAYS[way][lang == "en"] for way in sorted(ways) if way in WAYS]
    if lang == "ja":
        by = f"「{key}」ごとの" if key else ""
        named = "・".join(f"「{name}」" for name in names)
        what = f"{by}{named}{'の' if words and named else ''}{'・'.join(words)}" or "行の値"
        return f"{what}。コードで計算" + ("した" if unknown else "し、行から計算し直して一致した")
    named = ", ".join(f"`{name}`" for name in names)
    what = f"{', '.join(words)}{' of ' if words and named else ''}{named}" or "values of the rows"
    by = f" by `{key}`" if key else ""
    return f"{what}{by}; computed by code" + ("" if unknown else " and again from the rows")


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
    own = sayable(series, unit=figure.unit, in_time=in_time, rate=False, whole=False) if series else ()
    return (*own, *words, float(len(figure.cells)))


def _cell(value: float | bool | str | None, lang: Lang) -> str:
    return _label(value, lang) if isinstance(value, str) else cell(value)


def _label(key: str, lang: Lang) -> str:
    key = " ".join(key.split())
    return label(key, lang) if sort_key(key)[0] < 9999 else key if len(key) <= _LABEL else f"{key[: _LABEL - 1]}…"


def _is_time(key: str) -> bool:
    return sort_key(key)[0] < 9999 or is_ordered(key)


def told(draft: Draft, lang: Lang) -> Draft:
    """Its sentence, where every number in it was computed, with what code computed; else the code's alone."""
    values = [v for series in draft.series.values() for v in series if v is not None]
    known = [
        *draft.sayable(),
        *draft.numbers,
        *draft.amounts,
        *values,
        *([draft.value] if draft.value is not None else []),
    ]
    words = [draft.title, *draft.labels, *draft.columns, *draft.series, *(c for row in draft.cells for c in row)]
    own_words = _sentence(draft, lang)
    if not draft.shows or not _is_of(lang, draft.shows) or untraced(draft.shows, numbers=known, texts=words):
        return replace(draft, shows=own_words)
    if said(draft.shows) or draft.kind == "table":
        return draft
    return replace(draft, shows=f"{draft.shows}{'' if lang == 'ja' else ' '}{own_words}")


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
    total = sum(numbers) if draft.whole and len(draft.series) == 1 and not draft.rate and min(numbers) >= 0 else None
    return telling.of_categories(name, draft.labels, values, draft.unit, total=total, lang=lang)


def _is_of(lang: Lang, text: str) -> bool:
    has = any("\u3041" <= character <= "\u30fe" for character in text)
    return has if lang == "ja" else not has
