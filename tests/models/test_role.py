from __future__ import annotations

from pydantic import BaseModel

from kasen.models.role import Answer, Role, Usage


class Plan(BaseModel):
    title: str = ""


def test_the_prompt_has_the_name_of_the_role_unless_it_is_given() -> None:
    assert Role(name="planner", package="p", reply=Plan, rule=Plan).prompt_name == "planner"
    assert Role(name="planner", package="p", reply=Plan, rule=Plan, prompt="replan").prompt_name == "replan"


def test_usage_adds_up_and_counts_cached_and_reasoning_tokens_once() -> None:
    one = Usage(input_tokens=10, output_tokens=5, cached_tokens=4, reasoning_tokens=3)
    assert one + one == Usage(input_tokens=20, output_tokens=10, cached_tokens=8, reasoning_tokens=6)
    assert (one + one).total == 30


def test_an_answer_knows_whether_a_rule_gave_it() -> None:
    assert Answer(value=Plan(), by="rule").is_rule
    assert not Answer(value=Plan(), by="manual:hand").is_rule
