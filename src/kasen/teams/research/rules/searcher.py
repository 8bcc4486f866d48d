"""Web queries without a model."""

from __future__ import annotations

from collections.abc import Sequence

from kasen.teams.research.schemas import Queries


def send(*, question: str, queries: Sequence[str], lang: str, today: str) -> Queries:
    """Rule of the searcher: the queries as they were planned, each once."""
    return Queries(queries=list(dict.fromkeys(queries)))
