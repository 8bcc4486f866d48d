"""Boxes of a diagram no higher than suits their words: within the places that fitting measured, in their middle."""

from __future__ import annotations

from collections.abc import Sequence

from kasen.teams.slides.fitting.diagram_boxes import INSET, LINE_SHARE
from kasen.teams.slides.fitting.style import text_fonts
from kasen.teams.slides.schemas.deck import Diagram, DiagramItem
from kasen.teams.slides.schemas.design import DesignContext
from kasen.teams.slides.schemas.part import EMU_PER_POINT, Box
from kasen.tools.fonts import measuring

_AIR = 1.35
"""Times the height of the words that a box has at least."""
_SHAPE = {"process": 0.6, "hierarchy": 0.42}
"""Height to width of a box that looks right."""
_LEAD = 400_000
"""EMU above the words of a timeline, for line and dots, at most."""


def snug(
    diagram: Diagram, places: Sequence[Box], box: Box, sizes: tuple[float, float], design: DesignContext
) -> list[Box]:
    """The same boxes, rows drawn together around the middle; other kinds than rows of boxes stay as they are."""
    if diagram.kind not in {*_SHAPE, "timeline"}:
        return list(places)
    rows = sorted({place.y for place in places})
    highest = max(needed(item, place.w, sizes, design) for item, place in zip(diagram.items, places, strict=True))
    width = min(place.w for place in places)
    leads = [lead(place) if diagram.kind == "timeline" else 0 for place in places]
    above = min(max(leads), _LEAD)
    wanted = highest if diagram.kind == "timeline" else max(round(highest * _AIR), round(width * _SHAPE[diagram.kind]))
    height = min([wanted, *(place.h for place in places)])
    gap = _gap(places, rows, max(leads))
    whole = len(rows) * (height + above) + (len(rows) - 1) * gap
    start = box.y + max(0, box.h - whole) // 2
    tops = {y: start + at * (height + above + gap) + above for at, y in enumerate(rows)}
    return [place.model_copy(update={"y": tops[place.y], "h": height}) for place in places]


def lead(place: Box) -> int:
    """EMU above a box of a timeline that belong to its line."""
    return round(place.h / (1 - LINE_SHARE) * LINE_SHARE)


def _gap(places: Sequence[Box], rows: Sequence[int], above: int) -> int:
    if len(rows) < 2:
        return 0
    first = next(place for place in places if place.y == rows[0])
    return max(0, min(rows[1] - above - first.bottom, _LEAD))


def needed(item: DiagramItem, width: int, sizes: tuple[float, float], design: DesignContext) -> int:
    """EMU of height that label and text of an item take, insets included."""
    room = max(1.0, (width - 2 * INSET) / EMU_PER_POINT)
    high = measuring.height(item.label, text_fonts(design, bold=True), sizes[0], room) if item.label else 0.0
    if item.text:
        high += measuring.height(item.text, text_fonts(design), sizes[1], room)
    return round(high * EMU_PER_POINT) + 2 * INSET
