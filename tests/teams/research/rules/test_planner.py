"""Queries come from the question and the documents' words, and go where their words are."""

from __future__ import annotations

import pytest

from kasen.teams.research.rules.planner import MOST_QUERIES, allocate, drafts, plan, same, strategy
from kasen.teams.research.schemas import Measured, PlanningNotes

HALF = [Measured(query="緑茶の輸出", coverage=0.83), Measured(query="為替の影響", coverage=0.12)]


def test_the_first_queries_are_the_question_and_its_points() -> None:
    assert drafts("煎茶と抹茶の違いは？", [], [], []) == ["煎茶と抹茶の違いは？", "煎茶", "抹茶"]


def test_a_spelling_of_the_documents_is_tried_as_well() -> None:
    assert drafts("the centre of tea", ["center", "tea"], [], []) == ["the centre of tea", "centre tea center"]
    assert drafts("茶輸出の推移", ["茶輸出額"], [], []) == ["茶輸出の推移", "茶輸出 推移 茶輸出額"]


def test_later_queries_are_new_and_about_what_is_missing() -> None:
    found = drafts("Why did exports of matcha fall?", ["matcha"], ["tariff"], ["Why did exports of matcha fall?"])
    assert found == ["exports matcha fall", "tariff"]
    assert drafts("Why did exports fall?", [], ["tariff"], [*found, "tariff", "exports fall"]) == []


def test_there_are_never_too_many_queries() -> None:
    assert len(drafts("x", [], [f"word{n}" for n in range(30)], ["x"])) == MOST_QUERIES


def test_punctuation_and_width_do_not_make_another_query() -> None:
    assert same("緑茶の輸出は？") == same("緑茶の輸出は")
    assert same("ＴＥＡ exports!") == same("tea exports")


@pytest.mark.parametrize(
    ("measured", "web", "expected"),
    [
        (HALF, True, (["緑茶の輸出", "為替の影響"], ["為替の影響"])),
        (HALF, False, (["緑茶の輸出", "為替の影響"], [])),
        ([Measured(query="x", coverage=0.0)], True, ([], ["x"])),
        ([Measured(query="x", coverage=1.0)], True, (["x"], [])),
        ([], True, ([], [])),
    ],
)
def test_queries_go_where_their_words_are(
    measured: list[Measured], web: bool, expected: tuple[list[str], list[str]]
) -> None:
    assert allocate(measured, web=web) == expected


def test_the_strategy_says_the_measured_shares() -> None:
    rag, web = allocate(HALF, web=True)
    english = strategy(HALF, rag, web, lang="en")
    assert "83 %" in english
    assert "1 to the web, where the documents hold only 12 %" in english
    assert "資料にあるのは 12 %" in strategy(HALF, rag, web, lang="ja")


def test_the_rule_keeps_points_and_measure_together() -> None:
    said = plan(
        question="煎茶と抹茶の違いは？",
        lang="ja",
        today="2026-01-01",
        vocabulary=[],
        measured=HALF,
        web=True,
        notes=PlanningNotes(missing=["関税"]),
    )
    assert said.investigation_points == ["煎茶と抹茶の違いは", "煎茶", "抹茶"]
    assert said.web_queries == ["為替の影響"]
    assert "関税" in said.plan_text
