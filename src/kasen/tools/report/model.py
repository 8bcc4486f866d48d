"""What a report says, in parts that never have to be parsed out of text again.

A team fills a `Report`; `markdown` and `html` render it. Nothing here holds Markdown or HTML: every string
is plain text, and the renderers escape it. Ids are those of the evidence store.
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from kasen.evidence.types import Unit

Lang = Literal["ja", "en"]
Mark = Literal["partial", "single_origin", "disputed"]
"""Signs beside a sentence: `partial` support, all its passages from one origin, other sources say otherwise."""
BlockKind = Literal["text", "quote", "table", "picture"]
RulingKind = Literal["supported", "refuted", "disputed", "not_enough"]
"""What a fact-check says of a claim."""


class Part(BaseModel):
    """A frozen piece of a report; unknown fields are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Words(Part):
    """The words of a passage that support a sentence: a half-open range of characters of `CitedPassage.text`.

    `start == end` means the passage as a whole.
    """

    passage_id: str
    start: int = 0
    end: int = 0


class Citation(Part):
    """One mark `[n]`: the reference and the words in it."""

    reference: int
    words: tuple[Words, ...] = ()


class Sentence(Part):
    """One statement (one or two sentences of prose) and what it rests on."""

    text: str
    citations: tuple[Citation, ...] = ()
    marks: tuple[Mark, ...] = ()
    claim_id: str = ""
    """Id of the claim in the evidence ledger; empty for words that claim nothing."""


class Cell(Part):
    """A cell of a table; without sentences it is `unknown`, which is shown as that word."""

    sentences: tuple[Sentence, ...] = ()


class Row(Part):
    """A row of a table and what it is about."""

    heading: str
    cells: tuple[Cell, ...] = ()


class Table(Part):
    """A table: `columns` name the cells of each row, `corner` what the rows are."""

    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    corner: str = ""

    @model_validator(mode="after")
    def _fits(self) -> Table:
        if wide := [row.heading for row in self.rows if len(row.cells) > len(self.columns)]:
            raise ValueError(f"row `{wide[0][:60]}` has more cells than the table has columns")
        return self

    def cells(self, row: Row) -> tuple[Cell, ...]:
        """One cell per column; those that the row does not have are unknown."""
        return (*row.cells, *(Cell() for _ in self.columns[len(row.cells) :]))


class Drawing(Part):
    """A picture that code drew from data of the report. `svg` is made by `tools.report` only, never taken from text."""

    svg: str
    alt: str
    """What the picture shows, for those who do not see it."""
    mermaid: str = ""
    """The same as Mermaid source, for Markdown; empty where Mermaid has no such form."""
    table: Table | None = None
    """The same as a table, for readers who do not see it and for formats that do not draw it."""


class Block(Part):
    """A paragraph of sentences, a verbatim quotation, a table or a picture."""

    sentences: tuple[Sentence, ...] = ()
    kind: BlockKind = "text"
    table: Table | None = None
    picture: Drawing | None = None

    def all_sentences(self) -> tuple[Sentence, ...]:
        """Its sentences and those of its table, in reading order."""
        rows = self.table.rows if self.table else ()
        return (*self.sentences, *(s for row in rows for cell in row.cells for s in cell.sentences))


class Ruling(Part):
    """What a fact-check says of one claim; `confidence` is 0–1, None where nothing was measured."""

    ruling: RulingKind
    confidence: float | None = None
    note: str = ""
    """How many independent origins say so, in words."""


class Point(Part):
    """One point of the detailed analysis."""

    heading: str
    blocks: tuple[Block, ...] = ()
    ruling: Ruling | None = None


class Disagreement(Part):
    """What sources say differently: each side with its own citations."""

    about: str
    sides: tuple[Sentence, ...]
    note: str = ""


class CitedPassage(Part):
    """Exact words of a source that some sentence cites."""

    id: str
    text: str
    page: int | None = None
    unit: Unit = "page"
    """What `page` counts."""
    headings: tuple[str, ...] = ()


class Reference(Part):
    """One source, numbered from 1 in the order of first citation, with the passages used."""

    number: int
    title: str
    kind: Literal["document", "web"] = "document"
    file: str = ""
    """Name or relative path of the document as the reader knows it; empty for the web."""
    publisher: str = ""
    date: str = ""
    """Of the source, or the day it was fetched, where it is not known which; ISO 8601."""
    published: str = ""
    """Day, month or year that the source is from, as it says itself; ISO 8601, empty where it does not say."""
    fetched: str = ""
    """Day on which it was read; ISO 8601."""
    uri: str = ""
    """An http(s) address, or a path relative to the report's folder. Anything else is shown as text, never linked."""
    passages: tuple[CitedPassage, ...] = ()


class MadeBy(Part):
    """Who did one part of the work: a model's id, or `rule`."""

    role: str
    by: str


class Cost(Part):
    """What one model has cost in one part of the work; a rule costs nothing."""

    role: str
    by: str
    """A model's id, or `rule`."""
    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    usd: float | None = 0.0
    """None: the price of the model is not known."""
    answered: bool = True
    """False for a model that was called and gave no answer that could be used."""


class Searched(Part):
    """One search and what it gave; `error` says why it failed."""

    query: str
    where: Literal["documents", "web"]
    found: int = 0
    error: str = ""


class HowMade(Part):
    """What the run did and cost; `usd` None means that a price is unknown."""

    roles: tuple[MadeBy, ...] = ()
    costs: tuple[Cost, ...] = ()
    """The same with what each has cost, one line per role and model."""
    prices: str = ""
    """The price table that the costs were counted with."""
    searches: tuple[Searched, ...] = ()
    sources: int = 0
    """Sources read, cited or not."""
    passages: int = 0
    """Passages read, cited or not."""
    supported: int = 0
    partial: int = 0
    removed: int = 0
    """Claims that the check took out because their passages do not support them."""
    repaired: int = 0
    """Claims that were cut down, or put right, to what their passages say."""
    calls: int = 0
    rule_calls: int = 0
    """Answers that a rule gave."""
    reused: int = 0
    """Answers taken from earlier runs, for nothing."""
    input_tokens: int = 0
    output_tokens: int = 0
    usd: float | None = 0.0
    seconds: float = 0.0
    replay: str = ""
    """The command that makes this report again without network."""


class Report(Part):
    """A whole report."""

    title: str
    lang: Lang
    question: str
    date: str
    """ISO 8601 day."""
    mode: str = "quick"
    made_by: str = ""
    """One line: mode, models or rules, sources, price."""
    banner: tuple[str, ...] = ()
    """What was degraded, one sentence each."""
    summary: tuple[Sentence, ...] = ()
    key_findings: tuple[Sentence, ...] = ()
    analysis: tuple[Point, ...] = ()
    disagreements: tuple[Disagreement, ...] = ()
    not_covered: tuple[str, ...] = ()
    references: tuple[Reference, ...] = ()
    how_made: HowMade = Field(default_factory=HowMade)

    def sentences(self) -> list[Sentence]:
        """Every sentence in reading order: summary, findings, analysis, disagreements."""
        found = [*self.summary, *self.key_findings]
        found += [s for point in self.analysis for block in point.blocks for s in block.all_sentences()]
        found += [s for disagreement in self.disagreements for s in disagreement.sides]
        return found

    def unresolved(self) -> list[str]:
        """Citations that do not lead to words of a listed passage, one line each; empty when all resolve."""
        listed = {ref.number: {p.id: p for p in ref.passages} for ref in self.references}
        return [
            f"[{citation.reference}] {problem} in: {sentence.text[:60]}"
            for sentence in self.sentences()
            for citation in sentence.citations
            for problem in _problems(citation, listed)
        ]


def _problems(citation: Citation, listed: dict[int, dict[str, CitedPassage]]) -> list[str]:
    passages = listed.get(citation.reference)
    if passages is None:
        return ["no such reference"]
    if not citation.words:
        return ["no passage"]
    found = []
    for words in citation.words:
        passage = passages.get(words.passage_id)
        if passage is None:
            found.append(f"passage {words.passage_id} is not listed")
        elif not 0 <= words.start <= words.end <= len(passage.text):
            found.append(f"words {words.start}–{words.end} are outside passage {words.passage_id}")
    return found
