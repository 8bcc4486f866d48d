from __future__ import annotations

from typing import Any

import pytest

from kasen.cli.code.answering import choices_of, with_choice
from kasen.errors import InputError
from kasen.runtime.rows import ApprovalRow, Question

CHOICE = {"type": "object", "properties": {"answer": {"type": "string", "enum": ["retry", "give_up", "accept"]}}}
YES = {"type": "object", "properties": {"comment": {"type": "string"}, "go_on": {"type": "boolean"}}}
NAMED = {
    "$defs": {"Way": {"enum": ["yes", "no"]}},
    "type": "object",
    "properties": {"way": {"$ref": "#/$defs/Way"}},
}


def row(schema: dict[str, Any], default: Any) -> ApprovalRow:
    asked = Question(approval="T1.accepted", question="What now?", answer_schema=schema, default=default)
    return ApprovalRow(run_id="01KB", interrupt_id="i", asked=asked)


@pytest.mark.parametrize(
    ("schema", "found"),
    [
        (CHOICE, ("answer", ["retry", "give_up", "accept"])),
        (YES, ("go_on", ["yes", "no"])),
        (NAMED, ("way", ["yes", "no"])),
        ({"type": "object", "properties": {"words": {"type": "string"}}}, ("", [])),
        ({}, ("", [])),
    ],
)
def test_what_can_be_answered_is_read_off_the_schema(schema: dict[str, Any], found: tuple[str, list[str]]) -> None:
    assert choices_of(schema) == found


def test_a_choice_is_put_into_the_default_answer() -> None:
    assert with_choice(row(CHOICE, {"answer": "retry"}), "answer", ["retry", "accept"], " Accept ") == {
        "answer": "accept"
    }
    answered = with_choice(row(YES, {"comment": "", "go_on": True}), "go_on", ["yes", "no"], "no")
    assert answered == {"comment": "", "go_on": False}


def test_a_word_that_is_no_choice_is_refused_with_those_that_are() -> None:
    with pytest.raises(InputError, match=r"`maybe` is no answer to `T1\.accepted`") as raised:
        with_choice(row(CHOICE, {"answer": "retry"}), "answer", ["retry", "accept"], "maybe")
    assert "kasen code approve 01KB --answer retry|accept" in raised.value.hint
