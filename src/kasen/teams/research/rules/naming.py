"""Sentences that name whom or what a source is about, for those that leave it to its title."""

from __future__ import annotations

from collections.abc import Sequence

from kasen.teams.research.rules.question import folded

_LONGEST = 24
"""Characters of a title that may be a name; longer ones are sentences."""


def names_it(text: str, title: str) -> bool:
    """Whether a text holds a title that is a name."""
    name = folded(title).strip()
    return 1 < len(name) <= _LONGEST and name in folded(text)


def is_unnamed(title: str, question: str, chosen: Sequence[str]) -> bool:
    """Whether neither the question nor any sentence chosen names what the title does."""
    return 0 < len(title.strip()) <= _LONGEST and not any(names_it(text, title) for text in (question, *chosen))
