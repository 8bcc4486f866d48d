"""Plans from the question and from what a person adds; next steps by what changed."""

from __future__ import annotations

from typing import Any

import pytest

from kasen.teams.research.rules.supervisor import agrees, supervise
from kasen.teams.research.schemas import Measured, ResearchPlan
from kasen.teams.research.schemas.supervised import Supervision

QUESTION = "When did tea begin and why did Uji become a centre?"
PLAN = ResearchPlan(theme="Tea", investigation_points=["When did tea begin"], search_queries=["tea"])


def said(**more: Any) -> Supervision:
    given: dict[str, Any] = {
        "question": QUESTION,
        "lang": "en",
        "measured": [Measured(query=QUESTION, coverage=0.5)],
        "plan": None,
        "outline": [],
        "person": "",
        "options": [],
        "fresh": 0,
    }
    return supervise(**{**given, **more})


def test_the_first_plan_is_the_questions_parts() -> None:
    plan = said()
    assert plan.investigation_points == ["When did tea begin", "why did Uji become a centre"]
    assert (plan.search_queries, plan.theme, plan.next_action) == ([QUESTION], QUESTION, "")
    assert plan.plan_text == "2 points to look up."


def test_headings_come_before_the_question() -> None:
    assert said(outline=["Origins", "Trade"]).investigation_points == ["Origins", "Trade"]


def test_what_a_person_adds_is_a_point_and_the_first_query() -> None:
    plan = said(plan=PLAN, person="How is it shaded?")
    assert plan.investigation_points == ["When did tea begin", "How is it shaded"]
    assert plan.search_queries[0] == "How is it shaded"
    assert plan.theme == "Tea"


@pytest.mark.parametrize(
    "text", ["", " OK. ", "yes", "Go on!", "はい。", "続けてください", "ＯＫ", "問題ありません", "looks good"]
)
def test_who_only_agrees_changes_nothing(text: str) -> None:
    assert agrees(text)
    assert said(plan=PLAN, person=text).search_queries == []


@pytest.mark.parametrize("text", ["no", "ok, but add prices", "価格も調べて", "good tea houses"])
def test_who_says_more_does_not_merely_agree(text: str) -> None:
    assert not agrees(text)


@pytest.mark.parametrize(
    ("options", "fresh", "person", "action"),
    [
        (["research", "write", "end"], 2, "", "write"),
        (["research", "write", "end"], 0, "", "end"),
        (["research", "write", "end"], 0, "Prices?", "research"),
        (["write", "end"], 0, "Prices?", "write"),
        (["end"], 3, "", "end"),
    ],
)
def test_after_a_review_new_sources_are_written_up(options: list[str], fresh: int, person: str, action: str) -> None:
    decided = said(plan=PLAN, options=options, fresh=fresh, person=person)
    assert decided.next_action == action
    assert decided.reasoning


def test_japanese_is_said_in_japanese() -> None:
    plan = said(question="宇治茶はいつ始まったか", lang="ja", options=["end"], plan=PLAN)
    assert "出典は 0 件" in plan.reasoning
