from __future__ import annotations

import itertools
from typing import Any, get_args

import pytest

from kasen.teams.slides.schemas.deck import Diagram, DiagramItem, DiagramKind
from teams.slides.building.hand_made import DIAGRAM, SLIDES, one, shape

SLIDE = SLIDES[6]


def drawn(diagram: Diagram) -> Any:
    return shape(one(SLIDE.model_copy(update={"diagram": diagram})), "diagram")


@pytest.mark.parametrize("kind", get_args(DiagramKind))
@pytest.mark.parametrize("count", [1, 2, 4, 9])
def test_every_kind_is_a_group_of_native_shapes_inside_its_frame(kind: DiagramKind, count: int) -> None:
    items = tuple(DiagramItem(label=f"段階{at}", text="説明") for at in range(count))
    group = drawn(Diagram(kind=kind, items=items))
    texts = [held.text_frame.text for held in group.shapes if held.has_text_frame and held.text_frame.text]
    assert texts == [f"段階{at}\n説明" for at in range(count)]
    for held in group.shapes:
        if held._element.tag.endswith("}sp"):
            assert held.left >= group.left - 100_000
            assert held.left + held.width <= group.left + group.width + 100_000
            assert held.top >= group.top - 100_000
            assert held.top + held.height <= group.top + group.height + 100_000


def test_steps_are_tied_by_lines_that_follow_the_boxes() -> None:
    group = drawn(DIAGRAM)
    boxes = {held.shape_id: held.text_frame.text for held in group.shapes if held.has_text_frame}
    ends = [
        (boxes[int(line.find(".//{*}stCxn").get("id"))], boxes[int(line.find(".//{*}endCxn").get("id"))])
        for line in group._element.iter("{*}cxnSp")
    ]
    firsts = [item.label for item in DIAGRAM.items]
    assert [(one.split("\n")[0], other.split("\n")[0]) for one, other in ends] == list(itertools.pairwise(firsts))


def test_a_root_is_tied_to_each_of_its_children() -> None:
    group = drawn(DIAGRAM.model_copy(update={"kind": "hierarchy"}))
    starts = {line.find(".//{*}stCxn").get("id") for line in group._element.iter("{*}cxnSp")}
    assert len(starts) == 1
    assert len(list(group._element.iter("{*}cxnSp"))) == 3


def test_a_diagram_without_alternative_text_is_told_by_its_labels() -> None:
    group = drawn(DIAGRAM.model_copy(update={"alt": ""}))
    assert group._element.find(".//{*}cNvPr").get("descr") == "製茶の流れ: 摘採、蒸熱、揉捻、仕上げ"


def test_a_diagram_without_items_is_not_drawn() -> None:
    slide = one(SLIDE.model_copy(update={"diagram": Diagram(kind="cycle", items=())}))
    assert "kasen:diagram" not in {held.name for held in slide.shapes}
