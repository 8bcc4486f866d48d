"""The deck as a file: fitted, built, looked at, and fitted again where the render says that something does not fit."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from kasen.errors import KasenError
from kasen.team import Deps
from kasen.teams.slides import wording
from kasen.teams.slides.building.build import build
from kasen.teams.slides.checking.lint import lint
from kasen.teams.slides.checking.render import look
from kasen.teams.slides.fitting.fitting import fitted
from kasen.teams.slides.schemas.arrangement import Arrangement, Problem
from kasen.teams.slides.schemas.deck import Deck
from kasen.teams.slides.schemas.design import DesignContext
from kasen.tools.office.model import Rendering

ROUNDS = 3
"""Times that what does not fit is fitted again."""
CLOSER = 0.95
"""Beyond what was measured, so that one round does."""
LEAST = 0.3
PARTS = {"": 4, "sources": 12}
"""Slides that one may be split into; no source is left out for want of room."""
GRAVE = ("overflow", "outside", "collision")


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


async def made(deps: Deps, deck: Deck, shop: Workshop) -> Made:
    """The best file that came out: of all rounds the one with the fewest grave problems, never none."""
    tight: dict[str, dict[str, float]] = defaultdict(dict)
    best: Made | None = None
    told: list[str] = []
    for _ in range(ROUNDS + 1):
        now = await _once(deps, deck, shop, tight)
        if best is None or _weight(now.problems) < _weight(best.problems):
            best = now
        over = [one for one in now.problems if one.kind in GRAVE and 0 < one.slide <= len(now.arrangements)]
        fresh = _tighten(tight, over, now.arrangements)
        if not fresh:
            break
        told += [_line(one, deck) for one in over]
    assert best is not None
    best.repaired = [*_splits(best, deck), *dict.fromkeys(told)]
    return best


async def _once(deps: Deps, deck: Deck, shop: Workshop, tight: Mapping[str, Mapping[str, float]]) -> Made:
    arrangements = await asyncio.to_thread(_arranged, deck, shop.design, tight)
    pptx = await asyncio.to_thread(build, shop.template, shop.design, deck, arrangements, pictures=shop.pictures)
    own = asyncio.to_thread(lint, pptx, deck=deck, arrangements=arrangements, design=shop.design)
    found, (rendering, seen, notes) = await asyncio.gather(own, _seen(deps, pptx, arrangements, deck))
    left = [
        problem.model_copy(update={"slide": number})
        for number, one in enumerate(arrangements, start=1)
        for problem in one.problems
    ]
    return Made(pptx, deck, arrangements, [*left, *found, *seen], rendering, notes=notes)


def _arranged(deck: Deck, design: DesignContext, tight: Mapping[str, Mapping[str, float]]) -> list[Arrangement]:
    return [
        one
        for slide in deck.slides
        for one in fitted(
            slide,
            deck,
            design,
            tighten=tight.get(slide.id, {}),
            most_parts=PARTS["sources" if slide.kind == "sources" else ""],
        )
    ]


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


def _tighten(tight: dict[str, dict[str, float]], over: Sequence[Problem], arrangements: Sequence[Arrangement]) -> bool:
    """Ask for less height where something was too high; False when nothing can be asked for any more."""
    worst: dict[tuple[str, str], float] = {}
    for one in over:
        place = (arrangements[one.slide - 1].slide.id, one.where)
        worst[place] = max(worst.get(place, 1.0), one.ratio)
    fresh = False
    for (slide, content), ratio in worst.items():
        known = tight[slide].get(content, 1.0)
        factor = max(known * CLOSER / ratio, LEAST)
        if content and factor < known:
            tight[slide][content] = factor
            fresh = True
    return fresh


def _weight(problems: Sequence[Problem]) -> int:
    worth = {"critical": 100, "major": 10, "minor": 1}
    return sum(worth[one.severity] for one in problems)


def _line(one: Problem, deck: Deck) -> str:
    return wording.said("tightened", deck.lang, n=one.slide, what=one.where or one.kind)


def _splits(best: Made, deck: Deck) -> list[str]:
    parts = {one.slide.id: one.parts for one in best.arrangements if one.parts > 1}
    titles = {slide.id: slide.title for slide in deck.slides}
    return [wording.said("split", deck.lang, title=titles.get(id, id), parts=count) for id, count in parts.items()]
