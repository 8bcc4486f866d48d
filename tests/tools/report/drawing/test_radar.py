from __future__ import annotations

import math
import re

import pytest

from kasen.tools.report.drawing import clean, radar
from tools.report.sample import HOSTILE

AXES = ["味", "価格", "香り", "産地"]


def test_the_same_data_give_the_same_picture() -> None:
    one, other = (radar(AXES, {"煎茶": [1, 2, 3, 4], "玉露": [4, None, 2, 1]}, maximum=5, lang="ja") for _ in "ab")
    assert one == other
    assert clean(one.svg)
    assert all(word in one.alt for word in (*AXES, "煎茶", "玉露", "5"))


def test_a_value_stands_on_its_axis_at_its_share() -> None:
    drawn = radar(["n", "e", "s", "w"], {"x": [5, 2.5, 0, None]}, maximum=5, lang="en").svg
    marks = [(float(x), float(y)) for x, y in re.findall(r'<circle cx="([-\d.]+)" cy="([-\d.]+)"', drawn)]
    on_axes = marks[:3]
    assert on_axes == [pytest.approx(place, abs=0.01) for place in ((0, -132), (66, 0), (0, 0))]


def test_an_unknown_value_leaves_the_line_open_and_is_said() -> None:
    whole = radar(AXES, {"a": [1, 2, 3, 4]}, maximum=5, lang="en")
    gap = radar(AXES, {"a": [1, None, 3, 4]}, maximum=5, lang="en")
    assert ("unknown" in whole.svg, "unknown" in gap.svg) == (False, True)
    assert whole.svg.count("fill-opacity") == gap.svg.count("fill-opacity") + 1
    assert gap.table is not None
    assert [bool(row.cells[0].sentences) for row in gap.table.rows] == [True, False, True, True]


def test_what_is_not_a_number_is_unknown_and_what_is_outside_is_drawn_at_the_edge() -> None:
    odd = radar(AXES, {"a": [math.nan, math.inf, 99, -3]}, maximum=5, lang="ja")
    assert clean(odd.svg)
    assert "nan" not in odd.svg
    assert odd.table is not None
    assert [cell.sentences[0].text if cell.sentences else "" for row in odd.table.rows for cell in row.cells] == [
        "",
        "",
        "99",
        "-3",
    ]


def test_without_three_axes_it_is_bars_with_every_value_said() -> None:
    drawn = radar(["精度", "速度"], {"甲": [0.4, None], "乙": [1, 0.25]}, maximum=1, lang="ja").svg
    assert "<rect" in drawn
    assert [word in drawn for word in ("0.4", "不明", "0.25", "精度", "乙")] == [True] * 5


@pytest.mark.parametrize(
    ("axes", "series", "maximum"),
    [
        ([], {"a": []}, 5),
        (["a"], {}, 5),
        (["a", "b"], {"x": [1]}, 5),
        (["a"], {"x": [1]}, 0),
        (["a"], {"x": [1]}, math.nan),
    ],
)
def test_what_cannot_be_drawn_is_refused(
    axes: list[str], series: dict[str, list[float | None]], maximum: float
) -> None:
    with pytest.raises(ValueError, match="radar needs"):
        radar(axes, series, maximum=maximum, lang="en")


def test_twenty_things_with_hostile_names_are_drawn() -> None:
    drawing = radar([HOSTILE] * 12, {f"{n} {HOSTILE}": [n] * 12 for n in range(20)}, maximum=20, lang="en")
    assert clean(drawing.svg)
    assert "<script" not in drawing.svg
