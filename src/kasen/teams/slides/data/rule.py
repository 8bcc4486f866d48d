"""Figures from the shape of the data alone: what a person would draw first of such a table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from kasen.evidence.reading import Reading
from kasen.models.role import RULE
from kasen.teams.slides.data import charts, time_charts, wide_charts
from kasen.teams.slides.data.draft import Draft, finished
from kasen.teams.slides.data.grouping import in_order
from kasen.teams.slides.data.table import Column, Table
from kasen.teams.slides.data.totals import is_total
from kasen.teams.slides.data.written import is_difference
from kasen.teams.slides.schemas.findings import Figure
from kasen.teams.slides.schemas.part import Lang

_CJK = re.compile("[\u3041-\u30fe\u4e00-\u9fff]")
_SHARES = re.compile(r"内訳|構成|割合|シェア|比率|breakdown|share|composition|proportion|make-?up", re.I)
MOST_FIGURES = 6
_MOST_CATEGORIES = 200
_MOST_TRIED = 8
"""Columns of a table that are looked at, of numbers and of categories."""
_MOST_LINES = 5


def figures_of(
    tables: Sequence[Table], wish: str, *, lang: Lang, most: int = MOST_FIGURES, first: int = 1, by: str = RULE
) -> list[Figure]:
    """At most `most` figures of these tables, those first that the wish speaks of; ids count from `first`.

    Time goes before categories, shares are shown once at most, and nothing is drawn twice. Figures of one table stand
    together, its listing after its charts; single numbers come last.
    """
    found = _scored([(draft, score) for table in tables for draft, score in _drafts(table, lang)], wish, lang)
    chosen: list[Draft] = []
    while found and len(chosen) < most:
        best = max(found, key=lambda entry: entry[1] - _alike(entry[0], chosen))
        found.remove(best)
        if not any(_repeats(best[0], other) for other in chosen):
            chosen.append(best[0])
    chosen = _together([draft for draft in chosen if not _is_shown(draft, chosen)])
    return [finished(draft, number, lang=lang, by=by) for number, draft in enumerate(chosen, start=first)]


def _together(chosen: Sequence[Draft]) -> list[Draft]:
    """Table by table, in the order in which they first were chosen; what can be no slide comes last."""
    tables = list(dict.fromkeys(id(draft.table) for draft in chosen))
    forms = {"chart": 0, "table": 1, "number": 2}
    return sorted(chosen, key=lambda one: (one.kind == "number", tables.index(id(one.table)), forms[one.kind]))


def _is_shown(draft: Draft, chosen: Sequence[Draft]) -> bool:
    """Whether a listing holds no number that one chart of its table does not show already."""
    if draft.kind != "table":
        return False
    numbers = {column.name for column in draft.table.columns("number") if not is_difference(column.name)}
    charts = [one for one in chosen if one.kind == "chart" and one.table is draft.table]
    if len(numbers) == 1:
        (only,) = (column for column in draft.table.columns("number") if column.name in numbers)
        shown = _in_order(draft.table.values(only))
        return any(shown == _in_order(values) for one in chosen for values in one.series.values())
    return bool(numbers) and any(numbers <= set(one.columns) and len(one.labels) == len(draft.cells) for one in charts)


def _in_order(values: Sequence[object]) -> list[float]:
    return sorted(float(value) for value in values if isinstance(value, int | float))


def _drafts(table: Table, lang: Lang) -> Iterator[tuple[Draft, float]]:
    """What can be drawn of a table, each with how much it usually says."""
    for draft, score in _candidates(table, lang):
        if draft is not None:
            yield draft, score


def _candidates(table: Table, lang: Lang) -> Iterator[tuple[Draft | None, float]]:
    numbers = _numbers(table)
    time = next((column for column in table.columns("date", "text") if in_order(table, column)), None)
    span = time_charts.span_of(table, time, lang)
    if wide_charts.across(table):
        yield wide_charts.over_time(table, lang), 6
        yield wide_charts.by_row(table, lang), 4
        yield charts.listing(table, lang), 2.5
        return
    if time is not None:
        yield from _in_time(table, time, numbers, lang)
    for category in _categories(table, lang):
        if category != time:
            yield from _by_category(table, category, numbers, span, lang)
    for same in _of_one_unit(_varying(table)):
        yield charts.columns_compared(table, same, span, lang), 4.5
    pairs = combinations([value for value in numbers[:4] if not is_difference(value.name)], 2)
    for x, y in pairs if time is None else ():
        yield charts.pair(table, x, y, lang), 2
    yield charts.listing(table, lang), 2.5
    for rank, value in enumerate(numbers):
        if not is_difference(value.name):
            yield charts.total_of(table, value, lang), 1.5 - 0.3 * rank


def _by_category(
    table: Table, category: Column, numbers: list[Column], span: time_charts.Span, lang: Lang
) -> Iterator[tuple[Draft | None, float]]:
    for rank, value in enumerate(numbers):
        yield charts.by_category(table, category, value, span, lang), 4 - 0.3 * rank
        yield charts.shares(table, category, value, span, lang), 2.8 - 0.3 * rank


def _in_time(table: Table, time: Column, numbers: list[Column], lang: Lang) -> Iterator[tuple[Draft | None, float]]:
    for rank, value in enumerate(value for value in numbers if not is_difference(value.name)):
        for category in _categories(table, lang):
            if category != time:
                yield time_charts.by_category_over_time(table, time, category, value, lang), 5.2 - 0.3 * rank
        yield time_charts.over_time(table, time, [value], lang), 5 - 0.3 * rank
    for same in _of_one_unit(numbers):
        largest = sorted(same, key=lambda column: -abs(float(column.profile.high or 0)))[:_MOST_LINES]
        shown = [column for column in same if column in largest]
        yield time_charts.over_time(table, time, shown, lang), 5.3


def _of_one_unit(numbers: list[Column]) -> Iterator[list[Column]]:
    """Columns that may stand beside each other: of one unit, no sums and no differences of the others."""
    for unit in dict.fromkeys(value.profile.unit for value in numbers):
        same = [value for value in numbers if value.profile.unit == unit]
        same = [value for value in same if not is_total(value.name) and not is_difference(value.name)]
        if len(same) >= 2:
            yield same


def _numbers(table: Table) -> list[Column]:
    """Some columns of numbers that vary, sums of the others last."""
    return _varying(table)[:_MOST_TRIED]


def _varying(table: Table) -> list[Column]:
    found = [column for column in table.columns("number") if column.profile.distinct > 1]
    return sorted(found, key=lambda column: is_total(column.name) or is_difference(column.name))


def _categories(table: Table, lang: Lang) -> list[Column]:
    """Columns of short words, of which not every row says something else, or few rows do; of the same, the deck's."""
    return table.once(("categories", lang), lambda: _found_categories(table, lang))


def _found_categories(table: Table, lang: Lang) -> list[Column]:
    count = len(table.rows)
    found: list[Column] = []
    splits: list[list[int]] = []
    for column in sorted(table.columns("text"), key=lambda column: _is_foreign(table, column, lang)):
        lengths = [len(str(value)) for value in table.values(column)[:200] if value]
        few = 2 <= column.profile.distinct <= min(_MOST_CATEGORIES, max(30, count // 2))
        split = _split(table, column)
        if few and lengths and sum(lengths) / len(lengths) <= 30 and split not in splits:
            found.append(column)
            splits.append(split)
    return found[:4]


def _is_foreign(table: Table, column: Column, lang: Lang) -> bool:
    """Whether its values are words of the other language."""
    words = "".join(str(value) for value in table.values(column)[:20] if value)
    return (_CJK.search(words) is not None) != (lang == "ja")


def _split(table: Table, column: Column) -> list[int]:
    """How a column parts the rows; another name of the same parts says nothing new."""
    seen: dict[object, int] = {}
    return [seen.setdefault(value, len(seen)) for value in table.values(column)]


def _scored(drafts: Sequence[tuple[Draft, float]], wish: str, lang: Lang) -> list[tuple[Draft, float]]:
    """Each draft with how much it says in general, and how much the wish speaks of it."""
    wanted = Reading(wish).weights
    scored = []
    for order, (draft, score) in enumerate(drafts):
        profile = draft.table.profile
        names = Reading(f"{profile.file} {profile.sheet} {draft.title} {' '.join(draft.columns)}").weights
        words = Reading(" ".join([*draft.labels[:20], *draft.series])).weights
        hits = sum(wanted.get(word, 0.0) for word in names) + 0.5 * sum(
            wanted.get(word, 0.0) for word in words if word not in names
        )
        own = 0.5 if (_CJK.search("".join(draft.columns)) is not None) == (lang == "ja") else 0.0
        own += 3.0 if draft.kind == "chart" and draft.chart == "doughnut" and _SHARES.search(wish) else 0.0
        scored.append((draft, score + 1.5 * min(hits, 4.0) + own - 1e-6 * order))
    return scored


def _alike(draft: Draft, chosen: Sequence[Draft]) -> float:
    """How much of it is shown already: the same numbers, or the same form for the same table."""
    same = [other for other in chosen if other.table is draft.table and other.kind == draft.kind]
    values = sum(bool(set(draft.columns[1:]) & set(other.columns[1:])) for other in same)
    forms = sum(draft.in_time == other.in_time and draft.columns[:1] == other.columns[:1] for other in same)
    return 0.7 * values + 0.7 * forms


def _values(draft: Draft) -> list[list[float | None]]:
    return [list(values) for values in draft.series.values()]


def _repeats(draft: Draft, other: Draft) -> bool:
    """Whether it says what another says already: the same numbers, the same columns, another ring of shares."""
    if draft.chart == other.chart == "doughnut" and draft.kind == other.kind == "chart":
        return True
    if draft.kind == other.kind == "chart" and len(draft.labels) > 2 and _values(draft) == _values(other):
        return True
    if draft.table is not other.table or draft.kind != other.kind:
        return False
    if draft.kind != "chart":
        return True
    mine, theirs = set(draft.columns), set(other.columns)
    if draft.in_time and other.in_time:
        return mine <= theirs or theirs <= mine
    return mine == theirs and draft.in_time == other.in_time
