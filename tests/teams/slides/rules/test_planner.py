from __future__ import annotations

from typing import Any

import pytest

from kasen.teams.slides.planning import Means, planned
from kasen.teams.slides.rules.planner import BARE, FROM_DOCUMENTS, simple_plan
from kasen.teams.slides.schemas.brief import About
from kasen.teams.slides.schemas.outputs import PlannerOutput


def plan(*materials: str, web: bool = False, lang: str = "en", **about: Any) -> PlannerOutput:
    known = About(**{"wish": "お茶の輸出", "title": "お茶", **about})
    return simple_plan(about=known, materials=list(materials), web=web, images="auto", lang=lang)


@pytest.mark.parametrize(
    ("materials", "web", "slides"),
    [((), False, BARE), (("tea.csv (6 rows)",), False, FROM_DOCUMENTS), ((), True, FROM_DOCUMENTS)],
)
def test_a_deck_of_nothing_is_shorter(materials: tuple[str, ...], web: bool, slides: int) -> None:
    assert plan(*materials, web=web).slides == slides


def test_the_number_that_a_person_asked_for_goes_first() -> None:
    assert plan(slides=23).slides == 23


def test_the_web_is_asked_only_where_nothing_was_given() -> None:
    (step,) = plan(web=True).steps
    assert (step.role, step.title, step.instruction) == ("researcher", "Research", "お茶の輸出")
    assert plan("1 document", web=True).steps == []
    assert plan().steps == []


def test_the_step_is_named_in_the_language_of_the_deck() -> None:
    assert plan(web=True, lang="ja").steps[0].title == "調査"


def test_it_claims_no_goal_for_nobody_judged_the_wish() -> None:
    assert (plan().goal, plan().title) == ("", "お茶")


def test_what_it_says_makes_a_plan_that_can_be_worked_on() -> None:
    means = Means(tables=True, documents=False, web=False, images="auto", lang="ja")
    made = planned(plan("tea.csv"), means, wanted=0, by="rule")
    assert [step.mode or step.role for step in made.steps] == ["data_analyst", "outline", "slides"]
    assert made.slides == FROM_DOCUMENTS
