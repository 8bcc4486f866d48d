"""How far shapes reach, read from the SVG that LibreOffice makes of a marked copy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from lxml import etree

from kasen.errors import Refused
from kasen.tools.office.copying import MARK, Box, Shape
from kasen.tools.office.model import Extent

if TYPE_CHECKING:
    from pathlib import Path

EMU = 360
"""To a unit of the export, a hundredth of a millimetre."""
_SVG = "{http://www.w3.org/2000/svg}"


def extents(svg: Path, shapes: Sequence[Shape]) -> list[Extent]:
    """The extent of each shape; one that is not drawn (an empty placeholder) is as large as it is declared.

    Raises Refused for an export that names no shape.
    """
    with svg.open("rb") as file:
        found = list(_boxes(file))
    if shapes and not found:
        raise Refused("this LibreOffice does not say where shapes stand", hint="Install LibreOffice 7.4 or later.")
    boxes: dict[str, list[Box]] = {}
    for mark, box in found:
        boxes.setdefault(mark, []).append(box)
        if mark != (group := _group(mark)):
            boxes.setdefault(group, []).append(box)
    return [_extent(shape, _around(boxes.get(shape.mark, ()))) for shape in shapes]


def _group(mark: str) -> str:
    """The mark of the shape that a member belongs to; of a shape itself its own."""
    slide, order, *_ = mark.removeprefix(MARK).split("-")
    return f"{MARK}{slide}-{order}-"


def _extent(shape: Shape, measured: Box | None) -> Extent:
    declared = shape.declared or measured or (0, 0, 0, 0)
    return Extent(
        slide=shape.slide,
        order=shape.order,
        member=shape.member,
        kind=shape.kind,
        declared=declared,
        measured=measured or declared,
    )


def _boxes(svg: Any) -> Iterator[tuple[str, Box]]:
    """Mark and box, in EMU, of everything that has a mark. An element is forgotten as soon as it was looked at."""
    mark, depth, level = "", 0, 0
    for event, element in etree.iterparse(
        svg, events=("start", "end"), resolve_entities=False, no_network=True, huge_tree=True
    ):
        depth += 1 if event == "start" else -1
        if event == "start" and element.tag == f"{_SVG}rect" and mark and element.get("class") == "BoundingBox":
            yield mark, _box(element)
        if event == "end":
            text = (element.text or "").strip() if element.tag == f"{_SVG}desc" else ""
            if text.startswith(MARK):
                # The description is the first child of its shape: the mark holds until that element ends.
                mark, level = text, depth
            elif mark and depth < level:
                mark = ""
            element.clear()


def _box(rect: Any) -> Box:
    x, y, w, h = (round(float(rect.get(name)) * EMU) for name in ("x", "y", "width", "height"))
    return x, y, w, h


def _around(boxes: Sequence[Box]) -> Box | None:
    if not boxes:
        return None
    x, y = min(box[0] for box in boxes), min(box[1] for box in boxes)
    return x, y, max(box[0] + box[2] for box in boxes) - x, max(box[1] + box[3] for box in boxes) - y
