"""Drafts of charts that the shape of a table allows: categories, shares, pairs, columns side by side; lists, totals."""

from __future__ import annotations

import math
from collections.abc import Sequence

from kasen.teams.slides.data import telling
from kasen.teams.slides.data.cells import scale_of
from kasen.teams.slides.data.draft import Draft, cell
from kasen.teams.slides.data.grouping import grouped, in_order
from kasen.teams.slides.data.moments import label
from kasen.teams.slides.data.table import Column, Table
from kasen.teams.slides.data.telling import how
from kasen.teams.slides.data.time_charts import Span
from kasen.teams.slides.data.written import is_rate
from kasen.teams.slides.schemas.part import Lang

TOP = 10
"""Bars of a chart of categories; those after are one bar."""
_SLICES = (2, 6)
_CLOSE = 0.6
"""Correlation from which two columns are worth a chart."""
_SAME = 0.999
"""Correlation above which one column is the other in another unit."""
_LABEL = 40


def by_category(table: Table, category: Column, value: Column, span: Span, lang: Lang) -> Draft | None:
    """Sorted bars: the largest ten, and the rest as one where adding up means something."""
    rate = is_rate(value.name, value.profile.unit)
    found = grouped(table, category, value, lang=lang, only=span.rows)
    pairs = [p for p in zip(found.labels, found.values, found.rows, strict=True) if p[1] is not None]
    if len(pairs) < 2 or (rate and not found.single):
        return None
    ordered = in_order(table, category) and len(pairs) <= 12
    if not ordered:
        pairs.sort(key=lambda pair: -(pair[1] or 0))
    shown, rest = (pairs, []) if ordered else (pairs[:TOP], pairs[TOP:])
    total = None if rate or min(p[1] or 0 for p in pairs) < 0 else table.whole(value) or sum(p[1] or 0 for p in pairs)
    labels = [name[:_LABEL] for name, _, _ in shown]
    values: list[float | None] = [number for _, number, _ in shown]
    shows = telling.of_categories(value.title, labels, values, value.profile.unit, total=total, lang=lang)
    if rest and total is not None:
        labels.append(f"その他 {len(rest)} 件" if lang == "ja" else f"{len(rest)} others")
        values.append(round(sum(p[1] or 0 for p in rest), 10))
    used, whole = pairs if total is not None else shown, table.whole(value)
    long = max(map(len, labels)) > (5 if lang == "ja" else 10) or len(labels) > 7
    return Draft(
        table=table,
        kind="chart",
        chart="bar" if long and not ordered else "column",
        title=span.title(
            f"{category.title}別の{value.title}" if lang == "ja" else f"{value.title} by {category.title}", lang
        ),
        shows=shows,
        how=how([value], category, single=found.single, lang=lang),
        rows=tuple(sorted({row for _, _, rows in used for row in rows})),
        columns=(category.name, value.name),
        unit=value.profile.unit,
        labels=tuple(labels),
        series={value.title: values},
        amounts=(whole,) if whole else (),
        numbers=(float(len(pairs)), *(100 * number / whole for number in values if whole and number is not None)),
        rate=rate,
        whole=total is not None and table.whole(value) is None,
    )


def shares(table: Table, category: Column, value: Column, span: Span, lang: Lang) -> Draft | None:
    """A doughnut of two to six parts of a whole."""
    found = grouped(table, category, value, lang=lang, only=span.rows)
    pairs = [p for p in zip(found.labels, found.values, strict=True) if p[1]]
    numbers = [number or 0.0 for _, number in pairs]
    low, high = _SLICES
    is_part = value.profile.unit == "%" and 99 <= sum(numbers) <= 101
    if not low <= len(pairs) <= high or min(numbers, default=-1) < 0 or in_order(table, category):
        return None
    if table.whole(value) is not None:
        return None
    if is_rate(value.name, value.profile.unit) and not is_part:
        return None
    pairs.sort(key=lambda pair: -(pair[1] or 0))
    labels, values = tuple(name[:_LABEL] for name, _ in pairs), [number for _, number in pairs]
    return Draft(
        table=table,
        kind="chart",
        chart="doughnut",
        title=span.title(
            f"{value.title}の内訳({category.title})"
            if lang == "ja"
            else f"Shares of {value.title} by {category.title}",
            lang,
        ),
        shows=telling.of_categories(value.title, labels, values, value.profile.unit, total=sum(numbers), lang=lang),
        how=how([value], category, single=found.single, lang=lang),
        rows=found.all_rows(),
        columns=(category.name, value.name),
        unit=value.profile.unit,
        labels=labels,
        series={value.title: values},
    )


def pair(table: Table, x: Column, y: Column, lang: Lang) -> Draft | None:
    """A scatter of two columns that go together, and are not the same thing twice."""
    points = [
        (row[x.index], row[y.index], number)
        for row, number in zip(table.rows, table.at, strict=True)
        if isinstance(row[x.index], int | float) and isinstance(row[y.index], int | float)
    ]
    xs, ys = [float(p[0] or 0) for p in points], [float(p[1] or 0) for p in points]
    r = correlation(xs, ys)
    if not 8 <= len(points) <= 300 or not _CLOSE <= abs(r) < _SAME:
        return None
    how = f"各行の「{x.name}」と「{y.name}」" if lang == "ja" else f"`{x.name}` and `{y.name}` of each row"
    return Draft(
        table=table,
        kind="chart",
        chart="scatter",
        title=f"{x.title}と{y.title}" if lang == "ja" else f"{y.title} against {x.title}",
        shows=telling.of_pair(x.title, y.title, r, len(points), lang),
        how=how,
        rows=tuple(number for _, _, number in points),
        columns=(x.name, y.name),
        unit=y.profile.unit,
        labels=tuple(f"{value:.10g}" for value in xs),
        series={y.title: ys},
        numbers=(round(r, 2), float(len(points))),
        rate=True,
    )


def columns_compared(table: Table, values: Sequence[Column], span: Span, lang: Lang) -> Draft | None:
    """Columns of one unit side by side, each added up: shops, regions or kinds that stand across."""
    if not 3 <= len(values) <= 20 or any(is_rate(value.name, value.profile.unit) for value in values):
        return None
    sums = [(value.title[:_LABEL], math.fsum(map(_zero, table.values(value)))) for value in values]
    sums.sort(key=lambda one: -one[1])
    labels, numbers = tuple(name for name, _ in sums), [round(number, 10) for _, number in sums]
    total = sum(numbers) if min(numbers) >= 0 else None
    name = "合計" if lang == "ja" else "Total"
    return Draft(
        table=table,
        kind="chart",
        chart="bar" if len(labels) > 6 else "column",
        title=span.title(_of_several(labels, lang), lang),
        shows=telling.of_categories(name, labels, numbers, values[0].profile.unit, total=total, lang=lang),
        how="各列の合計" if lang == "ja" else "sum of each column",
        rows=table.at,
        columns=tuple(value.name for value in values),
        unit=values[0].profile.unit,
        labels=labels,
        series={name: numbers},
        whole=total is not None,
    )


def listing(table: Table, lang: Lang) -> Draft | None:
    """A small table as it stands."""
    columns = [
        column for column in table.columns("number", "text", "date", "bool") if column.profile.missing < len(table.rows)
    ]
    if not 2 <= len(columns) <= 6 or not 1 <= len(table.rows) <= 10:
        return None
    numbers = tuple(
        float(value) * scale
        for column in table.columns("number")
        for value in table.values(column)
        if isinstance(value, int | float)
        for scale in {1, scale_of(column.profile.unit)}
    )
    units = {column.index: column.profile.unit for column in columns}
    return Draft(
        table=table,
        kind="table",
        title=table.title or table.profile.sheet or table.profile.file.rsplit(".", 1)[0],
        shows=telling.of_rows(len(table.rows), lang),
        how="表のとおり" if lang == "ja" else "as the table stands",
        rows=table.at,
        columns=tuple(column.name for column in columns),
        headings=tuple(_heading(column.name, units[column.index]) for column in columns),
        cells=tuple(tuple(_cell(row[c.index], c, lang) for c in columns) for row in table.rows),
        numeric=tuple(column.profile.type == "number" for column in columns),
        numbers=(*numbers, float(len(table.rows))),
    )


def total_of(table: Table, value: Column, lang: Lang) -> Draft | None:
    """The sum of a column as one number."""
    rows = [(number, row[value.index]) for number, row in zip(table.at, table.rows, strict=True)]
    numbers = [(at, number) for at, number in rows if isinstance(number, int | float)]
    if len(numbers) < 2 or is_rate(value.name, value.profile.unit) or table.whole(value) is not None:
        return None
    total = round(float(sum(number for _, number in numbers)), 10)
    return Draft(
        table=table,
        kind="number",
        title=f"{value.title}の合計" if lang == "ja" else f"Total {value.title}",
        shows=telling.of_total(value.title, total, value.profile.unit, len(numbers), lang),
        how=f"「{value.name}」の合計" if lang == "ja" else f"sum of `{value.name}`",
        rows=tuple(at for at, _ in numbers),
        columns=(value.name,),
        unit=value.profile.unit,
        value=total,
        numbers=(float(len(numbers)),),
    )


def correlation(xs: Sequence[float], ys: Sequence[float]) -> float:
    """Pearson's coefficient; 0 where one of them does not vary."""
    if len(xs) < 3:
        return 0.0
    mx, my = sum(xs) / len(xs), sum(ys) / len(ys)
    over = sum((x - mx) * (y - my) for x, y in zip(xs, ys, strict=True))
    under = math.sqrt(sum((x - mx) ** 2 for x in xs) * sum((y - my) ** 2 for y in ys))
    return over / under if under else 0.0


def _of_several(labels: Sequence[str], lang: Lang) -> str:
    if lang == "ja":
        return f"{labels[0]}など {len(labels)} 項目の合計"
    return f"Totals of {labels[0]} and {len(labels) - 1} others"


def _heading(name: str, unit: str) -> str:
    return name if not unit or unit in name else f"{name} ({unit})"


def _cell(value: object, column: Column, lang: Lang) -> str:
    if isinstance(value, str) and column.profile.type == "date":
        return label(value, lang)
    return cell(value)


def _zero(value: object) -> float:
    return float(value) if isinstance(value, int | float) else 0.0
