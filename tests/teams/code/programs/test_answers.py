from __future__ import annotations

import time

import pytest

from kasen.teams.code.programs.answers import LONGEST, answer_in, fitting, wrong_in

SCHEMA = {"type": "object", "properties": {"verdict": {"enum": ["PASS", "FAIL"]}}, "required": ["verdict"]}
PASS = {"verdict": "PASS"}


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ('{"verdict": "PASS"}', PASS),
        ('Here it is:\n```json\n{"verdict": "PASS"}\n```\nDone.', PASS),
        ('```\n{"verdict": "FAIL"}\n```\nno:\n```json\n{"verdict": "PASS"}\n```', PASS),
        ('I say {"verdict": "PASS"} and that is it', PASS),
        ('```json\n{"verdict": "MAYBE"}\n```', None),
        ("LGTM, PASS!", None),
        ('["verdict"]', None),
        ("", None),
        ("{" * 100_000, None),
        ("x" * LONGEST + '{"verdict": "PASS"}', PASS),
    ],
)
@pytest.mark.usefixtures("deep_stack")
def test_an_answer_is_what_fits_the_schema_and_nothing_else(words: str, wanted: object) -> None:
    assert answer_in(words, SCHEMA) == wanted


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("LGTM, PASS!", "it answered in words, without the JSON object that was asked for"),
        (" ", "it said nothing"),
        ('{"verdict": 7}', "its answer is wrong at `verdict`: 7 is not "),
        ("Here: {}", "its answer is wrong: 'verdict' is a required property"),
    ],
)
def test_who_answered_in_another_form_is_told_what_is_wrong(words: str, said: str) -> None:
    assert wrong_in(words, SCHEMA).startswith(said)


def test_an_object_fits_or_is_none() -> None:
    assert fitting(PASS, SCHEMA) == PASS
    others: tuple[object, ...] = ({}, None, [], "PASS", {"verdict": 1})
    assert [fitting(found, SCHEMA) for found in others] == [None] * 5


def test_a_fence_that_never_closes_costs_no_more_than_its_length() -> None:
    begun = time.process_time()
    for words in ("```" + "\n" * 60_000, "```json\n" * 10_000 + "x", "``` \n \n" * 10_000):
        assert answer_in(words, SCHEMA) is None
        assert wrong_in(words, SCHEMA)
    assert time.process_time() - begun < 2
