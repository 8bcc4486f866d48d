from __future__ import annotations

import re

from kasen.tools.report.drawing.arrows import Point, arrow, ports
from kasen.tools.report.drawing.layers import layout


def test_the_head_is_at_the_effect_and_points_at_it() -> None:
    drawn = arrow([Point(0, 0), Point(100, 40)], 0.5, is_supported=True, is_down=False).line()
    tip, *base = [tuple(map(float, place.split(","))) for place in re.findall(r'points="([^"]+)"', drawn)[0].split()]
    assert tip == (100, 40)
    assert {x for x, _ in base} == {91}
    back = arrow([Point(100, 40), Point(0, 0)], 0.5, is_supported=True, is_down=False).line()
    assert 'points="0.00,0.00 9.00' in back


def test_strength_is_width_and_a_figure_and_what_nothing_supports_is_dashed() -> None:
    weak, strong = (arrow([Point(0, 0), Point(9, 9)], s, is_supported=s > 0.5, is_down=True) for s in (0.1, 0.9))
    widths = [float(re.findall(r'stroke-width="([\d.]+)"', one.line())[0]) for one in (weak, strong)]
    assert widths[0] < widths[1]
    assert ["dasharray" in one.line() for one in (weak, strong)] == [True, False]
    assert ">0.90<" in strong.figure([])


def test_figures_of_arrows_that_lie_side_by_side_do_not_cover_each_other() -> None:
    taken: list[tuple[float, float]] = []
    for shift in (0, 6):
        arrow([Point(0, shift), Point(100, shift + 60)], 0.5, is_supported=True, is_down=True).figure(taken)
    (x, y), (u, v) = taken
    assert abs(x - u) >= 30 or abs(y - v) >= 15


def test_edges_meet_a_box_side_by_side_in_the_order_they_come_from() -> None:
    found = layout([40] * 3, [(0, 2), (1, 2)], [2])
    ends = sorted((found.places[node].cross, ports(found, node)[1]) for node in (0, 1))
    assert ends[0][1] < 0 < ends[1][1]
    assert ports(found, 0)[0] == 0
