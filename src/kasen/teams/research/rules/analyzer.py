"""What the passages say about each point, without a model: their own sentences, ranked."""

from __future__ import annotations

from collections.abc import Sequence

from kasen.teams.research.rules.naming import is_unnamed, names_it
from kasen.teams.research.rules.relevance import Ranked, candidates, diverse, ranked
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
        order = ranked(point, passages, pool, whole=question)
        best = diverse(order, PER_POINT)
        kept = [found for found in best if found.score >= RELATIVE * best[0].score]
        for found in [*kept, *_naming(question, kept, order, passages)]:
            passage = passages[found.candidate.passage].id
            excerpts.append(Quoted(point=number, passage=passage, quote=found.candidate.text))
    return Analysis(excerpts=excerpts)


def _naming(
    question: str, kept: Sequence[Ranked], order: Sequence[Ranked], passages: Sequence[PassageView]
) -> list[Ranked]:
    """Where the title of the best sentence's source stands in none that is kept: the best that names it."""
    if not kept:
        return []
    title = passages[kept[0].candidate.passage].title
    if not is_unnamed(title, question, [one.candidate.text for one in kept]):
        return []
    own = (one for one in order if passages[one.candidate.passage].title == title)
    return [one for one in own if names_it(one.candidate.text, title)][:1]
