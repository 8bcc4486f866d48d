"""One slide while it is built: its shapes get their ids, names and places here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from kasen.teams.slides.building.fonts import own_ea
from kasen.teams.slides.building.look import Fonts, Look
from kasen.teams.slides.building.text import Style
from kasen.teams.slides.building.xml import Element, node
from kasen.teams.slides.schemas.arrangement import Arrangement, Frame
from kasen.teams.slides.schemas.deck import Deck
from kasen.teams.slides.schemas.design import DesignContext, Layout, Slot
from kasen.teams.slides.schemas.part import Box

_DECORATIVE = "http://schemas.microsoft.com/office/drawing/2017/decorative"
PREFIX = "kasen:"
"""Of the name of each shape that was made for a frame."""


@dataclass
class Page:
    """A slide of python-pptx with what is to stand on it."""

    slide: Any
    deck: Deck
    arrangement: Arrangement
    layout: Layout
    look: Look
    headings: Fonts
    texts: Fonts
    """East Asian fonts, and the theme's Latin ones by name."""
    numbers: Mapping[str, int]
    pictures: Mapping[str, bytes]
    design: DesignContext
    _ids: int = field(default=1)

    @property
    def whole(self) -> Box:
        """The slide itself."""
        return Box(x=0, y=0, w=self.design.width, h=self.design.height)

    @property
    def part(self) -> Any:
        """The part of the package, to relate others to."""
        return self.slide.part

    @cached_property
    def tree(self) -> Element:
        """`p:spTree`."""
        return self.slide.shapes._spTree

    def id(self) -> int:
        """A number that no other shape of the slide has."""
        self._ids += 1
        return self._ids

    def add(self, shape: Element) -> None:
        """Put a shape over those that are there."""
        self.tree.append(shape)

    def slot(self, frame: Frame) -> Slot | None:
        """The placeholder of the layout that a frame fills."""
        return next((slot for slot in self.layout.slots if slot.idx == frame.slot), None) if self.known(frame) else None

    def known(self, frame: Frame) -> bool:
        """Whether the layout has the placeholder that the frame names."""
        return frame.slot is not None and self._placeholder(frame.slot) is not None

    def _placeholder(self, idx: int) -> Element | None:
        return next((ph for ph in self._placeholders if int(ph.get("idx", "0")) == idx), None)

    @cached_property
    def _placeholders(self) -> list[Element]:
        from pptx.oxml.ns import qn

        return list(self.slide.slide_layout._element.iter(qn("p:ph")))

    def properties(self, frame: Frame) -> Element:
        """`p:nvPr`, with the placeholder where the frame fills one."""
        found = self._placeholder(frame.slot) if frame.slot is not None else None
        return node("p:nvPr", None, self._reference(found) if found is not None else None)

    def _reference(self, placeholder: Element) -> Element:
        kept = {name: placeholder.get(name) for name in ("type", "orient", "sz", "idx")}
        return node("p:ph", kept)

    def style(self, frame: Frame, level: int = 0, *, heading: bool = False) -> Style:
        """How text of that level is written; in a placeholder it inherits all but size and East Asian font."""
        fonts = self.headings if heading else self.texts
        slot = self.slot(frame)
        size = size_of(frame, slot, level)
        if slot is not None:
            ea = own_ea(self.slide.slide_layout, slot.idx, level) or fonts.ea
            return Style(size, Fonts("", ea), self.deck.lang, color=self.look.rescued(slot, size))
        return Style(size, fonts, self.deck.lang, color=self.look.ink)


def size_of(frame: Frame, slot: Slot | None, level: int = 0) -> float:
    """Points: of the frame, else of the placeholder; the last one counts for all deeper levels."""
    sizes = frame.sizes or (slot.sizes if slot is not None else ()) or (18.0,)
    return sizes[min(level, len(sizes) - 1)]


def named(number: int, name: str, alt: str = "") -> Element:
    """`p:cNvPr`."""
    return node("p:cNvPr", {"id": number, "name": name, "descr": alt or None})


def decorative(properties: Element) -> Element:
    """The same `p:cNvPr`, of a shape that screen readers pass over."""
    from lxml import etree

    sign = etree.Element(f"{{{_DECORATIVE}}}decorative", {"val": "1"}, nsmap={"adec": _DECORATIVE})
    properties.append(node("a:extLst", None, node("a:ext", {"uri": "{C183D7F6-B498-43B3-948B-1728B52AA6E4}"}, sign)))
    return properties


def transform(box: Box, tag: str = "a:xfrm") -> Element:
    """Where a shape stands."""
    return node(tag, None, node("a:off", {"x": box.x, "y": box.y}), node("a:ext", {"cx": box.w, "cy": box.h}))


def outline(kind: str) -> Element:
    """`a:prstGeom`."""
    return node("a:prstGeom", {"prst": kind}, node("a:avLst"))
