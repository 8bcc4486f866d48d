"""From a draft to the report: every statement checked, sources numbered, what is missing said."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from operator import itemgetter

from kasen.evidence.verify import may_stand
from kasen.models.prices import table
from kasen.team import RunFigures
from kasen.teams.research import prose, wording
from kasen.teams.research.checks import Checked, Checker, Cited, Lang
from kasen.teams.research.disputes import disputes, shown
from kasen.teams.research.figures import all_failed, cost_table, turn
from kasen.teams.research.quotes import around
from kasen.teams.research.references import References
from kasen.teams.research.rules.stance import measured
from kasen.teams.research.rules.synthesizer import MOST_FINDINGS, SUMMARY_EN, SUMMARY_JA, size
from kasen.teams.research.schemas import Draft, Excerpt, PointCoverage, SearchDone, Section, Statement
from kasen.teams.research.schemas.verification import Verification
from kasen.tools.report.model import Block, HowMade, MadeBy, Mark, Point, Report, Searched, Sentence

LEAST_FINDINGS = 3
_CONTEXT = {"ja": 240, "en": 480}
"""Characters of a quotation in the detailed analysis with what stands around it."""
_PER_POINT = 6
_MOST_WRITTEN = 8
"""Statements of a model under one point; the prompt asks for at most six."""


@dataclass(frozen=True, kw_only=True)
class Front:
    """Summary and findings that code says itself, in fixed sentences; no draft is looked at for them."""

    summary: Sequence[str] = ()
    findings: Sequence[Statement] = ()


@dataclass(frozen=True, kw_only=True)
class Material:
    """What a report is written from; `own_draft` is the rule's, which fills up a thin draft of a model."""

    question: str
    lang: Lang
    mode: str
    date: str
    run_id: str
    theme: str
    coverage: Sequence[PointCoverage]
    searches: Sequence[SearchDone]
    own_draft: Draft
    usable: Sequence[str]
    """Ids of the excerpts that are on their point."""
    by_rule: bool
    passages: int
    sources: int
    notes: Sequence[str]
    """What else was not covered."""
    says_open: bool = False
    """Whether the notes name the points that are open."""
    banner: Sequence[str] = ()
    """What the mode has to say at the top."""
    front: Front | None = None
    verification: Verification = field(default_factory=Verification)


@dataclass
class Writer:
    """Writes one report. Statements become sentences in reading order, so that numbers follow the reader."""

    material: Material
    checker: Checker
    references: References
    findings: list[Checked] = field(default_factory=list)
    _shown: list[Cited] = field(default_factory=list)
    """Quotations that stand under an earlier point."""
    _reworded: bool = False
    """Whether any sentence so far is not the source's own."""
    _filled: bool = False
    _all_alone: bool = False
    _disputed: set[Cited] = field(default_factory=set)

    def write(self, draft: Draft, figures: RunFigures, sections: Sections | None = None) -> Report:
        """The whole report; every sentence in it that claims something is cited.

        `sections` gives what stands under *Detailed Analysis*; without it, each point with what the draft says of it.
        """
        material, lang = self.material, self.material.lang
        pairs = disputes(self.checker, self.material.usable)
        self._disputed = {place for pair in pairs for place in pair}
        front = material.front
        summary = (
            [Sentence(text=text) for text in front.summary] if front else [*map(self._sentence, self._summary(draft))]
        )
        self.findings = [*map(self.checker.stated, front.findings)] if front else self._findings(draft)
        key_findings = self._marked_alone([self._sentence(one) for one in self.findings])
        if not front and not (summary and key_findings):
            summary = [Sentence(text=wording.only_rows(lang) if key_findings else wording.no_answer(lang))]
        analysis = sections(self) if sections else self.points(draft)
        # A fact-check shows both sides of a claim under that claim.
        apart = [pair for pair in pairs if not (front and self._points(pair[0]) & self._points(pair[1]))]
        sides = [shown(*pair, self.checker, self.references) for pair in apart]
        cited = self.references.listed()
        return Report(
            title=self._title(draft),
            lang=lang,
            question=material.question,
            date=material.date,
            mode=material.mode,
            made_by=wording.made_by(material.mode, figures, len(cited), material.sources, lang),
            banner=tuple(self._banner(figures)),
            summary=tuple(summary),
            key_findings=tuple(key_findings),
            analysis=tuple(analysis),
            disagreements=tuple(sides),
            not_covered=tuple(self._not_covered()),
            references=cited,
            how_made=self._how_made(figures),
        )

    def points(self, draft: Draft) -> list[Point]:
        """Each point with what the draft says of it."""
        return [self._point(number, draft) for number in range(1, len(self.material.coverage) + 1)]

    def sentences(self, statements: Sequence[Statement], *, most: int | None = None) -> tuple[Sentence, ...]:
        """Statements as they stand after the check, cited; what falls is replaced by a quotation or left out."""
        return tuple(self._sentence(one) for one in self.checker.check(statements, most=most))

    def quotation(self, excerpt: Excerpt) -> Sentence:
        """The words of an excerpt, cited."""
        return self._sentence(self.checker.quote(excerpt))

    def _title(self, draft: Draft) -> str:
        """The title proposed when it has the words of the question or of what was found, else the question itself."""
        material = self.material
        known = "\n".join(
            (material.question, *(self.checker.text_of(one) for said in self.findings for one in said.cited))
        )
        for title in (prose.plain(draft.title), prose.plain(material.theme)):
            if prose.may_head(title, known, material.lang):
                return title
        return " ".join(material.question.split())

    def _summary(self, draft: Draft) -> list[Checked]:
        """Whole sentences up to the length of a summary; without any, those of the rule."""
        checked = self.checker.check(draft.summary)
        if not checked:
            checked = self._filled_up(self.checker.check(self.material.own_draft.summary))
        most = (SUMMARY_JA if self.material.lang == "ja" else SUMMARY_EN)[1]
        kept: list[Checked] = []
        length = 0
        for one in checked:
            length += size(one.text, self.material.lang)
            if length <= most or not kept:
                kept.append(one)
        return kept

    def _findings(self, draft: Draft) -> list[Checked]:
        """Three to five where the evidence allows; a thin draft is filled up with quotations."""
        found = self.checker.check(draft.findings, most=MOST_FINDINGS)
        if len(found) >= LEAST_FINDINGS:
            return found
        said = {id for checked in found for id in checked.claim.passage_ids}
        rest = [s for s in self.material.own_draft.findings if not said & self._passages_of(s)]
        return [*found, *self._filled_up(self.checker.check(rest, most=LEAST_FINDINGS - len(found)))]

    def _filled_up(self, found: list[Checked]) -> list[Checked]:
        """What the rule put where a model's draft had nothing that stands."""
        self._filled |= bool(found) and not self.material.by_rule
        return found

    def _passages_of(self, statement: Statement) -> set[str]:
        return {self.checker.excerpts[id].passage_id for id in statement.evidence if id in self.checker.excerpts}

    def _marked_alone(self, found: list[Sentence]) -> list[Sentence]:
        """The findings, marked `single_origin` where nothing disputes them and only one of several origins says so.

        Where that holds of all of them the mark tells nothing apart: it is said once, under what is not covered.
        """
        alone = [
            "disputed" not in sentence.marks and self._alone(checked)
            for sentence, checked in zip(found, self.findings, strict=True)
        ]
        open_to_it = [sentence for sentence in found if "disputed" not in sentence.marks]
        if sum(alone) == len(open_to_it) > 1:
            self._all_alone = True
            return found
        mark: Mark = "single_origin"
        return [
            sentence.model_copy(update={"marks": (*sentence.marks, mark)}) if is_alone else sentence
            for sentence, is_alone in zip(found, alone, strict=True)
        ]

    def _alone(self, checked: Checked) -> bool:
        """Whether several origins were found and one says so, as far as code can measure what the others say."""
        origins = self._origins
        own = {origins[self.checker.source_of(one)] for one in checked.cited}
        if len(own) != 1 or len(set(origins.values())) < 2:
            return False
        places = (Cited(e.passage_id, e.start, e.end) for e in self.checker.excerpts.values())
        others = [place for place in places if origins[self.checker.source_of(place)] not in own]
        texts = dict.fromkeys(map(self.checker.text_of, others))
        return not any(may_stand(checked.text, text) and measured(checked.text, text).stance == "for" for text in texts)

    @cached_property
    def _origins(self) -> dict[str, str]:
        return self.references.origins()

    def _sentence(self, checked: Checked) -> Sentence:
        marks: list[Mark] = []
        self._reworded |= not checked.quoted
        if not self._on_covered_point(checked):
            marks.append("partial")
        if any(one.overlaps(other) for one in checked.cited for other in self._disputed):
            marks.append("disputed")
        return self.references.sentence(checked, marks=marks)

    def _on_covered_point(self, checked: Checked) -> bool:
        """Whether one of the points that the evidence was kept for counts as answered."""
        points = {point for one in checked.cited for point in self._points(one)}
        return any(self.material.coverage[point - 1].covered for point in points)

    def _points(self, cited: Cited) -> set[int]:
        """Numbers of the points that these words were kept for."""
        return {
            excerpt.point
            for excerpt in self.checker.excerpts.values()
            if cited.overlaps(Cited(excerpt.passage_id, excerpt.start, excerpt.end))
        }

    def _point(self, number: int, draft: Draft) -> Point:
        """A point with a model's prose where it wrote some, else with quotations in what stands around them."""
        heading, lang = wording.heading(self.material.coverage[number - 1].text), self.material.lang
        checked = self.checker.check(_statements(draft.analysis, number))
        if not checked and self._left_blank(number, draft):
            return Point(heading=heading, blocks=(Block(sentences=(Sentence(text=wording.unanswered(lang)),)),))
        if not checked:
            checked = self._filled_up(self.checker.check(_statements(self.material.own_draft.analysis, number)))
        if any(not one.quoted for one in checked):
            return Point(heading=heading, blocks=tuple(self._written(checked[:_MOST_WRITTEN])))
        blocks: list[Block] = []
        wide = self._widened([one.cited[0] for one in checked][:_PER_POINT])
        fresh = [cited for cited in wide if not any(cited.overlaps(other) for other in self._shown)]
        self._shown += fresh
        for cited in fresh or wide[:1]:
            sentence = self._sentence(self.checker.words(cited))
            blocks.append(Block(kind="quote", sentences=(sentence,)))
        if not blocks:
            blocks = [Block(sentences=(Sentence(text=wording.nothing_on(self.material.lang)),))]
        return Point(heading=heading, blocks=tuple(blocks))

    def _left_blank(self, number: int, draft: Draft) -> bool:
        """Whether a model that wrote on other points left one that its evidence does not answer."""
        # Some modes measure what the draft cites: there an omission says nothing of the evidence.
        if self.material.mode != "deep" or self.material.by_rule or self.material.coverage[number - 1].covered:
            return False
        said = {section.point for section in draft.analysis if section.statements}
        return bool(said) and number not in said

    def _written(self, checked: Sequence[Checked]) -> Iterator[Block]:
        """A model's prose in its order; a quotation in another language stands by itself."""
        is_quote = [one.quoted and not prose.is_in(self.material.lang, one.text) for one in checked]
        for quote, run in groupby(zip(is_quote, checked, strict=True), key=itemgetter(0)):
            sentences = tuple(self._sentence(one) for _, one in run)
            if quote:
                yield from (Block(kind="quote", sentences=(sentence,)) for sentence in sentences)
            else:
                yield Block(sentences=sentences)

    def _widened(self, quoted: Sequence[Cited]) -> list[Cited]:
        """Quotations with the sentences around them; those that then touch are one."""
        found: list[Cited] = []
        for one in quoted:
            text = self.checker.passages[one.passage_id].text
            start, end = around(text, (one.start, one.end), size=_CONTEXT[self.material.lang])
            wide = Cited(one.passage_id, start, end)
            touching = next((other for other in found if other.overlaps(wide)), None)
            if touching is None:
                found.append(wide)
            else:
                whole = Cited(wide.passage_id, min(touching.start, start), max(touching.end, end))
                found[found.index(touching)] = whole
        return found

    def _banner(self, figures: RunFigures) -> list[str]:
        lang = self.material.lang
        said = [*self.material.banner, *([wording.models_failed(figures.failed, lang)] if all_failed(figures) else [])]
        if self.findings and not self.material.front:
            said += [
                wording.written(lang, self.material.verification)
                if self._reworded
                else wording.quoted_only(lang, by_rule=self.material.by_rule)
            ]
        if self._filled:
            said.append(wording.filled(lang))
        if not self.findings and not self.material.front:
            said.append(wording.no_answer(lang))
        elif not self.material.front and not any(point.covered for point in self.material.coverage):
            said.append(wording.weak_answer(lang))
        stood_in = [role for role, by in figures.by_role.items() if "rule" in by.split(", ")]
        if stood_in and len(stood_in) < len(figures.by_role):
            said.append(wording.written_by_rules(stood_in, lang))
        return said

    def _not_covered(self) -> list[str]:
        material, lang = self.material, self.material.lang
        said = [] if material.says_open else [wording.open_point(p, lang) for p in material.coverage if not p.covered]
        if material.by_rule:
            held = (point for point in material.coverage if point.covered and point.missing)
            said += [wording.words_missing(point, lang) for point in held]
        if self._all_alone:
            said.append(wording.each_alone(lang, but_disputed=bool(self._disputed)))
        said += wording.failed_searches(material.searches, lang)
        said += wording.unread_pages([page for search in material.searches for page in search.unread], lang)
        said += material.notes
        repaired, removed = len(material.verification.repaired), len(material.verification.removed)
        if self.checker.replaced or self.checker.dropped or removed or repaired:
            dropped = self.checker.dropped + removed
            said.append(wording.taken_out(self.checker.replaced, dropped, repaired, lang))
        return said

    def _how_made(self, figures: RunFigures) -> HowMade:
        material = self.material
        claims = list(self.checker.claims.values())
        return HowMade(
            roles=tuple(MadeBy(role=role, by=figures.by_role[role]) for role in sorted(figures.by_role, key=turn)),
            costs=cost_table(figures),
            prices=str(table()) if figures.calls else "",
            searches=tuple(Searched(**search.model_dump(exclude={"unread"})) for search in material.searches),
            sources=material.sources,
            passages=material.passages,
            supported=sum(claim.support == "supported" for claim in claims),
            partial=sum(claim.support == "partial" for claim in claims),
            removed=self.checker.replaced + self.checker.dropped + len(material.verification.removed),
            repaired=len(material.verification.repaired),
            calls=figures.calls,
            rule_calls=figures.rule_calls,
            reused=figures.reused,
            input_tokens=figures.input_tokens,
            output_tokens=figures.output_tokens,
            usd=figures.usd,
            seconds=figures.seconds,
            replay=f"kasen runs replay {material.run_id}",
        )


Sections = Callable[[Writer], list[Point]]
"""What stands under *Detailed Analysis*, made while the report is written, so that references follow the reader."""


def _statements(sections: Sequence[Section], number: int) -> list[Statement]:
    return [statement for section in sections if section.point == number for statement in section.statements]
