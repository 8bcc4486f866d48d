from __future__ import annotations

import pytest

from kasen.models.pictures import LEGIBLE, LONG_EDGE, NARROW, TILE
from kasen.tools.screenshot.capturing import MOST_TILES, TALLEST, Clip, overview, phone, tiles

HEIGHTS = [1, 99, 101, 1080, 1499, 1500, 1501, 2900, 2901, 5000, 8499, 8500, 8501, 12_345, TALLEST]


@pytest.mark.parametrize("height", HEIGHTS)
@pytest.mark.parametrize("box", [None, (510.0, 1410.0), (0.0, 1920.0), (0.0, 80.0), (1900.0, 1920.0), (300.0, 1700.0)])
def test_tiles_cover_the_page_without_a_gap_and_can_be_read(height: int, box: tuple[float, float] | None) -> None:
    found, unseen = tiles(height, box)
    assert 1 <= len(found) <= MOST_TILES
    at = 0.0
    for nth, clip in enumerate(found):
        assert clip.size[0] <= TILE[0]
        assert clip.size[1] <= TILE[1]
        assert clip.scale >= LEGIBLE
        assert clip.left >= 0
        assert clip.left + clip.width <= 1920
        assert box or (clip.left, clip.width) == (0, 1920)
        assert clip.top <= at - (100 if nth else 0) or not nth
        at = clip.top + clip.height
    assert at + unseen == height
    assert unseen == 0 or len(found) == MOST_TILES
    if box:
        assert found[0].left <= box[0]
        assert found[0].left + found[0].width >= box[1]


def test_a_column_is_shown_in_its_own_size_with_the_space_around_it() -> None:
    [clip], _ = tiles(1000, (510.0, 1410.0))
    assert clip == Clip(486.0, 0, 948.0, 1000, 1.0)
    [clip], _ = tiles(1000, (900.0, 1000.0))
    assert (clip.left, clip.width, clip.scale) == (550.0, 800, 1.0)


@pytest.mark.parametrize("height", HEIGHTS)
def test_the_overview_is_never_too_long_nor_too_narrow_to_show_anything(height: int) -> None:
    width, tall = overview(height).size
    assert max(width, tall) <= LONG_EDGE
    assert width >= NARROW


def test_a_phone_shows_its_own_width_and_a_page_not_made_for_it_smaller() -> None:
    assert phone(375, 375, 5000) == Clip(0, 0, 375, 1568, 1.0)
    assert phone(720, 375, 400) == Clip(0, 0, 375, 400, 1.0)
    wide = phone(980, 980, 6000)
    assert wide.size[0] == 375
    assert wide.width == pytest.approx(980)
    assert wide.size[1] <= LONG_EDGE
