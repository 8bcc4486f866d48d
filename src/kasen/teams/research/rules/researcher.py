"""The researcher without a model: queries that were planned and not sent, then the words of what is still missing."""

from __future__ import annotations

from collections.abc import Sequence

from kasen.teams.research.rules.planner import drafts, same
from kasen.teams.research.rules.question import keywords
from kasen.teams.research.schemas import Queries


def improve(
    *,
    question: str,
    points: Sequence[str],
    missing: Sequence[str],
    planned: Sequence[str],
    tried: Sequence[str],
    vocabulary: Sequence[str],
    most: int,
    **_: object,
) -> Queries:
    """Rule of the researcher: no query that was sent before; it cannot read feedback, only the points that are open."""
    sent = {same(query) for query in tried}
    wanted = [*planned, *missing, *drafts(question, vocabulary, missing, tried), *map(keywords, (*missing, *points))]
    fresh: dict[str, str] = {}
    for query in wanted:
        if same(query) and same(query) not in sent:
            fresh.setdefault(same(query), query)
    return Queries(queries=list(fresh.values())[:most])
