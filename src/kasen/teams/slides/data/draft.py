"""A figure on its way: what is drawn of which rows of which table, until it has an id and a reference."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from kasen.teams.slides.data.cells import scale_of
from kasen.teams.slides.data.table import Table, ranges
from kasen.teams.slides.data.written import begun, number_format, plain, sayable, written
from kasen.teams.slides.schemas.deck import Chart, ChartKind, Ref, Series
from kasen.teams.slides.schemas.deck import Table as DeckTable
from kasen.teams.slides.schemas.findings import Figure
from kasen.teams.slides.schemas.part import Lang

_MOST_RANGES = 60
_MOST_NAMED = 4
"""Stretches of rows that are named one by one."""
_NAMES: dict[ChartKind, tuple[str, str]] = {
    "column": ("棒グラフ", "Column chart"),
    "bar": ("横棒グラフ", "Bar chart"),
    "line": ("折れ線グラフ", "Line chart"),
    "pie": ("円グラフ", "Pie chart"),
    "doughnut": ("ドーナツグラフ", "Doughnut chart"),
    "area": ("面グラフ", "Area chart"),
    "stacked_column": ("積み上げ棒グラフ", "Stacked column chart"),
    "stacked_bar": ("積み上げ横棒グラフ", "Stacked bar chart"),
    "scatter": ("散布図", "Scatter chart"),
}


@dataclass(frozen=True, kw_only=True)
class Draft:
    """What is to be shown, before it has an id."""

    table: Table
    kind: Literal["chart", "table", "number"]
    title: str
    shows: str
    how: str
    """How it was computed, in words."""
    headline: str = ""
    """What it says in a few words, as the title of a slide; empty for nothing."""
    rows: tuple[int, ...]
    """Numbers of the rows that it rests on."""
    columns: tuple[str, ...]
    unit: str = ""
    chart: ChartKind = "column"
    labels: tuple[str, ...] = ()
    series: Mapping[str, Sequence[float | None]] = field(default_factory=dict)
    headings: tuple[str, ...] = ()
    cells: tuple[tuple[str, ...], ...] = ()
    numeric: tuple[bool, ...] = ()
    value: float | None = None
    amounts: tuple[float, ...] = ()
    """What may be said beyond what follows from the series, in its unit."""
    numbers: tuple[float, ...] = ()
    """The same of shares and counts, which have another unit or none."""
    in_time: bool = False
    rate: bool = False
    whole: bool = True
    """Whether its values together are all that there is: then shares of their sum may be said."""

    def sayable(self) -> tuple[float, ...]:
        """Every number that may be said of its series."""
        if not self.series:
            return ()
        return sayable(self.series, unit=self.unit, in_time=self.in_time, rate=self.rate, whole=self.whole)


def finished(draft: Draft, number: int, *, lang: Lang, by: str, code: str = "") -> Figure:
    """The figure `F<number>`, resting on `D<number>`."""
    ref = _ref(draft, f"D{number}", lang)
    values = (*(() if draft.value is None else (draft.value,)), *draft.amounts)
    scale = scale_of(draft.unit)
    values = (*values, *(value * scale for value in values)) if scale > 1 else values
    return Figure(
        id=f"F{number}",
        kind=draft.kind,
        title=begun(draft.title),
        shows=draft.shows,
        headline=begun(draft.headline),
        chart=_chart(draft, f"F{number}", ref, lang) if draft.kind == "chart" else None,
        table=_table(draft, f"F{number}", ref, lang) if draft.kind == "table" else None,
        value=draft.value,
        unit=draft.unit,
        numbers=tuple(dict.fromkeys((*values, *draft.sayable(), *draft.numbers))),
        ref=ref,
        code=code,
        by=by,
    )


def where(rows: Sequence[int], *, records: bool, lang: Lang) -> str:
    """`2–14 行`, `rows 2–14`, `records 1–13`; of many stretches only from where to where, and how many rows."""
    spans = ranges([row - 1 for row in rows] if records else rows)
    many = len(spans) > _MOST_NAMED
    listed = f"{spans[0][0]}–{spans[-1][1]}" if many else _listed(spans)
    count = len(set(rows))
    if lang == "ja":
        return f"{listed} {'件目' if records else '行'}" + (
            f"のうち {count:,} {'件' if records else '行'}" if many else ""
        )
    several = len(rows) > 1
    of = f"{count:,} of " if many else ""
    return f"{of}{'record' if records else 'row'}{'s' if several else ''} {listed}"


def _listed(spans: Sequence[tuple[int, int]]) -> str:
    return ", ".join(f"{a}" if a == b else f"{a}–{b}" for a, b in spans)


def _ref(draft: Draft, id: str, lang: Lang) -> Ref:
    profile = draft.table.profile
    place = where(draft.rows, records=draft.table.records, lang=lang)
    if profile.sheet and not draft.table.records:
        place = f"{profile.sheet}: {place}"
    return Ref(
        id=id,
        kind="rows",
        title=Path(profile.path).name,
        uri=profile.path,
        where=place,
        quote=draft.how,
        file=profile.file,
        sheet=profile.sheet,
        rows=ranges(draft.rows)[:_MOST_RANGES],
        columns=draft.columns,
    )


def _chart(draft: Draft, id: str, ref: Ref, lang: Lang) -> Chart:
    values = [value for series in draft.series.values() for value in series]
    return Chart(
        id=id,
        kind=draft.chart,
        title=begun(draft.title),
        categories=draft.labels,
        series=tuple(Series(name=name, values=tuple(values)) for name, values in draft.series.items()),
        unit=draft.unit,
        number_format=number_format(values, draft.unit, lang),
        alt=_alt(draft, lang),
        refs=(ref.id,),
    )


def _alt(draft: Draft, lang: Lang) -> str:
    kind = _NAMES[draft.chart][lang == "en"]
    said = "、" if lang == "ja" else ", "
    first = next(iter(draft.series.values()), ())
    pairs = [
        f"{label} {written(value, draft.unit, lang)}"
        for label, value in zip(draft.labels[:6], first[:6], strict=False)
        if value is not None
    ]
    end = (" …" if lang == "en" else "…") if len(draft.labels) > 6 else ""
    shown = said.join(pairs) + end if draft.chart != "scatter" else draft.shows
    return f"{kind}「{begun(draft.title)}」: {shown}" if lang == "ja" else f"{kind} “{begun(draft.title)}”: {shown}"


def _table(draft: Draft, id: str, ref: Ref, lang: Lang) -> DeckTable:
    size = f"{len(draft.cells)} 行 {len(draft.headings)} 列" if lang == "ja" else f"{len(draft.cells)} rows"
    alt = f"表「{draft.title}」({size})" if lang == "ja" else f"Table “{draft.title}” ({size})"
    return DeckTable(
        id=id,
        title=begun(draft.title),
        columns=draft.headings,
        rows=draft.cells,
        numeric=draft.numeric,
        alt=alt,
        refs=(ref.id,),
    )


def cell(value: object) -> str:
    """A typed value as a cell of a table on a slide."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "✓" if value else "–"
    return plain(value) if isinstance(value, int | float) else str(value)
