from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest
from pydantic import ValidationError

from kasen.team import RoleCost
from kasen.teams.slides.schemas.arrangement import Problem
from kasen.teams.slides.schemas.deck import Deck, Slide
from kasen.teams.slides.schemas.envelope import Envelope
from kasen.teams.slides.schemas.result import Cost, Result, SlidePicture, Version

DECK = Deck(title="お茶", lang="ja", slides=(Slide(id="s-01", kind="title", title="お茶"),))


def test_an_answer_without_a_deck_is_a_result() -> None:
    result = Result(outcome="answered", reply="こんにちは。", lang="ja")
    assert (result.deck, result.plan, result.versions, result.rendered_by) == (None, None, (), "")


def test_a_result_comes_back_from_json_as_it_was() -> None:
    result = Result(
        outcome="marked",
        lang="ja",
        deck=DECK,
        renders=(SlidePicture(slide_id="s-01", artifact="", sha256="0"),),
        problems=(Problem(slide=1, kind="blank", text="白い。"),),
        artifacts=(Envelope(id="deck.pptx", type="deck", producer="publisher"),),
        versions=(Version(number=1, made="2026-01-01", what="お茶", changed=("s-01",)),),
        costs=(Cost(role="planner", by="m", calls=1, input_tokens=10, output_tokens=2, usd=None),),
        seconds=1.25,
    )
    assert Result.model_validate_json(result.model_dump_json()) == result


@pytest.mark.parametrize("changed", [{"outcome": "perfect"}, {"lang": "fr"}, {"score": 10}])
def test_a_result_of_another_kind_is_refused(changed: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Result.model_validate({"outcome": "deck", "lang": "en", **changed})


def test_a_cost_says_what_the_table_of_costs_says() -> None:
    assert set(Cost.model_fields) - {"by"} <= {field.name for field in fields(RoleCost)}


def test_a_price_that_nobody_knows_is_not_nothing() -> None:
    cost = Cost(role="planner", by="m", calls=1, input_tokens=1, output_tokens=1, usd=None)
    assert cost.usd is None
    with pytest.raises(ValidationError, match="usd"):
        Cost.model_validate({"role": "planner", "by": "m", "calls": 1, "input_tokens": 1, "output_tokens": 1})
