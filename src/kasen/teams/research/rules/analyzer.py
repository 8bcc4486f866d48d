"""What the passages say about each point, without a model: their own sentences, ranked."""

from __future__ import annotations

from collections.abc import Sequence

from kasen.teams.research.rules.relevance import candidates, diverse, ranked
from kasen.teams.research.schemas import Analysis, PassageView, Quoted

PER_POINT = 8
"""Sentences kept for a point, most useful first."""


def analyse(*, question: str, points: Sequence[str], passages: Sequence[PassageView], lang: str) -> Analysis:
    """Rule of the analyzer: for each point the sentences that answer it best, verbatim, redundancy removed."""
    pool = candidates(passages)
    excerpts = [
        Quoted(point=number, passage=passages[found.candidate.passage].id, quote=found.candidate.text)
        for number, point in enumerate(points, start=1)
        for found in diverse(ranked(point, passages, pool, whole=question), PER_POINT)
    ]
    return Analysis(excerpts=excerpts)
