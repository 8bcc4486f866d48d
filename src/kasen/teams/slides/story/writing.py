"""Slides written in parallel, read critically by code and by a model, and mended at most twice."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil
from typing import Any

from kasen.models.role import RULE
from kasen.team import Deps
from kasen.teams.slides.rules.storywriter import quoted_slides
from kasen.teams.slides.schemas.brief import Finding, SlideBrief
from kasen.teams.slides.schemas.deck import Slide
from kasen.teams.slides.schemas.findings import Evidence, Figure
from kasen.teams.slides.schemas.outputs import OutlineOutput, SlideSaid
from kasen.teams.slides.schemas.part import Lang
from kasen.teams.slides.state import Task
from kasen.teams.slides.story.composing import Shelf, composed, with_agenda
from kasen.teams.slides.story.reviewing import Review
from kasen.teams.slides.story.roles import STORYWRITER, STORYWRITER_CRITIQUE
from kasen.teams.slides.telling import about_of

AT_ONCE = 8
"""Calls that an account takes at once (`models.account.AccountLimits.concurrency`): no more batches than these."""
FEW = 2
"""Slides that are written together at least, so that neighbours know of each other."""
READ_TOGETHER = 12
"""Slides that one critic reads."""
REPAIRS = 2
MOST_PASSAGES = 14
"""Passages that one batch sees."""
BY_CODE = ("title", "agenda")
"""Slides that code makes of the outline."""


@dataclass
class Written:
    """Slides as they were said, by number, and who said each."""

    said: dict[int, SlideSaid] = field(default_factory=dict)
    by: dict[int, str] = field(default_factory=dict)
    repaired: set[int] = field(default_factory=set)
    judged: bool = False
    """Whether a model has read them critically."""
    dropped: list[str] = field(default_factory=list)
    """What was taken out because nothing bears it, one line each."""
    unsourced: int = 0
    """Points that rest on nothing that was read."""

    def notes(self, left: Sequence[Finding], lang: Lang) -> list[str]:
        """What the person should know: what was taken out, what could not be mended, whether anybody judged."""
        told = list(self.dropped)
        length = sorted({one.number for one in left if one.kind == "length"})
        if length and lang == "ja":
            told.append(f"長すぎるため分けたか小さくしたスライド：{'、'.join(map(str, length))}")
        elif length:
            told.append(f"Too long, so split or set smaller: slide {', '.join(map(str, length))}")
        told += [text for text in (self._foreign(left, lang), self._unsourced(lang)) if text]
        if not self.judged:
            told.append("話の筋は誰も判定していない。" if lang == "ja" else "Nobody has judged how the story runs.")
        return told

    def _foreign(self, left: Sequence[Finding], lang: Lang) -> str:
        numbers = ", ".join(str(n) for n in sorted({one.number for one in left if one.kind == "language"}))
        if not numbers:
            return ""
        return f"日本語になっていないスライド：{numbers}" if lang == "ja" else f"Not in English: slide {numbers}"

    def _unsourced(self, lang: Lang) -> str:
        count = self.unsourced
        if not count:
            return ""
        if lang == "ja":
            return f"出典のない記述が {count} 件ある（deck.html に「出典なし」と示した）。"
        points = f"{count} point rests" if count == 1 else f"{count} points rest"
        return f"{points} on no source that was read; deck.html marks each."


@dataclass(frozen=True, kw_only=True)
class Desk:
    """What the writers work with."""

    deps: Deps
    task: Task
    outline: OutlineOutput
    briefs: Sequence[SlideBrief]
    pool: Sequence[Evidence]
    figures: Sequence[Figure]

    @property
    def has_model(self) -> bool:
        """Whether a model writes; a rule reads everything at once."""
        return bool(self.deps.ask.models(STORYWRITER))

    def shelf(self) -> Shelf:
        """What slides are composed with."""
        return Shelf(outline=self.outline, pool=self.pool, figures=self.figures, lang=self.task["lang"])


async def written(desk: Desk) -> tuple[list[Slide], Written, list[Finding]]:
    """All slides in order, without what does not hold; how they came about; and what is still wrong with them."""
    wanted = [brief for brief in desk.briefs if brief.kind not in BY_CODE]
    state = Written()
    await _write(desk, state, wanted, {})
    review = Review(desk.task["design"], desk.shelf(), desk.task["request"].wish, about_of(desk.task))
    findings = await _read(desk, state, review, wanted)
    for _ in range(REPAIRS):
        wrong = _to_mend(findings, state, wanted)
        if not wrong:
            break
        before = {number: (said, state.by[number]) for number, said in state.said.items()}
        await _write(desk, state, [brief for brief in wanted if brief.number in wrong], wrong)
        state.repaired |= set(wrong)
        findings = await _kept_best(desk, state, review, wanted, before, findings)
    _quote(desk, state, [brief for brief in wanted if brief.number not in state.said])
    slides = [_slide(desk, state, brief) for brief in desk.briefs]
    slides = await review.settled(desk.deps, slides, desk.briefs)
    state.dropped, state.unsourced = review.dropped, review.unsourced
    return with_agenda(slides), state, findings


async def _write(desk: Desk, state: Written, wanted: Sequence[SlideBrief], wrong: dict[int, list[Finding]]) -> None:
    """Ask for slides in parallel batches, none asked for twice; what is not answered stays as it was."""
    size = max(FEW, ceil(len(wanted) / AT_ONCE)) if desk.has_model else max(len(wanted), 1)
    batches = [wanted[at : at + size] for at in range(0, len(wanted), size)]
    answers = await asyncio.gather(*(_batch(desk, state, batch, wrong) for batch in batches))
    for batch, (said, by) in zip(batches, answers, strict=True):
        numbers = {brief.number for brief in batch}
        for one in said:
            if one.number in numbers:
                state.said[one.number], state.by[one.number] = one, by


async def _batch(
    desk: Desk, state: Written, batch: Sequence[SlideBrief], wrong: dict[int, list[Finding]]
) -> tuple[list[SlideSaid], str]:
    answer = await desk.deps.ask(STORYWRITER, **_variables(desk, state, batch, wrong))
    return answer.value.slides, answer.by


def _variables(
    desk: Desk, state: Written, batch: Sequence[SlideBrief], wrong: Mapping[int, list[Finding]]
) -> dict[str, Any]:
    """What the writer of a batch is told."""
    shown = {one.ref.id: one for one in desk.pool}
    best = [id for rank in range(20) for one in batch for id in one.passages[rank : rank + 1]]
    ids = list(dict.fromkeys([*best, *shown]))  # where there are few, everybody may cite all of them
    return {
        "about": about_of(desk.task),
        "instruction": desk.task["step"].instruction,
        "outline": desk.outline,
        "briefs": list(batch),
        "passages": [shown[id] for id in (ids[:MOST_PASSAGES] if desk.has_model else ids)],
        "figures": list(desk.figures),
        "before": [state.said[one.number] for one in batch if wrong and one.number in state.said],
        "findings": [finding for one in batch for finding in wrong.get(one.number, [])],
        "lang": desk.deps.lang,
    }


def _quote(desk: Desk, state: Written, missing: Sequence[SlideBrief]) -> None:
    """Slides that nobody wrote, though they were asked for, quote what fits them."""
    if not missing:
        return
    for one in quoted_slides(**_variables(desk, state, missing, {})).slides:
        state.said[one.number], state.by[one.number] = one, RULE


async def _read(desk: Desk, state: Written, review: Review, wanted: Sequence[SlideBrief]) -> list[Finding]:
    """What code finds and, where a model wrote, what a model finds: one more wait for all slides together."""
    said = [state.said[brief.number] for brief in wanted if brief.number in state.said]
    critics = []
    if any(by != "rule" for by in state.by.values()) and desk.deps.ask.models(STORYWRITER_CRITIQUE):
        critics = [_critique(desk, state, said[at : at + READ_TOGETHER]) for at in range(0, len(said), READ_TOGETHER)]
    own, *told = await asyncio.gather(_checked(desk, state, review, wanted), *critics)
    return [*own, *(finding for one in told for finding in one)]


async def _critique(desk: Desk, state: Written, said: Sequence[SlideSaid]) -> list[Finding]:
    answer = await desk.deps.ask(
        STORYWRITER_CRITIQUE,
        about=about_of(desk.task),
        outline=desk.outline,
        slides=list(said),
        lang=desk.deps.lang,
    )
    if answer.is_rule:
        return []
    state.judged = True
    known = {one.number for one in said}
    return [
        Finding(
            number=one.number,
            severity=one.severity,
            kind="story",
            text=" ".join(f"{one.problem} {one.suggestion}".split()),
            by=answer.by,
        )
        for one in answer.value.findings
        if one.number in known and one.problem.strip()
    ]


async def _checked(desk: Desk, state: Written, review: Review, wanted: Iterable[SlideBrief]) -> list[Finding]:
    found: list[Finding] = []
    for brief in wanted:
        slide = _slide(desk, state, brief)
        found += await review.findings(desk.deps, slide, brief, state.said.get(brief.number))
    return found


async def _kept_best(
    desk: Desk,
    state: Written,
    review: Review,
    wanted: Sequence[SlideBrief],
    before: dict[int, tuple[SlideSaid, str]],
    known: Sequence[Finding],
) -> list[Finding]:
    """What code finds now; a slide that got worse is put back as it was."""
    found = await _checked(desk, state, review, wanted)
    for number, (said, by) in before.items():
        if _weight(found, number) > _weight([one for one in known if one.kind != "story"], number):
            state.said[number], state.by[number] = said, by
            found = [one for one in found if one.number != number]
            found += [one for one in known if one.number == number and one.kind != "story"]
    return found


def _weight(findings: Sequence[Finding], number: int) -> int:
    worth = {"critical": 100, "major": 10, "minor": 1}
    return sum(worth[one.severity] for one in findings if one.number == number)


def _to_mend(findings: Sequence[Finding], state: Written, wanted: Sequence[SlideBrief]) -> dict[int, list[Finding]]:
    """Slides that are written again: those with a grave finding, written by a model or not at all."""
    wrong: dict[int, list[Finding]] = {}
    for one in findings:
        wrong.setdefault(one.number, []).append(one)
    models = any(by != "rule" for by in state.by.values())
    numbers = {brief.number for brief in wanted if models and state.by.get(brief.number) != "rule"}
    return {
        number: some
        for number, some in wrong.items()
        if number in numbers and any(one.severity != "minor" for one in some)
    }


def _slide(desk: Desk, state: Written, brief: SlideBrief) -> Slide:
    return composed(desk.shelf(), brief, state.said.get(brief.number), state.by.get(brief.number, "rule"))
