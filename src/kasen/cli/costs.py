"""What a run has cost, for the terminal: a table of role and model, and one line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kasen.cli.columns import columns
from kasen.cli.lines import money

if TYPE_CHECKING:
    from kasen.team import RoleCost, RunFigures

HEAD = ("role", "by", "calls", "tokens in", "out", "USD")


def cost_lines(figures: RunFigures) -> Iterator[str]:
    """The cost table with its sums; nothing for a run that has asked nobody."""
    rows = figures.table()
    if not rows:
        return
    lines: list[tuple[str, ...]] = [HEAD, *map(_line, rows)]
    lines.append(("total", "", *_counts(figures.calls, figures.input_tokens, figures.output_tokens), _total(figures)))
    yield from columns(lines, right=(2, 3, 4, 5))
    if figures.reused:
        were = "answer was" if figures.reused == 1 else "answers were"
        yield f"{figures.reused} {were} taken from earlier runs"


def _line(row: RoleCost) -> tuple[str, ...]:
    if not row.calls and not row.usd:
        return (row.role, row.model, "-", "-", "-", "-")
    by = row.model if row.answered else f"{row.model} (no answer)"
    usd = "unknown" if row.usd is None else money(row.usd)
    return (row.role, by, *_counts(row.calls, row.input_tokens, row.output_tokens), usd)


def _counts(*counts: int) -> tuple[str, ...]:
    return tuple(f"{count:,}" for count in counts)


def _total(figures: RunFigures) -> str:
    if figures.usd is not None:
        return money(figures.usd)
    known = sum(row.usd for row in figures.costs if row.usd is not None)
    return f"{money(known)} + unknown" if known else "unknown"
