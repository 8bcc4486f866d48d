"""Queries for the documents without a model."""

from __future__ import annotations

from collections.abc import Sequence

from kasen.teams.research.schemas import Queries


def send(*, question: str, queries: Sequence[str], vocabulary: Sequence[str]) -> Queries:
    """Rule of the rag_retriever: the queries as they were planned, each once."""
    return Queries(queries=list(dict.fromkeys(queries)))
