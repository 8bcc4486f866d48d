from __future__ import annotations

from typing import Any

import pytest
from jsonschema import Draft202012Validator
from langgraph.graph import END
from langgraph.runtime import Runtime

from kasen.teams.echo.nodes.approve import ANSWER, approve
from kasen.teams.echo.schemas import Request, Result, Said
from kasen.testing.deps import fake_deps

SAID = [Said(place=1, text="b"), Said(place=0, text="a")]


async def test_without_being_asked_to_it_does_not_pause() -> None:
    deps = fake_deps()
    went = await approve({"request": Request(text="x"), "said": SAID}, Runtime(context=deps))
    assert (went.goto, went.update) == ("writer", {"comment": ""})
    assert deps.approve.asked == []


@pytest.mark.parametrize(
    ("answer", "comment"),
    [
        ({"go_on": True}, ""),
        ({"go_on": True, "comment": "shorter"}, "shorter"),
    ],
)
async def test_it_shows_the_parts_in_order_and_takes_the_comment(answer: dict[str, Any], comment: str) -> None:
    deps = fake_deps(answers={"parts": answer})
    request = Request(text="x", ask_first=True, deadline_s=60, at_deadline="stop")
    went = await approve({"request": request, "said": SAID}, Runtime(context=deps))
    assert (went.goto, went.update) == ("writer", {"comment": comment})
    (asked,) = deps.approve.asked
    assert (asked["shown"], asked["deadline_s"], asked["at_deadline"]) == (["a", "b"], 60, "stop")
    assert asked["question"] == "Shall these parts be written?"


async def test_a_no_ends_the_run_with_nothing_written() -> None:
    deps = fake_deps(answers={"parts": {"go_on": False, "comment": "no"}})
    went = await approve({"request": Request(text="x", ask_first=True), "said": SAID}, Runtime(context=deps))
    assert went.goto == END
    assert went.update == {"result": Result(text="", parts=["a", "b"], rounds=0, passed=False)}


async def test_it_asks_in_the_language_of_the_run() -> None:
    deps = fake_deps(lang="ja")
    await approve({"request": Request(text="x", ask_first=True), "said": []}, Runtime(context=deps))
    assert deps.approve.asked[0]["question"] == "この内容で書きますか。"


def test_the_default_fits_the_schema_of_the_answer() -> None:
    Draft202012Validator.check_schema(ANSWER)
    Draft202012Validator(ANSWER).validate({"go_on": True})
    assert not Draft202012Validator(ANSWER).is_valid({"comment": "x"})
    assert not Draft202012Validator(ANSWER).is_valid({"go_on": True, "comment": "x" * 2001})
