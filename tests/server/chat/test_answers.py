from __future__ import annotations

import json
from typing import Any

import pytest

from kasen.errors import InputError
from kasen.runtime.rows import Question
from kasen.server.chat.answers import answer_of, meant


def asked(default: Any, shown: Any = None, required: tuple[str, ...] = (), **fields: Any) -> Question:
    schema = {"type": "object", "properties": fields, "required": list(required), "additionalProperties": False}
    return Question(approval="plan", question="Go?", answer_schema=schema, default=default, shown=shown)


TEXT, BOOL, LIST = {"type": "string", "maxLength": 50}, {"type": "boolean"}, {"type": "array"}
PLAN = asked({"go_on": True, "plan": []}, required=("go_on",), go_on=BOOL, comment=TEXT, plan=LIST)
WORDS = asked({"answer": ""}, ["tea", "coffee"], answer=TEXT)
EDITS = asked({"accept": ["E1"]}, accept=LIST, edited={"type": "object"})


def test_yes_is_the_default_with_the_reason_as_its_remark() -> None:
    assert answer_of(PLAN, approved=True) == {"go_on": True, "plan": []}
    assert answer_of(PLAN, approved=True, reason="shorter") == {"go_on": True, "plan": [], "comment": "shorter"}
    assert answer_of(EDITS, approved=True, reason="nothing takes this") == {"accept": ["E1"]}


def test_no_ends_it_or_takes_nothing() -> None:
    assert answer_of(PLAN, approved=False, reason="no") == {"go_on": False, "plan": [], "comment": "no"}
    assert answer_of(EDITS, approved=False) == {"accept": []}
    assert answer_of(WORDS, approved=False) == {"answer": ""}


def test_a_question_in_words_takes_words_or_the_number_of_an_option() -> None:
    assert answer_of(WORDS, approved=True, reason="green tea") == {"answer": "green tea"}
    assert answer_of(WORDS, approved=True, reason="2") == {"answer": "coffee"}
    assert answer_of(WORDS, approved=True, reason="7") == {"answer": "7"}


def test_an_edited_answer_is_taken_as_it_is() -> None:
    edited = {"go_on": True, "plan": [{"id": "1"}]}
    assert answer_of(PLAN, approved=True, reason=json.dumps(edited)) == edited
    assert answer_of(PLAN, approved=True, given=edited) == edited
    assert answer_of(PLAN, approved=True, reason="{not json")["comment"] == "{not json"


@pytest.mark.parametrize("given", [{"go_on": "yes"}, {}, {"go_on": True, "other": 1}, [1]])
def test_an_answer_that_does_not_fit_is_refused_with_its_place(given: Any) -> None:
    with pytest.raises(InputError, match="the answer to `plan` does not fit"):
        answer_of(PLAN, approved=True, given=given)
    with pytest.raises(InputError):
        answer_of(PLAN, approved=True, reason="x" * 51)


def test_a_pause_that_knows_no_no_says_so() -> None:
    with pytest.raises(InputError, match="cannot be declined"):
        answer_of(asked({"a": 1}, a={"type": "integer"}), approved=False)


@pytest.mark.parametrize("words", ["はい", "OK!", "yes", "それでお願いします。", "進めてください", "looks good"])
def test_a_message_can_say_yes(words: str) -> None:
    assert meant(PLAN, words) == PLAN.default
    assert meant(EDITS, words) == EDITS.default


@pytest.mark.parametrize("words", ["いいえ", "no", "やめてください", "Stop."])
def test_a_message_can_say_no(words: str) -> None:
    assert meant(PLAN, words) == {"go_on": False, "plan": []}


def test_other_words_are_a_remark_or_an_answer_and_where_nothing_takes_them_they_are_refused() -> None:
    assert meant(PLAN, "two slides less") == {"go_on": True, "plan": [], "comment": "two slides less"}
    assert meant(WORDS, "はい") == {"answer": "はい"}
    with pytest.raises(InputError, match=r"waits for an answer: Go\?"):
        meant(EDITS, "make it nicer")
