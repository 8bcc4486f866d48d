from __future__ import annotations

import math
import re

import pytest

from kasen.tools.report.drawing import Round, clean, history
from tools.report.sample import HOSTILE

ROUNDS = [Round("原本", 6.4, 5.9, 6.9), Round("2回目", 7.4, 6.9, 7.9), Round("3回目", None)]


def test_the_same_data_give_the_same_picture() -> None:
    one, other = (history(ROUNDS, threshold=8, lang="ja") for _ in "ab")
    assert one == other
    assert clean(one.svg)
    assert all(word in one.alt for word in ("原本 6.4", "2回目 7.4", "3回目 不明", "合格点：8"))


def test_a_score_stands_at_its_height_and_its_spread_around_it() -> None:
    drawn = history([Round("a", 5, 4, 6), Round("b", 10)], threshold=8, lang="en").svg
    marks = [float(y) for y in re.findall(r'<circle cx="[-\d.]+" cy="([-\d.]+)"', drawn)]
    assert marks[:2] == [pytest.approx(105), pytest.approx(0)], "the third is that of the legend"
    spread = re.search(r'<line x1="62.5" y1="([\d.]+)" x2="62.5" y2="([\d.]+)"', drawn)
    assert spread is not None
    assert [float(y) for y in spread.groups()] == [pytest.approx(126), pytest.approx(84)]
    assert drawn.count("stroke-dasharray") == 1
    assert ">5.0<" in drawn


def test_a_round_without_a_score_is_said_and_leaves_a_gap() -> None:
    drawing = history(ROUNDS, threshold=8, lang="ja")
    assert drawing.svg.count("<circle") == 3, "two scores and the legend"
    assert ">不明<" in drawing.svg
    assert drawing.table is not None
    assert [bool(row.cells[0].sentences) for row in drawing.table.rows] == [True, True, False]


def test_without_a_spread_none_is_named() -> None:
    assert "spread" not in history([Round("a", 5)], threshold=8, lang="en").svg
    assert "spread" in history([Round("a", 5, 4, 6)], threshold=8, lang="en").svg


def test_what_is_not_a_number_is_unknown_and_what_is_outside_is_drawn_at_the_edge() -> None:
    odd = history([Round("a", math.nan, 1, 2), Round("b", 99, math.inf, 3), Round("c", -5)], threshold=8, lang="en")
    assert clean(odd.svg)
    assert "nan" not in odd.svg
    assert [float(y) for y in re.findall(r'cy="([-\d.]+)"', odd.svg)][:2] == [0, 210]


def test_ten_rounds_with_hostile_names_are_drawn_and_none_is_refused() -> None:
    drawing = history([Round(f"{n} {HOSTILE}", n, n - 1, n + 1) for n in range(10)], threshold=8, lang="en")
    assert clean(drawing.svg)
    with pytest.raises(ValueError, match="needs a round"):
        history([], threshold=8, lang="en")
    with pytest.raises(ValueError, match="needs a round"):
        history(ROUNDS, threshold=8, lang="en", maximum=0)
