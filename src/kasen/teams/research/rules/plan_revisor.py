"""Whether the plan is revised, without a model: only for a reason that code measured."""

from __future__ import annotations

from collections.abc import Sequence

from kasen.teams.research.rules.question import keywords
from kasen.teams.research.schemas.deep import PlannedSubtask, PlanRevision, SubtaskView

LEAST_SHARED = 2
"""Words that two sides have in common from which these say what they differ about."""


def revise(
    *,
    question: str,
    subtasks: Sequence[SubtaskView],
    uncovered: Sequence[str],
    contradictions: Sequence[str],
    most: int,
    web: bool,
    lang: str,
    today: str,
) -> PlanRevision:
    """Rule of the plan_revisor: for parts of the question that nobody looks up, else for figures that differ.

    For the latter only where the web can be asked for a third source; for nothing else at all.
    """
    if uncovered:
        new = [PlannedSubtask(question=part, rag_queries=[part]) for part in uncovered]
        return PlanRevision(
            reason=_uncovered(uncovered, lang), should_revise=True, trigger_type="gap", new_subtasks=new[:most]
        )
    if contradictions and web:
        new = [_settling(text) for text in contradictions]
        reason = "資料の数値が食い違う。" if lang == "ja" else "Sources give different figures."
        return PlanRevision(
            reason=reason, should_revise=True, trigger_type="contradiction", new_subtasks=new[: min(most, 1)]
        )
    return PlanRevision()


def _settling(text: str) -> PlannedSubtask:
    """Another source for what two of them say differently: the words that both have, without figures."""
    sides = [
        [word for word in keywords(side).split() if len(word) > 1 and not word[0].isdigit()]
        for side in text.split(" / ")
    ]
    shared = [word for word in sides[0] if all(word in side for side in sides)]
    words = " ".join(shared if len(shared) >= LEAST_SHARED else dict.fromkeys(word for side in sides for word in side))
    return PlannedSubtask(question=words, web_queries=[words])


def _uncovered(parts: Sequence[str], lang: str) -> str:
    if lang == "ja":
        return f"まだ調べていない部分：{'、'.join(parts)}。"
    return f"Not looked up yet: {'; '.join(parts)}."
