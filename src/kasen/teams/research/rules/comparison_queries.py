"""What is asked to fill the cells of a comparison: every item by every criterion, in other words in later rounds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kasen.teams.research.rules.planner import same
from kasen.teams.research.schemas.compare import Compared, ComparisonPlan, Criterion

TOGETHER = 3
"""Criteria of one item that one query for the web asks at once in the first round."""
MOST_WEB = 24
"""Queries for the web in one round."""
IN_OTHER_WORDS = 2
"""Wordings of a cell that a later round sends to the documents."""


@dataclass(frozen=True)
class Cell:
    """An item by a criterion; `number` counts from 1, the criteria of the first item first."""

    number: int
    item: int
    criterion: int
    of: Compared
    by: Criterion

    def text(self, lang: str) -> str:
        """The cell in words: `price of Alpha`, `アルファの価格`."""
        return f"{self.of.name}の{self.by.name}" if lang == "ja" else f"{self.by.name} of {self.of.name}"


def cells(plan: ComparisonPlan) -> list[Cell]:
    """Every cell of a comparison."""
    wide = len(plan.criteria)
    return [
        Cell((i - 1) * wide + c, i, c, item, criterion)
        for i, item in enumerate(plan.items, 1)
        for c, criterion in enumerate(plan.criteria, 1)
    ]


def wordings(cell: Cell) -> list[str]:
    """Queries for a cell: its own words first, then other names of the criterion and of the item."""
    pairs = [(i, c) for i in (cell.of.name, *cell.of.also) for c in (cell.by.name, *cell.by.also)]
    pairs.sort(key=lambda pair: (pair[0] != cell.of.name) + (pair[1] != cell.by.name))
    return [f"{item} {criterion}" for item, criterion in pairs]


def queries_for_documents(empty: Sequence[Cell], sent: Iterable[str], *, first: bool) -> list[str]:
    """One query for each empty cell; in later rounds its next wordings that were not sent yet."""
    known = {same(query) for query in sent}
    found: list[str] = []
    for cell in empty:
        fresh = [query for query in wordings(cell) if same(query) not in known]
        found += fresh[: 1 if first else IN_OTHER_WORDS]
    return list(dict.fromkeys(found))


def queries_for_web(empty: Sequence[Cell], sent: Iterable[str], *, first: bool) -> list[str]:
    """First an item by some criteria at once; later each cell by itself, in words that were not sent yet."""
    known = {same(query) for query in sent}
    if first:
        by_item: dict[str, list[str]] = {}
        for cell in empty:
            by_item.setdefault(cell.of.name, []).append(cell.by.name)
        asked = [
            " ".join([item, *criteria[at : at + TOGETHER]])
            for item, criteria in by_item.items()
            for at in range(0, len(criteria), TOGETHER)
        ]
    else:
        fresh = ([query for query in wordings(cell) if same(query) not in known] for cell in empty)
        asked = [queries[0] for queries in fresh if queries]
    return [query for query in dict.fromkeys(asked) if same(query) not in known][:MOST_WEB]
