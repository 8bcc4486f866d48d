"""What the passages say about each point, without a model: their own sentences, ranked."""

from __future__ import annotations

from collections.abc import Sequence

from kasen.teams.research.rules.relevance import candidates, diverse, ranked
from kasen.teams.research.schemas import Analysis, PassageView, Quoted

PER_POINT = 8
"""Sentences kept for a point, most useful first."""
RELATIVE = 0.4
"""A sentence is kept when its score is at least this share of the best one's.

On 1,000 questions of JSQuAD's development part this lost 0.1 % of the answers and halved the sentences from articles
other than the one that answers (13 % to 7 %).
"""


def analyse(*, question: str, points: Sequence[str], passages: Sequence[PassageView], lang: str) -> Analysis:
    """Rule of the analyzer: for each point the sentences that answer it best, verbatim, redundancy removed."""
    pool = candidates(passages)
    excerpts: list[Quoted] = []
    for number, point in enumerate(points, start=1):
        best = diverse(ranked(point, passages, pool, whole=question), PER_POINT)
        excerpts += [
            Quoted(point=number, passage=passages[found.candidate.passage].id, quote=found.candidate.text)
            for found in best
            if found.score >= RELATIVE * best[0].score
        ]
    return Analysis(excerpts=excerpts)
