"""The plan of a comparison as it may be worked on."""

from __future__ import annotations

from typing import Any

from kasen.teams.research.rules.comparison_planner import listed_in, plan_comparison, settle
from kasen.teams.research.schemas.compare import ComparisonPlan

GIVEN: dict[str, Any] = {"vocabulary": [], "wishes": [], "lang": "en", "today": "2026-01-02"}


def plan(items: list[Any], criteria: list[Any]) -> ComparisonPlan:
    return ComparisonPlan.model_validate({"items": items, "criteria": criteria})


def test_the_rule_takes_what_the_request_names_before_what_the_question_names() -> None:
    question = "Compare Alpha and Beta by price"
    said = plan_comparison(question=question, items=[], criteria=[], **GIVEN)
    assert [one.name for one in said.items] == ["Alpha", "Beta"]
    assert [one.name for one in said.criteria] == ["price"]
    given = plan_comparison(question=question, items=["X", "Y"], criteria=["size (smaller is better)"], **GIVEN)
    assert [one.name for one in given.items] == ["X", "Y"]
    assert [(one.name, one.better) for one in given.criteria] == [("size", "less")]


def test_items_and_criteria_of_the_user_are_kept_and_a_model_only_adds_to_them() -> None:
    own = plan(["Alpha", "Beta"], [{"name": "price", "better": "less"}])
    said = plan(
        [{"name": "ALPHA", "also": ["アルファ"]}, "Gamma", "Delta"],
        [{"name": "price (lower is better)", "also": ["cost", "Price"], "better": "more"}, "taste"],
    )
    settled = settle(said, own, items=["Alpha", "Beta"], criteria=["price (lower is better)"])
    assert [(one.name, one.also) for one in settled.items] == [("Alpha", ["アルファ"]), ("Beta", [])]
    assert [(one.name, one.better, one.also) for one in settled.criteria] == [("price", "less", ["cost"])]


def test_a_careless_plan_is_cleaned_or_replaced() -> None:
    own = plan(["Alpha", "Beta"], ["price"])
    assert settle(plan([], []), own).items == own.items
    assert settle(plan(["Alpha", " alpha ", "?"], ["", "?"]), own) == own
    many = settle(plan([f"item {n}" for n in range(20)], [f"by {n}" for n in range(20)]), own)
    assert (len(many.items), len(many.criteria)) == (8, 8)


def test_other_names_that_might_mean_another_item_are_dropped() -> None:
    said = plan(
        [
            {"name": "Alpha", "also": ["Beta", "Alpha", "the", "A", "Alpha One", "shared"]},
            {"name": "Beta", "also": ["shared"]},
        ],
        ["price"],
    )
    settled = settle(said, said)
    assert [one.also for one in settled.items] == [["Alpha One"], []]


def test_criteria_that_the_question_lists_and_a_model_forgot_are_added() -> None:
    asked = listed_in("Compare Alpha and Beta by price, weight and range")
    own = plan(["Alpha", "Beta"], ["price"])
    settled = settle(plan(["Alpha", "Beta"], ["purchase price"]), own, asked=asked)
    assert [one.name for one in settled.criteria] == ["purchase price", "weight", "range"]
