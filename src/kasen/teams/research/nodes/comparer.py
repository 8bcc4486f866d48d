"""The cells of a comparison: said by the role criterion by criterion, all at once; checked and scored by code."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from langgraph.runtime import Runtime

from kasen.models.role import RULE, Role
from kasen.team import Deps
from kasen.teams.research.grounds import Grounds
from kasen.teams.research.rules.comparer import MOST_SIDES, quote_cells
from kasen.teams.research.rules.comparison_queries import cells
from kasen.teams.research.rules.disagreement import differ
from kasen.teams.research.rules.scores import CODE, scores
from kasen.teams.research.schemas import Excerpt, Statement
from kasen.teams.research.schemas.compare import CellEvidence, CellSaid, CellsSaid, MatrixCell
from kasen.teams.research.states.compare import Filled, Filling

COMPARER = Role(
    name="comparer",
    package="kasen.teams.research",
    reply=CellsSaid,
    rule=quote_cells,
    tier="reasoning",
    answer_tokens=700,
    target_s=10.0,
    maximum_s=30.0,
)


async def comparer(state: Filling, runtime: Runtime[Deps]) -> Filled:
    """Fill every cell that has evidence; the others stay unknown."""
    deps, plan, question = runtime.context, state["comparison"], state["request"].question
    grounds = await Grounds.of(deps, plan, state["analyzed_data"])
    rows = [_Row(grounds, number, state["analyzed_data"]) for number in range(1, len(plan.criteria) + 1)]
    asked = await asyncio.gather(*(row.ask(deps, question) for row in rows if row.excerpts))
    said = iter(asked)
    filled = [cell for row in rows for cell in (row.cells(*next(said)) if row.excerpts else [])]
    by_place = {(cell.item, cell.criterion): cell for cell in filled}
    matrix = [
        by_place.get((cell.item, cell.criterion)) or MatrixCell(item=cell.item, criterion=cell.criterion)
        for cell in cells(plan)
    ]
    known = sum(bool(cell.statements) for cell in matrix)
    deps.note(f"{len(matrix)} 欄中 {known} 欄が既知" if deps.lang == "ja" else f"{known} of {len(matrix)} cells known")
    return {"matrix": matrix}


class _Row:
    """One criterion: what is asked about it, and what is made of the answer."""

    def __init__(self, grounds: Grounds, criterion: int, excerpts: Sequence[Excerpt]) -> None:
        self._grounds = grounds
        self._number = criterion
        self._criterion = grounds.plan.criteria[criterion - 1]
        self.excerpts = [e.id for e in excerpts if grounds.criterion_of(e.id) == criterion]

    async def ask(self, deps: Deps, question: str) -> tuple[CellsSaid, str]:
        """The answer of the role, and who gave it."""
        evidence = [
            CellEvidence(
                id=id,
                item=self._grounds.item_of(id),
                origin=self._grounds.source_of(id).title,
                quote=self._grounds.quote(id),
            )
            for id in self.excerpts
        ]
        answer = await deps.ask(
            COMPARER,
            question=question,
            criterion=self._criterion.name,
            better=self._criterion.better,
            items=[item.name for item in self._grounds.plan.items],
            evidence=evidence,
            scored=self._criterion.comparable,
            lang=deps.lang,
        )
        return answer.value, answer.by

    def cells(self, said: CellsSaid, by: str) -> list[MatrixCell]:
        """The cells that stand, each with its score."""
        told: dict[int, CellSaid] = {}
        for cell in said.cells or self._measured():
            told.setdefault(cell.item, cell)
        found = []
        for item in sorted({self._grounds.item_of(id) for id in self.excerpts}):
            statements = self._statements(item, told.get(item))
            if statements:
                found.append(self._cell(item, statements))
        return self._scored(found, told, by)

    def _measured(self) -> list[CellSaid]:
        """Where a role gave no cell at all: quotations that have the words of the criterion."""
        sure = [id for id in self.excerpts if self._grounds.names_criterion(id)]
        by_item: dict[int, str] = {}
        for id in sure:
            by_item.setdefault(self._grounds.item_of(id), id)
        return [CellSaid(item=item, statements=[self._quoted(id)]) for item, id in by_item.items()]

    def _statements(self, item: int, said: CellSaid | None) -> list[Statement]:
        """What a role said of the item as far as evidence for the item bears it out, else the words of that evidence.

        An item that the role left out stays unknown: it has read that nothing answers.
        """
        if said is None or not said.statements:
            return []
        kept: list[Statement] = []
        for statement in said.statements[:MOST_SIDES]:
            own = self._grounds.own(statement, item)
            if own is None:
                continue
            kept.append(own if self._grounds.stands(own, item) else self._quoted(own.evidence[0]))
        return list({one.text: one for one in kept}.values())

    def _quoted(self, id: str) -> Statement:
        return Statement(text=self._grounds.quote(id), evidence=[id])

    def _cell(self, item: int, statements: list[Statement]) -> MatrixCell:
        """A cell; where sources of the item give other figures than it says, they are put beside it."""
        own = [id for id in self.excerpts if self._grounds.item_of(id) == item]
        pairs = [
            (one, other) for at, one in enumerate(own) for other in own[at + 1 :] if self._differ(one, other, item)
        ]
        cited = {id for statement in statements for id in statement.evidence}
        disputed = [pair for pair in pairs if cited & set(pair)]
        other_sides = [id for id in dict.fromkeys(id for pair in disputed for id in pair) if id not in cited]
        sides = [*statements, *map(self._quoted, other_sides)][:MOST_SIDES]
        return MatrixCell(item=item, criterion=self._number, statements=sides, disputed=bool(disputed))

    def _differ(self, one: str, other: str, item: int) -> bool:
        words = self._grounds.words(one, item), self._grounds.words(other, item)
        return self._grounds.source_of(one).id != self._grounds.source_of(other).id and differ(*words)

    def _scored(self, found: list[MatrixCell], told: dict[int, CellSaid], by: str) -> list[MatrixCell]:
        """Figures are scored by code; where they are none, by the model that was asked; a disputed cell by nobody."""
        sure = [cell for cell in found if not cell.disputed]
        words = {cell.item: self._figures(cell) for cell in sure}
        given, scored_by = dict(scores(words, self._criterion.better)), CODE
        if not given and by != RULE and self._criterion.comparable:
            marks = {cell.item: told[cell.item].score for cell in sure}
            given, scored_by = {item: score for item, score in marks.items() if score is not None}, by
        if len(given) < 2:
            return found
        return [
            cell.model_copy(update={"score": given[cell.item], "scored_by": scored_by}) if cell.item in given else cell
            for cell in found
        ]

    def _figures(self, cell: MatrixCell) -> str:
        """What a cell says of its item alone."""
        said = []
        for statement in cell.statements:
            id = statement.evidence[0]
            is_quote = statement.text == self._grounds.quote(id)
            said.append(self._grounds.words(id, cell.item) if is_quote else statement.text)
        return "\n".join(said)
