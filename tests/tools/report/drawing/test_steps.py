from __future__ import annotations

import re
from itertools import pairwise

import pytest

from kasen.tools.report.drawing.steps import HIGH, Step, Way, steps
from kasen.tools.report.drawing.svg import clean

BOXES = [Step("start", is_end=True), Step("planner"), Step("調査"), Step("end", is_end=True)]
WAYS = [Way(0, 1), Way(1, 2), Way(2, 1, conditional=True), Way(2, 3, conditional=True)]


def tops(svg: str) -> dict[str, float]:
    """The top of each box, by its words."""
    found = re.findall(r'<rect [^>]*?y="([-\d.]+)"[^>]*/><text [^>]*>([^<]+)</text>', svg)
    return {label: float(top) for top, label in found}


def test_steps_stand_one_below_the_other_and_what_is_conditional_is_dashed() -> None:
    svg = steps(BOXES, WAYS)
    found = tops(svg)
    assert list(found) == ["start", "planner", "調査", "end"]
    heights = list(found.values())
    assert all(after - before > HIGH for before, after in pairwise(heights))
    assert svg.count("<polygon") == len(WAYS)
    assert svg.count("stroke-dasharray") == 2
    assert clean(svg), "it holds shapes and words only"


def test_words_cannot_end_an_element_and_a_way_to_itself_is_left_out() -> None:
    svg = steps([Step("<b>&"), Step("x")], [Way(0, 0), Way(0, 1)])
    assert "&lt;b&gt;&amp;" in svg
    assert svg.count("<polygon") == 1


def test_a_graph_without_steps_is_none() -> None:
    with pytest.raises(ValueError, match="needs steps"):
        steps([], [])
