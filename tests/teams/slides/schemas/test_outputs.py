"""What a model may reply: too much is cut, what is nothing known is refused."""

from __future__ import annotations

from typing import Any, get_origin

import pytest
from pydantic import BaseModel, BeforeValidator, ValidationError

from kasen.teams.slides.schemas import outputs
from kasen.teams.slides.schemas.outputs import (
    CoordinatorOutput,
    DataAnalystOutput,
    ImageWish,
    OutlineOutput,
    PlannerOutput,
    SlideSaid,
    StoryCritique,
    StorywriterOutput,
)

MODELS = [
    one
    for one in vars(outputs).values()
    if isinstance(one, type) and issubclass(one, BaseModel) and one.__module__ == outputs.__name__
]


def test_every_list_that_a_model_fills_has_an_end() -> None:
    lists = [(model.__name__, name, field) for model in MODELS for name, field in model.model_fields.items()
             if get_origin(field.annotation) is list]  # fmt: skip
    assert len(lists) > 15
    assert [(model, name) for model, name, field in lists
            if not any(isinstance(one, BeforeValidator) for one in field.metadata)] == []  # fmt: skip


@pytest.mark.parametrize(
    ("model", "name", "item", "more", "kept"),
    [
        (CoordinatorOutput, "options", "x", {"reply": "r", "goto": "ask"}, 4),
        (
            PlannerOutput,
            "steps",
            {"id": "S1", "role": "storywriter", "title": "t", "instruction": "i"},
            {"title": "t", "goal": "g", "slides": 9},
            12,
        ),
        (OutlineOutput, "slides", {"kind": "bullets", "title": "t", "message": "m"}, {"title": "t"}, 80),
        (SlideSaid, "points", {"text": "x"}, {"number": 1, "title": "t", "notes": ""}, 16),
        (SlideSaid, "rows", ["x"], {"number": 1, "title": "t", "notes": ""}, 30),
        (StoryCritique, "findings", {"number": 1, "severity": "minor", "problem": "p"}, {"verdict": "fail"}, 40),
    ],
)
def test_that_a_model_says_too_much_is_no_fault_of_what_it_said_first(
    model: Any, name: str, item: Any, more: dict[str, Any], kept: int
) -> None:
    assert len(getattr(model.model_validate({**more, name: [item] * (kept + 5)}), name)) == kept


@pytest.mark.parametrize(
    ("model", "given"),
    [
        (CoordinatorOutput, {"reply": "r", "goto": "supervisor"}),
        (CoordinatorOutput, {"goto": "planner"}),
        (PlannerOutput, {"title": "t", "goal": "g", "slides": "many", "steps": []}),
        (PlannerOutput, {"title": "t", "goal": "g", "slides": 5, "steps": [{"id": "S1", "role": "boss"}]}),
        (OutlineOutput, {"title": "t", "slides": [{"kind": "poster", "title": "x", "message": ""}]}),
        (SlideSaid, {"number": 1, "title": "t", "notes": "", "diagram": "venn"}),
        (StorywriterOutput, {"slides": [{"title": "no number", "notes": ""}]}),
        (StoryCritique, {"findings": [], "verdict": "maybe"}),
        (DataAnalystOutput, {"code": "x", "figures": [{"id": "F1", "title": "t", "kind": "map", "shows": ""}]}),
        (ImageWish, {"number": 1, "prompt": {}, "alt": "x"}),
    ],
)
def test_a_reply_that_means_nothing_known_is_refused(model: Any, given: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        model.model_validate(given)


def test_what_a_model_adds_unasked_is_dropped() -> None:
    said = StoryCritique.model_validate({"verdict": "pass", "praise": "wonderful"})
    assert said.model_dump() == {"findings": [], "verdict": "pass"}


def test_a_picture_is_four_by_three_unless_another_form_is_asked_for() -> None:
    prompt = {"slide_type": "Content", "main_title": "お茶", "visual_style": "flat"}
    wish = ImageWish.model_validate({"number": 1, "prompt": prompt, "alt": "畑"})
    assert wish.aspect == "4:3"
    with pytest.raises(ValidationError, match="aspect"):
        ImageWish.model_validate({"number": 1, "prompt": prompt, "alt": "x", "aspect": "2:1"})
