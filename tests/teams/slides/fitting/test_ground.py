"""What layouts have to stand on."""

from __future__ import annotations

from itertools import combinations

import pytest

from kasen.errors import InputError
from kasen.teams.slides.fitting.geometry import area
from kasen.teams.slides.fitting.ground import free, grounds, object_and_text, pair, single
from kasen.teams.slides.schemas.design import Layout, Slot
from kasen.teams.slides.schemas.part import Box
from kasen.teams.slides.template.bundled import NAMES
from teams.slides.fitting.decks import ODD, design


@pytest.mark.parametrize("name", [*NAMES, *ODD])
def test_what_stands_on_a_layout_is_apart_and_on_the_page(name: str) -> None:
    for ground in grounds(design(name)):
        boxes = [held.box for held in ground.held] + ([ground.title.box] if ground.title else [])
        for one, other in combinations(boxes, 2):
            assert not one.overlaps(other), ground.layout.name
        assert all(box.right <= ground.page.right and box.bottom <= ground.page.bottom for box in boxes)
        assert ground.title is None or not ground.free.overlaps(ground.title.box)


@pytest.mark.parametrize("name", NAMES)
def test_layouts_are_chosen_by_what_is_to_stand_on_them(name: str) -> None:
    made = design(name)
    assert single(made, "body", "object").ground.layout.role == "content"
    assert free(made).ground.layout.role == "title_only"
    two, headed = pair(made), pair(made, headings=True)
    assert two is not None
    assert two.ground.layout.role == "two_content"
    assert headed is not None
    assert len(headed.headings) == 2
    picture = pair(made, wide=("picture", "object"))
    assert picture is not None
    thing, text = object_and_text(picture, ("picture", "object"))
    assert thing.slot is not None
    assert thing.slot.kind == "picture"
    assert text.slot is not None


def test_a_chart_beside_text_takes_the_wider_placeholder() -> None:
    chosen = pair(design("light"), wide=("chart", "object"))
    assert chosen is not None
    thing, text = object_and_text(chosen, ("chart", "object"))
    assert thing.box.w > text.box.w


def test_a_layout_without_a_title_lends_a_strip_and_one_without_room_its_page() -> None:
    tiny = Layout(index=0, name="odd", role="other", free=Box(x=0, y=0, w=10, h=10))
    odd = design("light").model_copy(update={"layouts": (tiny,)})
    ground = grounds(odd)[0]
    assert ground.title is not None
    assert ground.title.slot is None
    assert area(ground.free) > 0.5 * area(ground.page)
    assert single(odd, "body").held[0].slot is None
    assert pair(odd) is None


def test_vertical_placeholders_are_not_written_into() -> None:
    box = Box(x=500_000, y=500_000, w=9_000_000, h=5_000_000)
    slots = (Slot(idx=0, kind="title", box=box, vertical=True), Slot(idx=1, kind="body", box=box, vertical=True))
    layout = Layout(index=0, name="縦", role="other", free=box, slots=slots)
    ground = grounds(design("light").model_copy(update={"layouts": (layout,)}))[0]
    assert ground.held == ()
    assert ground.title is not None
    assert ground.title.slot is None


def test_a_template_without_layouts_is_refused() -> None:
    with pytest.raises(InputError, match="no slide layouts"):
        grounds(design("light").model_copy(update={"layouts": ()}))
