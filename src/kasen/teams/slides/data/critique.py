"""What code sees wrong with a chart: what it can mend it mends, what only the analysis can mend it says."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kasen.teams.slides.data.draft import Draft
from kasen.teams.slides.data.moments import moment, sort_key
from kasen.teams.slides.data.table import Table
from kasen.teams.slides.schemas.deck import ChartKind

MOST_SLICES = 7
_MOST_BARS = 20
_MOST_POINTS = 60
_MOST_LINES = 6
_KINDS: tuple[ChartKind, ...] = ChartKind.__args__  # type: ignore[attr-defined]
_PARTS = ("pie", "doughnut")


@dataclass
class Criticised:
    """A chart that reads well, or why it cannot."""

    draft: Draft
    wrong: str = ""


def criticised(draft: Draft, table: Table) -> Criticised:
    """Look at kind, slices, order of time, labels, units on one axis and means of percentages."""
    look = Criticised(draft)
    if draft.chart not in _KINDS:
        look.draft = replace(draft, chart="line" if draft.in_time else "bar")
    for step in (_ordered, _parts, _size, _labels):
        step(look)
    look.wrong = look.wrong or _scatter(look.draft) or _units(look.draft, table) or _means(look.draft, table)
    return look


def _ordered(look: Criticised) -> None:
    """Time runs from left to right."""
    draft = look.draft
    keys = [sort_key(_iso(label)) for label in draft.labels]
    if draft.chart == "scatter" or not draft.in_time or any(key[0] == 9999 for key in keys) or keys == sorted(keys):
        return
    order = sorted(range(len(keys)), key=lambda i: keys[i])
    look.draft = replace(
        draft,
        labels=tuple(draft.labels[i] for i in order),
        series={name: [values[i] for i in order] for name, values in draft.series.items()},
    )


def _parts(look: Criticised) -> None:
    """A pie has one series of few parts, none negative, that are a whole."""
    draft = look.draft
    if draft.chart not in _PARTS:
        return
    values = [value or 0.0 for series in draft.series.values() for value in series]
    many = len(draft.series) > 1 or len(draft.labels) > MOST_SLICES
    if many or min(values) < 0 or (draft.unit == "%" and not 98 <= sum(values) <= 102):
        look.draft = replace(draft, chart="bar")


def _size(look: Criticised) -> None:
    draft = look.draft
    if len(draft.series) > _MOST_LINES:
        look.wrong = f"{len(draft.series)} series are too many for one chart; keep the {_MOST_LINES} that matter"
    most = 400 if draft.chart == "scatter" else _MOST_POINTS if draft.chart in ("line", "area") else _MOST_BARS
    if len(draft.labels) > most:
        look.wrong = f"{len(draft.labels)} categories are too many; use top(…, 10, rest='…') or coarser time"


def _labels(look: Criticised) -> None:
    draft = look.draft
    if draft.chart == "scatter":
        return
    if any(not label.strip() for label in draft.labels):
        look.wrong = look.wrong or "a category has no name"
    elif len(set(draft.labels)) < len(draft.labels):
        look.wrong = look.wrong or "two categories have the same name"
    elif draft.chart == "column" and max(map(len, draft.labels)) > 16 and not draft.in_time:
        look.draft = replace(draft, chart="bar")


def _scatter(draft: Draft) -> str:
    if draft.chart == "scatter" and not all(_is_number(label) for label in draft.labels):
        return "the categories of a scatter are the numbers of its x axis"
    return ""


def _units(draft: Draft, table: Table) -> str:
    """Series that are columns of different units do not stand on one axis."""
    columns = [table.column(name) for name in draft.series]
    units = {c.profile.unit for c in columns if c is not None and c.profile.type == "number" and c.profile.unit}
    if len(units) > 1:
        return f"units {', '.join(sorted(units))} stand on one axis; make a figure of each"
    return ""


def _means(draft: Draft, table: Table) -> str:
    """Percentages of groups of unlike size are not added up."""
    if "合計" not in draft.how and "sum" not in draft.how:
        return ""
    for name in draft.columns:
        column = table.column(name)
        if column is not None and column.profile.unit == "%" and draft.unit == "%" and not _single(draft):
            return f"`{name}` is in percent and is added up; compute it from its parts, or show single rows"
    return ""


def _single(draft: Draft) -> bool:
    points = sum(value is not None for values in draft.series.values() for value in values)
    return points >= len(draft.rows)


def _iso(label: str) -> str:
    """What a moment that is shown was before; English and Japanese labels sort as they are read again."""
    return moment(label) or label


def _is_number(label: str) -> bool:
    try:
        float(label)
    except ValueError:
        return False
    return True
