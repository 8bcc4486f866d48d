"""A comparison as the report shows it: the table first, then the scores, then the conclusion by criterion."""

from __future__ import annotations

from collections.abc import Sequence

from kasen.teams.research import comparison_wording as wording
from kasen.teams.research.rules.field import field
from kasen.teams.research.rules.scores import MOST
from kasen.teams.research.rules.subject import Place, Subjects
from kasen.teams.research.schemas import Draft
from kasen.teams.research.schemas.compare import CellFound, ComparisonPlan, MatrixCell
from kasen.teams.research.wording import Lang
from kasen.teams.research.writing import Writer
from kasen.tools.report.drawing import radar
from kasen.tools.report.model import Block, Cell, Mark, Point, Row, Sentence, Table

LEAST_AXES = 3
"""Criteria with scores from which there is a radar."""


class MatrixSections:
    """What stands under *Detailed Analysis*; `found` holds the cells as the reader sees them, once it was called."""

    def __init__(self, plan: ComparisonPlan, matrix: Sequence[MatrixCell], draft: Draft, lang: Lang) -> None:
        self._plan = plan
        self._matrix = matrix
        self._draft = draft
        self._lang = lang
        self._subjects = Subjects([(item.name, *item.also) for item in plan.items])
        self.found: list[CellFound] = []

    def __call__(self, writer: Writer) -> list[Point]:
        """The points, in the order in which they are read."""
        blocks = [Block(kind="table", table=self._table(writer))]
        said = wording.scored(self._scorers(), self._lang)
        blocks += [Block(sentences=tuple(Sentence(text=text) for text in said))] if said else []
        blocks += self._scores()
        points = [Point(heading=wording.table(self._lang), blocks=tuple(blocks))]
        for number, criterion in enumerate(self._plan.criteria, start=1):
            statements = [s for part in self._draft.analysis if part.point == number for s in part.statements]
            sentences = writer.sentences(statements)
            if sentences:
                points.append(Point(heading=criterion.name, blocks=(Block(sentences=sentences),)))
        return points

    def _table(self, writer: Writer) -> Table:
        rows = []
        for number, criterion in enumerate(self._plan.criteria, start=1):
            row = sorted((cell for cell in self._matrix if cell.criterion == number), key=lambda cell: cell.item)
            rows.append(Row(heading=criterion.name, cells=tuple(self._cell(cell, writer) for cell in row)))
        names = tuple(item.name for item in self._plan.items)
        return Table(columns=names, rows=tuple(rows), corner=wording.criterion(self._lang))

    def _cell(self, cell: MatrixCell, writer: Writer) -> Cell:
        sentences = tuple(self._of_field(one, cell, writer) for one in writer.sentences(cell.statements))
        if cell.disputed:
            sentences = tuple(s.model_copy(update={"marks": _disputed(s)}) for s in sentences)
        passages = dict.fromkeys(words.passage_id for s in sentences for one in s.citations for words in one.words)
        self.found.append(
            CellFound(
                item=self._plan.items[cell.item - 1].name,
                criterion=self._plan.criteria[cell.criterion - 1].name,
                text=" ".join(sentence.text for sentence in sentences),
                passage_ids=list(passages),
                disputed=cell.disputed and bool(sentences),
                score=cell.score if sentences else None,
                scored_by=cell.scored_by if sentences else "",
            )
        )
        return Cell(sentences=sentences)

    def _of_field(self, sentence: Sentence, cell: MatrixCell, writer: Writer) -> Sentence:
        """Of a row that is quoted whole, the field that the cell asks for; it is cited as the row."""
        checker, criterion = writer.checker, self._plan.criteria[cell.criterion - 1]
        for id in (id for statement in cell.statements for id in statement.evidence):
            if excerpt := checker.excerpts.get(id):
                passage = checker.passages[excerpt.passage_id]
                place = Place(passage.text, excerpt.start, excerpt.end, passage.headings)
                if "".join(place.quote.split()) != "".join(sentence.text.split()):
                    continue
                if text := field(place, cell.item, self._subjects, criterion, lang=self._lang):
                    return sentence.model_copy(update={"text": text})
        return sentence

    def _scorers(self) -> dict[str, list[str]]:
        """Who scored, and which criteria."""
        found: dict[str, list[str]] = {}
        for number, criterion in enumerate(self._plan.criteria, start=1):
            by = {cell.scored_by for cell in self._matrix if cell.criterion == number and cell.scored_by}
            for who in sorted(by):
                found.setdefault(who, []).append(criterion.name)
        return found

    def _scores(self) -> list[Block]:
        """The scores as a radar where there are enough criteria, else as a table."""
        by_place = {(cell.item, cell.criterion): cell.score for cell in self._matrix}
        axes = [
            number
            for number in range(1, len(self._plan.criteria) + 1)
            if any(by_place.get((item, number)) is not None for item in range(1, len(self._plan.items) + 1))
        ]
        series = {
            item.name: [by_place.get((number, axis)) for axis in axes]
            for number, item in enumerate(self._plan.items, start=1)
        }
        series = {name: values for name, values in series.items() if any(value is not None for value in values)}
        if not axes:
            return []
        names = [self._plan.criteria[axis - 1].name for axis in axes]
        if len(axes) >= LEAST_AXES:
            return [Block(kind="picture", picture=radar(names, series, maximum=MOST, lang=self._lang))]
        rows = tuple(
            Row(heading=name, cells=tuple(_score(values[at]) for values in series.values()))
            for at, name in enumerate(names)
        )
        table = Table(columns=tuple(series), rows=rows, corner=wording.criterion(self._lang))
        return [Block(kind="table", table=table)]


def _disputed(sentence: Sentence) -> tuple[Mark, ...]:
    return tuple(dict.fromkeys((*sentence.marks, "disputed")))


def _score(value: float | None) -> Cell:
    return Cell() if value is None else Cell(sentences=(Sentence(text=f"{value:g}"),))
