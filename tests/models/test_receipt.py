from __future__ import annotations

import json

from pydantic import BaseModel

from kasen.models.receipt import Receipt, ReceiptKey, prompt_hash, schema_json


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
