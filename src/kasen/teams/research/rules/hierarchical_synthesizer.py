"""The report on many subtasks without a model: quotations for each of them, and the best of all as the summary."""

from __future__ import annotations

from collections.abc import Sequence

from kasen.teams.research.rules.synthesizer import compose
from kasen.teams.research.schemas import Draft, ExcerptView


def arrange(
    *,
    question: str,
    headings: Sequence[str],
    own: Sequence[int],
    evidence: Sequence[ExcerptView],
    lang: str,
    length: str,
    audience: str,
    wishes: Sequence[str],
) -> Draft:
    """Rule of the hierarchical_synthesizer: the sections of the points in `own`; without any, summary and findings."""
    whole = compose(question=question, points=headings, evidence=evidence, lang=lang)
    if own:
        return Draft(analysis=[section for section in whole.analysis if section.point in own])
    return whole.model_copy(update={"analysis": []})
