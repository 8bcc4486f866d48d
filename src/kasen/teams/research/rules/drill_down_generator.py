"""Drill-downs without a model: the words that stand nowhere in a subtask's evidence are looked up by themselves."""

from __future__ import annotations

from collections.abc import Sequence

from kasen.teams.research.rules.question import keywords
from kasen.teams.research.schemas.deep import ChildSubtask, DrillDown, SubtaskView

SUBJECT = 3
"""Words of a subtask that say what its missing words are about."""


def drill(
    *,
    question: str,
    parents: Sequence[SubtaskView],
    planned: Sequence[str],
    most: int,
    web: bool,
    lang: str,
    today: str,
) -> DrillDown:
    """Rule of the drill_down_generator: one for each subtask that misses words, in the order of the plan."""
    wanting = [parent for parent in parents if parent.missing]
    return DrillDown(subtasks=[_child(parent) for parent in wanting[:most]])


def _child(parent: SubtaskView) -> ChildSubtask:
    """The words that are missing, with some of the subtask's others; never all, for that was looked up already."""
    words = parent.missing[:3]
    others = [word for word in keywords(parent.question).split() if word not in words]
    text = " ".join([*others[:-1][:SUBJECT], *words])
    return ChildSubtask(parent=parent.number, question=text, rag_queries=[text, " ".join(words)])
