"""Changes put into a file until they fit: grafted, looked at, and fitted tighter where the render says so."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from kasen.errors import KasenError
from kasen.team import Deps
from kasen.teams.slides import wording
from kasen.teams.slides.checking.lint import lint
from kasen.teams.slides.checking.render import look
from kasen.teams.slides.editing.grafting import Grafted, Stock, grafted
from kasen.teams.slides.schemas.arrangement import Arrangement, Problem
from kasen.teams.slides.schemas.deck import Deck
from kasen.teams.slides.schemas.edit import Change
from kasen.teams.slides.tightening import tightened
from kasen.tools.office.model import Rendering

ROUNDS = 2
"""Times that what does not fit is fitted again."""


@dataclass(frozen=True)
class Remade:
    """A changed file, and what is known of it."""

    grafted: Grafted
    rendering: Rendering | None = None
    problems: list[Problem] = field(default_factory=list)
    """Of the slides that are new; the others were looked at when they were."""


async def remade(deps: Deps, old: bytes, deck: Deck, changes: Sequence[Change], stock: Stock) -> Remade:
    """The best of the rounds: the file with these changes and the fewest problems."""
    tight: dict[int, dict[str, float]] = {}
    best: Remade | None = None
    for _ in range(ROUNDS + 1):
        now = await _looked(deps, await asyncio.to_thread(_grafted, old, deck, changes, stock, tight), stock)
        if best is None or len(now.problems) < len(best.problems):
            best = now
        of = now.grafted.of
        if not tightened(tight, [(of[one.slide], one) for one in now.problems if one.slide in of]):
            break
    assert best is not None
    return best


def _grafted(
    old: bytes, deck: Deck, changes: Sequence[Change], stock: Stock, tight: Mapping[int, Mapping[str, float]]
) -> Grafted:
    return grafted(old, deck, changes, stock, tight=tight)


async def _looked(deps: Deps, made: Grafted, stock: Stock) -> Remade:
    own = await asyncio.to_thread(lint, made.pptx, deck=made.deck, design=stock.design)
    rendering, seen = None, list[Problem]()
    if deps.office is not None:
        arrangements = [
            made.fresh.get(n) or Arrangement(slide=slide, layout=0, frames=())
            for n, slide in enumerate(made.deck.slides, start=1)
        ]
        try:
            rendering, seen = await look(deps.office, made.pptx, arrangements, lang=made.deck.lang)
        except KasenError as error:
            await deps.emit("warning", text=wording.said("render_failed", made.deck.lang, why=str(error).rstrip(".")))
    left = [problem.model_copy(update={"slide": n}) for n, one in made.fresh.items() for problem in one.problems]
    return Remade(made, rendering, [one for one in [*left, *own, *seen] if one.slide in made.fresh])
