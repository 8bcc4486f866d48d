"""Drafts of charts that the shape of a table allows: time, categories, shares, pairs, years side by side."""

from __future__ import annotations

import math
from collections.abc import Sequence

from kasen.teams.slides.data import telling
from kasen.teams.slides.data.draft import Draft, cell
from kasen.teams.slides.data.grouping import coarser, grouped, in_order
from kasen.teams.slides.data.moments import label, moment, sort_key
from kasen.teams.slides.data.table import Column, Table
from kasen.teams.slides.data.written import is_rate
from kasen.teams.slides.schemas.deck import ChartKind
from kasen.teams.slides.schemas.part import Lang

TOP = 10
"""Bars of a chart of categories; those after are one bar."""
_LINE_FROM = 6
"""Points from which time is a line."""
_SLICES = (2, 6)
_CLOSE = 0.6
"""Correlation from which two columns are worth a chart."""
_SAME = 0.999
"""Correlation above which one column is the other in another unit."""
_LABEL = 40


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
    name = _joined([value.title for value in values], lang)
    first = columns[0]
    return Draft(
        table=table,
        kind="chart",
        chart=kind,
        title=f"{name}の推移" if lang == "ja" else f"{name} over time",
        shows=telling.of_time(values[0].title, first.labels, first.values, values[0].profile.unit, lang),
        how=_how(values, time, single=first.single and len(first.keys) == len(table.rows), lang=lang),
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
    if not 2 <= len(names) <= 5 or is_rate(value.name, value.profile.unit):
        return None
    whole = coarser(grouped(table, time, value, lang=lang), lang)
    if len(whole.keys) < 2:
        return None
    series: dict[str, list[float | None]] = {}
    rows: set[int] = set()
    for name in names:
        only = [i for i, row in enumerate(table.rows) if str(row[category.index]) == name]
        one = coarser(grouped(table, time, value, lang=lang, only=only), lang)
        if not set(one.keys) <= set(whole.keys):
            return None
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
        how=_how([value], time, category, single=False, lang=lang),
        rows=tuple(sorted(rows)),
        columns=(time.name, category.name, value.name),
        unit=value.profile.unit,
        labels=whole.labels,
        series=series,
        numbers=tuple(value for value in whole.values if value is not None),
        in_time=True,
    )


def by_category(table: Table, category: Column, value: Column, lang: Lang) -> Draft | None:
    """Sorted bars: the largest ten, and the rest as one where adding up means something."""
    rate = is_rate(value.name, value.profile.unit)
    found = grouped(table, category, value, lang=lang)
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
    used = pairs if total is not None else shown
    long = max(map(len, labels)) > (5 if lang == "ja" else 10) or len(labels) > 7
    return Draft(
        table=table,
        kind="chart",
        chart="bar" if long and not ordered else "column",
        title=f"{category.title}別の{value.title}" if lang == "ja" else f"{value.title} by {category.title}",
        shows=shows,
        how=_how([value], category, single=found.single, lang=lang),
        rows=tuple(sorted({row for _, _, rows in used for row in rows})),
        columns=(category.name, value.name),
        unit=value.profile.unit,
        labels=tuple(labels),
        series={value.title: values},
        numbers=(float(len(pairs)), *_of_whole(values, table.whole(value))),
        rate=rate,
    )


def shares(table: Table, category: Column, value: Column, lang: Lang) -> Draft | None:
    """A doughnut of two to six parts of a whole."""
    found = grouped(table, category, value, lang=lang)
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
        title=f"{value.title}の内訳({category.title})"
        if lang == "ja"
        else f"Shares of {value.title} by {category.title}",
        shows=telling.of_categories(value.title, labels, values, value.profile.unit, total=sum(numbers), lang=lang),
        how=_how([value], category, single=found.single, lang=lang),
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


def years_across(table: Table, lang: Lang) -> Draft | None:
    """A wide table: the columns are years or months, each row one series; the largest few."""
    dated = [(moment_of(column.name), column) for column in table.columns("number")]
    dated = sorted((pair for pair in dated if pair[0]), key=lambda pair: sort_key(pair[0]))
    names = next((column for column in table.columns("text")), None)
    if len(dated) < 3 or names is None:
        return None
    rows = [i for i, row in enumerate(table.rows) if any(isinstance(row[c.index], int | float) for _, c in dated)]
    last = dated[-1][1].index
    rows = sorted(rows, key=lambda i: -_number(table.rows[i][last]))[:5]
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
    )


def listing(table: Table, lang: Lang) -> Draft | None:
    """A small table as it stands."""
    columns = [
        column for column in table.columns("number", "text", "date", "bool") if column.profile.missing < len(table.rows)
    ]
    if not 2 <= len(columns) <= 6 or not 1 <= len(table.rows) <= 10:
        return None
    numbers = tuple(
        float(value)
        for row in table.rows
        for value in row
        if isinstance(value, int | float) and not isinstance(value, bool)
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


def moment_of(name: str) -> str:
    """The year or month that the name of a column is: `2019`, `2019年`, `FY2020`, `Apr 2021`."""
    if name.isdigit() and len(name) == 4 and 1800 <= int(name) <= 2200:
        return name
    return moment(name)


def _how(values: Sequence[Column], by: Column, also: Column | None = None, *, single: bool, lang: Lang) -> str:
    names = _joined([f"「{v.name}」" if lang == "ja" else f"`{v.name}`" for v in values], lang)
    keys = _joined([f"「{c.name}」" if lang == "ja" else f"`{c.name}`" for c in (by, also) if c], lang)
    if lang == "ja":
        return f"{keys}ごとの{names}の値" if single else f"{keys}ごとに{names}を合計"
    return f"{names} for each {keys}" if single else f"sum of {names} for each {keys}"


def _of_whole(values: Sequence[float | None], whole: float | None) -> list[float]:
    return [whole, *(100 * value / whole for value in values if value is not None)] if whole else []


def _joined(names: Sequence[str], lang: Lang) -> str:
    return ("・" if lang == "ja" else ", ").join(names)


def _heading(name: str, unit: str) -> str:
    return name if not unit or unit in name else f"{name} ({unit})"


def _cell(value: object, column: Column, lang: Lang) -> str:
    if isinstance(value, str) and column.profile.type == "date":
        return label(value, lang)
    return cell(value)


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) else -math.inf


def _or_none(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) else None
