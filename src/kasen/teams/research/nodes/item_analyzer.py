"""Evidence for the cells of a comparison: one analysis per item, all at once, of passages that speak of it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from langgraph.runtime import Runtime

from kasen.evidence.types import Passage, Source
from kasen.team import Deps
from kasen.teams.research.nodes.analyzer import analysed
from kasen.teams.research.rules.comparison_queries import Cell, cells
from kasen.teams.research.rules.coverage import COVERED, best, coverage, window
from kasen.teams.research.rules.disagreement import differ
from kasen.teams.research.rules.subject import Place, Subjects, is_row
from kasen.teams.research.schemas import Excerpt, Found
from kasen.teams.research.schemas.compare import ComparisonPlan, Criterion
from kasen.teams.research.states.compare import Read, Reading

PER_CELL = 6
"""Excerpts of one cell that are kept."""
_NOTHING_ELSE = 0.8
"""Share of a heading's words from which it is the name of a criterion."""


async def item_analyzer(state: Reading, runtime: Runtime[Deps]) -> Read:
    """Read what this round found, for the cells that are still empty; an excerpt counts only for the item it names."""
    deps, plan = runtime.context, state["comparison"]
    kept, seen = state.get("analyzed_data", []), set(state.get("seen", []))
    found = [*state["rag_results"], *state["search_results"]]
    fresh = [one for one in found if one.passage_id not in seen]
    filled = {excerpt.point for excerpt in kept}
    empty = [cell for cell in cells(plan) if cell.number not in filled]
    reader = await _Reader.over(deps, plan, fresh)
    groups = [[cell for cell in empty if cell.item == item] for item in range(1, len(plan.items) + 1)]
    read = await asyncio.gather(*(reader.of_item(state["request"].question, group) for group in groups if group))
    new = [excerpt for group in read for excerpt in group]
    numbered = [e.model_copy(update={"id": f"e{n}"}) for n, e in enumerate([*kept, *new], start=1)]
    passages = len({excerpt.passage_id for excerpt in new})
    deps.note(f"{passages} 箇所を採用" if deps.lang == "ja" else f"{passages} passages kept")
    return {"analyzed_data": numbered, "seen": list(dict.fromkeys(one.passage_id for one in found))}


class _Reader:
    """Reads passages for one item at a time."""

    def __init__(self, deps: Deps, subjects: Subjects, found: Sequence[Found]) -> None:
        self._deps = deps
        self._subjects = subjects
        self._found = found
        self._passages: dict[str, Passage] = {}
        self._sources: dict[str, Source] = {}

    @classmethod
    async def over(cls, deps: Deps, plan: ComparisonPlan, found: Sequence[Found]) -> _Reader:
        """A reader of these passages."""
        reader = cls(deps, subjects_of(plan), found)
        await reader._load([one.passage_id for one in found])
        return reader

    async def of_item(self, question: str, asked: Sequence[Cell]) -> list[Excerpt]:
        """Excerpts for some cells of one item."""
        item = asked[0].item
        about = [one for one in self._found if self._names(item, one)]
        if not about:
            return []
        points = [cell.text(self._deps.lang) for cell in asked]
        said = await analysed(self._deps, question=question, points=points, found=about)
        await self._load([one.passage_id for one in said])
        kept = [excerpt for excerpt in said if self._words(item, excerpt)]
        per_cell = [self._of_cell(cell, [e for e in kept if e.point == n]) for n, cell in enumerate(asked, start=1)]
        return [excerpt for excerpts in per_cell for excerpt in excerpts]

    def _of_cell(self, cell: Cell, said: Sequence[Excerpt]) -> list[Excerpt]:
        """What a model said that it is about the criterion, what names it, and what says otherwise than these."""
        sure = [e for e in said if e.statement or names_criterion(cell.by, e, self._passages[e.passage_id])]
        words = [self._words(cell.item, e) for e in sure]
        other = [e for e in said if e not in sure and any(differ(self._words(cell.item, e), one) for one in words)]
        return [e.model_copy(update={"point": cell.number}) for e in [*sure, *other][:PER_CELL]]

    async def _load(self, ids: Sequence[str]) -> None:
        missing = [id for id in dict.fromkeys(ids) if id not in self._passages]
        self._passages |= {p.id: p for p in await self._deps.evidence.passages(missing)}
        sources = {self._passages[id].source_id for id in missing} - self._sources.keys()
        self._sources |= {s.id: s for s in await self._deps.evidence.sources(sorted(sources))}

    def _names(self, item: int, one: Found) -> bool:
        passage = self._passages[one.passage_id]
        title = self._sources[passage.source_id].title
        return item in self._subjects.named("\n".join((title, *passage.headings, passage.text)))

    def _words(self, item: int, excerpt: Excerpt) -> str:
        passage = self._passages[excerpt.passage_id]
        return self._subjects.words_of(item, place_of(excerpt, passage, self._sources[passage.source_id]))


def names_criterion(criterion: Criterion, excerpt: Excerpt, passage: Passage) -> bool:
    """Whether an excerpt or, for a row, its table has the words of a criterion or of its other names.

    A heading counts that says nothing else: under `Price` stand prices, under `How shade made Uji rich` anything.
    """
    names, above = (criterion.name, *criterion.also), passage.headings[-1:]
    quote = passage.text[excerpt.start : excerpt.end]
    place = window(passage.text, excerpt.start, excerpt.end, *above) if is_row(quote) else quote
    is_headed = any(coverage(heading, "\n".join(names)) >= _NOTHING_ELSE for heading in above)
    return is_headed or any(best(name, [place]) >= COVERED for name in names)


def subjects_of(plan: ComparisonPlan) -> Subjects:
    """The items of a plan by their names."""
    return Subjects([(item.name, *item.also) for item in plan.items])


def place_of(excerpt: Excerpt, passage: Passage, source: Source) -> Place:
    """Where an excerpt stands."""
    return Place(passage.text, excerpt.start, excerpt.end, passage.headings, source.title)
