"""A dependent subtask without a model."""

from __future__ import annotations

from kasen.teams.research.rules.subtask_executor import MOST_NAMES, brief
from kasen.teams.research.schemas.deep import Briefing, PlannedSubtask


def briefing(findings: list[str], **subtask: list[str]) -> Briefing:
    given = PlannedSubtask(question="Where was the inventor born?", **{"rag_queries": ["birthplace"], **subtask})
    return brief(question="?", subtask=given, findings=findings, lang="en", today="2026-01-02", web=True)


def test_names_of_the_findings_join_a_query_and_the_question_stays() -> None:
    said = briefing(["It was perfected by Nagatani Soen."])
    assert said.question == "Where was the inventor born?"
    assert said.rag_queries == ["birthplace", "Where was the inventor born? nagatani soen"]
    assert said.web_queries == []


def test_the_web_is_asked_where_it_was_planned() -> None:
    assert briefing(["By Nagatani Soen."], web_queries=["inventor born"]).web_queries == [
        "Where was the inventor born? nagatani soen",
        "inventor born",
    ]


def test_findings_without_names_change_nothing() -> None:
    assert briefing(["it was good"]).rag_queries == ["birthplace"]
    assert briefing([]).rag_queries == ["birthplace"]


def test_japanese_names_in_katakana_count_and_there_are_few() -> None:
    many = ["それはアントニオ・ロドリゲス・ガルシア・フェルナンデスが作った。"]
    (_, added) = briefing(many).rag_queries
    assert "アントニオ" in added
    assert len(added.split()) <= 5 + MOST_NAMES
