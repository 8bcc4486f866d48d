"""Scores that code gives: figures of the same kind, held against the best of them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from kasen.evidence.reading import Reading
from kasen.teams.research.schemas.compare import Better

MOST = 5.0
"""The best score."""
CODE = "code"
"""Who scored where no model did."""


def figure(words: str) -> tuple[str, Fraction] | None:
    """The one amount that words give, with its kind of quantity; None where they give none, several, or a range."""
    found = [number for number in Reading(words).numbers if number.unit.kind and not number.in_range]
    amounts = {(number.unit.kind, number.base) for number in found}
    return amounts.pop() if len(amounts) == 1 else None


def scores(words: Mapping[int, str], better: Better) -> dict[int, float]:
    """Scores 0–5 by item, in proportion to the best figure; empty unless two items have figures of the same kind."""
    known = {item: amount for item, text in words.items() if (amount := figure(text)) and amount[1] > 0}
    kinds = {kind for kind, _ in known.values()}
    if not better or len(known) < 2 or len(kinds) != 1:
        return {}
    values = {item: value for item, (_, value) in known.items()}
    best = min(values.values()) if better == "less" else max(values.values())
    shares = {item: best / value if better == "less" else value / best for item, value in values.items()}
    return {item: round(MOST * float(share), 1) for item, share in shares.items()}
