from __future__ import annotations

from typing import Any

import pytest

from kasen.teams.slides.nodes.coordinator import coordinator
from kasen.testing.deps import FakeDeps, fake_deps
from kasen.testing.scripted import ScriptedModel
from teams.slides.nodes.stating import TABLE, runtime, state

ASKS = {"reply": "One thing first.", "goto": "ask", "question": " Which tea? ", "options": ["Green", " ", "Black "]}


async def met(said: dict[str, Any] | None, given: Any = None, *, lang: str = "en") -> tuple[Any, FakeDeps]:
    deps = fake_deps(model=ScriptedModel([said]) if said else None, lang=lang)
    return await coordinator(state() if given is None else given, runtime(deps)), deps


@pytest.mark.parametrize(
    ("said", "given", "goto"),
    [
        ({"reply": "Yes.", "goto": "planner"}, state(), "planner"),
        (ASKS, state(), "clarify"),
        ({**ASKS, "question": " "}, state(), "planner"),
        ({"reply": "Hello!", "goto": "end"}, state("Hi there"), "publisher"),
        ({"reply": "", "goto": "end"}, state("Hi there"), "planner"),
        ({"reply": "No.", "goto": "end"}, state(tables=[TABLE]), "planner"),
        ({"reply": "No.", "goto": "end"}, state(documents=2), "planner"),
    ],
)
async def test_where_it_goes_on(said: dict[str, Any], given: Any, goto: str) -> None:
    command, _ = await met(said, given)
    assert command.goto == goto


async def test_a_question_and_likely_answers_are_handed_on_without_blanks() -> None:
    command, deps = await met(ASKS)
    assert (command.update["question"], command.update["options"]) == ("Which tea?", ["Green", "Black"])
    assert deps.notes == ["One thing first."]
    assert command.update["reply"] == "", "the run would end with the promise of a question"


async def test_a_question_that_is_not_to_be_asked_is_not_kept() -> None:
    command, _ = await met({**ASKS, "goto": "planner"})
    assert command.update["question"] == ""


async def test_what_the_request_says_goes_before_what_was_understood() -> None:
    said = {"reply": "r", "goto": "planner", "slides": 12, "audience": "students", "title": " Tea\n abroad "}
    command, _ = await met(said, state(request={"slides": 8, "audience": "the board"}))
    assert (command.update["wanted"], command.update["audience"]) == (8, "the board")
    command, _ = await met(said)
    assert (command.update["wanted"], command.update["audience"]) == (12, "students")
    assert command.update["title"] == "Tea abroad"


@pytest.mark.parametrize("slides", [-3, 2, 61, 10_000])
async def test_a_number_of_slides_that_makes_no_deck_is_not_believed(slides: int) -> None:
    command, _ = await met({"reply": "r", "goto": "planner", "slides": slides})
    assert command.update["wanted"] == 0


@pytest.mark.parametrize(("lang", "said"), [("en", "tea.csv (6 rows)"), ("ja", "tea.csv（6 行）")])
async def test_without_a_model_it_says_what_there_is_to_work_with(lang: str, said: str) -> None:
    command, deps = await met(None, state("お茶の輸出。役員会で使う", lang=lang, tables=[TABLE]), lang=lang)
    assert command.goto == "planner"
    assert said in command.update["reply"]
    assert said in deps.notes[0]
    assert command.update["title"] == "お茶の輸出"


@pytest.mark.parametrize(("lang", "said"), [("en", "skeleton"), ("ja", "骨組み")])
async def test_without_anything_to_work_with_it_says_that(lang: str, said: str) -> None:
    command, _ = await met(None, state(lang=lang), lang=lang)
    assert said in command.update["reply"]
