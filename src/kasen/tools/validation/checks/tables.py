"""Pipe tables: the line of dashes, and rows with more cells than the table has columns, which are lost in print."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kasen.tools.validation.model import Problem
from kasen.tools.validation.scan import Source

_DASHES = re.compile(r"^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$")
_ROW = re.compile(r"^\s*\|.*\|\s*$")
_NEARLY = re.compile(r"^\s*\|?[\s:|=+ー―—–-]*\|[\s:|=+ー―—–-]*$")


def problems(source: Source) -> Iterator[Problem]:
    """Problems of tables."""
    # A row may hold a code span with a bar; blanked, the bar does not count.
    lines = source.shown.split("\n")
    read = 0
    for number, line in enumerate(lines):
        if number < read:
            continue
        if "|" in line and _DASHES.match(line) and number and "|" in lines[number - 1]:
            read = _end(lines, number)
            yield from _table(lines[number - 1 : read], number)
        elif _is_first_row(lines, number):
            yield from _no_dashes(lines, number)


def _end(lines: list[str], dashes: int) -> int:
    """Where the rows under a line of dashes end."""
    number = dashes + 1
    while number < len(lines) and "|" in lines[number]:
        number += 1
    return number


def _table(rows: list[str], first: int) -> Iterator[Problem]:
    """Problems of the rows; the headings are in line `first`, counted from 1."""
    head, columns = _cells(rows[0]), _cells(rows[1])
    if head != columns:
        text = f"The table has {head} headings and {columns} columns under them, so that it is no table."
        yield Problem(line=first + 1, rule="table-column-count", text=text)
        return
    for number, row in enumerate(rows[2:], start=first + 2):
        if (cells := _cells(row)) > columns:
            text = f"The row has {cells} cells and the table {columns} columns: the last are lost."
            yield Problem(line=number, rule="table-column-count", text=text)


def _is_first_row(lines: list[str], number: int) -> bool:
    """A row with bars at both ends that begins a paragraph of at least two."""
    return (
        bool(_ROW.match(lines[number]))
        and (number == 0 or not lines[number - 1].strip())
        and number + 1 < len(lines)
        and "|" in lines[number + 1]
    )


def _no_dashes(lines: list[str], number: int) -> Iterator[Problem]:
    below = lines[number + 1]
    # Line blocks (`| text`) have no bar at the end; grid tables begin with `+`.
    if _DASHES.match(below) or not (_ROW.match(below) or _NEARLY.match(below)):
        return
    yield Problem(
        line=number + 2, rule="broken-table", text="A line of dashes (`|---|---|`) is missing under the first row."
    )


def _cells(line: str) -> int:
    row = line.strip().replace("\\|", "  ")
    return row.removeprefix("|").removesuffix("|").count("|") + 1
