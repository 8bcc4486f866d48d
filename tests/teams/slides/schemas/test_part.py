from __future__ import annotations

from typing import Annotated, Any

import pytest
from pydantic import BaseModel, ValidationError

from kasen.teams.slides.schemas.part import EMU_PER_POINT, Box, Part, first


class Said(BaseModel):
    some: Annotated[list[int], first(2)]


@pytest.mark.parametrize(("given", "kept"), [([1, 2, 3], [1, 2]), ([1], [1]), ([], [])])
def test_of_a_longer_list_the_beginning_is_kept(given: list[int], kept: list[int]) -> None:
    assert Said.model_validate({"some": given}).some == kept


def test_what_follows_the_beginning_is_not_even_looked_at() -> None:
    assert Said.model_validate({"some": [1, 2, "no number", None]}).some == [1, 2]


@pytest.mark.parametrize("given", ["12", 12, None, {"0": 1}])
def test_what_is_no_list_is_still_refused(given: Any) -> None:
    with pytest.raises(ValidationError):
        Said.model_validate({"some": given})


def test_a_box_knows_its_far_edges() -> None:
    box = Box(x=10, y=-20, w=30, h=5)
    assert (box.right, box.bottom) == (40, -15)


def test_a_part_is_not_changed_in_place_and_takes_no_unknown_field() -> None:
    box = Box(x=0, y=0, w=1, h=1)
    with pytest.raises(ValidationError, match="frozen"):
        box.x = 5  # type: ignore[misc]
    with pytest.raises(ValidationError, match="Extra inputs"):
        Box.model_validate({"x": 0, "y": 0, "w": 1, "h": 1, "rotation": 90})


def test_equal_parts_are_one_in_a_set() -> None:
    assert len({Box(x=0, y=0, w=1, h=1), Box(x=0, y=0, w=1, h=1)}) == 1
    assert issubclass(Box, Part)


def test_an_inch_has_seventy_two_points() -> None:
    assert EMU_PER_POINT * 72 == 914_400
