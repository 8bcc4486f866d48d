"""How text of a frame is set, and how high it comes out."""

from __future__ import annotations

import pytest

from kasen.teams.slides.fitting.style import LEAST, Style, body_sizes, fits, largest, smaller, steps_to, style, tall
from kasen.teams.slides.schemas.part import EMU_PER_POINT, Box
from teams.slides.fitting.decks import JA, design


def _points() -> Style:
    return style("points", None, design("light"))


def test_text_in_a_placeholder_takes_its_sizes_and_insets() -> None:
    slot = design("business").layouts[2].slot("object")
    assert slot is not None
    found = style("points", slot, design("business"))
    assert found.sizes[0] == slot.sizes[0]
    assert found.insets == slot.insets
    assert min(found.sizes) >= LEAST
    assert style("message", slot, design("business")).sizes == slot.sizes[:1]


def test_a_shape_of_its_own_takes_the_body_sizes_of_the_design_and_hangs_its_bullets() -> None:
    assert _points().sizes == body_sizes(design("light"))
    assert _points().indent(1) == pytest.approx(_points().size(1) * 0.9 * 2)


def test_height_grows_with_paragraphs_and_none_is_left_before_the_first() -> None:
    slot = design("light").layouts[2].slot("object")
    assert slot is not None
    set_in = style("points", slot, design("light"))
    once, twice = (tall([("あ", 0)] * count, set_in, 5_000_000) for count in (1, 2))
    assert set_in.before > 0
    assert once < twice - once + 7.2


def test_sizes_shrink_point_by_point_to_the_floor() -> None:
    assert smaller((20.0, 18.0, 16.0), 3, 14.0) == (17.0, 15.0, 13.0)
    assert smaller((20.0, 18.0, 16.0), 99, 14.0) == (14.0, 12.0, 12.0)
    assert smaller((13.0, 12.0), 5, 14.0) == (13.0, 12.0)
    assert steps_to((20.0, 18.0, 16.0), 14.0) == 6


def test_the_largest_size_that_fits_is_taken_and_none_where_none_does() -> None:
    words = [(JA, 0)] * 6
    box = Box(x=0, y=0, w=6_000_000, h=int(310 * EMU_PER_POINT))
    sizes = largest(words, _points(), box, 12.0)
    assert sizes is not None
    assert 12 < sizes[0] < 20
    assert fits(words, _points().at(sizes), box)
    assert not fits(words, _points().at(tuple(size + 1 for size in sizes)), box)
    assert largest(words, _points(), box.model_copy(update={"h": 500_000}), 12.0) is None
    tighter = largest(words, _points(), box, 12.0, 0.8)
    assert tighter is None or tighter[0] < sizes[0]
