"""Rectangles beside rectangles."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as some

from kasen.teams.slides.fitting.geometry import GAP, across, area, bottom, clear, contained, edges, top
from kasen.teams.slides.schemas.part import Box

PAGE = Box(x=0, y=0, w=12_000_000, h=6_000_000)
BOXES = some.builds(
    Box,
    x=some.integers(-1_000_000, 12_000_000),
    y=some.integers(-1_000_000, 6_000_000),
    w=some.integers(1, 12_000_000),
    h=some.integers(1, 6_000_000),
)


@given(box=BOXES, obstacles=some.lists(BOXES, max_size=4))
def test_what_is_clear_lies_on_the_page_and_apart_from_every_obstacle(box: Box, obstacles: list[Box]) -> None:
    found = clear(box, obstacles, PAGE)
    if area(found):
        assert found.x >= 0
        assert found.y >= 0
        assert found.right <= PAGE.right
        assert found.bottom <= PAGE.bottom
        assert not any(found.overlaps(obstacle) for obstacle in obstacles)


def test_the_larger_side_of_an_obstacle_is_kept() -> None:
    title = Box(x=0, y=500_000, w=12_000_000, h=1_000_000)
    assert clear(PAGE, [title], PAGE) == edges(0, title.bottom + GAP, 12_000_000, 6_000_000)


def test_strips_and_rests_share_a_box_with_a_gap() -> None:
    strip, rest = top(PAGE, 1_000_000)
    assert (strip.h, rest.y, rest.bottom) == (1_000_000, 1_000_000 + GAP, PAGE.bottom)
    above, foot = bottom(PAGE, 1_000_000)
    assert (foot.bottom, above.bottom) == (PAGE.bottom, foot.y - GAP)
    assert top(PAGE, 99_000_000)[0] == PAGE


def test_shares_of_the_width_follow_each_other() -> None:
    narrow, wide = across(PAGE, (1, 3))
    assert narrow.right + GAP == wide.x
    assert wide.right <= PAGE.right
    assert wide.w > 2.9 * narrow.w


@given(width=some.integers(1, 5000), height=some.integers(1, 5000))
def test_a_picture_keeps_its_shape_inside_a_box(width: int, height: int) -> None:
    found = contained(width, height, PAGE)
    assert found.right <= PAGE.right
    assert found.bottom <= PAGE.bottom
    assert abs(found.w - PAGE.w) < 2 or abs(found.h - PAGE.h) < 2
    assert abs(found.w * height - found.h * width) <= max(width, height) * 2
