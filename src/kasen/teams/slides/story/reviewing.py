"""Slides held by code against what they rest on: numbers, claims, language, length; what does not hold is taken out."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from kasen.evidence.sentences import sentences
from kasen.evidence.strangers import strangers
from kasen.evidence.types import Claim, Passage
from kasen.evidence.verify import verify
from kasen.team import Deps
from kasen.teams.slides.data.numbers import said, untraced
from kasen.teams.slides.fitting.fitting import fitted
from kasen.teams.slides.rules.coordinator import title_of
from kasen.teams.slides.schemas.brief import About, Finding, SlideBrief
from kasen.teams.slides.schemas.deck import Column, Deck, Point, Slide
from kasen.teams.slides.schemas.design import DesignContext
from kasen.teams.slides.schemas.outputs import SlideSaid
from kasen.teams.slides.story.composing import Shelf
from kasen.teams.slides.story.contradicting import against
from kasen.teams.slides.story.holding import borne
from kasen.teams.slides.story.tongue import is_foreign, japanese, latin
from kasen.teams.slides.story.tracing import Tracing, is_gap, rests_on

_LONGEST_TITLE = 80
"""Characters of a sentence or point that may stand for a title."""
_CARRIES = ("bullets", "two_columns", "closing")
"""Kinds that are nothing without words of their own."""


@dataclass
class Review:
    """Holds slides against evidence. `dropped` tells what was taken out, one line each, in the language of the deck."""

    design: DesignContext
    shelf: Shelf
    wish: str
    about: About
    dropped: list[str] = field(default_factory=list)
    unsourced: int = 0
    """Points that rest on nothing that was read."""
    _passages: dict[str, Passage] = field(default_factory=dict)

    async def findings(self, deps: Deps, slide: Slide, brief: SlideBrief, said: SlideSaid | None) -> list[Finding]:
        """What is wrong with a slide, by code alone."""
        number = brief.number
        if said is None:
            return [_finding(number, "critical", "empty", "The slide was not written.")]
        await self._load(deps, slide)
        found = self._wordless(slide, number)
        found += self._numbers(slide, brief)
        for text, refs in _said(slide):
            if reasons := self._against(text, refs or rests_on(slide), brief, cites=bool(refs)):
                words = f"“{text[:80]}” contradicts its source: {'; '.join(reasons)}"
                found.append(_finding(number, "critical", "claim", words))
            if names := self._strangers(text):
                words = f"{', '.join(names)} in “{text[:80]}” stands in no source and not in the wish. Leave it out."
                found.append(_finding(number, "major", "source", words))
        return [*found, *self._language(slide, number), *self._length(slide, brief), *_gaps(slide, number)]

    def _wordless(self, slide: Slide, number: int) -> list[Finding]:
        if slide.kind in _CARRIES and not slide.all_points:
            return [_finding(number, "critical", "empty", "The slide has a title and no content.")]
        return []

    def _numbers(self, slide: Slide, brief: SlideBrief) -> list[Finding]:
        found = []
        for text, refs in _said(slide):
            lost = self.untraced(text, refs, brief, of=slide)
            if lost:
                numbers = ", ".join(lost)
                words = f"{numbers} in “{text[:80]}” stands in no source. Leave it out or cite what says it."
                found.append(_finding(brief.number, "critical", "number", words))
        return found

    def untraced(
        self, text: str, refs: Sequence[str], brief: SlideBrief, *, of: Slide | None = None, spoken: bool = False
    ) -> list[str]:
        """Numbers and addresses of a text that stand in nothing it may rest on (`Tracing.lost`)."""
        tracing = Tracing(self.shelf, self.wish, self.about, self._passages)
        return tracing.lost(text, refs, brief, beside=rests_on(of) if of else (), spoken=spoken)

    def _against(self, text: str, refs: Collection[str], brief: SlideBrief, *, cites: bool = False) -> list[str]:
        """Why what a text rests on speaks against it, one reason each."""
        ids = [one.ref.passage_id for one in self.shelf.pool if one.ref.id in refs]
        passages = [self._passages[id] for id in dict.fromkeys(ids) if id in self._passages]
        figures = [one for one in self.shelf.figures if one.ref.id in refs or one.id == brief.figure]
        return against(text, passages, figures, lang=self.shelf.lang, cites=cites)

    def _strangers(self, text: str) -> list[str]:
        """Names that stand in nothing that the writer was given."""
        return strangers(text, self._given)

    @cached_property
    def _given(self) -> str:
        """All words that a writer may have a name from."""
        about = self.about
        texts = [self.wish, about.wish, *about.answers, *about.comments, about.audience]
        for one in self.shelf.pool:
            texts += [one.text, one.finding, one.ref.title, one.ref.where, one.ref.quote, one.ref.uri]
        for figure in self.shelf.figures:
            texts += [figure.told, figure.ref.title, figure.ref.where, figure.ref.file, *figure.ref.columns]
        return "\n".join(texts)

    def _verified(self, slide: Slide) -> list[Claim]:
        known = {one.ref.id: one.ref.passage_id for one in self.shelf.pool}
        claims = []
        for n, point in enumerate(slide.all_points, start=1):
            ids = tuple(known[ref] for ref in point.refs if ref in known and known[ref] in self._passages)
            if ids:
                claims.append(Claim(id=f"{slide.id}-{n}", text=point.text, passage_ids=ids))
        return verify(claims, self._passages, lang=self.shelf.lang)

    def _language(self, slide: Slide, number: int) -> list[Finding]:
        text = " ".join([slide.title, slide.message, *(point.text for point in slide.all_points), slide.notes])
        if self.shelf.lang == "ja" and latin(text) >= 6 and japanese(text) < latin(text):
            return [_finding(number, "major", "language", "The slide is not in Japanese.")]
        if self.shelf.lang == "en" and japanese(text) > 20 and japanese(text) > 3 * latin(text):
            return [_finding(number, "major", "language", "The slide is not in English.")]
        return []

    def _length(self, slide: Slide, brief: SlideBrief) -> list[Finding]:
        parts = fitted(slide, self._deck(slide), self.design)
        cut = [mark for part in parts for mark in part.slide.marks if mark not in slide.marks]
        if len(parts) == 1 and not cut:
            return []
        holds = brief.capacity
        words = f"Too much for one slide: it holds {holds.points} points of one line, {holds.line} characters each, "
        words += (
            f"{holds.lines} lines in all, a title of {holds.title} characters. Shorten it; details go to the notes."
        )
        return [_finding(brief.number, "major", "length", words)]

    def _deck(self, slide: Slide) -> Deck:
        return Deck(title=self.shelf.outline.title, lang=self.shelf.lang, slides=(slide,))

    async def _load(self, deps: Deps, slide: Slide) -> None:
        wanted = rests_on(slide)
        ids = [
            one.ref.passage_id
            for one in self.shelf.pool
            if one.ref.id in wanted and one.ref.passage_id and one.ref.passage_id not in self._passages
        ]
        if ids:
            self._passages |= {passage.id: passage for passage in await deps.evidence.passages(ids)}

    async def settled(self, deps: Deps, slides: Sequence[Slide], briefs: Sequence[SlideBrief]) -> list[Slide]:
        """Slides without what does not hold; every claim goes to the ledger of the run."""
        made, ledger = [], []
        for slide, brief in zip(slides, briefs, strict=True):
            await self._load(deps, slide)
            claims = {claim.text: claim for claim in self._verified(slide)}
            ledger += list(claims.values())
            made.append(self._kept(slide, brief, claims))
        if ledger:
            await deps.evidence.record_claims(ledger)
        return made

    def _kept(self, slide: Slide, brief: SlideBrief, claims: dict[str, Claim]) -> Slide:
        slide, lost = borne(slide, lambda text: self._stands(text, (), brief, slide))
        for text in lost:
            self._drop(text, brief.number)
        points = self._held(slide.points, brief, claims)
        columns = tuple(
            Column(heading=column.heading, points=self._held(column.points, brief, claims)) for column in slide.columns
        )
        title = self._title(slide, brief, [*points, *(point for column in columns for point in column.points)])
        message = slide.message if self._stands(slide.message, (), brief, slide) else ""
        if message != slide.message:
            self._drop(slide.message, brief.number)
        notes = "\n".join(self._spoken(line, brief, slide) for line in slide.notes.splitlines())
        update: dict[str, Any] = {"title": title, "message": message, "notes": notes.strip()}
        if columns and not all(column.points for column in columns):  # one side alone is no comparison
            points = (*points, *(point for column in columns for point in column.points))
            columns, update["kind"] = (), "bullets"
        update |= {"points": points, "columns": columns, "marks": (*slide.marks, *self._marks(points, columns))}
        for name in ("diagram", "table"):
            part = getattr(slide, name)
            if part is not None and slide.title in part.alt:
                update[name] = part.model_copy(update={"alt": part.alt.replace(slide.title, title)})
        return slide.model_copy(update=update)

    def _held(self, points: Iterable[Point], brief: SlideBrief, claims: dict[str, Claim]) -> tuple[Point, ...]:
        kept: list[Point] = []
        for point in points:
            claim = claims.get(point.text)
            if not self._stands(point.text, point.refs, brief) or self._against(
                point.text, point.refs, brief, cites=True
            ):
                self._drop(point.text, brief.number)
                continue
            if claim is not None and claim.support == "unsupported":
                point = point.model_copy(
                    update={"refs": tuple(ref for ref in point.refs if self._bears(ref, point.text))}
                )
            self.unsourced += not point.refs
            kept.append(point)
        if kept and kept[0].level:
            kept[0] = kept[0].model_copy(update={"level": 0})
        return tuple(kept)

    def _marks(self, points: Iterable[Point], columns: Iterable[Column]) -> list[str]:
        """One sentence for the points that name somebody of whom nothing that was given speaks."""
        texts = [point.text for point in (*points, *(point for column in columns for point in column.points))]
        names = list(dict.fromkeys(name for text in texts for name in self._strangers(text)))
        if not names:
            return []
        if self.shelf.lang == "ja":
            return [f"資料にも依頼にもない名前：{'、'.join(names)}"]
        return [f"Not in the sources, data or wish: {', '.join(names)}"]

    def _bears(self, ref: str, text: str) -> bool:
        """Whether a source that shares few words still says the numbers of a point: rows of a table have few words."""
        if any(figure.ref.id == ref for figure in self.shelf.figures):
            return True
        passage = next((self._passages.get(one.ref.passage_id) for one in self.shelf.pool if one.ref.id == ref), None)
        return passage is not None and bool(said(text)) and not untraced(text, numbers=(), texts=[passage.text])

    def _stands(self, text: str, refs: Sequence[str], brief: SlideBrief, of: Slide | None = None) -> bool:
        """Whether all that can be measured of a text is borne out; of words `of` a slide, its names too."""
        if is_gap(text) or self.untraced(text, refs, brief, of=of):
            return False
        return of is None or not (self._against(text, rests_on(of), brief) or self._strangers(text))

    def _title(self, slide: Slide, brief: SlideBrief, points: Sequence[Point]) -> str:
        """The first that stands of title, title of the outline, figure and topic; then of those in another language."""
        figure = self.shelf.figure(brief.figure)
        choices = [slide.title, brief.title, figure.title if figure else "", slide.message, brief.message, brief.covers]
        choices += [point.text for point in points[:1]]
        choices += [self.about.title, title_of(self.wish)] if slide.kind == "title" else []
        choices = [choices[0], *(text for text in choices[1:] if len(text) <= _LONGEST_TITLE)]
        stand = [text for text in choices if text and self._stands(text, (), brief, slide)]
        own = [text for text in stand if not is_foreign(text, self.shelf.lang)]
        if not self._stands(slide.title, (), brief, slide):
            self._drop(slide.title, brief.number)
        return next(iter([*own, *stand]), "") or _topic(slide.kind, self.shelf.lang)

    def _spoken(self, line: str, brief: SlideBrief, of: Slide) -> str:
        """The line of the notes without sentences that are gaps or whose numbers stand nowhere."""
        kept = []
        for start, end in sentences(line):
            text = line[start:end]
            is_lost = is_gap(text) or self.untraced(text, (), brief, of=of, spoken=True)
            if is_lost or self._against(text, rests_on(of), brief) or self._strangers(text):
                self._drop(text, brief.number)
            else:
                kept.append(text)
        return ("" if self.shelf.lang == "ja" else " ").join(kept)

    def _drop(self, text: str, number: int) -> None:
        if is_gap(text):
            is_ja = self.shelf.lang == "ja"
            name = "スライド{0}：書きかけのため外した：「{1}」" if is_ja else "slide {0}: left out, a gap: “{1}”"
            self.dropped.append(name.format(number, text[:60]))
            return
        if self.shelf.lang == "ja":
            self.dropped.append(f"スライド{number}：出典で確かめられないため外した：「{text[:60]}」")
        else:
            self.dropped.append(f"slide {number}: left out, for no source bears it: “{text[:80]}”")


def _said(slide: Slide) -> list[tuple[str, tuple[str, ...]]]:
    """Every text of a slide with what it cites; the notes are mended without asking."""
    items = slide.diagram.items if slide.diagram else ()
    own = [(text, ()) for text in (slide.title, slide.message, *(f"{one.label} {one.text}" for one in items)) if text]
    cells = slide.table.rows if slide.table is not None and not slide.table.refs else ()
    own += [(cell, ()) for row in cells for cell in row if cell]
    return [*own, *((point.text, point.refs) for point in slide.all_points)]


def _gaps(slide: Slide, number: int) -> list[Finding]:
    texts = [slide.title, slide.message, *(point.text for point in slide.all_points)]
    found = next((text for text in texts if is_gap(text)), "")
    if not found:
        return []
    return [_finding(number, "major", "placeholder", f"“{found[:80]}” is a placeholder. Write finished words.")]


def _finding(number: int, severity: str, kind: str, text: str) -> Finding:
    return Finding.model_validate({"number": number, "severity": severity, "kind": kind, "text": text})


def _topic(kind: str, lang: str) -> str:
    """A title that claims nothing, for a slide that has no other."""
    names = {"closing": ("次の一歩", "Next steps"), "chart": ("データ", "The data"), "table": ("一覧", "At a glance")}
    return names.get(kind, ("要点", "In short"))[lang == "en"]
