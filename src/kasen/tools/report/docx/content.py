"""What stands in the document: the parts of the report in its order, each citation as a footnote with its words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from kasen.tools.report.costs import CostRow, cost_rows, total_row
from kasen.tools.report.docx import tree
from kasen.tools.report.docx.tree import Node
from kasen.tools.report.html import anchor, flowing, pieces, web_link
from kasen.tools.report.labels import dates, labels, place, ruling_line
from kasen.tools.report.markdown import figures_line, search_lines
from kasen.tools.report.model import (
    Block,
    Citation,
    CitedPassage,
    Drawing,
    Lang,
    Point,
    Reference,
    Report,
    Ruling,
    Sentence,
    Table,
    Words,
)

TAGS: dict[Lang, str] = {"ja": "ja-JP", "en": "en-US"}
LONGEST_NOTE = 320
"""Characters of the words shown in a footnote; the whole passage stands under the reference."""
_WIDEST = 6.3
"""Inches between the margins of A4."""
_PIXELS = 96.0
_FIRST = 0.2
"""Share of the width that the first column of a table takes."""


class Picture(NamedTuple):
    """A drawn picture: its file, and its width in pixels."""

    file: str
    pixels: float


def content(report: Report, pictures: Mapping[str, Picture]) -> Node:
    """The document. `pictures` holds those that could be drawn, by their SVG; the others become tables."""
    blocks = list(_Content(report, pictures).blocks())
    subtitle = report.question if report.question != report.title else ""
    return tree.document(blocks, title=report.title, subtitle=subtitle, lang=TAGS[report.lang])


class _Content:
    def __init__(self, report: Report, pictures: Mapping[str, Picture]) -> None:
        self._report, self._pictures = report, pictures
        self._words = labels(report.lang)
        self._space = [] if report.lang == "ja" else tree.text(" ")
        self._references = {reference.number: reference for reference in report.references}

    def blocks(self) -> Iterator[Node]:
        report, words = self._report, self._words
        yield tree.para(tree.text(" · ".join(part for part in (report.date, report.made_by) if part)), "Made")
        for line in report.banner:
            yield tree.para(tree.text(line), "Banner")
        yield tree.heading(1, words.summary)
        yield tree.para(self._prose(report.summary) or tree.text(words.nothing))
        yield tree.heading(1, words.findings)
        findings = [self._sentence(one) for one in report.key_findings]
        yield tree.numbers(findings) if findings else tree.para(tree.text(words.nothing))
        if report.analysis:
            yield tree.heading(1, words.analysis)
        for point in report.analysis:
            yield from self._point(point)
        yield from self._disagreements()
        yield tree.heading(1, words.not_covered)
        missing = [tree.text(line) for line in report.not_covered]
        yield tree.bullets(missing) if missing else tree.para(tree.text(words.nothing))
        yield tree.heading(1, words.references)
        for reference in report.references:
            yield from self._reference(reference)
        if not report.references:
            yield tree.para(tree.text(words.nothing))
        yield tree.heading(1, words.how_made)
        yield from self._how_made()

    def _sentence(self, sentence: Sentence) -> list[Node]:
        found = tree.text(sentence.text)
        found += [tree.note(*self._note(citation)) for citation in sentence.citations]
        for mark in sentence.marks:
            found += [*tree.text(" "), tree.styled("Sign", tree.text(f"[{self._words.marks[mark]}]"))]
        return found

    def _prose(self, sentences: Sequence[Sentence]) -> list[Node]:
        found: list[Node] = []
        for number, sentence in enumerate(sentences):
            found += [*(self._space if number else []), *self._sentence(sentence)]
        return found

    def _note(self, citation: Citation) -> Iterator[Node]:
        """The number and title of the source, where the words stand, and the words."""
        reference = self._references[citation.reference]
        passages = {passage.id: passage for passage in reference.passages}
        head = tree.link(tree.text(f"[{reference.number}]"), f"#ref-{reference.number}")
        said: list[Node] = [head, *tree.text(f" {reference.title}")]
        for words in citation.words:
            passage = passages[words.passage_id]
            where = place(reference, passage, self._report.lang)
            said += tree.text(f" · {where}") if where else []
            said += tree.text(self._quoted(passage, words))
        yield tree.para(said)

    def _quoted(self, passage: CitedPassage, words: Words) -> str:
        if words.end <= words.start:
            return ""
        found = " ".join(flowing(passage.text)[words.start : words.end].replace("\0", "").split())
        found = found if len(found) <= LONGEST_NOTE else found[:LONGEST_NOTE].rstrip() + "…"
        return f"「{found}」" if self._report.lang == "ja" else f" “{found}”"

    def _point(self, point: Point) -> Iterator[Node]:
        yield tree.heading(2, point.heading)
        if point.ruling:
            yield tree.para(self._ruling(point.ruling), "Ruling")
        for block in point.blocks:
            yield from self._block(block)

    def _ruling(self, ruling: Ruling) -> list[Node]:
        more = ruling_line(ruling, self._report.lang)
        badge = tree.styled("Badge", tree.text(self._words.rulings[ruling.ruling]))
        return [badge, *tree.text(f" · {more}")] if more else [badge]

    def _block(self, block: Block) -> Iterator[Node]:
        if said := self._prose(block.sentences):
            yield tree.quote(tree.para(said)) if block.kind == "quote" else tree.para(said)
        if block.table:
            yield self._table(block.table)
        if block.picture:
            yield from self._picture(block.picture)

    def _table(self, table: Table) -> Node:
        unknown = [tree.styled("Unknown", tree.text(self._words.unknown))]
        rows = [
            [[tree.strong(row.heading)], *(self._prose(cell.sentences) or unknown for cell in table.cells(row))]
            for row in table.rows
        ]
        return tree.table([tree.text(head) for head in (table.corner, *table.columns)], rows, first=_FIRST)

    def _picture(self, drawing: Drawing) -> Iterator[Node]:
        drawn = self._pictures.get(drawing.svg)
        if drawn is not None:
            yield tree.picture(drawn.file, drawing.alt, inches=min(drawn.pixels / _PIXELS, _WIDEST))
            return
        yield tree.para(tree.text(drawing.alt))
        if drawing.table:
            yield tree.para(tree.text(self._words.not_drawn))
            yield self._table(drawing.table)

    def _disagreements(self) -> Iterator[Node]:
        if self._report.disagreements:
            yield tree.heading(1, self._words.disagreements)
        for one in self._report.disagreements:
            if one.about:
                yield tree.heading(2, one.about)
            yield tree.bullets([self._sentence(side) for side in one.sides])
            if one.note:
                yield tree.para(tree.text(one.note), "Place")

    def _reference(self, reference: Reference) -> Iterator[Node]:
        title = tree.strong(reference.title)
        uri = web_link(reference.uri)
        number = tree.styled("", tree.text(f"[{reference.number}] "), id=f"ref-{reference.number}")
        yield tree.para([number, tree.link([title], uri) if uri else title], "Reference")
        if uri:
            yield tree.para([tree.link(tree.text(uri), uri)], "Address")
        about = (reference.file, reference.publisher, dates(reference, self._report.lang))
        yield tree.para(tree.text(" · ".join(part for part in about if part and part != reference.title)), "Place")
        for passage in reference.passages:
            yield from self._passage(reference, passage)

    def _passage(self, reference: Reference, passage: CitedPassage) -> Iterator[Node]:
        where = place(None, passage, self._report.lang)
        if where:
            yield tree.para([tree.styled("", tree.text(where), id=anchor(reference, passage))], "Place")
        said: list[Node] = []
        for piece in pieces(self._report, passage):
            shown = tree.text(piece.text)
            said += [{"t": "Underline", "c": shown}] if piece.is_cited and shown else shown
        yield tree.quote(tree.para(said))

    def _how_made(self) -> Iterator[Node]:
        made, words = self._report.how_made, self._words
        if made.costs:
            rows = [*cost_rows(made.costs, self._report.lang), total_row(made.costs, self._report.lang)]
            yield tree.table([tree.text(head) for head in words.costs.values()], [_cost(r) for r in rows], first=_FIRST)
        if made.searches:
            yield tree.bullets([tree.text(line) for line in search_lines(self._report)])
        lines = [figures_line(self._report)]
        lines.append(words.claims.format(supported=made.supported, partial=made.partial, removed=made.removed))
        lines += [words.prices.format(made.prices)] if made.prices else []
        lines += [f"{words.replay}: {made.replay}"] if made.replay else []
        for line in lines:
            yield tree.para(tree.text(line), "Place")


def _cost(row: CostRow) -> list[list[Node]]:
    return [tree.text(cell) for cell in (row.role, row.by, row.calls, row.input_tokens, row.output_tokens, row.usd)]
