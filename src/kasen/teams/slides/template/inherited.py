"""What the text of a placeholder looks like: by its own style, its master's placeholder, the master, the file."""

from __future__ import annotations

from typing import Literal, NamedTuple

from kasen.teams.slides.template.colors import Palette
from kasen.teams.slides.template.xml import Element, at, local, name, number, share, yes

LEVELS = 5
_USUAL_SIZE = 18.0
_LINE = 1.2
"""Of the size of its text: the height of a line, where a share of one is meant."""
_ALIGN: dict[str, Literal["left", "center", "right", "justify"]] = {
    "l": "left",
    "ctr": "center",
    "r": "right",
    "just": "justify",
    "dist": "justify",
    "justLow": "justify",
    "thaiDist": "justify",
}
_ANCHOR: dict[str, Literal["top", "middle", "bottom"]] = {
    "t": "top",
    "ctr": "middle",
    "b": "bottom",
    "just": "top",
    "dist": "middle",
}
_INSETS = {"lIns": 91_440, "tIns": 45_720, "rIns": 91_440, "bIns": 45_720}
_LARGEST_INSET = 5_000_000


class Body(NamedTuple):
    """What `a:bodyPr` says, from the layout first."""

    insets: tuple[int, int, int, int]
    anchor: Literal["top", "middle", "bottom"]
    vertical: bool


def body_of(shapes: list[Element]) -> Body:
    """`a:bodyPr` of a placeholder and of those that it inherits from, nearest first."""
    about = [found for found in (at(shape, "p:txBody", "a:bodyPr") for shape in shapes) if found is not None]

    def said(attribute: str) -> str:
        return next((value for value in (each.get(attribute) for each in about) if value is not None), "")

    insets = []
    for side, usual in _INSETS.items():
        holder = next((each for each in about if each.get(side) is not None), None)
        insets.append(max(0, min(_LARGEST_INSET, number(holder, side, usual))))
    left, top, right, bottom = insets
    return Body((left, top, right, bottom), _ANCHOR.get(said("anchor"), "top"), said("vert") not in ("", "horz"))


class Style:
    """The levels of text of one placeholder; `lists`: holders of `a:lvl1pPr` … , nearest first."""

    def __init__(self, lists: list[Element | None]) -> None:
        self._lists = [each for each in lists if each is not None]

    def _levels(self, level: int) -> list[Element]:
        tags = (name(f"a:lvl{level + 1}pPr"), name("a:defPPr"))
        return [found for each in self._lists for found in (each.find(tag) for tag in tags) if found is not None]

    def _paragraph(self, level: int, attribute: str) -> Element | None:
        return next((each for each in self._levels(level) if each.get(attribute) is not None), None)

    def _character(self, level: int, attribute: str) -> Element | None:
        runs = (at(each, "a:defRPr") for each in self._levels(level))
        return next((each for each in runs if each is not None and each.get(attribute) is not None), None)

    def size(self, level: int) -> float:
        """Points."""
        found = number(self._character(level, "sz"), "sz", round(_USUAL_SIZE * 100)) / 100
        return max(1.0, min(400.0, found))

    def sizes(self) -> tuple[float, ...]:
        """Points of each level."""
        return tuple(self.size(level) for level in range(LEVELS))

    def indents(self) -> tuple[int, ...]:
        """EMU to the text of each level."""
        return tuple(max(0, number(self._paragraph(level, "marL"), "marL")) for level in range(LEVELS))

    def align(self) -> Literal["left", "center", "right", "justify"]:
        """Of the first level."""
        holder = self._paragraph(0, "algn")
        return _ALIGN.get("" if holder is None else holder.get("algn"), "left")

    def bold(self) -> bool:
        """Whether the first level is bold."""
        holder = self._character(0, "b")
        return holder is not None and yes(holder.get("b"))

    def caps(self) -> bool:
        """Whether the first level is shown in capitals."""
        holder = self._character(0, "cap")
        return holder is not None and holder.get("cap") in ("all", "small")

    def bullets(self) -> bool:
        """Whether the first level has marks of its own."""
        marks = ("buNone", "buChar", "buAutoNum", "buBlip")
        kinds = (local(child) for each in self._levels(0) for child in each)
        return next((kind for kind in kinds if kind in marks), "buNone") != "buNone"

    def line_spacing(self) -> float:
        """Share of a line."""
        spacing = self._spacing("a:lnSpc")
        points, part = at(spacing, "a:spcPts"), at(spacing, "a:spcPct")
        if points is not None:
            return _bounded(number(points, "val") / 100 / (self.size(0) * _LINE), 0.3, 5.0)
        return _bounded(share(part), 0.3, 5.0) if part is not None else 1.0

    def space_before(self) -> float:
        """Points."""
        spacing = self._spacing("a:spcBef")
        points, part = at(spacing, "a:spcPts"), at(spacing, "a:spcPct")
        if points is not None:
            return _bounded(number(points, "val") / 100, 0.0, 200.0)
        return round(_bounded(share(part), 0.0, 5.0) * self.size(0) * _LINE, 2) if part is not None else 0.0

    def color(self, palette: Palette, below: str) -> str:
        """Of the first level, six hex digits as seen over `below`; empty where nothing says it."""
        for each in self._levels(0):
            paint = palette.of(at(each, "a:defRPr", "a:solidFill"))
            if paint:
                return paint.over(below)
        return ""

    def _spacing(self, tag: str) -> Element | None:
        return next((found for found in (at(each, tag) for each in self._levels(0)) if found is not None), None)


def _bounded(value: float, least: float, most: float) -> float:
    return max(least, min(most, value))
