from __future__ import annotations

from typing import Any

import pytest
from jsonschema import ValidationError as Unfit
from jsonschema import validate

from kasen.teams.slides.nodes.approve_outline import approve_outline
from kasen.testing.deps import FakeDeps, fake_deps
from teams.slides.nodes.stating import outline, plan, runtime, state, step

PLAN = plan(
    step("S1", "data_analyst", status="completed"),
    step("S2", mode="outline", status="completed", attempts=1),
    step("S3", mode="slides"),
)


async def decided(answer: Any = None, *, lang: str = "en", **more: Any) -> tuple[Any, FakeDeps]:
    deps = fake_deps(answers={} if answer is None else {"outline": answer}, lang=lang)
    given = state(**{"plan": PLAN, "outline": outline(thinking="I wonder."), **more})
    return await approve_outline(given, runtime(deps)), deps


async def test_a_yes_goes_on_with_the_outline_and_is_not_asked_again() -> None:
    command, deps = await decided()
    assert command.goto == "supervisor"
    assert command.update == {"outline": outline(), "outline_seen": True}
    assert deps.approve.asked[0]["shown"][1] == "2 [bullets] Shade · Shade."


async def test_what_the_writer_thought_is_not_shown() -> None:
    assert "I wonder" not in str((await decided())[1].approve.asked)


async def test_the_question_is_in_the_language_of_the_run() -> None:
    assert (await decided(lang="ja"))[1].approve.asked[0]["question"] == "この構成で本文を書きますか。"


async def test_a_no_ends_the_run() -> None:
    command, _ = await decided({"go_on": False})
    assert (command.goto, command.update) == ("publisher", None)


async def test_a_comment_has_the_outline_written_again_and_nothing_else() -> None:
    command, _ = await decided({"go_on": True, "comment": "短くして。"})
    assert (command.goto, command.update["comments"]) == ("supervisor", ["短くして。"])
    made = command.update["plan"]
    assert [one.status for one in made.steps] == ["completed", "pending", "pending"]
    assert made.revision == PLAN.revision + 1
    assert "outline_seen" not in command.update, "the next one is to be seen too"


async def test_an_outline_that_the_person_wrote_is_taken_without_messages_too() -> None:
    slides = [{"kind": "title", "title": "お茶"}, {"kind": "chart", "title": "輸出", "figure": "F1"}]
    command, _ = await decided({"go_on": True, "outline": {"slides": slides}})
    made = command.update["outline"]
    assert [(one.kind, one.title, one.message, one.figure) for one in made.slides] == [
        ("title", "お茶", "", ""), ("chart", "輸出", "", "F1"),
    ]  # fmt: skip
    assert made.title == "Tea abroad", "what was not changed stays"


async def test_what_is_shown_fits_the_form_that_the_answer_must_fit() -> None:
    asked = (await decided())[1].approve.asked[0]
    validate(asked["default"], asked["schema"])
    for slides in ([], [{"kind": "sources", "title": "x"}], [{"title": "x"}], [{"kind": "poster", "title": "x"}]):
        with pytest.raises(Unfit):
            validate({"go_on": True, "outline": {"slides": slides}}, asked["schema"])
