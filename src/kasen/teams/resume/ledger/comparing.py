"""Facts of two texts."""

from __future__ import annotations

from kasen.teams.resume.schemas.facts import Fact


def compared(before: str, after: str) -> list[Fact]:
    """Facts of both texts and what became of each."""
    return []
