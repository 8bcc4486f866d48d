"""A slide as it is drawn: its shapes with how far they reach, its picture, its words."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from kasen.knowledge.pdf_model import PageWords
from kasen.teams.slides.building.page import PREFIX
from kasen.teams.slides.schemas.arrangement import Arrangement
from kasen.tools.office.model import Extent

Box = tuple[int, int, int, int]
_TEXT = "{http://schemas.openxmlformats.org/drawingml/2006/main}t"
_VALUE = "{http://schemas.openxmlformats.org/drawingml/2006/chart}v"


@dataclass(frozen=True)
class Shape:
    """One shape of a slide."""

    content: str
    """`Content` of the frame that it was made for, else its name."""
    extent: Extent
    box: Box
    """The room that it has: that of its frame, else what the file says."""
    members: tuple[Extent, ...] = ()


@dataclass(frozen=True)
class Sheet:
    """What the file says of a slide."""

    names: tuple[str, ...]
    """Of its shapes, in their order."""
    text: str
    """Every word on it, those of its charts too."""


@dataclass(frozen=True)
class Drawn:
    """One slide; `picture` is its PNG, `words` are in points."""

    number: int
    size: tuple[int, int]
    """EMU."""
    shapes: tuple[Shape, ...]
    picture: bytes = field(repr=False)
    words: PageWords | None
    text: str


def sheets(pptx: bytes) -> tuple[tuple[int, int], list[Sheet]]:
    """Width and height of the slides in EMU, and each slide."""
    from pptx import Presentation

    deck = Presentation(io.BytesIO(pptx))
    size = int(deck.slide_width or 0), int(deck.slide_height or 0)
    return size, [Sheet(tuple(shape.name for shape in slide.shapes), "".join(_texts(slide))) for slide in deck.slides]


def _texts(slide: Any) -> Iterator[str]:
    elements = [slide._element]
    elements += [
        relation.target_part._element
        for relation in slide.part.rels.values()
        if not relation.is_external and relation.reltype.endswith("/chart")
    ]
    for element in elements:
        yield from (node.text or "" for node in element.iter(_TEXT, _VALUE))


def shapes_of(sheet: Sheet, extents: Sequence[Extent], arrangement: Arrangement | None) -> tuple[Shape, ...]:
    """The shapes that were made for frames; where none was, all of them."""
    members: dict[int, list[Extent]] = {}
    for extent in extents:
        if extent.member is not None:
            members.setdefault(extent.order, []).append(extent)
    rooms = _rooms(sheet, arrangement)
    made = [extent for extent in extents if extent.member is None and extent.order < len(sheet.names)]
    own = [extent for extent in made if sheet.names[extent.order].startswith(PREFIX)]
    found = []
    for extent in own or made:
        content = _content(sheet.names[extent.order])
        room = rooms.get(content, extent.declared)
        found.append(Shape(content, extent, room, tuple(members.get(extent.order, ()))))
    return tuple(found)


def _content(name: str) -> str:
    """`kasen:diagram.2` is of the diagram."""
    return name.removeprefix(PREFIX).partition(".")[0] if name.startswith(PREFIX) else name


def _rooms(sheet: Sheet, arrangement: Arrangement | None) -> dict[str, Box]:
    """Boxes of the frames for which there is one shape."""
    if arrangement is None:
        return {}
    contents = [_content(name) for name in sheet.names]
    frames = {frame.content: frame.box for frame in arrangement.frames}
    return {name: (box.x, box.y, box.w, box.h) for name, box in frames.items() if contents.count(name) == 1}
