"""The copy of a deck that LibreOffice is shown: nothing is fetched, no slide is hidden; to measure, nothing shrinks."""

from __future__ import annotations

import io
import logging
import math
import re
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from lxml import etree

from kasen.errors import Refused

if TYPE_CHECKING:
    from pptx.presentation import Presentation

LOGGER = logging.getLogger("kasen.tools")
Kind = Literal["text", "table", "chart", "picture", "other"]
Box = tuple[int, int, int, int]
Frame = tuple[float, float, float, float]
"""What coordinates of a group are multiplied with and moved by: across, down; across, down."""
MARK = "kasen-extent-"
_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
_FITS = re.compile(rb"<a:(?:normAutofit|spAutoFit)\b[^>]*?(?:/>|>.*?</a:(?:normAutofit|spAutoFit)>)", re.DOTALL)
_EFFECTS = (f"{_A}effectLst", f"{_A}effectDag", f"{_A}scene3d", f"{_A}sp3d")
_UNCHANGED: Frame = (1.0, 1.0, 0.0, 0.0)
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
    member: int | None = None

    @property
    def mark(self) -> str:
        """What it is called in the measuring copy; the marks of a group's members begin with that of the group."""
        return f"{MARK}{self.slide}-{self.order}-" + (f"{self.member}-" if self.member is not None else "")


@dataclass(frozen=True)
class Copy:
    """A copy of a deck, and the shapes of its slides."""

    data: bytes
    slides: int
    size: tuple[int, int]
    """Width and height of a slide, EMU."""
    shapes: tuple[Shape, ...] = ()


def to_show(pptx: bytes) -> Copy:
    """The deck with hidden slides shown and outside files cut off; links in its text stay. Raises Refused."""
    with _readable():
        deck = _opened(pptx)
        _cut_off(deck)
        _unhide(deck)
        return _saved(deck)


def to_measure(pptx: bytes) -> Copy:
    """Likewise, without automatic fitting anywhere and without effects, each shape marked. Raises Refused."""
    with _readable():
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


def as_it_is(pptx: bytes) -> Copy:
    """The deck itself and its shapes. Raises Refused."""
    with _readable():
        deck = _opened(pptx)
        return Copy(pptx, len(deck.slides), _size(deck), tuple(_marked(deck)))


def _opened(pptx: bytes) -> Presentation:
    from pptx import Presentation as opened

    return opened(io.BytesIO(pptx))


@contextmanager
def _readable() -> Iterator[None]:
    """Raises Refused for what python-pptx raises when it meets a file that is none, or not a whole one."""
    from pptx.exc import PythonPptxError

    try:
        yield
    except (
        PythonPptxError, zipfile.BadZipFile, zlib.error, etree.XMLSyntaxError, AttributeError, IndexError, KeyError,
        NotImplementedError, RuntimeError, TypeError, ValueError,
    ) as error:  # fmt: skip
        LOGGER.warning("a deck cannot be opened", exc_info=True)  # only its log tells a file that is none from a fault
        raise Refused("the deck cannot be rendered: it is not a readable .pptx file") from error


def _saved(deck: Presentation, shapes: tuple[Shape, ...] = ()) -> Copy:
    into = io.BytesIO()
    deck.save(into)
    return Copy(into.getvalue(), len(deck.slides), _size(deck), shapes)


def _size(deck: Presentation) -> tuple[int, int]:
    return int(deck.slide_width or 0), int(deck.slide_height or 0)


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
            _name(shape, made)
            yield made
            for member, (inner, frame) in enumerate(_members(shape, _UNCHANGED)):
                one = Shape(number, order, _kind(inner), _moved(_declared(inner), frame), member)
                _name(inner, one)
                yield one


def _name(shape: Any, made: Shape) -> None:
    naming = next(shape._element.iter(f"{_P}cNvPr"), None)
    if naming is not None:
        naming.set("descr", made.mark)


def _members(shape: Any, frame: Frame) -> Iterator[tuple[Any, Frame]]:
    """The shapes in a group, however deep, each with what turns its coordinates into those of the slide."""
    if shape._element.tag != f"{_P}grpSp":
        return
    inside = _inside(shape, frame)
    for one in shape.shapes:
        if one._element.tag == f"{_P}grpSp":
            yield from _members(one, inside)
        else:
            yield one, inside


def _inside(group: Any, frame: Frame) -> Frame:
    """ECMA-376, 20.1.7.5 (`a:xfrm` of a group): `chOff` and `chExt` are laid onto `off` and `ext`."""
    place = group._element.grpSpPr.find(f"{_A}xfrm")
    parts: list[Any] = [
        place.find(f"{_A}{name}") if place is not None else None for name in ("off", "ext", "chOff", "chExt")
    ]
    if any(part is None for part in parts):
        return frame
    off, ext, child, size = parts
    across = _share(ext.get("cx"), size.get("cx"))
    down = _share(ext.get("cy"), size.get("cy"))
    x, y = int(off.get("x")) - int(child.get("x")) * across, int(off.get("y")) - int(child.get("y")) * down
    return frame[0] * across, frame[1] * down, frame[2] + frame[0] * x, frame[3] + frame[1] * y


def _share(outer: str, inner: str) -> float:
    return int(outer) / int(inner) if int(inner) else 1.0


def _moved(box: Box | None, frame: Frame) -> Box | None:
    if box is None:
        return None
    across, down, x, y = frame
    return round(box[0] * across + x), round(box[1] * down + y), round(box[2] * across), round(box[3] * down)


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
