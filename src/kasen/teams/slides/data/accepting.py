"""From what code handed over to figures that stand: named rows, values that follow from them, charts that read well."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from kasen.teams.slides.data.critique import Criticised, criticised
from kasen.teams.slides.data.draft import Draft
from kasen.teams.slides.data.drafting import WAYS, drafted, told
from kasen.teams.slides.data.following import Following, near
from kasen.teams.slides.data.handed import Handed, Trace
from kasen.teams.slides.data.numbers import said
from kasen.teams.slides.data.table import Table
from kasen.teams.slides.data.tables import named
from kasen.teams.slides.schemas.part import Lang


@dataclass
class Accepted:
    """What stands of the figures of one execution, and what is wrong with the others."""

    drafts: list[Draft] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    """One sentence in English for each, to be shown to whoever wrote the code."""


@dataclass(frozen=True)
class _Checked:
    """How much is known of the values of a figure."""

    wrong: str = ""
    unknown: bool = False
    """Some value could not be computed here: only the shaken data shows whether it comes from the rows."""


def accepted(
    handed: Sequence[Handed],
    tables: Sequence[Table],
    *,
    lang: Lang,
    shaken: Mapping[str, Handed] | None,
) -> Accepted:
    """Hold each figure against its rows.

    `shaken`: what the same code handed over on changed data, by id; None where it was not run or failed.
    """
    result = Accepted()
    for figure in handed:
        table = named(tables, figure.table)
        wrong = _shape(figure, table)
        if wrong or table is None:
            result.refused.append(f"{figure.id}: {wrong}")
            continue
        checked = _follows(figure, table)
        problem = checked.wrong or _claimed(figure, checked, shaken)
        if problem:
            result.refused.append(f"{figure.id}: {problem}")
            continue
        draft = drafted(figure, table, unknown=checked.unknown, lang=lang)
        look = criticised(draft, table) if figure.kind == "chart" else Criticised(draft)
        if look.wrong:
            result.refused.append(f"{figure.id}: {look.wrong}")
            continue
        result.drafts.append(told(look.draft, lang))
    return result


def is_unsure(figure: Handed) -> bool:
    """Whether its values do not all say how they were computed: then the code is run again on shaken data."""
    if figure.kind == "number":
        return not figure.trace.how
    if figure.kind == "table":
        return not all(len(rows) == 1 or figure.row_trace(i).how for i, rows in enumerate(figure.used))
    return any(
        value is not None and figure.series_trace(name, i).how not in WAYS
        for name, values in figure.series.items()
        for i, value in enumerate(values)
    )


def _shape(figure: Handed, table: Table | None) -> str:
    """What is wrong with it before its values are looked at."""
    if table is None:
        return f"there is no table `{figure.table[:60]}`" if figure.table else "it does not say which table it rests on"
    missing = Following(table).missing(figure.rows)
    if not figure.rows or missing:
        listed = ", ".join(str(row) for row in missing[:5])
        return f"rows {listed} are no rows of the table" if missing else "it names no rows; pass rows= or of="
    if figure.kind == "number":
        return "" if figure.value is not None else "it has no value"
    if figure.kind == "table":
        widths = {len(row) for row in figure.cells}
        return "" if figure.cells and widths == {len(figure.columns)} else "each row needs one cell per column"
    lengths = {len(values) for values in figure.series.values()}
    if not figure.categories or lengths != {len(figure.categories)}:
        return "each series needs one value per category"
    if not any(value is not None for values in figure.series.values() for value in values):
        return "it has no value"
    return ""


def _follows(figure: Handed, table: Table) -> _Checked:
    following = Following(table)
    if figure.kind == "number":
        assert figure.value is not None
        trace = figure.trace if figure.trace.how else Trace(rows=figure.rows, column=figure.column, how=figure.how)
        return _value(following, figure.value, "", trace, figure.rows, "its value")
    if figure.kind == "table":
        return _cells(figure, table, following)
    unknown = False
    for name, values in figure.series.items():
        for position, value in enumerate(values):
            if value is None:
                continue
            key, trace = figure.categories[position], figure.series_trace(name, position)
            if figure.chart == "scatter":
                trace = Trace()
            checked = _value(following, value, key, trace, figure.rows, f"`{name}` of `{key[:40]}`")
            if checked.wrong:
                return checked
            unknown = unknown or checked.unknown
    return _Checked(unknown=unknown)


def _value(following: Following, value: float, key: str, trace: Trace, rows: Sequence[int], what: str) -> _Checked:
    if trace.rows and following.missing(trace.rows):
        return _Checked(f"{what} names rows that the table does not have")
    found = following.computed(trace)
    if found is not None:
        if near(value, found):
            return _Checked()
        return _Checked(f"{what} is {value:.12g}, but {trace.how} of `{trace.column}` over its rows is {found:.12g}")
    return _Checked(unknown=not following.explains(value, key, trace.rows or rows))


def _cells(figure: Handed, table: Table, following: Following) -> _Checked:
    unknown = False
    for position, row in enumerate(figure.cells):
        rows = figure.used[position] if position < len(figure.used) and figure.used[position] else figure.rows
        for name, value in zip(figure.columns, row, strict=True):
            own = table.column(name)
            if own is not None and len(rows) == 1 and following.is_cell(value, rows[0], own):
                continue
            numbers = [float(value)] if isinstance(value, int | float) and not isinstance(value, bool) else []
            if isinstance(value, str):
                numbers = [float(one.value) for one in said(value)]
            for number in numbers:
                trace = figure.row_trace(position) if len(figure.columns) == 2 else Trace()
                key = str(row[0]) if row else ""
                checked = _value(following, number, key, trace, rows, f"`{name}` of row {position + 1}")
                if checked.wrong:
                    return checked
                unknown = unknown or checked.unknown
    return _Checked(unknown=unknown)


def _claimed(figure: Handed, checked: _Checked, shaken: Mapping[str, Handed] | None) -> str:
    """Whether values that are not traced are only claimed: they stay as they are when the data changes."""
    if not is_unsure(figure) and not checked.unknown:
        return ""
    advice = "use group(), pivot(), total() and pass of=, so that each value names its rows"
    if shaken is None:
        return f"its values do not follow from its rows; {advice}" if checked.unknown else ""
    other = shaken.get(figure.id)
    if other is None or _values(other) != _values(figure):
        return ""
    return f"its values do not change when the data does: they are not computed from it; {advice}"


def _values(figure: Handed) -> list[float | str | None]:
    if figure.kind == "number":
        return [figure.value]
    if figure.kind == "table":
        return [str(value) for row in figure.cells for value in row]
    return [value for values in figure.series.values() for value in values]
