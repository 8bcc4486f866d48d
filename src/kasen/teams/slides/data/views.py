"""What a model is shown of the tables: columns with types, units and ranges, a few rows, what was odd."""

from __future__ import annotations

from collections.abc import Sequence

from kasen.teams.slides.schemas.findings import ColumnProfile, TableProfile

_MOST_TABLES = 8
_MOST_COLUMNS = 40
_MOST_NOTES = 4
_ROWS = 3
_CELL = 40


def views(tables: Sequence[TableProfile]) -> list[tuple[str, str]]:
    """Name and description of each table; of more than a few the others by name only."""
    found = [(f"T{n}", _view(table, n)) for n, table in enumerate(tables[:_MOST_TABLES], start=1)]
    if more := tables[_MOST_TABLES:]:
        names = "\n".join(f"{table.file}: {table.rows} rows" for table in more)
        found.append(("more", f"Further tables, to be opened in the same way:\n{names}"))
    return found


def shown(rows: Sequence[Sequence[object]], at: Sequence[int]) -> tuple[str, ...]:
    """The first rows of a table with their numbers, one line each, cells cut."""
    lines = []
    for row, number in list(zip(rows, at, strict=True))[:_ROWS]:
        cells = [str(value)[:_CELL] if value is not None else "None" for value in row[:_MOST_COLUMNS]]
        lines.append(f"row {number}: {' | '.join(cells)}")
    return tuple(lines)


def _view(table: TableProfile, number: int) -> str:
    lines = [f'table("T{number}"): {table.file}, {table.rows:,} rows']
    if table.title:
        lines.append(f"Title: {table.title}")
    lines += [f"- {_column(column)}" for column in table.columns[:_MOST_COLUMNS]]
    if len(table.columns) > _MOST_COLUMNS:
        lines.append(f"- and {len(table.columns) - _MOST_COLUMNS} more columns")
    lines += table.shown
    lines += [f"Note: {note}" for note in table.notes[:_MOST_NOTES]]
    return "\n".join(lines)


def _column(column: ColumnProfile) -> str:
    parts = [f"{column.name!r}: {column.type}"]
    if column.unit:
        parts.append(f"in {column.unit}")
    if column.low or column.high:
        parts.append(f"from {column.low} to {column.high}")
    if column.type == "text":
        examples = ", ".join(f"{example[:_CELL]!r}" for example in column.examples)
        parts.append(f"{column.distinct} different, such as {examples}")
    if column.missing:
        parts.append(f"{column.missing} missing")
    return ", ".join(parts)
