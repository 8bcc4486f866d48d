"""Drafts of charts that the shape of a table allows: categories, shares, pairs, columns side by side; lists, totals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeGuard

from kasen.teams.slides.data import headlines, telling
from kasen.teams.slides.data.cells import scale_of
from kasen.teams.slides.data.draft import Draft, cell
from kasen.teams.slides.data.grouping import grouped, in_order
from kasen.teams.slides.data.moments import label
from kasen.teams.slides.data.names import cut, is_foreign, quoted, short, unit_in, unit_of
from kasen.teams.slides.data.table import Column, Table
from kasen.teams.slides.data.telling import how
from kasen.teams.slides.data.time_charts import Span
from kasen.teams.slides.data.written import is_measured, is_rate
from kasen.teams.slides.schemas.part import Lang

TOP = 10
"""Bars of a chart of categories; those after are one bar."""
_SLICES = (2, 6)
_CLOSE = 0.6
"""Correlation from which two columns are worth a chart."""
_SAME = 0.999
"""Correlation above which one column is the other in another unit."""
_MOST_TOPS = 3
"""Columns of a table of which is said where they are highest."""


def by_category(table: Table, category: Column, value: Column, span: Span, lang: Lang) -> Draft | None:
    """Sorted bars: the largest ten, and the rest as one where adding up means something."""
    rate, mean = is_rate(value.name, value.profile.unit), is_measured(value.name, value.profile.unit)
    found = grouped(table, category, value, lang=lang, only=span.rows, mean=mean)
    known = [p for p in zip(found.labels, found.values, found.rows, strict=True) if p[1] is not None]
    if len(known) < 2 or (rate and not mean and not found.single):
        return None
    ordered = in_order(table, category) and len(known) <= 12
    pairs = known if ordered else sorted(known, key=lambda pair: -(pair[1] or 0))
    shown, rest = (pairs, []) if ordered else (pairs[:TOP], pairs[TOP:])
    numbers = [number for _, number, _ in pairs]
    total = None if rate or min(n or 0 for n in numbers) < 0 else table.whole(value) or sum(n or 0 for n in numbers)
    labels, values = [cut(name) for name, _, _ in shown], numbers[: len(shown)]
    if rest and total is not None:
        labels.append(f"その他 {len(rest)} 件" if lang == "ja" else f"{len(rest)} others")
        values.append(round(sum(p[1] or 0 for p in rest), 10))
    used, whole, unit = pairs if total is not None else shown, table.whole(value), unit_of(value, lang)
    name = _mean_of(value.title, lang) if mean and not found.single else value.title
    names, silent = (
        [cut(p[0]) for p in pairs],
        [n for n, v in zip(found.labels, found.values, strict=True) if v is None],
    )
    return Draft(
        table=table,
        kind="chart",
        chart="bar" if not ordered and _is_wide(labels, lang) else "column",
        title=span.title(_by(name, category, len(rest) if total is None else 0, lang), lang),
        shows=telling.of_categories(name, names, numbers, unit, total=total, lang=lang)
        + telling.of_missing(silent, lang),
        headline=headlines.of_categories(name, names, numbers, unit, total=total, by=category.title, lang=lang),
        how=how([value], category, single=found.single, mean=mean, lang=lang)
        + _without_empty(_empty(table, value, span.rows), lang),
        rows=tuple(sorted({row for _, _, rows in used for row in rows})),
        columns=(category.name, value.name),
        unit=unit,
        labels=tuple(labels),
        series={name: values},
        amounts=tuple(n for n in (whole, min(n or 0 for n in numbers) if rest else None) if n),
        numbers=(
            float(len(pairs)),
            float(_empty(table, value, span.rows)),
            *(100 * n / whole for n in values if whole and n is not None),
        ),
        rate=rate,
        whole=total is not None and table.whole(value) is None,
    )


def _is_wide(labels: Sequence[str], lang: Lang) -> bool:
    """Whether names have more room beside bars than under columns."""
    return max(map(len, labels)) > (5 if lang == "ja" else 10) or len(labels) > 7


def _mean_of(name: str, lang: Lang) -> str:
    if lang == "ja":
        return f"平均{name}" if quoted(name, lang) == name else f"{quoted(name, lang)}の平均"
    return f"average {name}"


def _by(name: str, category: Column, left: int, lang: Lang) -> str:
    """`部門別の売上`; where smaller ones are left out, how many are shown."""
    top = "" if not left else f"、上位 {TOP}" if lang == "ja" else f", top {TOP}"
    by, named = short(category.title, lang), short(name, lang)
    return f"{by}別の{named}{top}" if lang == "ja" else f"{named} by {by}{top}"


def _without_empty(count: int, lang: Lang) -> str:
    """How many rows have no value and are not counted."""
    if not count:
        return ""
    return (
        f"（値のない {count:,} 行を除く）"
        if lang == "ja"
        else f", without {count:,} row{'s' if count > 1 else ''} without a value"
    )


def _empty(table: Table, value: Column, rows: Sequence[int] | None) -> int:
    values = table.values(value)
    return sum(values[i] is None for i in (range(len(values)) if rows is None else rows))


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
    labels, values = tuple(cut(name) for name, _ in pairs), [number for _, number in pairs]
    named, by, unit = short(value.title, lang), short(category.title, lang), unit_of(value, lang)
    return Draft(
        table=table,
        kind="chart",
        chart="doughnut",
        title=span.title(
            f"{named}の内訳（{by}）" if lang == "ja" else f"Shares of {named} by {by}",
            lang,
        ),
        shows=telling.of_categories(value.title, labels, values, unit, total=sum(numbers), lang=lang),
        headline=headlines.of_categories(
            value.title, labels, values, unit, total=sum(numbers), by=category.title, lang=lang
        ),
        how=how([value], category, single=found.single, lang=lang),
        rows=found.all_rows(),
        columns=(category.name, value.name),
        unit=unit,
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
    how = f"各行の「{x.name}」と「{y.name}」" if lang == "ja" else f"“{x.name}” and “{y.name}” of each row"
    a, b = short(x.title, lang), short(y.title, lang)
    return Draft(
        table=table,
        kind="chart",
        chart="scatter",
        title=f"{a}と{b}" if lang == "ja" else f"{b} against {a}",
        shows=telling.of_pair(x.title, y.title, r, len(points), lang),
        headline=headlines.of_pair(x.title, y.title, r, lang),
        how=how,
        rows=tuple(number for _, _, number in points),
        columns=(x.name, y.name),
        unit=unit_of(y, lang),
        labels=tuple(f"{value:.10g}" for value in xs),
        series={y.title: ys},
        numbers=(round(r, 2), float(len(points))),
        rate=True,
    )


def columns_compared(table: Table, values: Sequence[Column], span: Span, lang: Lang) -> Draft | None:
    """Columns of one unit side by side, each added up: shops, regions or kinds that stand across."""
    if not 3 <= len(values) <= 20 or any(is_rate(value.name, value.profile.unit) for value in values):
        return None
    sums = [(cut(value.title), math.fsum(map(_zero, table.values(value)))) for value in values]
    sums.sort(key=lambda one: -one[1])
    labels, numbers = tuple(name for name, _ in sums), [round(number, 10) for _, number in sums]
    total = sum(numbers) if min(numbers) >= 0 else None
    name, unit, by = (
        ("合計", unit_of(values[0], lang), "列") if lang == "ja" else ("total", unit_of(values[0], lang), "column")
    )
    return Draft(
        table=table,
        kind="chart",
        chart="bar" if len(labels) > 6 else "column",
        title=span.title(_of_several(labels, lang), lang),
        shows=telling.of_categories(name, labels, numbers, unit, total=total, lang=lang),
        headline=headlines.of_categories(name, labels, numbers, unit, total=total, by=by, lang=lang),
        how="各列の合計" if lang == "ja" else "sum of each column",
        rows=table.at,
        columns=tuple(value.name for value in values),
        unit=unit,
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
    tops = _tops(table, lang)
    return Draft(
        table=table,
        kind="table",
        title=_name_of(table, columns, lang),
        shows=telling.of_tops(tops, len(table.rows), lang),
        how="表のとおり" if lang == "ja" else "as the table stands",
        rows=table.at,
        columns=tuple(column.name for column in columns),
        headings=tuple(_heading(column, lang) for column in columns),
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
        title=f"{quoted(value.title, lang)}の合計" if lang == "ja" else f"Total {quoted(value.title, lang)}",
        shows=telling.of_total(value.title, total, unit_of(value, lang), len(numbers), lang),
        how=f"「{value.name}」の合計" if lang == "ja" else f"sum of “{value.name}”",
        rows=tuple(at for at, _ in numbers),
        columns=(value.name,),
        unit=unit_of(value, lang),
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
        return f"{quoted(labels[0], lang)}など {len(labels)} 項目の合計"
    return f"Totals of {quoted(labels[0], lang)} and {len(labels) - 1} others"


def _heading(column: Column, lang: Lang) -> str:
    """The name with its unit, in the language of the deck where it is a unit that has a word there."""
    unit = column.profile.unit
    if not unit or (unit in column.name and unit_in(unit, lang) == unit):
        return column.name
    return f"{column.title} ({unit_in(unit, lang)})"


def _name_of(table: Table, columns: Sequence[Column], lang: Lang) -> str:
    """The title of the table in the file, where it is of the deck's language; else what stands beside what in it."""
    said = table.title or table.profile.sheet
    if said and not is_foreign(said, lang):
        return said
    names = [short(column.title, lang) for column in columns]
    if lang == "ja":
        return f"{names[0]}別の一覧"
    return f"{', '.join(names[1:-1])}{' and ' if len(names) > 2 else ''}{names[-1]} by {names[0]}"


def _tops(table: Table, lang: Lang) -> list[tuple[str, str]]:
    """For the first columns of numbers, the row that is highest; none of rows that have no name."""
    key = next((column for column in table.columns("text", "date") if column.index == 0), None)
    if key is None or len(table.rows) < 2:
        return []
    found = []
    for column in table.columns("number")[:_MOST_TOPS]:
        numbers = [
            (float(value), row)
            for value, row in zip(table.values(column), table.rows, strict=True)
            if _is_number(value)
        ]
        top = max((number for number, _ in numbers), default=0.0)
        best = [_cell(row[key.index], key, lang) for number, row in numbers if number == top]
        if len(best) == 1:
            found.append((column.title, best[0]))
    return found


def _is_number(value: object) -> TypeGuard[int | float]:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _cell(value: object, column: Column, lang: Lang) -> str:
    if isinstance(value, str) and column.profile.type == "date":
        return label(value, lang)
    return cell(value)


def _zero(value: object) -> float:
    return float(value) if isinstance(value, int | float) else 0.0
