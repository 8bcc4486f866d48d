"""From what the editor said to whole slides: known ids only, numbers traced, everything else as it was."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from kasen.team import Deps
from kasen.teams.slides import wording
from kasen.teams.slides.drawn_whole import words
from kasen.teams.slides.editing.speaking import words_of
from kasen.teams.slides.fitting.capacity import capacity
from kasen.teams.slides.pictures.drawing import redrawn
from kasen.teams.slides.schemas.brief import About, Finding, SlideBrief
from kasen.teams.slides.schemas.deck import Deck, Point, Slide, SlideKind
from kasen.teams.slides.schemas.design import DesignContext
from kasen.teams.slides.schemas.edit import Change, EditorOutput, EditSaid
from kasen.teams.slides.schemas.findings import Drawn, Evidence, Figure
from kasen.teams.slides.schemas.outputs import OutlineOutput, SlideSaid
from kasen.teams.slides.story.composing import Shelf, composed, plain
from kasen.teams.slides.story.reviewing import Review

_KEPT = ("title", "agenda", "section", "sources")
"""Kinds whose nature does not change with their words."""


@dataclass
class Workbench:
    """What changes are worked out with; `notes` and `fresh` tell what was left alone and which pictures were drawn."""

    deps: Deps
    wish: str
    design: DesignContext
    deck: Deck
    figures: Sequence[Figure]
    drawn: Sequence[Drawn]
    notes: list[str] = field(default_factory=list)
    fresh: list[Drawn] = field(default_factory=list)
    _redone: dict[tuple[str, str], Drawn] = field(default_factory=dict)
    """Slide and change → what was drawn: said again in a repair, it is not drawn again."""

    async def changes(self, said: EditorOutput, *, by: str, exact: bool = False) -> tuple[list[Change], list[Finding]]:
        """The changes that hold, one per slide, and what code finds in them. `exact`: the person's own words."""
        self.notes, self.fresh = [], []
        found: dict[int, Change] = {}
        findings: list[Finding] = []
        benches = [(replace(self, notes=[], fresh=[]), edits) for edits in self._apart(said.edits)]
        # A picture takes a minute: those of several slides are drawn at once, those of one slide after each other.
        worked = await asyncio.gather(*(one._in_turn(edits, by, exact=exact) for one, edits in benches))
        for (bench, _), (changes, wrong) in zip(benches, worked, strict=True):
            self.notes += bench.notes
            self.fresh += bench.fresh
            found |= changes
            findings += wrong
        if sum(not change.after for change in found.values()) >= len(self.deck.slides):
            self.notes.append(wording.said("not_all", self.deck.lang))
            found = {n: change for n, change in found.items() if change.after}
        return [found[n] for n in sorted(found)], findings

    def _apart(self, edits: Sequence[EditSaid]) -> list[list[EditSaid]]:
        """Edits that go on from each other, together and in order: those of one slide, and of slides of one picture."""
        slides = dict(enumerate(self.deck.slides, start=1))
        found: dict[int | str, list[EditSaid]] = {}
        for edit in edits:
            picture = slides[edit.slide].picture if edit.slide in slides else None
            found.setdefault(picture.artifact if picture else edit.slide, []).append(edit)
        return list(found.values())

    async def _in_turn(
        self, edits: Sequence[EditSaid], by: str, *, exact: bool
    ) -> tuple[dict[int, Change], list[Finding]]:
        """The changes of these edits by slide, each made upon those before it."""
        found: dict[int, Change] = {}
        findings: list[Finding] = []
        for edit in edits:
            if not 1 <= edit.slide <= len(self.deck.slides):
                self.notes.append(wording.said("no_such_slide", self.deck.lang, n=edit.slide))
                continue
            known = found.get(edit.slide)
            if known is not None and not known.after:
                continue  # it goes
            before = known.after[0] if known else self.deck.slides[edit.slide - 1]
            change, wrong = await self._one(edit, before, by, exact=exact)
            findings += wrong
            if change is not None:
                found[edit.slide] = _both(known, change)
        return found, findings

    async def _one(self, edit: EditSaid, before: Slide, by: str, *, exact: bool) -> tuple[Change | None, list[Finding]]:
        here = Change(position=edit.slide, before=before, after=(before,))
        if edit.action == "delete":
            return here.model_copy(update={"after": ()}), []
        if edit.action == "move":
            to = min(max(edit.to, 1), len(self.deck.slides))
            return (here.model_copy(update={"moved_to": to}) if to != edit.slide else None), []
        if edit.action == "picture":
            return await self._picture(here, before, edit.change or self.wish), []
        if edit.action == "chart":
            return self._chart(here, before, edit), []
        if edit.said is None:
            return None, []
        after = self._notes(before, edit.said) if edit.action == "notes" else self._rewritten(before, edit.said, by)
        if exact:
            made, wrong = (here.model_copy(update={"after": (after,)}) if after != before else None), list[Finding]()
        else:
            made, wrong = await self._checked(here, before, after, edit.said)
        if made is not None and before.kind == "image" and edit.action == "rewrite":
            return await self._whole(here, before, made.after[0]), wrong
        return made, wrong

    async def _whole(self, here: Change, before: Slide, after: Slide) -> Change | None:
        """A slide that is a picture of itself: its words stand in the picture, so that is what changes."""
        old, new = words(before, self.deck.lang), words(after, self.deck.lang)
        alt = before.picture.alt if before.picture is not None else ""
        if alt.startswith(old):  # what is not in its words: a chart, a table, a diagram
            old, new = alt, new + alt.removeprefix(old)
        changed = await self._picture(here, before, f"{self.wish}\n{new}" if new != old else self.wish)
        if changed is None or changed.after[0].picture is None:
            return None
        picture = changed.after[0].picture.model_copy(update={"alt": new})
        update = {"picture": picture, "notes": after.notes.replace(old, new)}
        return here.model_copy(update={"after": (after.model_copy(update=update),)})

    def _chart(self, here: Change, before: Slide, edit: EditSaid) -> Change | None:
        chart = before.chart
        if chart is None or edit.chart in (None, chart.kind):
            self.notes.append(wording.said("no_chart", self.deck.lang, n=edit.slide))
            return None
        is_round = edit.chart in ("pie", "doughnut")
        if (is_round and len(chart.series) != 1) or edit.chart == "scatter" or chart.kind == "scatter":
            self.notes.append(wording.said("no_such_chart", self.deck.lang, n=edit.slide))
            return None
        after = before.model_copy(update={"chart": chart.model_copy(update={"kind": edit.chart})})
        return here.model_copy(update={"after": (after,)})

    async def _picture(self, here: Change, before: Slide, change: str) -> Change | None:
        """Deep Edit: the same seed, first prompt, references and sitting, and what is to be otherwise."""
        uses = {one.use.artifact: one for one in self.drawn if one.use is not None}
        known = uses.get(before.picture.artifact) if before.picture is not None else None
        if known is None or known.use is None or before.picture is None:
            self.notes.append(wording.said("no_picture_here", self.deck.lang, n=here.position))
            return None
        again = before.id, change
        if again not in self._redone:
            whole = before.kind == "image"
            drawn = await redrawn(self.deps, known, change, lang=self.deck.lang, whole=whole, since=1)
            self._redone[again] = drawn
        new = self._redone[again]
        if new.why or new.use is None or new.use == known.use:
            self.notes.append(wording.said("no_picture", self.deck.lang, why=new.why or "—"))
            return None
        self.fresh.append(new)
        picture = new.use.model_copy(update={"alt": before.picture.alt})
        return here.model_copy(update={"after": (before.model_copy(update={"picture": picture}),)})

    def _notes(self, before: Slide, said: SlideSaid) -> Slide:
        return before.model_copy(update={"notes": said.notes.strip()})

    def _rewritten(self, before: Slide, said: SlideSaid, by: str) -> Slide:
        """The slide with those words; chart, table of figures and picture stay, and so does what it is called."""
        made = composed(self._shelf(), self._brief(before), said, by)
        made = made.model_copy(update={**_as_they_were(before, made), "id": before.id})
        update: dict[str, Any] = {"id": before.id, "marks": before.marks if _says_the_same(before, made) else ()}
        if before.kind in _KEPT:
            subtitle = plain(said.message) if before.kind == "title" else before.subtitle
            called = {"title": plain(said.title) or before.title, "subtitle": subtitle, "notes": said.notes.strip()}
            points = before.points if before.kind == "sources" else made.points
            return before.model_copy(update={**called, "points": points, **update})
        held = before.chart is not None or before.picture is not None or _of_figure(before)
        if held:
            fields = ("kind", "chart", "table", "picture", "refs")
            update |= {name: getattr(before, name) for name in fields}
        return made.model_copy(update=update)

    def _shelf(self) -> Shelf:
        pool = [Evidence(ref=ref, text=ref.quote) for ref in self.deck.refs if ref.kind == "passage"]
        return Shelf(
            outline=OutlineOutput(title=self.deck.title, slides=[]),
            pool=pool,
            figures=self._known(),
            lang=self.deck.lang,
        )

    def _known(self) -> list[Figure]:
        """Figures under the ids of their rows too: that is what the slides cite them by."""
        cited = {ref.id for ref in self.deck.refs}
        return [
            *self.figures,
            *(one.model_copy(update={"id": one.ref.id}) for one in self.figures if one.ref.id in cited),
        ]

    def _brief(self, before: Slide) -> SlideBrief:
        form: SlideKind = before.kind
        if form == "image":
            form = "two_columns" if before.columns else "bullets"
        kind = "bullets" if form in ("chart", *_KEPT) else form
        return SlideBrief(
            number=1,
            kind=kind,
            title=before.title,
            message=before.message,
            capacity=capacity(self.design, form, self.deck.lang),
            passages=tuple(ref.id for ref in self.deck.refs if ref.kind == "passage"),
        )

    async def _checked(
        self, here: Change, before: Slide, after: Slide, said: SlideSaid
    ) -> tuple[Change | None, list[Finding]]:
        """The change without what no source bears; words that stood there before may stay."""
        wish = f"{self.wish}\n{words_of(before)}"
        review = Review(self.design, self._shelf(), wish, About(wish=wish, title=self.deck.title))
        brief = self._brief(before)
        findings = await review.findings(self.deps, after, brief, said)
        [settled] = await review.settled(self.deps, [after], [brief])
        self.notes += review.dropped
        told = [one.model_copy(update={"number": here.position}) for one in findings]
        return (here.model_copy(update={"after": (settled,)}) if settled != before else None), told


def _both(known: Change | None, change: Change) -> Change:
    """Two changes of one slide, the second made upon the first."""
    if known is None:
        return change
    return change.model_copy(update={"before": known.before, "moved_to": change.moved_to or known.moved_to})


def _as_they_were(before: Slide, after: Slide) -> dict[str, Any]:
    """Points that say what they said, for the same reasons, are still by who wrote them."""
    known = {(one.text, one.refs): one for one in before.all_points}

    def kept(points: Sequence[Point]) -> tuple[Point, ...]:
        return tuple(known.get((one.text, one.refs), one) for one in points)

    columns = tuple(one.model_copy(update={"points": kept(one.points)}) for one in after.columns)
    return {"points": kept(after.points), "columns": columns}


def _says_the_same(before: Slide, after: Slide) -> bool:
    """Whether nothing but title and notes is other: what is marked as missing is still missing."""
    names = ("message", "points", "columns", "diagram", "table")
    return all(getattr(before, name) == getattr(after, name) for name in names)


def _of_figure(slide: Slide) -> bool:
    return slide.table is not None and bool(slide.table.refs)
