"""A dependent subtask without a model: its own question, its queries with the names that were found for it."""

from __future__ import annotations

from collections.abc import Sequence

from kasen.evidence.terms import stem
from kasen.teams.research.rules.planner import same
from kasen.teams.research.rules.question import folded, names, plain_words
from kasen.teams.research.schemas.deep import Briefing, PlannedSubtask

MOST_NAMES = 3
"""Names of findings that are added to a query."""


def brief(
    *, question: str, subtask: PlannedSubtask, findings: Sequence[str], lang: str, today: str, web: bool
) -> Briefing:
    """Rule of the subtask_executor: nothing is put into the question; one query more, with names from the findings."""
    known = [name for name in _names(findings) if name not in folded(subtask.question)][:MOST_NAMES]
    more = [" ".join([subtask.question, *known])] if known else []
    planned = [query for query in subtask.rag_queries if query not in more]
    on_web = [*more, *subtask.web_queries] if subtask.web_queries else []
    return Briefing(question=subtask.question, rag_queries=_once([*planned, *more]), web_queries=_once(on_web))


def _names(findings: Sequence[str]) -> list[str]:
    """Words of the findings that look like names, as they are written there, in their order."""
    found = [word for text in findings for word in plain_words(text) if stem(word) in names(text)]
    return list(dict.fromkeys(found))


def _once(queries: Sequence[str]) -> list[str]:
    return list({same(query): query for query in queries}.values())
