"""A request is checked at the door."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError

from kasen.errors import InputError
from kasen.teams.research.schemas import QUESTION_LIMIT, Request


def test_a_question_is_enough() -> None:
    request = Request(question="  宇治茶とは？\r\n")
    assert request.question == "宇治茶とは？"
    assert (request.docs, request.kb, request.lang, request.loops) == ([], [], "auto", 2)


@pytest.mark.parametrize("question", ["", "   ", "\n\t", "？！", "…"])
def test_an_empty_question_is_refused_in_one_sentence(question: str) -> None:
    with pytest.raises(ValidationError, match="the question is empty; write what you want to know"):
        Request(question=question)


@pytest.mark.parametrize("question", ["a\x00b", "a\x1b[31mb", "x" * (QUESTION_LIMIT + 1)])
def test_control_characters_and_length_are_refused(question: str) -> None:
    with pytest.raises(InputError, match="question"):
        Request(question=question)


@pytest.mark.parametrize("loops", [-1, 3])
def test_loops_are_at_most_two(loops: int) -> None:
    with pytest.raises(ValidationError):
        Request(question="q", loops=loops)


def test_every_field_says_what_it_is_and_the_question_comes_first() -> None:
    fields = Request.model_fields
    assert next(iter(fields)) == "question"
    assert all(field.description for field in fields.values())
    assert Request(question="q", docs=["a"]).docs == [Path("a")]
