"""The plan without a model."""

from __future__ import annotations

from typing import Any

from kasen.teams.research.rules.master_planner import QUERIES, decompose
from kasen.teams.research.schemas.deep import PlanningTask, ProposedPlan


def plan(question: str, parts: list[str], lang: str = "en", **task: Any) -> ProposedPlan:
    return decompose(
        question=question,
        lang=lang,
        today="2026-01-02",
        vocabulary=["center", "cultivation"],
        measured=[],
        web=False,
        task=PlanningTask(**{"parts": parts, "most": 8, **task}),
    )


def test_each_part_is_a_subtask_of_its_own_without_dependencies() -> None:
    said = plan("When and why?", ["When was it", "Why was it"])
    assert said.execution_mode == "hierarchical"
    assert [one.question for one in said.subtasks] == ["When was it", "Why was it"]
    assert all(one.depends_on == [] and 1 <= len(one.rag_queries) <= QUERIES for one in said.subtasks)


def test_one_part_is_simple_and_said_in_its_language() -> None:
    said = plan("宇治茶とは何か", ["宇治茶とは何か"], lang="ja")
    assert said.execution_mode == "simple"
    assert said.allocation_strategy == "問いの部分ごとに調べる：1 件。"


def test_spellings_of_the_documents_are_searched_too() -> None:
    assert any("center" in query for query in plan("Why the centre?", ["Why the centre"]).subtasks[0].rag_queries)


def test_headings_are_looked_up_with_what_the_question_is_about() -> None:
    said = plan("Report on green tea", ["Report on green tea"], outline=["History", "Trade"])
    assert [one.question for one in said.subtasks] == ["History", "Trade"]
    assert "green tea" in said.subtasks[0].rag_queries[0]


def test_what_an_earlier_report_answered_is_not_planned_again_unless_that_is_all() -> None:
    earlier = ["Sencha was perfected in 1738."]
    parts = ["When was sencha perfected", "How is gyokuro shaded"]
    assert [one.question for one in plan("?", parts, earlier=earlier).subtasks] == ["How is gyokuro shaded"]
    assert len(plan("?", parts[:1], earlier=earlier).subtasks) == 1


def test_there_are_no_more_than_allowed() -> None:
    assert len(plan("?", [f"part {n}" for n in range(5)], most=2).subtasks) == 2
