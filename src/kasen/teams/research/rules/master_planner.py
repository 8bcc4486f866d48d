"""The plan without a model: one subtask per part of the question, or per heading of the outline."""

from __future__ import annotations

from collections.abc import Sequence

from kasen.teams.research.rules.coverage import COVERED, best
from kasen.teams.research.rules.planner import drafts
from kasen.teams.research.rules.question import keywords
from kasen.teams.research.schemas import Measured
from kasen.teams.research.schemas.deep import PlannedSubtask, PlanningTask, ProposedPlan

QUERIES = 3
"""Queries of one subtask."""


def decompose(
    *,
    question: str,
    lang: str,
    today: str,
    vocabulary: Sequence[str],
    measured: Sequence[Measured],
    web: bool,
    task: PlanningTask,
) -> ProposedPlan:
    """Rule of the master_planner: the parts that code counted, without those that an earlier report answered."""
    points = list(task.outline) or _new(task.parts, task.earlier)
    subtasks = [
        PlannedSubtask(question=point, rag_queries=_queries(point, question if task.outline else "", vocabulary))
        for point in points[: task.most]
    ]
    return ProposedPlan(
        theme=question,
        allocation_strategy=_told(len(subtasks), by_outline=bool(task.outline), lang=lang),
        execution_mode="hierarchical" if len(subtasks) > 1 else "simple",
        subtasks=subtasks,
    )


def _new(parts: Sequence[str], earlier: Sequence[str]) -> list[str]:
    """Parts that no finding of an earlier report covers; all of them when it covers all."""
    return [part for part in parts if best(part, earlier) < COVERED] or list(parts)


def _queries(point: str, question: str, vocabulary: Sequence[str]) -> list[str]:
    """A heading is looked up together with what the question is about."""
    text = f"{point} {keywords(question)}" if question else point
    return list(dict.fromkeys([text, *drafts(text, vocabulary, [], [])]))[:QUERIES]


def _told(subtasks: int, *, by_outline: bool, lang: str) -> str:
    if lang == "ja":
        return f"{'構成の見出し' if by_outline else '問いの部分'}ごとに調べる：{subtasks} 件。"
    return f"One subtask for each {'heading of the outline' if by_outline else 'part of the question'}: {subtasks}."
