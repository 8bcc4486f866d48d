"""What is asked of fitting after a look at what was built: less height where something was too high."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from kasen.teams.slides.schemas.arrangement import Problem

GRAVE = ("overflow", "outside", "collision")
"""Kinds of problems that a tighter fit can mend."""
CLOSER = 0.95
"""Beyond what was measured, so that one round does."""
LEAST = 0.3
"""Share of its height that a content is asked to do with at least."""

Key = TypeVar("Key")
"""What names a slide over all rounds."""


def tightened(tight: dict[Key, dict[str, float]], over: Iterable[tuple[Key, Problem]]) -> bool:
    """Ask for less height where something was too high; False where nothing new can be asked for.

    `tight`: slide → content → share of its height that may be used. One frame that overflows, leaves the slide and
    runs into another is one place that is too high: of all that is told of it the worst ratio counts, once.
    """
    worst: dict[tuple[Key, str], float] = {}
    for slide, one in over:
        if one.kind in GRAVE and one.where:
            place = (slide, one.where)
            worst[place] = max(worst.get(place, 1.0), one.ratio)
    fresh = False
    for (slide, content), ratio in worst.items():
        known = tight.get(slide, {}).get(content, 1.0)
        factor = max(known * CLOSER / ratio, LEAST)
        if factor < known:
            tight.setdefault(slide, {})[content] = factor
            fresh = True
    return fresh
