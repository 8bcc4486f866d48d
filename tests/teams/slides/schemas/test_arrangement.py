from __future__ import annotations

from typing import Any, get_args

import pytest
from pydantic import ValidationError

from kasen.teams.slides.schemas.arrangement import Arrangement, Capacity, Content, Frame, Problem
from kasen.teams.slides.schemas.deck import Point, Slide
from kasen.teams.slides.schemas.part import Box

BOX = Box(x=0, y=0, w=100, h=50)
APART = {"left_heading", "left", "right_heading", "right", "logo", "image"}
"""What stands in a frame and is no field of a slide: columns by side, the deck's logo, a whole picture."""


def test_what_a_frame_holds_is_a_part_of_a_slide() -> None:
    assert set(get_args(Content)) - APART <= set(Slide.model_fields)


def test_an_arrangement_comes_back_from_json_as_it_was() -> None:
    made = Arrangement(
        slide=Slide(id="s-02", kind="bullets", title="お茶の輸出", points=(Point(text="伸びた。", refs=("P1",)),)),
        layout=3,
        frames=(
            Frame(content="title", slot=0, box=BOX, sizes=(28.0,)),
            Frame(content="table", box=BOX, column_widths=(40, 60), row_heights=(20, 30)),
        ),
        problems=(Problem(slide=2, kind="overflow", text="本文が枠に収まらない。", ratio=1.4),),
        part=2,
        parts=2,
    )
    assert Arrangement.model_validate_json(made.model_dump_json()) == made
    assert made.frames[1].slot is None, "a shape of its own"


@pytest.mark.parametrize(
    ("model", "given"),
    [
        (Frame, {"content": "sidebar", "box": BOX}),
        (Frame, {"content": "title"}),
        (Problem, {"slide": 1, "kind": "ugly", "text": "It is ugly."}),
        (Problem, {"slide": 1, "kind": "font", "text": "Too small.", "severity": "fatal"}),
        (Problem, {"slide": 1, "kind": "font"}),
    ],
)
def test_unknown_kinds_and_missing_words_are_refused(model: Any, given: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        model.model_validate(given)


def test_a_problem_is_major_unless_it_says_otherwise() -> None:
    problem = Problem(slide=0, kind="pages", text="The deck has no pages.")
    assert (problem.severity, problem.ratio, problem.where) == ("major", 1.0, "")


def test_a_kind_of_slide_has_no_room_for_message_or_table_unless_that_is_said() -> None:
    room = Capacity(title=40, points=5, line=30, lines=8)
    assert (room.message, room.rows, room.columns) == (0, 0, 0)
