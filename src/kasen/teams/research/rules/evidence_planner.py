"""Queries for and against each hypothesis, without a model: names of cause and symptom, with words that link them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest

from kasen.teams.research.rules.planner import same
from kasen.teams.research.schemas.causal import EvidencePlan, EvidenceQueries, Hypothesis, Symptom

MOST_WEB = 24
"""Queries for the web in one round."""
PER_SIDE = 2
"""Queries for, and against, one hypothesis in one round."""


def plan_evidence(
    *,
    question: str,
    symptoms: Sequence[Symptom],
    hypotheses: Sequence[Hypothesis],
    web: bool,
    lang: str,
    today: str,
) -> EvidencePlan:
    """Rule of the evidence_planner: the cause with each symptom, and other causes of the symptom."""
    cause, other = ("原因", "以外の原因") if lang == "ja" else ("cause", "other causes")
    plans = []
    for number, one in enumerate(hypotheses, start=1):
        explained = [symptoms[n - 1].text for n in one.explains if 1 <= n <= len(symptoms)]
        texts = explained or [symptom.text for symptom in symptoms[:1]]
        plans.append(
            EvidenceQueries(
                hypothesis=number,
                queries_for=[f"{one.text} {text}" for text in texts],
                queries_against=[f"{text} {cause}" for text in texts] + [f"{one.text} {other}"],
            )
        )
    return EvidencePlan(plans=plans)


def in_other_words(hypotheses: Sequence[Hypothesis], symptoms: Sequence[Symptom], number: int) -> list[str]:
    """Queries for a hypothesis by its other names and those of the symptoms."""
    one = hypotheses[number - 1]
    ends = [text for symptom in symptoms for text in (symptom.text, *symptom.also)]
    return [*one.also, one.text, *(f"{name} {end}" for name in (*one.also, one.text) for end in ends)]


def fresh(queries: Iterable[str], sent: Iterable[str]) -> list[str]:
    """Queries that were not sent yet, each once."""
    known = {same(query) for query in sent}
    found: dict[str, str] = {}
    for query in queries:
        if same(query) and same(query) not in known:
            found.setdefault(same(query), query)
    return list(found.values())


def in_turn(lists: Sequence[Sequence[str]]) -> list[str]:
    """The first of each, then the second of each: no hypothesis is starved by the others."""
    return list(dict.fromkeys(query for row in zip_longest(*lists) for query in row if query))
