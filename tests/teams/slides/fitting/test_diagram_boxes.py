"""Boxes of diagrams: as many as there are items, inside, apart."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from kasen.teams.slides.fitting.diagram_boxes import boxes
from kasen.teams.slides.schemas.deck import DiagramKind
from kasen.teams.slides.schemas.part import Box

KINDS: tuple[DiagramKind, ...] = DiagramKind.__args__  # type: ignore[attr-defined]


@settings(max_examples=120, deadline=None)
@given(
    kind=some.sampled_from(KINDS),
    count=some.integers(1, 24),
    w=some.integers(2_000_000, 12_000_000),
    h=some.integers(1_500_000, 7_000_000),
)
def test_each_item_has_a_box_inside_and_apart_from_the_others(kind: DiagramKind, count: int, w: int, h: int) -> None:
    outer = Box(x=500_000, y=900_000, w=w, h=h)
    found = boxes(kind, count, outer)
    assert len(found) == count
    for box in found:
        assert box.w > 0
        assert box.h > 0
        assert box.x >= outer.x
        assert box.y >= outer.y
        assert box.right <= outer.right
        assert box.bottom <= outer.bottom
    for one, other in combinations(found, 2):
        apart = one.right <= other.x or other.right <= one.x or one.bottom <= other.y or other.bottom <= one.y
        assert apart, (one, other)


@pytest.mark.parametrize("kind", KINDS)
def test_no_items_no_boxes(kind: DiagramKind) -> None:
    assert boxes(kind, 0, Box(x=0, y=0, w=100, h=100)) == []


def test_a_process_goes_from_left_to_right_and_a_pyramid_widens_downwards() -> None:
    outer = Box(x=0, y=0, w=10_000_000, h=3_000_000)
    process = boxes("process", 4, outer)
    assert [box.x for box in process] == sorted(box.x for box in process)
    assert len({box.y for box in process}) == 1
    pyramid = boxes("pyramid", 4, outer)
    assert [box.w for box in pyramid] == sorted(box.w for box in pyramid)
    assert [box.y for box in pyramid] == sorted(box.y for box in pyramid)
