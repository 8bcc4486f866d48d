from __future__ import annotations

import json
from dataclasses import replace

from pydantic import BaseModel

from kasen.models.receipt import ModelCost, Receipt, ReceiptKey, prompt_hash, schema_json, sum_usd
from kasen.models.role import Picture, Usage


class Plan(BaseModel):
    title: str


class Longer(BaseModel):
    title: str
    steps: list[str] = []


def test_the_hash_is_the_same_in_every_process() -> None:
    assert prompt_hash("planner", "計画", Plan) == "fcb4e3743f42a79c4478ce8c9f6267fc359c78570127c70a81dc0e0a7f49041e"


def test_role_prompt_and_schema_each_change_the_hash() -> None:
    hashes = {
        prompt_hash("planner", "p", Plan),
        prompt_hash("planner", "q", Plan),
        prompt_hash("writer", "p", Plan),
        prompt_hash("planner", "p", Longer),
        prompt_hash("plannerp", "", Plan),
    }
    assert len(hashes) == 5


def test_any_text_can_be_hashed() -> None:
    assert prompt_hash("r", "half \ud83d and \x00", Plan) != prompt_hash("r", "half \ud83c and \x00", Plan)


def test_the_schema_is_canonical_json() -> None:
    text = schema_json(Longer)
    assert json.loads(text) == Longer.model_json_schema()
    assert ": " not in text
    assert list(json.loads(text)) == sorted(json.loads(text))


def test_each_part_of_the_key_changes_the_id_of_the_call() -> None:
    keys = [
        ReceiptKey("writer:1", "writer", 0, "h"),
        ReceiptKey("writer:2", "writer", 0, "h"),
        ReceiptKey("writer:1", "other", 0, "h"),
        ReceiptKey("writer:1", "writer", 1, "h"),
        ReceiptKey("writer:1", "writer", 0, "i"),
    ]
    assert len({key.call_id for key in keys}) == len(set(keys)) == 5
    assert all(len(key.call_id) == 16 for key in keys)
    assert keys[0].call_id == ReceiptKey("writer:1", "writer", 0, "h").call_id


def test_a_rule_s_receipt_says_so() -> None:
    assert Receipt(role="r", by="rule", value_json="{}").is_rule
    assert not Receipt(role="r", by="google:x", value_json="{}").is_rule


def test_pictures_are_part_of_the_question_and_none_changes_nothing() -> None:
    without = prompt_hash("r", "p", Plan)
    one, two = Picture(b"one"), Picture(b"two")
    assert prompt_hash("r", "p", Plan, ()) == without
    asked = [prompt_hash("r", "p", Plan, shown) for shown in ([one], [two], [one, two], [two, one])]
    assert len({without, *asked}) == 5
    assert prompt_hash("r", "p", Plan, [Picture(b"one", "image/jpeg")]) == asked[0], "the bytes are what is seen"


def test_a_sum_of_dollars_is_exact_to_the_billionth_and_unknown_when_a_part_is() -> None:
    assert sum_usd([0.1] * 10) == 1.0
    assert sum_usd([0.1, 0.2]) == 0.3
    assert sum_usd([]) == 0.0
    assert sum_usd([0.1, None]) is None


def test_costs_name_who_answered_even_at_no_cost() -> None:
    spent = ModelCost(model="x:m", calls=2, usage=Usage(input_tokens=3), usd=0.5)
    by_rule = Receipt(role="r", by="rule", value_json="{}", calls=2, models=(spent,))
    assert [(cost.model, cost.calls) for cost in by_rule.costs] == [("x:m", 2), ("rule", 0)]
    assert replace(by_rule, by="x:m").costs == (spent,)
    reused = Receipt(role="r", by="x:m", value_json="{}", reused=True)
    assert [(cost.model, cost.calls, cost.usd) for cost in reused.costs] == [("x:m", 0, 0.0)]


def test_costs_of_one_model_add_up() -> None:
    one = ModelCost(model="x:m", usage=Usage(input_tokens=1), usd=0.1)
    assert one + one + one == ModelCost(model="x:m", calls=3, usage=Usage(input_tokens=3), usd=0.3)
    assert (one + replace(one, usd=None)).usd is None
