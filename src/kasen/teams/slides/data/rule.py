"""Figures from the shape of the data alone: what a person would draw first of such a table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from kasen.evidence.reading import Reading
from kasen.models.role import RULE
from kasen.teams.slides.data import charts
from kasen.teams.slides.data.draft import Draft, finished
from kasen.teams.slides.data.grouping import in_order
from kasen.teams.slides.data.table import Column, Table
from kasen.teams.slides.data.totals import is_total
from kasen.teams.slides.schemas.findings import Figure
from kasen.teams.slides.schemas.part import Lang

_CJK = re.compile("[\u3041-\u30fe\u4e00-\u9fff]")
MOST_FIGURES = 6
_MOST_CATEGORIES = 200
_MOST_TRIED = 8
"""Columns of a table that are looked at, of numbers and of categories."""


def figures_of(
    tables: Sequence[Table], wish: str, *, lang: Lang, most: int = MOST_FIGURES, first: int = 1, by: str = RULE
) -> list[Figure]:
    """At most `most` figures of these tables, those first that the wish speaks of; ids count from `first`.

    Time goes before categories, shares are shown once at most, and nothing is drawn twice.
    """
    ranked = _ranked([(table, draft, score) for table in tables for draft, score in _drafts(table, lang)], wish, lang)
    chosen: list[Draft] = []
    for draft in ranked:
        if len(chosen) < most and not any(_repeats(draft, other) for other in chosen):
            chosen.append(draft)
    return [finished(draft, number, lang=lang, by=by) for number, draft in enumerate(chosen, start=first)]


def _drafts(table: Table, lang: Lang) -> Iterator[tuple[Draft, float]]:
    """What can be drawn of a table, each with how much it usually says."""
    for draft, score in _candidates(table, lang):
        if draft is not None:
            yield draft, score


def _candidates(table: Table, lang: Lang) -> Iterator[tuple[Draft | None, float]]:
    numbers = _numbers(table)
    wide = charts.years_across(table, lang)
    if wide is not None:
        yield wide, 6
        last = [column for column in table.columns("number") if charts.moment_of(column.name)][-1:]
        for category in _categories(table):
            for value in last:
                yield charts.by_category(table, category, value, lang), 4
        yield charts.listing(table, lang), 2.5
        return
    time = next((column for column in table.columns("date", "text") if in_order(table, column)), None)
    if time is not None:
        yield from _in_time(table, time, numbers, lang)
    for category in _categories(table):
        if category == time:
            continue
        for rank, value in enumerate(numbers):
            yield charts.by_category(table, category, value, lang), 4 - 0.3 * rank
            yield charts.shares(table, category, value, lang), 2.8 - 0.3 * rank
    for x, y in combinations(numbers[:4], 2):
        yield charts.pair(table, x, y, lang), 2
    yield charts.listing(table, lang), 2.5
    for rank, value in enumerate(numbers):
        yield charts.total_of(table, value, lang), 1.5 - 0.3 * rank


def _in_time(table: Table, time: Column, numbers: list[Column], lang: Lang) -> Iterator[tuple[Draft | None, float]]:
    for rank, value in enumerate(numbers):
        for category in _categories(table):
            if category != time:
                yield charts.by_category_over_time(table, time, category, value, lang), 5.2 - 0.3 * rank
        yield charts.over_time(table, time, [value], lang), 5 - 0.3 * rank
    units = list(dict.fromkeys(value.profile.unit for value in numbers))
    for unit in units:
        same = [value for value in numbers if value.profile.unit == unit and not is_total(value.name)]
        if 2 <= len(same) <= 4:
            yield charts.over_time(table, time, same, lang), 5.1


def _numbers(table: Table) -> list[Column]:
    """Columns of numbers that vary, sums of the others last."""
    found = [column for column in table.columns("number") if column.profile.distinct > 1]
    found.sort(key=lambda column: is_total(column.name))
    return found[:_MOST_TRIED]


def _categories(table: Table) -> list[Column]:
    """Columns of short words, of which not every row says something else, or few rows do."""
    count = len(table.rows)
    found: list[Column] = []
    splits: list[list[int]] = []
    for column in table.columns("text"):
        lengths = [len(str(value)) for value in table.values(column)[:200] if value]
        few = 2 <= column.profile.distinct <= min(_MOST_CATEGORIES, max(30, count // 2))
        split = _split(table, column)
        if few and lengths and sum(lengths) / len(lengths) <= 30 and split not in splits:
            found.append(column)
            splits.append(split)
    return found[:4]


def _split(table: Table, column: Column) -> list[int]:
    """How a column parts the rows; another name of the same parts says nothing new."""
    seen: dict[object, int] = {}
    return [seen.setdefault(value, len(seen)) for value in table.values(column)]


def _ranked(drafts: Sequence[tuple[Table, Draft, float]], wish: str, lang: Lang) -> list[Draft]:
    wanted = Reading(wish).weights
    scored = []
    for order, (table, draft, score) in enumerate(drafts):
        names = Reading(f"{table.profile.file} {table.profile.sheet} {draft.title} {' '.join(draft.columns)}").weights
        words = Reading(" ".join([*draft.labels[:20], *draft.series])).weights
        hits = sum(wanted.get(word, 0.0) for word in names) + 0.5 * sum(wanted.get(word, 0.0) for word in words)
        own = 0.5 if (_CJK.search("".join(draft.columns)) is not None) == (lang == "ja") else 0.0
        scored.append((-(score + 1.5 * min(hits, 4.0) + own), order, draft))
    return [draft for _, _, draft in sorted(scored, key=lambda entry: entry[:2])]


def _repeats(draft: Draft, other: Draft) -> bool:
    """Whether it says what another says already: the same columns of the same table, or another ring of shares."""
    if draft.chart == other.chart == "doughnut" and draft.kind == other.kind == "chart":
        return True
    if draft.table is not other.table or draft.kind != other.kind:
        return False
    if draft.kind != "chart":
        return True
    mine, theirs = set(draft.columns), set(other.columns)
    if draft.in_time and other.in_time:
        return mine <= theirs or theirs <= mine
    return mine == theirs and {draft.chart, other.chart} != {"bar", "doughnut"} and draft.in_time == other.in_time
