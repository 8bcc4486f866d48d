from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from kasen.teams.slides.schemas.design import DesignContext, Layout, Slot, Theme
from kasen.teams.slides.schemas.part import Box

BOX = Box(x=0, y=0, w=100, h=50)


def layout(index: int, *kinds: str, **more: Any) -> Layout:
    slots = tuple(Slot.model_validate({"idx": n, "kind": kind, "box": BOX}) for n, kind in enumerate(kinds))
    return Layout(**{"index": index, "name": f"L{index}", "role": "content", "slots": slots, "free": BOX, **more})


def design(*layouts: Layout, **more: Any) -> DesignContext:
    fields: dict[str, Any] = {"name": "x.pptx", "sha256": "0", "width": 16, "height": 9, "aspect": "16:9"}
    return DesignContext(**{**fields, "layouts": layouts, "theme": Theme(), **more})


def test_the_first_slot_is_that_of_the_layout_and_not_of_the_kinds_asked_for() -> None:
    found = layout(0, "title", "object", "body").slot("body", "object")
    assert found is not None
    assert (found.kind, found.idx) == ("object", 1)


def test_a_slot_that_is_not_there_is_none() -> None:
    assert layout(0, "title").slot("picture", "chart") is None
    assert layout(0, "title").slot() is None


def test_a_layout_is_found_by_its_index_also_after_one_that_cannot_be_used() -> None:
    made = design(layout(4), layout(2, usable=False, why="no title"), layout(7))
    assert made.layout(7).name == "L7"
    assert made.layout(2).why == "no title"
    assert [one.index for one in made.usable()] == [4, 7]


def test_a_template_may_have_no_usable_layout() -> None:
    assert design(layout(0, usable=False)).usable() == ()


def test_a_design_comes_back_from_json_as_it_was() -> None:
    made = design(
        layout(0, "title", "body"),
        theme=Theme(colors={"accent1": "1F4E79"}, ea_major="游ゴシック"),
        warnings=("書体がない。",),
        lacking=("section", "comparison"),
    )
    assert DesignContext.model_validate_json(made.model_dump_json()) == made


@pytest.mark.parametrize(
    ("model", "given"),
    [
        (Slot, {"idx": 1, "kind": "video", "box": BOX}),
        (Slot, {"idx": 1, "kind": "body"}),
        (Slot, {"idx": 1, "kind": "body", "box": BOX, "anchor": "left"}),
        (Layout, {"index": 0, "name": "x", "role": "poster", "free": BOX}),
    ],
)
def test_what_a_template_cannot_offer_is_refused(model: Any, given: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        model.model_validate(given)
