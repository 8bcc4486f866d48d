from __future__ import annotations

from typing import Any

import pytest
from jsonschema import ValidationError as Unfit
from jsonschema import validate

from kasen.teams.slides.nodes.approve_plan import approve_plan
from kasen.testing.deps import FakeDeps, fake_deps
from teams.slides.nodes.stating import plan, runtime, state, step

PLAN = plan(
    step("S1", "data_analyst", required=False),
    step("S2", mode="outline"),
    step("S3", "visualizer", required=False),
)
NAMED: dict[str, Any] = {"request": {"approve": ["plan"]}, "plan": PLAN}


async def decided(answer: Any = None, *, lang: str = "en") -> tuple[Any, FakeDeps]:
    deps = fake_deps(answers={} if answer is None else {"plan": answer}, lang=lang)
    return await approve_plan(state(**NAMED), runtime(deps)), deps


async def test_nobody_is_asked_who_did_not_want_to_be() -> None:
    deps = fake_deps()
    for pauses in ([], ["outline"]):
        command = await approve_plan(state(plan=PLAN, request={"approve": pauses}), runtime(deps))
        assert (command.goto, command.update) == ("supervisor", None)
    assert deps.approve.asked == []


async def test_a_yes_leaves_the_plan_as_it_is() -> None:
    command, deps = await decided()
    assert (command.goto, command.update["plan"]) == ("supervisor", PLAN)
    (asked,) = deps.approve.asked
    assert asked["shown"][0] == "S1 data_analyst: Title S1 · Do S1."
    assert asked["question"] == "Shall the deck be made by this plan?"


async def test_the_question_is_in_the_language_of_the_run() -> None:
    assert (await decided(lang="ja"))[1].approve.asked[0]["question"] == "この計画で作りますか。"


async def test_a_no_ends_the_run_and_changes_nothing() -> None:
    command, _ = await decided({"go_on": False, "comment": "Never mind."})
    assert (command.goto, command.update) == ("publisher", None)


async def test_a_comment_goes_back_to_the_planner() -> None:
    command, _ = await decided({"go_on": True, "comment": " More\n charts. "})
    assert (command.goto, command.update) == ("planner", {"comments": ["More charts."]})


async def test_what_the_person_changed_stands_and_the_rest_stays() -> None:
    command, _ = await decided({"go_on": True, "plan": {"title": "お茶", "slides": 12}})
    made = command.update["plan"]
    assert (made.title, made.slides, made.goal) == ("お茶", 12, "More shade.")


async def test_steps_can_be_left_out_but_for_those_without_which_there_is_no_deck() -> None:
    command, _ = await decided({"go_on": True, "plan": {"leave_out": ["S1", "S2", "S9"]}})
    assert [one.status for one in command.update["plan"].steps] == ["skipped", "pending", "pending"]


async def test_an_emptied_title_is_not_taken() -> None:
    command, _ = await decided({"go_on": True, "plan": {"title": ""}})
    assert command.update["plan"].title == "Tea abroad"


async def test_what_is_shown_fits_the_form_that_the_answer_must_fit() -> None:
    asked = (await decided())[1].approve.asked[0]
    validate(asked["default"], asked["schema"])
    wrongs: list[dict[str, Any]] = [{"slides": 2}, {"slides": 61}, {"leave_out": ["all"]}, {"steps": []}]
    for wrong in wrongs:
        with pytest.raises(Unfit):
            validate({"go_on": True, "plan": wrong}, asked["schema"])
