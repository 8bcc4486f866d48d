"""How much two texts have in common, by the terms that matching counts on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from kasen.evidence.terms import terms

T = TypeVar("T")
_PAIR = 2


def weight_of(term: str) -> float:
    """Pairs of characters and words tell more than single characters."""
    return 1.0 if len(term) >= _PAIR else 0.2


def likeness(query: str, text: str) -> float:
    """0–1: share of the query's terms, by weight, that stand in the text."""
    wanted = set(terms(query))
    total = sum(weight_of(term) for term in wanted)
    if not total:
        return 0.0
    there = wanted & set(terms(text))
    return sum(weight_of(term) for term in there) / total


def ranked(query: str, texts: Sequence[tuple[T, str]]) -> list[tuple[T, float]]:
    """Things with their likeness to the query, best first; equal ones in their order."""
    scored = [(thing, likeness(query, text)) for thing, text in texts]
    return sorted(scored, key=lambda one: -one[1])
