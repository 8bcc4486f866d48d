"""Lines between shapes that stay with them when a person moves the shapes."""

from __future__ import annotations

from dataclasses import dataclass

from kasen.teams.slides.building.look import Color
from kasen.teams.slides.building.page import named, outline, transform
from kasen.teams.slides.building.xml import Element, node
from kasen.teams.slides.schemas.part import Box

TOP, LEFT, BOTTOM, RIGHT = range(4)
"""Connection sites of a rectangle (ECMA-376, presetShapeDefinitions)."""


@dataclass(frozen=True)
class Tied:
    """A shape that a line is glued to."""

    id: int
    box: Box

    def site(self, number: int) -> tuple[int, int]:
        """Where a connection site stands."""
        middle = (self.box.x + self.box.w // 2, self.box.y + self.box.h // 2)
        return {
            TOP: (middle[0], self.box.y),
            LEFT: (self.box.x, middle[1]),
            BOTTOM: (middle[0], self.box.bottom),
            RIGHT: (self.box.right, middle[1]),
        }[number]


@dataclass(frozen=True)
class Pen:
    """How lines are drawn."""

    color: Color
    width: int = 19_050
    arrow: bool = True

    def line(self) -> Element:
        """`a:ln`."""
        head = node("a:tailEnd", {"type": "triangle", "w": "med", "len": "med"}) if self.arrow else None
        return node("a:ln", {"w": self.width}, self.color.fill(), node("a:round"), head)


def nearest(one: Tied, other: Tied) -> tuple[int, int]:
    """The two sites that are closest."""
    pairs = [(a, b) for a in range(4) for b in range(4)]
    return min(pairs, key=lambda pair: _apart(one.site(pair[0]), other.site(pair[1])))


def _apart(one: tuple[int, int], other: tuple[int, int]) -> int:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


def straight(number: int, name: str, ends: tuple[Tied, Tied], pen: Pen) -> Element:
    """A straight line between the nearest sites."""
    sites = nearest(*ends)
    (x1, y1), (x2, y2) = ends[0].site(sites[0]), ends[1].site(sites[1])
    place = transform(Box(x=min(x1, x2), y=min(y1, y2), w=abs(x2 - x1), h=abs(y2 - y1)))
    if x2 < x1:
        place.set("flipH", "1")
    if y2 < y1:
        place.set("flipV", "1")
    return _connector(number, name, (ends, sites), (place, "line" if not pen.arrow else "straightConnector1"), pen)


def elbow(number: int, name: str, ends: tuple[Tied, Tied], pen: Pen, *, first: int) -> Element:
    """Down, across after `first` EMU, and down again: from the bottom of the one to the top of the other."""
    sites = (BOTTOM, TOP)
    (x1, y1), (x2, y2) = ends[0].site(BOTTOM), ends[1].site(TOP)
    down, across = max(1, y2 - y1), abs(x2 - x1)
    if across < 12_700:
        place = transform(Box(x=x1, y=y1, w=0, h=down))
        return _connector(number, name, (ends, sites), (place, "straightConnector1"), pen)
    middle = ((x1 + x2) // 2, (y1 + y2) // 2)
    place = transform(Box(x=middle[0] - down // 2, y=middle[1] - across // 2, w=down, h=across))
    place.set("rot", "5400000" if x2 < x1 else "16200000")
    if x2 > x1:
        place.set("flipH", "1")
    made = _connector(number, name, (ends, sites), (place, "bentConnector3"), pen)
    share = round(min(1.0, first / down) * 100_000)
    made.find(".//{*}avLst").append(node("a:gd", {"name": "adj1", "fmla": f"val {share}"}))
    return made


def _connector(
    number: int, name: str, glued: tuple[tuple[Tied, Tied], tuple[int, int]], shape: tuple[Element, str], pen: Pen
) -> Element:
    (one, other), (begin, end) = glued
    return node(
        "p:cxnSp",
        None,
        node(
            "p:nvCxnSpPr",
            None,
            named(number, name),
            node(
                "p:cNvCxnSpPr",
                None,
                node("a:stCxn", {"id": one.id, "idx": begin}),
                node("a:endCxn", {"id": other.id, "idx": end}),
            ),
            node("p:nvPr"),
        ),
        node("p:spPr", None, shape[0], outline(shape[1]), pen.line()),
    )
