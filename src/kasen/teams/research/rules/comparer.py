"""The cells of one criterion without a model: the best quotation of each item, and those that say otherwise."""

from __future__ import annotations

from collections.abc import Sequence

from kasen.teams.research.rules.disagreement import differ
from kasen.teams.research.schemas import Statement
from kasen.teams.research.schemas.compare import CellEvidence, CellSaid, CellsSaid

MOST_SIDES = 3
"""Quotations of one cell that contradict each other."""


def quote_cells(
    *,
    question: str,
    criterion: str,
    better: str,
    items: Sequence[str],
    evidence: Sequence[CellEvidence],
    scored: bool,
    lang: str,
) -> CellsSaid:
    """Rule of the comparer: quotations only; a rule gives no scores, figures are scored by code elsewhere."""
    cells = []
    for item in range(1, len(items) + 1):
        own = [one for one in evidence if one.item == item]
        if own:
            said = [own[0], *(one for one in own[1:] if differ(own[0].quote, one.quote))][:MOST_SIDES]
            statements = [Statement(text=one.quote, evidence=[one.id]) for one in said]
            cells.append(CellSaid(item=item, statements=statements))
    return CellsSaid(cells=cells)
