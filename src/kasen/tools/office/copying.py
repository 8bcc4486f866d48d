"""The copy of a deck that LibreOffice is shown: nothing is fetched, no slide is hidden; to measure, nothing shrinks."""

from __future__ import annotations

import io
import math
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from lxml import etree

from kasen.errors import Refused

if TYPE_CHECKING:
    from pptx.presentation import Presentation

Kind = Literal["text", "table", "chart", "picture", "other"]
Box = tuple[int, int, int, int]
MARK = "kasen-extent-"
_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
_FITS = re.compile(rb"<a:(?:normAutofit|spAutoFit)\b[^>]*?(?:/>|>.*?</a:(?:normAutofit|spAutoFit)>)", re.DOTALL)
_EFFECTS = (f"{_A}effectLst", f"{_A}effectDag", f"{_A}scene3d", f"{_A}sp3d")
_LARGE = 20_000
"""Bytes of a picture from which on a stand-in is measured in its place: its frame is the same."""


@dataclass(frozen=True)
class Shape:
    """One shape of a slide as the file has it; a turned one with the box around it."""

    slide: int
    order: int
    kind: Kind
    declared: Box | None
    """None where neither the slide nor its layout gives a box."""

    @property
    def mark(self) -> str:
        """What it is called in the measuring copy."""
        return f"{MARK}{self.slide}-{self.order}"


@dataclass(frozen=True)
class Copy:
    """A copy of a deck, and the shapes of its slides."""

    data: bytes
    slides: int
    shapes: tuple[Shape, ...]


def to_show(pptx: bytes) -> Copy:
    """The deck with hidden slides shown and outside files cut off; links in its text stay. Raises Refused."""
    deck = _opened(pptx)
    _cut_off(deck)
    _unhide(deck)
    return _saved(deck, ())


def to_measure(pptx: bytes) -> Copy:
    """Likewise, without automatic fitting anywhere and without effects, each shape marked. Raises Refused."""
    deck = _opened(pptx)
    _cut_off(deck)
    _unhide(deck)
    shapes = tuple(_marked(deck))
    for part in _parts(deck):
        if "theme" in part.content_type:
            part._blob = _FITS.sub(b"<a:noAutofit/>", part.blob)
        elif part.content_type.startswith("image/") and len(part.blob) > _LARGE:
            part._blob = _dot()
        elif (element := getattr(part, "_element", None)) is not None:
            _unfit(element)
    return _saved(deck, shapes)


def _opened(pptx: bytes) -> Presentation:
    from pptx import Presentation as opened
    from pptx.exc import PackageNotFoundError

    try:
        return opened(io.BytesIO(pptx))
    except (PackageNotFoundError, zipfile.BadZipFile, etree.XMLSyntaxError, KeyError, ValueError) as error:
        raise Refused("the deck cannot be rendered: it is not a readable .pptx file") from error


def _saved(deck: Presentation, shapes: tuple[Shape, ...]) -> Copy:
    into = io.BytesIO()
    deck.save(into)
    return Copy(into.getvalue(), len(deck.slides), shapes)


def _parts(deck: Presentation) -> Iterator[Any]:
    return iter(list(deck.part.package.iter_parts()))


def _cut_off(deck: Presentation) -> None:
    """LibreOffice reads linked pictures from addresses and from this machine's disk."""
    for relation in list(deck.part.package.iter_rels()):
        if relation.is_external and not relation.reltype.endswith("/hyperlink"):
            relation._target = "cut-off"


def _unhide(deck: Presentation) -> None:
    for slide in deck.slides:
        slide._element.attrib.pop("show", None)


def _unfit(element: Any) -> None:
    """Take out automatic fitting and what is drawn beyond a shape: shadows, glows, depth."""
    for body in list(element.iter(f"{_A}bodyPr")):
        for child in list(body):
            if child.tag in (f"{_A}normAutofit", f"{_A}spAutoFit", f"{_A}noAutofit"):
                body.remove(child)
        # After a:prstTxWarp, before everything else that the schema allows here.
        body.insert(1 if len(body) and body[0].tag == f"{_A}prstTxWarp" else 0, etree.Element(f"{_A}noAutofit"))
    for properties in list(element.iter(f"{_P}spPr", f"{_P}grpSpPr")):
        for child in [child for child in properties if child.tag in _EFFECTS]:
            properties.remove(child)
    for reference in element.iter(f"{_A}effectRef"):
        reference.set("idx", "0")


def _marked(deck: Presentation) -> Iterator[Shape]:
    for number, slide in enumerate(deck.slides, 1):
        for order, shape in enumerate(slide.shapes):
            made = Shape(number, order, _kind(shape), _declared(shape))
            # A group says nothing of itself in the export, its members do.
            for naming in shape._element.iter(f"{_P}cNvPr"):
                naming.set("descr", made.mark)
            yield made


def _kind(shape: Any) -> Kind:
    if getattr(shape, "has_table", False):
        return "table"
    if getattr(shape, "has_chart", False):
        return "chart"
    if shape._element.tag == f"{_P}pic":
        return "picture"
    return "text" if shape.has_text_frame and shape.text_frame.text.strip() else "other"


def _declared(shape: Any) -> Box | None:
    x, y, w, h = shape.left, shape.top, shape.width, shape.height
    if None in (x, y, w, h):
        return None
    turned = math.radians(float(getattr(shape, "rotation", 0.0) or 0.0))
    if not turned:
        return int(x), int(y), int(w), int(h)
    wide = abs(w * math.cos(turned)) + abs(h * math.sin(turned))
    high = abs(w * math.sin(turned)) + abs(h * math.cos(turned))
    return round(x + (w - wide) / 2), round(y + (h - high) / 2), round(wide), round(high)


def _dot() -> bytes:
    from PIL import Image

    into = io.BytesIO()
    Image.new("L", (1, 1), 128).save(into, "PNG")
    return into.getvalue()
