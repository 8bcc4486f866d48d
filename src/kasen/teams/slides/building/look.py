"""Colours and fonts of one layout: those of the theme by name, so that a change of theme changes the deck."""

from __future__ import annotations

import colorsys
from dataclasses import dataclass

from kasen.teams.slides.building.xml import Element, node
from kasen.teams.slides.schemas.design import DesignContext, Layout, Slot

OFFICE = {
    "bg1": "FFFFFF", "tx1": "000000", "bg2": "E7E6E6", "tx2": "44546A", "accent1": "4472C4", "accent2": "ED7D31",
    "accent3": "A5A5A5", "accent4": "FFC000", "accent5": "5B9BD5", "accent6": "70AD47",
}  # fmt: skip
"""Where a theme names nothing."""
ACCENTS = tuple(f"accent{number}" for number in range(1, 7))
_READ, _LARGE_READ = 4.5, 3.0
"""Contrast that text needs, and large text (WCAG 2.2, 1.4.3)."""
_LARGE, _LARGE_BOLD = 18.0, 14.0
"""Points from which text counts as large."""


@dataclass(frozen=True)
class Color:
    """A colour: of the theme by name, or six hex digits where a person asked for them."""

    rgb: str
    scheme: str = ""
    changes: tuple[tuple[str, int], ...] = ()
    """`lumMod`, `lumOff`, `alpha` in thousandths of a percent."""

    def element(self) -> Element:
        """`a:schemeClr` or `a:srgbClr`."""
        tag, value = ("a:schemeClr", self.scheme) if self.scheme else ("a:srgbClr", self.rgb)
        return node(tag, {"val": value}, *(node(f"a:{name}", {"val": share}) for name, share in self.changes))

    def fill(self) -> Element:
        """`a:solidFill`."""
        return node("a:solidFill", None, self.element())

    def changed(self, **changes: int) -> Color:
        """The same colour lighter, darker or thinner, in percent; its `rgb` stays that of the full colour."""
        return Color(self.rgb, self.scheme, tuple((name, share * 1000) for name, share in changes.items()))

    @property
    def shown(self) -> str:
        """Six hex digits of what is seen: changes work on the lightness of HSL (ECMA-376, 20.1.2.3)."""
        red, green, blue = (int(self.rgb[at : at + 2], 16) / 255 for at in (0, 2, 4))
        hue, light, saturation = colorsys.rgb_to_hls(red, green, blue)
        for name, share in self.changes:
            if name != "alpha":
                light = light * share / 100_000 if name == "lumMod" else light + share / 100_000
        seen = colorsys.hls_to_rgb(hue, min(1.0, max(0.0, light)), saturation)
        return "".join(f"{round(part * 255):02X}" for part in seen)


@dataclass(frozen=True)
class Fonts:
    """What text is written in."""

    latin: str
    """Empty: what the placeholder inherits."""
    ea: str


def luminance(rgb: str) -> float:
    """Relative luminance, 0-1 (WCAG 2.2)."""
    parts = [int(rgb[start : start + 2], 16) / 255 for start in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Contrast ratio, 1-21 (WCAG 2.2)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


class Look:
    """Colours that can be read on one layout."""

    def __init__(self, design: DesignContext, layout: Layout, asked: tuple[str, ...] = ()) -> None:
        self._colors = {**OFFICE, **{name: rgb for name, rgb in design.theme.colors.items() if len(rgb) == 6}}
        self.background = layout.background
        self.ink = self.on(layout.background)
        self.paper = self._paper()
        own = [Color(rgb.upper()) for rgb in asked]
        theme = [self.named(name) for name in ACCENTS]
        seen = [color for color in (*own, *theme) if contrast(color.rgb, layout.background) >= 1.5]
        self.accents: tuple[Color, ...] = tuple(dict.fromkeys(seen)) or (self.ink,)

    def named(self, name: str) -> Color:
        """A colour of the theme."""
        return Color(self._colors[name], name)

    def on(self, rgb: str) -> Color:
        """Text colour of the theme that is read best on this one."""
        best = max((self.named(name) for name in ("tx1", "bg1")), key=lambda color: contrast(color.rgb, rgb))
        if contrast(best.rgb, rgb) >= 3:
            return best
        return max((Color("000000"), Color("FFFFFF")), key=lambda color: contrast(color.rgb, rgb))

    @property
    def dark(self) -> bool:
        """Whether the background is darker than what is written on it."""
        return luminance(self.background) < luminance(self.ink.rgb)

    def _paper(self) -> Color:
        near = min((self.named(name) for name in ("bg1", "bg2", "tx1", "tx2")), key=self._far)
        return near if self._far(near) <= 48 else Color(self.background)

    def _far(self, color: Color) -> int:
        pairs = ((color.rgb[at : at + 2], self.background[at : at + 2]) for at in (0, 2, 4))
        return max(abs(int(one, 16) - int(other, 16)) for one, other in pairs)

    def band(self) -> Color:
        """The background, a little apart from itself: every second row of a table."""
        return self.paper.changed(lumMod=85, lumOff=15) if self.dark else self.paper.changed(lumMod=95)

    def tint(self, color: Color) -> Color:
        """The colour so light, or on a dark background so dark, that `ink` is read on it."""
        return color.changed(lumMod=40) if self.dark else color.changed(lumMod=20, lumOff=80)

    def rescued(self, slot: Slot, size: float) -> Color | None:
        """A colour for text of a placeholder whose own is not read on what lies behind it; None where it is."""
        behind = slot.fill or self.background
        own = slot.color or self._colors["tx1"]
        least = _LARGE_READ if size >= _LARGE or (slot.bold and size >= _LARGE_BOLD) else _READ
        return None if contrast(own, behind) >= least else self.on(behind)

    def strong(self, color: Color) -> Color:
        """The colour for a surface with light text; a middling one darker, so that the text is read."""
        white, black = (contrast(text, color.rgb) for text in ("FFFFFF", "000000"))
        if white >= _READ or black >= 2 * _READ:
            return color
        darker = (color.changed(lumMod=share) for share in (75, 60, 50))
        return next((one for one in darker if contrast("FFFFFF", one.shown) >= _READ), color)

    def line(self) -> Color:
        """For lines that part things."""
        return self.ink.changed(lumMod=50) if self.dark else self.ink.changed(lumMod=50, lumOff=50)

    def faint(self) -> Color:
        """For lines that guide the eye only."""
        return self.ink.changed(lumMod=35) if self.dark else self.ink.changed(lumMod=15, lumOff=85)

    def warning(self) -> tuple[Color, Color]:
        """Fill and text of a strip that says what is missing: the accent nearest to orange."""
        fill = self.strong(min(map(self.named, ACCENTS), key=lambda color: abs(_hue(color.rgb) - 30.0)))
        return fill, self.on(fill.shown)


def _hue(rgb: str) -> float:
    """Degrees; what is nearly grey counts as far away."""
    red, green, blue = (int(rgb[start : start + 2], 16) / 255 for start in (0, 2, 4))
    hue, _, saturation = colorsys.rgb_to_hls(red, green, blue)
    degrees = hue * 360 if hue < 0.9 else hue * 360 - 360
    return degrees if saturation > 0.2 else 999.0
