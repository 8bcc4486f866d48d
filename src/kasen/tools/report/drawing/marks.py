"""How one series differs from the next, also where there is no colour: dashes and markers."""

from __future__ import annotations

from kasen.tools.report.drawing.svg import element

COLOURS = 6
"""Classes `s0`–`s5` of the style sheet."""
DASHES = (None, "7 4", "2 3.5", "9 3 2 3")
_REACH = 4.2
_CORNERS = {
    1: ((-1, -1), (1, -1), (1, 1), (-1, 1)),
    2: ((0, -1.25), (1.15, 0.85), (-1.15, 0.85)),
    3: ((0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0)),
}


def marker(number: int, x: float, y: float) -> str:
    """The mark of that series at a place: a circle, a square, a triangle, a diamond, and again."""
    kind = number % (len(_CORNERS) + 1)
    if kind == 0:
        return element("circle", cx=x, cy=y, r=_REACH, fill="currentColor")
    points = " ".join(f"{x + dx * _REACH:.2f},{y + dy * _REACH:.2f}" for dx, dy in _CORNERS[kind])
    return element("polygon", points=points, fill="currentColor")
