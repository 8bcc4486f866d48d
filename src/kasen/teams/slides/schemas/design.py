"""What a template offers (seed 002: `DesignContext`)."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from kasen.teams.slides.schemas.part import Box, Part

SlotKind = Literal["title", "subtitle", "body", "object", "picture", "chart", "table", "date", "footer", "number"]
"""Kinds of placeholders: `body` takes text, `object` text, chart, table or picture; a centred title is `title`."""
LayoutRole = Literal[
    "title", "section", "content", "two_content", "comparison", "title_only", "picture", "blank", "other"
]
"""What a layout is good for, told by its placeholders first and by its name second."""


class Slot(Part):
    """One placeholder of a layout, with what it inherits from the master worked out."""

    idx: int
    """`idx` of the placeholder: what a slide's placeholder refers to."""
    kind: SlotKind
    name: str = ""
    box: Box
    sizes: tuple[float, ...] = (18.0,)
    """Points of text of level 0, 1, 2 …"""
    insets: tuple[int, int, int, int] = (91_440, 45_720, 91_440, 45_720)
    """Left, top, right, bottom, in EMU."""
    anchor: Literal["top", "middle", "bottom"] = "top"
    align: Literal["left", "center", "right", "justify"] = "left"
    bold: bool = False
    caps: bool = False
    bullets: bool = False
    """Whether its first level has bullets of its own."""
    indents: tuple[int, ...] = (0,)
    """EMU from the left edge to the text, by level (`marL`)."""
    line_spacing: float = 1.0
    """Share of a line."""
    space_before: float = 0.0
    """Points before each paragraph."""
    vertical: bool = False
    color: str = ""
    """Of its text, six hex digits; empty: the theme's text colour."""
    fill: str = ""
    """What lies behind it on the layout, where that is one colour; empty: the background."""


class Layout(Part):
    """One layout."""

    index: int
    """Position among all layouts of all masters, in the order of the file."""
    name: str
    role: LayoutRole
    master: int = 0
    slots: tuple[Slot, ...] = ()
    free: Box
    """Where nothing of the layout or its master stands: between title and footer, inside the margins."""
    background: str = "FFFFFF"
    """Six hex digits; where it is a picture or a gradient, the colour closest to it."""
    usable: bool = True
    why: str = ""
    """Why it is not usable."""

    def slot(self, *kinds: SlotKind) -> Slot | None:
        """The first slot of these kinds, in the order of the layout."""
        return next((slot for slot in self.slots if slot.kind in kinds), None)


class Theme(Part):
    """Colours through the master's colour map, and fonts, of the first master."""

    colors: dict[str, str] = Field(default_factory=dict)
    """bg1, tx1, bg2, tx2, accent1 … accent6, hlink, folHlink → six hex digits."""
    latin_major: str = ""
    latin_minor: str = ""
    ea_major: str = ""
    """East Asian font for headings; where the theme leaves it empty, what it names for Japanese."""
    ea_minor: str = ""


class FontUse(Part):
    """One font that the template asks for."""

    name: str
    script: Literal["latin", "ea"]
    found: bool
    substitute: str = ""
    """What is shown in its place on this machine, when it is not found."""


class DesignContext(Part):
    """What a template offers, and what it lacks (seed 002)."""

    name: str
    """File name, or `light`, `dark`, `business` for the bundled ones."""
    bundled: bool = False
    sha256: str
    width: int
    """EMU."""
    height: int
    aspect: str
    """`16:9`, `4:3`, or two whole numbers."""
    masters: int = 1
    layouts: tuple[Layout, ...]
    theme: Theme
    fonts: tuple[FontUse, ...] = ()
    slides: int = 0
    """Slides that the template holds; a new deck has none of them."""
    lacking: tuple[LayoutRole, ...] = ()
    """Roles for which no usable layout is there: the nearest other one is taken, or free shapes."""
    warnings: tuple[str, ...] = ()
    """In the language of the run."""

    def usable(self) -> tuple[Layout, ...]:
        """Layouts that a deck can be made with."""
        return tuple(layout for layout in self.layouts if layout.usable)

    def layout(self, index: int) -> Layout:
        """The layout of that index."""
        return next(layout for layout in self.layouts if layout.index == index)
