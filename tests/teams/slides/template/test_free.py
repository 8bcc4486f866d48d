from __future__ import annotations

from kasen.teams.slides.schemas.part import Box
from kasen.teams.slides.template.free import largest, margins, obstacles

SLIDE = Box(x=0, y=0, w=1600, h=900)
AREA = Box(x=80, y=36, w=1440, h=828)


def test_nothing_there_leaves_the_whole_area() -> None:
    assert largest(AREA, [], SLIDE) == AREA


def test_a_title_and_a_footer_leave_what_is_between_them() -> None:
    made = largest(AREA, [Box(x=80, y=50, w=1440, h=100), Box(x=80, y=830, w=400, h=40)], SLIDE)
    assert (made.x, made.w) == (80, 1440)
    assert 150 < made.y < 170
    assert 810 < made.bottom < 830


def test_a_logo_in_a_corner_is_gone_round_by_whichever_side_leaves_more() -> None:
    made = largest(AREA, [Box(x=1300, y=36, w=220, h=100)], SLIDE)
    assert made.right == 1520
    assert made.y > 136
    tall = largest(AREA, [Box(x=1300, y=36, w=220, h=700)], SLIDE)
    assert tall.right < 1300
    assert tall.y == 36


def test_what_stands_beside_something_taller_does_not_end_it() -> None:
    made = largest(AREA, [Box(x=80, y=100, w=1440, h=400), Box(x=100, y=150, w=50, h=20)], SLIDE)
    assert made.y > 500


def test_where_all_is_taken_there_is_still_a_place() -> None:
    made = largest(AREA, [Box(x=0, y=0, w=1600, h=900)], SLIDE)
    assert made.w > 0
    assert made.h > 0


def test_the_best_of_all_rectangles_is_found() -> None:
    import random

    pick = random.Random(7)
    for _ in range(20):
        taken = [
            Box(x=pick.randrange(1400), y=pick.randrange(800), w=pick.randrange(20, 400), h=pick.randrange(20, 200))
            for _ in range(5)
        ]
        made = largest(AREA, taken, SLIDE)
        gap = round(0.012 * SLIDE.h)
        for box in taken:
            apart = box.x - gap >= made.right or box.right + gap <= made.x
            assert apart or box.y - gap >= made.bottom or box.bottom + gap <= made.y
        assert made.w * made.h >= by_trying(taken, gap) * 0.999


def by_trying(taken: list[Box], gap: int) -> int:
    """The largest rectangle of all whose edges are edges of something."""
    xs = sorted(
        {AREA.x, AREA.right, *(e for b in taken for e in (b.x - gap, b.right + gap) if AREA.x < e < AREA.right)}
    )
    ys = sorted(
        {AREA.y, AREA.bottom, *(e for b in taken for e in (b.y - gap, b.bottom + gap) if AREA.y < e < AREA.bottom)}
    )
    best = 0
    for i, left in enumerate(xs):
        for right in xs[i + 1 :]:
            for j, top in enumerate(ys):
                for bottom in ys[j + 1 :]:
                    hit = any(
                        b.x - gap < right and b.right + gap > left and b.y - gap < bottom and b.bottom + gap > top
                        for b in taken
                    )
                    best = best if hit else max(best, (right - left) * (bottom - top))
    return best


def test_margins_are_those_of_the_widest_boxes_within_reason() -> None:
    assert margins(SLIDE, [Box(x=100, y=0, w=1380, h=10)]).x == 100
    assert margins(SLIDE, [Box(x=0, y=0, w=1600, h=10)]).x == 32, "at least two in a hundred"
    assert margins(SLIDE, [Box(x=300, y=0, w=300, h=10)]).x == 80, "too narrow to tell"
    assert margins(SLIDE, []).right == 1520


def test_backgrounds_panels_and_lines_at_edges_are_not_in_the_way() -> None:
    content = [Box(x=200, y=200, w=1200, h=500)]
    kept = Box(x=0, y=0, w=60, h=900)
    shapes = [
        Box(x=0, y=0, w=1600, h=900),
        Box(x=150, y=150, w=1300, h=600),
        Box(x=0, y=890, w=1600, h=8),
        kept,
    ]
    assert obstacles(shapes, content, SLIDE) == [kept]
