"""How text of a frame is set, in a placeholder or in a shape of its own, and how high it comes out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from kasen.teams.slides.schemas.arrangement import Content
from kasen.teams.slides.schemas.design import DesignContext, Slot
from kasen.teams.slides.schemas.part import EMU_PER_POINT, Box
from kasen.tools.fonts import measuring

INSETS = (91_440, 45_720, 91_440, 45_720)
"""Of a shape of its own: left, top, right, bottom, EMU."""
HANGING = 0.9
"""Ems from the edge to the text of a bullet in a shape of its own, once per level."""
LOWEST_BODY, LOWEST_DEEP, LOWEST_TITLE, LOWEST_LABEL, LOWEST_CELL = 14.0, 12.0, 20.0, 12.0, 10.0
"""Points: sizes below which text is split or cut rather than made smaller."""
LEAST = 12.0
"""Points: what text of a body is never set below."""
_FREE: dict[Content, tuple[float, ...]] = {
    "title": (28.0,),
    "subtitle": (20.0,),
    "message": (18.0,),
    "left_heading": (18.0,),
    "right_heading": (18.0,),
    "marks": (11.0,),
}
_LESS, _MOST_MESSAGE = 4.0, 24.0
"""Points by which a message is smaller than text of a body, and what it has at most."""
_BODY = (20.0, 18.0, 16.0)
_BOLD = {"title", "left_heading", "right_heading"}

Paragraph = tuple[str, int]
"""Text and level."""


@dataclass(frozen=True)
class Style:
    """How paragraphs of a frame are set."""

    fonts: measuring.Fonts
    sizes: tuple[float, ...]
    """Usual points of levels 0, 1, 2."""
    insets: tuple[int, int, int, int] = INSETS
    indents: tuple[int, ...] | None = (0,)
    """EMU by level; None: HANGING ems per level."""
    spacing: float = 1.0
    before: float = 0.0
    caps: bool = False

    def size(self, level: int) -> float:
        """Points of a level."""
        return self.sizes[min(level, len(self.sizes) - 1)]

    def indent(self, level: int) -> float:
        """Points from the inset to the text."""
        if self.indents is None:
            return self.size(level) * HANGING * (level + 1)
        return self.indents[min(level, len(self.indents) - 1)] / EMU_PER_POINT

    def at(self, sizes: tuple[float, ...]) -> Style:
        """The same in other sizes."""
        return replace(self, sizes=sizes)


def style(content: Content, slot: Slot | None, design: DesignContext) -> Style:
    """How text of a frame is set that fills a placeholder, or is a shape of its own."""
    heading = content == "title"
    if slot is None:
        free = _fonts(design, heading, content in _BOLD)
        lists = content in {"points", "left", "right"}
        return Style(free, _free_sizes(content, design), indents=None if lists else (0,))
    sizes = tuple(max(size, LEAST) for size in slot.sizes) or _BODY
    if content in {"message", "subtitle", "title", "left_heading", "right_heading"}:
        sizes = sizes[:1]
    return Style(
        _fonts(design, heading, slot.bold),
        sizes,
        slot.insets,
        slot.indents or (0,),
        max(0.5, slot.line_spacing),
        max(0.0, slot.space_before),
        slot.caps,
    )


def _free_sizes(content: Content, design: DesignContext) -> tuple[float, ...]:
    """Points of text in a shape of its own; a message is not much smaller than the text under it."""
    if content == "message":
        return (min(max(_FREE["message"][0], body_sizes(design)[0] - _LESS), _MOST_MESSAGE),)
    return _FREE.get(content) or body_sizes(design)


def body_sizes(design: DesignContext) -> tuple[float, ...]:
    """Points of body text by level: those of the first layout for content, else a usual set."""
    for layout in design.usable():
        slot = layout.slot("body", "object")
        if layout.role in {"content", "two_content"} and slot is not None and slot.sizes:
            return tuple(max(size, LEAST) for size in slot.sizes)
    return _BODY


def _fonts(design: DesignContext, heading: bool, bold: bool) -> measuring.Fonts:
    theme = design.theme
    if heading:
        return _named(theme.latin_major, theme.ea_major, bold)
    return _named(theme.latin_minor, theme.ea_minor, bold)


@lru_cache(maxsize=64)
def _named(latin: str, ea: str, bold: bool) -> measuring.Fonts:
    return measuring.fonts(latin or "Calibri", ea or "Yu Gothic", bold=bold)


def text_fonts(design: DesignContext, *, bold: bool = False) -> measuring.Fonts:
    """Fonts of body text."""
    return _fonts(design, False, bold)


def tall(paragraphs: Sequence[Paragraph], style: Style, width: int) -> float:
    """Points that paragraphs take in a frame so many EMU wide, insets included; none is left before the first."""
    before = style.before if paragraphs else 0.0
    return insets_of(style) + sum(one(paragraph, style, width) for paragraph in paragraphs) - before


def insets_of(style: Style) -> float:
    """Points above and below the text together."""
    return (style.insets[1] + style.insets[3]) / EMU_PER_POINT


def one(paragraph: Paragraph, style: Style, width: int) -> float:
    """Points of one paragraph, with the space before it."""
    text, level = paragraph
    if style.caps:
        text = text.upper()
    inner = (width - style.insets[0] - style.insets[2]) / EMU_PER_POINT - style.indent(level)
    size = style.size(level)
    return style.before + measuring.height(text, style.fonts, size, max(1.0, inner), spacing=style.spacing)


def smaller(sizes: tuple[float, ...], steps: int, lowest: float) -> tuple[float, ...]:
    """Each size so many points smaller, none below its floor, none below what it is where that is lower already."""
    floors = (lowest, *[min(lowest, LOWEST_DEEP)] * len(sizes))
    return tuple(max(min(size, floor), size - steps) for size, floor in zip(sizes, floors, strict=False))


def steps_to(sizes: tuple[float, ...], lowest: float) -> int:
    """How many points smaller a style can become."""
    return max(
        0,
        *(
            int(size - min(size, floor) + 0.999)
            for size, floor in zip(sizes, (lowest, *[min(lowest, LOWEST_DEEP)] * len(sizes)), strict=False)
        ),
    )


def fits(paragraphs: Sequence[Paragraph], style: Style, box: Box, factor: float = 1.0) -> bool:
    """Whether paragraphs stand in a box, of which only a share of the height is used."""
    return tall(paragraphs, style, box.w) <= box.h / EMU_PER_POINT * factor + 0.01


def largest(
    paragraphs: Sequence[Paragraph], style: Style, box: Box, lowest: float, factor: float = 1.0
) -> tuple[float, ...] | None:
    """The largest sizes, from the usual ones down to a floor, in which paragraphs stand in a box; None for none."""
    low, high = 0, steps_to(style.sizes, lowest)
    if not fits(paragraphs, style.at(smaller(style.sizes, high, lowest)), box, factor):
        return None
    while low < high:
        middle = (low + high) // 2
        if fits(paragraphs, style.at(smaller(style.sizes, middle, lowest)), box, factor):
            high = middle
        else:
            low = middle + 1
    return smaller(style.sizes, low, lowest)
