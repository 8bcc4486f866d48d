from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kasen.teams.slides.planning import Means, merged, planned, ready, replanned
from kasen.teams.slides.schemas.envelope import Plan, Step
from kasen.teams.slides.schemas.outputs import PlannerOutput, PlanStep


def means(**changed: Any) -> Means:
    fields: dict[str, Any] = {"tables": True, "documents": True, "web": True, "images": "auto", "lang": "en"}
    return Means(**{**fields, **changed})


def said(*roles: str, slides: int = 10, **depends: list[str]) -> PlannerOutput:
    steps = [
        PlanStep.model_validate(
            {
                "id": f"S{n}",
                "role": role,
                "title": role,
                "instruction": f"do {role}",
                "depends_on": depends.get(f"S{n}", []),
            }
        )
        for n, role in enumerate(roles, start=1)
    ]
    return PlannerOutput(title=" A  title ", goal="g", slides=slides, steps=steps)


def shape(plan: Plan) -> list[tuple[str, str, tuple[str, ...]]]:
    return [(step.id, step.mode or step.role, step.depends_on) for step in plan.steps]


def test_research_and_data_run_beside_the_outline_and_slides_wait_for_all_three() -> None:
    plan = planned(said("researcher", "data_analyst", "storywriter", "visualizer"), means(), wanted=0, by="m")
    assert shape(plan) == [
        ("S1", "researcher", ()),
        ("S2", "data_analyst", ()),
        ("S3", "outline", ()),
        ("S4", "slides", ("S1", "S2", "S3")),
        ("S5", "visualizer", ("S3",)),
    ]
    assert [step.id for step in ready(plan)] == ["S1", "S2", "S3"]
    assert (plan.title, plan.slides, plan.by) == ("A title", 10, "m")


def test_slides_that_are_drawn_whole_are_thought_out_beside_their_words_and_drawn_after_them() -> None:
    plan = planned(said("storywriter", "visualizer"), means(images="full"), wanted=0, by="m")
    assert shape(plan) == [
        ("S1", "data_analyst", ()),
        ("S2", "outline", ()),
        ("S3", "slides", ("S1", "S2")),
        ("S4", "looks", ("S1", "S2")),
        ("S5", "visualizer", ("S3", "S4")),
    ]
    looks, drawing = plan.steps[-2:]
    assert looks.instruction == drawing.instruction == "do visualizer"
    assert looks.title != drawing.title
    assert not looks.required


@pytest.mark.parametrize(
    ("changed", "roles"),
    [
        ({"web": False}, ["data_analyst", "storywriter", "storywriter", "visualizer"]),
        ({"images": "none"}, ["researcher", "data_analyst", "storywriter", "storywriter"]),
        ({"tables": False}, ["researcher", "storywriter", "storywriter", "visualizer"]),
    ],
)
def test_what_cannot_be_done_is_not_planned(changed: dict[str, Any], roles: list[str]) -> None:
    plan = planned(said("researcher", "data_analyst", "visualizer"), means(**changed), wanted=0, by="m")
    assert [step.role for step in plan.steps] == roles


def test_a_plan_of_nothing_still_makes_a_deck_and_looks_at_the_data() -> None:
    plan = planned(said(slides=0), means(), wanted=0, by="rule")
    assert [step.mode or step.role for step in plan.steps] == ["data_analyst", "outline", "slides"]
    assert plan.slides == 10


def test_the_number_that_the_person_wants_goes_first() -> None:
    assert planned(said(slides=40), means(), wanted=7, by="m").slides == 7
    assert planned(said(slides=4000), means(), wanted=0, by="m").slides == 60
    assert planned(said(slides=-3), means(), wanted=0, by="m").slides == 10


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["researcher", "data_analyst", "storywriter", "visualizer"]),
            st.lists(st.sampled_from([f"S{n}" for n in range(1, 13)]), max_size=4),
        ),
        max_size=12,
    ),
    st.booleans(),
    st.booleans(),
    st.sampled_from(["auto", "none", "full"]),
)
def test_whatever_is_proposed_every_step_comes_to_run(
    steps: list[tuple[str, list[str]]], tables: bool, web: bool, images: str
) -> None:
    roles = [role for role, _ in steps]
    depends = {f"S{n}": ids for n, (_, ids) in enumerate(steps, start=1)}
    proposed: Any = said(*roles, **depends)  # type: ignore[arg-type]
    plan = planned(proposed, means(tables=tables, web=web, images=images), wanted=0, by="m")
    waves = 0
    while steps_now := ready(plan):
        done = [step.model_copy(update={"status": "completed", "attempts": 1}) for step in steps_now]
        plan = merged(plan, done)
        waves += 1
    assert all(step.status == "completed" for step in plan.steps)
    assert waves <= 3


def failed(step: Step, attempts: int = 1) -> Step:
    return step.model_copy(update={"status": "failed", "attempts": attempts, "result_summary": "boom"})


def test_after_a_failure_what_is_not_required_is_left_and_the_rest_goes_on() -> None:
    plan = planned(said("researcher"), means(tables=False), wanted=0, by="m")
    research, outline, _ = plan.steps
    plan = replanned(
        merged(plan, [failed(research), outline.model_copy(update={"status": "completed", "attempts": 1})])
    )
    assert plan.revision == 1
    assert [step.mode for step in ready(plan)] == ["slides"]


def test_a_required_step_is_tried_twice() -> None:
    plan = planned(said(), means(tables=False), wanted=0, by="m")
    outline = plan.steps[0]
    plan = replanned(merged(plan, [failed(outline)]))
    assert (plan.revision, [step.id for step in ready(plan)]) == (2, ["S1"])
    plan = replanned(merged(plan, [failed(outline), failed(outline, attempts=2)]))
    assert plan.steps[0].status == "failed"


def test_an_old_report_does_not_undo_that_a_step_is_wanted_again() -> None:
    plan = planned(said(), means(tables=False), wanted=0, by="m")
    done = plan.steps[0].model_copy(update={"status": "completed", "attempts": 1})
    plan = merged(plan, [done])
    again = plan.model_copy(update={"steps": (done.model_copy(update={"status": "pending"}), *plan.steps[1:])})
    assert merged(again, [done]).steps[0].status == "pending"
    assert merged(again, [done, done.model_copy(update={"attempts": 2})]).steps[0].status == "completed"
