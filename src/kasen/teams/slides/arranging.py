"""A whole deck fitted, over and over: within what was asked for, and a slide anew only where it is asked to change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from kasen.teams.slides.fitting.fitting import fitted
from kasen.teams.slides.fitting.plan import most_parts
from kasen.teams.slides.fitting.wording import said
from kasen.teams.slides.schemas.arrangement import Arrangement
from kasen.teams.slides.schemas.deck import Deck
from kasen.teams.slides.schemas.design import DesignContext

MOST_OVER = 1.5
"""A deck of a wanted number of slides becomes at most so many times as long; its sources are not counted."""


@dataclass
class Arranger:
    """Arranges one deck in one design."""

    deck: Deck
    design: DesignContext
    wanted: int = 0
    """Slides that were asked for; 0: as many as it takes."""
    held: list[str] = field(default_factory=list)
    """Ids of slides that got fewer parts than they need, and have in their notes what does not fit."""
    _known: dict[tuple[int, tuple[tuple[str, float], ...], int], list[Arrangement]] = field(default_factory=dict)

    def arranged(self, tight: Mapping[str, Mapping[str, float]]) -> list[Arrangement]:
        """The deck; `tight`: slide → content → share of its height that may be used."""
        parts = [most_parts(slide) for slide in self.deck.slides]
        found = [self._fitted(at, tight, most) for at, most in enumerate(parts)]
        counted = [at for at, slide in enumerate(self.deck.slides) if slide.kind != "sources"]
        needs = [len(found[at]) for at in counted]
        given = shared(needs, int(self.wanted * MOST_OVER)) if self.wanted else needs
        self.held = []
        for at, need, most in zip(counted, needs, given, strict=True):
            if most < need:
                found[at] = self._fitted(at, tight, most)
                if said("full", self.deck.lang) in found[at][-1].slide.notes:
                    self.held.append(self.deck.slides[at].id)
        return [one for each in found for one in each]

    def _fitted(self, at: int, tight: Mapping[str, Mapping[str, float]], most: int) -> list[Arrangement]:
        slide = self.deck.slides[at]
        asked = tight.get(slide.id, {})
        key = at, tuple(sorted(asked.items())), most
        if key not in self._known:
            self._known[key] = fitted(slide, self.deck, self.design, tighten=asked, most_parts=most)
        return self._known[key]


def shared(needs: Sequence[int], most: int) -> list[int]:
    """How many of at most so many parts each gets: one at least, then a further one for all that need one, in turn.

    Where a turn cannot be given to all, those that need most come first, the earlier of equals before the later.
    """
    given = [1] * len(needs)
    left = most - len(needs)
    order = sorted(range(len(needs)), key=lambda at: -needs[at])
    for turn in range(2, max(needs, default=1) + 1):
        for at in order:
            if needs[at] >= turn and left > 0:
                given[at] += 1
                left -= 1
    return given
