"""The deck as a file: fitted, built, looked at, and fitted again where the render says that something does not fit."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from kasen.errors import KasenError
from kasen.team import Deps
from kasen.teams.slides import wording
from kasen.teams.slides.arranging import Arranger
from kasen.teams.slides.building.build import build
from kasen.teams.slides.checking.lint import lint
from kasen.teams.slides.checking.render import look
from kasen.teams.slides.schemas.arrangement import Arrangement, Problem
from kasen.teams.slides.schemas.deck import Deck
from kasen.teams.slides.schemas.design import DesignContext
from kasen.teams.slides.tightening import GRAVE, tightened
from kasen.tools.office.model import Rendering

ROUNDS = 3
"""Times that what does not fit is fitted again."""


@dataclass
class Made:
    """A deck as a file, and what is known of it."""

    pptx: bytes
    deck: Deck
    arrangements: list[Arrangement]
    problems: list[Problem] = field(default_factory=list)
    rendering: Rendering | None = None
    repaired: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Workshop:
    """What a deck is made with."""

    design: DesignContext
    template: bytes
    pictures: Mapping[str, bytes]
    """Artifact → bytes."""
    wanted: int = 0
    """Slides that were asked for; 0: as many as it takes."""


async def made(deps: Deps, deck: Deck, shop: Workshop) -> Made:
    """The best file that came out: of all rounds the one with the fewest grave problems, never none."""
    tight: dict[str, dict[str, float]] = {}
    arranger = Arranger(deck, shop.design, shop.wanted)
    best: Made | None = None
    told: list[str] = []
    for _ in range(ROUNDS + 1):
        now = await _once(deps, shop, arranger, tight)
        if best is None or _weight(now.problems) < _weight(best.problems):
            best = now
        over = [one for one in now.problems if one.kind in GRAVE and 0 < one.slide <= len(now.arrangements)]
        if not tightened(tight, [(now.arrangements[one.slide - 1].slide.id, one) for one in over]):
            break
        told += [_line(one, deck) for one in over]
    assert best is not None
    best.repaired = [*_splits(best, deck), *dict.fromkeys(told)]
    return best


async def _once(deps: Deps, shop: Workshop, arranger: Arranger, tight: Mapping[str, Mapping[str, float]]) -> Made:
    deck = arranger.deck
    arrangements = await asyncio.to_thread(arranger.arranged, tight)
    shortened = [wording.said("held", deck.lang, wanted=shop.wanted, count=len(arranger.held))] if arranger.held else []
    pptx = await asyncio.to_thread(build, shop.template, shop.design, deck, arrangements, pictures=shop.pictures)
    own = asyncio.to_thread(lint, pptx, deck=deck, arrangements=arrangements, design=shop.design)
    found, (rendering, seen, notes) = await asyncio.gather(own, _seen(deps, pptx, arrangements, deck))
    left = [
        problem.model_copy(update={"slide": number})
        for number, one in enumerate(arrangements, start=1)
        for problem in one.problems
    ]
    return Made(pptx, deck, arrangements, [*left, *found, *seen], rendering, notes=[*shortened, *notes])


async def _seen(
    deps: Deps, pptx: bytes, arrangements: Sequence[Arrangement], deck: Deck
) -> tuple[Rendering | None, list[Problem], list[str]]:
    """What the render shows. A machine that cannot render, or fails to, costs the check and never the deck."""
    if deps.office is None:
        return None, [], [wording.said("unrendered", deck.lang)]
    try:
        rendering, problems = await look(deps.office, pptx, arrangements, lang=deck.lang)
    except KasenError as error:
        return None, [], [wording.said("render_failed", deck.lang, why=str(error).rstrip("."))]
    return rendering, problems, []


def _weight(problems: Sequence[Problem]) -> int:
    worth = {"critical": 100, "major": 10, "minor": 1}
    return sum(worth[one.severity] for one in problems)


def _line(one: Problem, deck: Deck) -> str:
    return wording.said("tightened", deck.lang, n=one.slide, what=one.where or one.kind)


def _splits(best: Made, deck: Deck) -> list[str]:
    parts = {one.slide.id: one.parts for one in best.arrangements if one.parts > 1}
    titles = {slide.id: slide.title for slide in deck.slides}
    return [wording.said("split", deck.lang, title=titles.get(id, id), parts=count) for id, count in parts.items()]
