"""Arrows between boxes: curves that leave and arrive along the main direction, with a head and a figure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from kasen.tools.report.drawing.layers import Layout
from kasen.tools.report.drawing.svg import element, words

HEAD = 9.0
_FIGURE = 11.0
_APART = (30.0, 15.0)
_TRIES = (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8)
PORT = 13.0
"""Between two edges on one side of a box."""


class Point(NamedTuple):
    """A place along and across the layers."""

    main: float
    cross: float


@dataclass(frozen=True)
class Arrow:
    """A route in pixels, from cause to effect; pairs of points are the ends of curves."""

    points: tuple[tuple[float, float], ...]
    strength: float
    is_supported: bool
    is_down: bool

    def line(self) -> str:
        """The curve and its head."""
        width = 1.1 + 2.6 * self.strength
        dash = None if self.is_supported else "5 4"
        *_, before, end = self.points
        ahead = 1 if (end[1] > before[1] if self.is_down else end[0] > before[0]) else -1
        tip, stop = end, self._moved(end, -ahead * HEAD)
        path = [f"M{self.points[0][0]:.2f} {self.points[0][1]:.2f}"]
        for start, last in zip(self.points[::2], self.points[1::2], strict=True):
            path.append(f"L{start[0]:.2f} {start[1]:.2f}")
            path.append(_curve(start, stop if last is end else last, is_down=self.is_down))
        drawn = element(
            "path",
            d="".join(path),
            fill="none",
            stroke="currentColor",
            stroke_width=width,
            stroke_dasharray=dash,
            stroke_opacity=1 if self.is_supported else 0.75,
        )
        half = HEAD * 0.45 + width / 2
        left, right = self._aside(stop, half), self._aside(stop, -half)
        corners = " ".join(f"{x:.2f},{y:.2f}" for x, y in (tip, left, right))
        return element("g", drawn, element("polygon", points=corners, fill="currentColor"), class_="edge")

    def figure(self, taken: list[tuple[float, float]]) -> str:
        """The strength on the line, where no other figure stands yet."""
        pairs = list(zip(self.points[::2], self.points[1::2], strict=True))
        start, end = pairs[len(pairs) // 2]
        places = [_along(start, end, share, is_down=self.is_down) for share in _TRIES]
        x, y = max(places, key=lambda place: _room(place, taken))
        taken.append((x, y))
        text = f"{self.strength:.2f}"
        ground = element("rect", x=x - 14, y=y - 7.5, width=28, height=15, rx=4, class_="ground", fill="none")
        look = {"font_size": _FIGURE, "text_anchor": "middle", "class_": "figure", "fill": "currentColor"}
        return ground + element("text", words(text), x=x, y=y + 3.8, **look)

    def extent(self) -> tuple[float, float, float, float]:
        """Left, top, right, bottom."""
        xs, ys = [x for x, _ in self.points], [y for _, y in self.points]
        return min(xs), min(ys), max(xs), max(ys)

    def _moved(self, place: tuple[float, float], by: float) -> tuple[float, float]:
        return (place[0], place[1] + by) if self.is_down else (place[0] + by, place[1])

    def _aside(self, place: tuple[float, float], by: float) -> tuple[float, float]:
        return (place[0] + by, place[1]) if self.is_down else (place[0], place[1] + by)


def arrow(points: Sequence[Point], strength: float, *, is_supported: bool, is_down: bool) -> Arrow:
    """An arrow along these points; each pair of them is one curve."""
    places = tuple((cross, main) if is_down else (main, cross) for main, cross in points)
    return Arrow(places, strength, is_supported, is_down)


def ports(found: Layout, number: int) -> tuple[float, float]:
    """How far beside the middle of its boxes an edge begins and ends, so that edges do not meet in one point."""
    route = found.routes[number]
    return _port(found, number, route[0], route[1]), _port(found, number, route[-1], route[-2])


def _port(found: Layout, number: int, key: object, beside: object) -> float:
    """Edges on one side of a box, in the order of where they come from."""
    side = found.places[beside].layer > found.places[key].layer
    there = []
    for other, route in enumerate(found.routes):
        for end, next_to in ((route[0], route[1]), (route[-1], route[-2])):
            if end == key and (found.places[next_to].layer > found.places[key].layer) == side:
                there.append((found.places[next_to].cross, other))
    place = [other for _, other in sorted(there)].index(number)
    step = min(PORT, (found.places[key].size - 16) / max(len(there), 1))
    return (place - (len(there) - 1) / 2) * step


def _curve(start: tuple[float, float], end: tuple[float, float], *, is_down: bool) -> str:
    one, other = _handles(start, end, is_down=is_down)
    return f"C{one[0]:.2f} {one[1]:.2f} {other[0]:.2f} {other[1]:.2f} {end[0]:.2f} {end[1]:.2f}"


def _handles(
    start: tuple[float, float], end: tuple[float, float], *, is_down: bool
) -> tuple[tuple[float, float], tuple[float, float]]:
    if is_down:
        middle = (start[1] + end[1]) / 2
        return (start[0], middle), (end[0], middle)
    middle = (start[0] + end[0]) / 2
    return (middle, start[1]), (middle, end[1])


def _along(start: tuple[float, float], end: tuple[float, float], share: float, *, is_down: bool) -> tuple[float, float]:
    """The place on the curve at that share of its parameter (de Casteljau)."""
    one, other = _handles(start, end, is_down=is_down)
    rest = 1 - share
    weights = (rest**3, 3 * rest * rest * share, 3 * rest * share * share, share**3)
    x, y = (sum(w * p[axis] for w, p in zip(weights, (start, one, other, end), strict=True)) for axis in (0, 1))
    return x, y


def _room(place: tuple[float, float], taken: Sequence[tuple[float, float]]) -> float:
    """1 where a figure overlaps no other, less the nearer the next one is."""
    return min([1.0, *(max(abs(place[0] - x) / _APART[0], abs(place[1] - y) / _APART[1]) for x, y in taken)])
