"""Drill-downs without a model."""

from __future__ import annotations

from kasen.teams.research.rules.drill_down_generator import drill
from kasen.teams.research.schemas.deep import DrillDown, SubtaskView


def drilled(*parents: SubtaskView, most: int = 6, lang: str = "en") -> DrillDown:
    return drill(question="?", parents=parents, planned=[], most=most, web=False, lang=lang, today="2026-01-02")


def test_missing_words_are_looked_up_with_what_they_are_about() -> None:
    (child,) = drilled(
        SubtaskView(number=3, question="Which tariff hit green tea exports?", missing=["tariff"])
    ).subtasks
    assert child.parent == 3
    assert child.question == "hit green tea tariff"
    assert child.rag_queries == ["hit green tea tariff", "tariff"]


def test_japanese_too() -> None:
    parent = SubtaskView(number=1, question="緑茶の関税はいくらか", missing=["関税"])
    (child,) = drilled(parent, lang="ja").subtasks
    assert child.question == "関税"


def test_a_subtask_that_misses_no_words_gets_none_and_the_limit_holds() -> None:
    assert drilled(SubtaskView(number=1, question="x")).subtasks == []
    parents = [SubtaskView(number=n, question="Which tariff?", missing=[f"word{n}"]) for n in range(1, 6)]
    assert [child.parent for child in drilled(*parents, most=2).subtasks] == [1, 2]
