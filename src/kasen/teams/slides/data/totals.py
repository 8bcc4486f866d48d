"""Rows that sum up others: counted with them, everything would be counted twice."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from kasen.teams.slides.data.cells import Raw
from kasen.teams.slides.data.table import Value
from kasen.teams.slides.data.written import is_rate
from kasen.teams.slides.schemas.findings import ColumnProfile

_SURE = re.compile(
    r"(?:総?合計|総計|小計|中計|累計|平均値?|合計値|中央値|(?:grand |sub-?|overall )?totals?|sum|average|mean|median|"
    r".{1,20}(?:合計|小計|総計)|.{1,20} subtotal)",
    re.I,
)
_WHOLE = r"計|全体|全国|全社|総数|総合|世界|全店|all(?: .{1,20})?|overall|world|whole|everything|japan|nationwide"
_MAYBE = re.compile(
    rf"(?:{_WHOLE}|.{{1,20}}(?<![設家時統会推生])計|.{{1,20}} \(all\)|totals? .{{1,20}}|.{{1,20}} totals?)", re.I
)


def is_total(cell: Raw) -> bool:
    """Whether a cell's words are those of a row that may be a total."""
    return isinstance(cell, str) and bool(_kind(cell))


@lru_cache(maxsize=1 << 16)
def _kind(text: str) -> str:
    """`sure`, `maybe`, or nothing."""
    if len(text) > 60:
        return ""
    text = unicodedata.normalize("NFKC", text).strip()
    text = re.sub(r"(?<=[^\x00-\x7f])\s+(?=[^\x00-\x7f])", "", text)
    return "sure" if _SURE.fullmatch(text) else "maybe" if _MAYBE.fullmatch(text) else ""


def total_rows(
    rows: Sequence[Sequence[Value]], raw: Sequence[Sequence[Raw]], columns: Sequence[ColumnProfile]
) -> set[int]:
    """Indices of the rows that are totals, subtotals or means.

    `合計`, `Total` and the like always are; `計`, `全国`, `All` only where their numbers are the sum of others.
    """
    words = [i for i, column in enumerate(columns) if column.type in ("text", "date", "empty")][:4]
    numbers = [i for i, c in enumerate(columns) if c.type == "number"]
    numbers = [i for i in numbers if not is_rate(columns[i].name, columns[i].unit)] or numbers
    if not numbers or len(rows) < 2:
        return set()
    sure, maybe = set(), []
    for index, cells in enumerate(raw):
        for column in words:
            cell = cells[column]
            kind = _kind(cell) if isinstance(cell, str) else ""
            if kind == "sure":
                sure.add(index)
            elif kind:
                maybe.append(index)
    maybe = [index for index in dict.fromkeys(maybe) if index not in sure]
    if len(sure) == len(rows):
        return set()
    return sure | {i for i in maybe if _sums(i, rows, numbers, sure | set(maybe))}


def _sums(index: int, rows: Sequence[Sequence[Value]], numbers: Sequence[int], skipped: set[int]) -> bool:
    """Whether the row is, in most columns, the sum of all others or of those directly above or below it."""
    others = [row for i, row in enumerate(rows) if i not in skipped]
    above = _until(rows, range(index - 1, -1, -1), skipped)
    below = _until(rows, range(index + 1, len(rows)), skipped)
    held = [column for column in numbers if isinstance(rows[index][column], int | float)]
    for group in (others, above, below):
        if len(group) < 2:
            continue
        hits = sum(_near(rows[index][column], sum(_number(row[column]) for row in group)) for column in held)
        if held and hits * 2 > len(held):
            return True
    return bool(held) and all(_holds_all(rows[index][column], [row[column] for row in others]) for column in held)


def _holds_all(value: Value, parts: Sequence[Value]) -> bool:
    """Whether it is a whole of which not all parts are listed: at least their sum, none of them negative."""
    numbers = [_number(part) for part in parts]
    return len(numbers) > 1 and min(numbers) >= 0 and _number(value) >= sum(numbers) > 0


def _until(rows: Sequence[Sequence[Value]], order: range, skipped: set[int]) -> list[Sequence[Value]]:
    found: list[Sequence[Value]] = []
    for index in order:
        if index in skipped:
            break
        found.append(rows[index])
    return found


def _number(value: Value) -> float:
    return float(value) if isinstance(value, int | float) else 0.0


def _near(value: Value, total: float) -> bool:
    return isinstance(value, int | float) and total != 0 and abs(value - total) <= 0.01 * abs(total)
