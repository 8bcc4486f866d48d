"""A graph of steps: boxes from the beginning down to the end, arrows dashed where the work may also go elsewhere."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from kasen.tools.report.drawing.arrows import Point, arrow, ports
from kasen.tools.report.drawing.layers import Layout, layout
from kasen.tools.report.drawing.legend import Box
from kasen.tools.report.drawing.lettering import ems
from kasen.tools.report.drawing.svg import element, picture, words

HIGH = 34.0
GAP = 46.0
SIZE = 13
_PAD = 14.0
_STRENGTH = 0.1
"""Of arrows, which are as wide as the evidence of a cause is strong: thin here."""


class Step(NamedTuple):
    """A box; `is_end` for the beginning and the end of the work."""

    label: str
    is_end: bool = False


class Way(NamedTuple):
    """From one step to another, by their numbers."""

    source: int
    target: int
    conditional: bool = False


def steps(boxes: Sequence[Step], ways: Sequence[Way]) -> str:
    """The graph as SVG. A way from a step to itself is left out. Raises ValueError without steps."""
    if not boxes:
        raise ValueError("a graph needs steps")
    drawn = [way for way in ways if way.source != way.target]
    sizes = [ems(box.label) * SIZE + 2 * _PAD for box in boxes]
    last = [number for number, box in enumerate(boxes) if box.is_end and number]
    found = layout(sizes, [(way.source, way.target) for way in drawn], last)
    frame = Box(math.inf, math.inf, -math.inf, -math.inf)
    parts = [*_arrows(found, drawn, frame), *_boxes(found, boxes, sizes, frame)]
    left, top = frame.left - 4, frame.top - 4
    return picture(parts, left=left, top=top, width=frame.right - left + 4, height=frame.bottom - top + 4)


def _tops(found: Layout) -> list[float]:
    return [top - HIGH - GAP for top in accumulate([HIGH + GAP] * len(found.order))]


def _boxes(found: Layout, boxes: Sequence[Step], sizes: Sequence[float], frame: Box) -> Iterator[str]:
    tops = _tops(found)
    for number, (box, wide) in enumerate(zip(boxes, sizes, strict=True)):
        place = found.places[number]
        x, y = place.cross - wide / 2, tops[place.layer]
        frame.hold(x, y, x + wide, y + HIGH)
        round_ = HIGH / 2 if box.is_end else 6
        outline = {"stroke": "currentColor", "stroke_width": 1.2, "fill": "none"}
        yield element("rect", x=x, y=y, width=wide, height=HIGH, rx=round_, **outline)
        middle = {"x": place.cross, "y": y + HIGH / 2 + SIZE * 0.35, "text_anchor": "middle"}
        yield element("text", words(box.label), font_size=SIZE, fill="currentColor", **middle)


def _arrows(found: Layout, ways: Sequence[Way], frame: Box) -> Iterator[str]:
    tops = _tops(found)
    for number, way in enumerate(ways):
        route = found.routes[number]
        places = [found.places[key] for key in route]
        begins, ends = ports(found, number)
        shifts = [begins, *([0.0] * (len(route) - 2)), ends]
        is_back = places[0].layer > places[-1].layer
        points: list[Point] = []
        for place, shift in zip(places, shifts, strict=True):
            near = Point(tops[place.layer], place.cross + shift)
            far = near._replace(main=near.main + HIGH)
            points += [far, near] if is_back else [near, far]
        line = arrow(points[1:-1], _STRENGTH, is_supported=not way.conditional, is_down=True)
        frame.hold(*line.extent())
        yield line.line()
