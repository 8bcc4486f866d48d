"""Colours of DrawingML as six hex digits: through the theme and the colour map, with what changes them applied."""

from __future__ import annotations

import colorsys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from kasen.teams.slides.template.xml import Element, at, each, local, name, number, share

MAPPED = ("bg1", "tx1", "bg2", "tx2", *(f"accent{number}" for number in range(1, 7)), "hlink", "folHlink")
_USUAL_MAP = {"bg1": "lt1", "tx1": "dk1", "bg2": "lt2", "tx2": "dk2"}
_SHORT = {"dk": "dark", "lt": "light", "med": "medium"}
_Rgb = tuple[float, float, float]


class Paint(NamedTuple):
    """A colour and how much it covers."""

    rgb: str
    alpha: float = 1.0

    def over(self, below: str) -> str:
        """What is seen where it lies over another colour."""
        pairs = zip(_parts(self.rgb), _parts(below), strict=True)
        return _hex((one * self.alpha + other * (1 - self.alpha) for one, other in pairs))


class Palette:
    """The colours of a theme under one colour map."""

    def __init__(self, scheme: Mapping[str, str], mapping: Mapping[str, str]) -> None:
        self.scheme = dict(scheme)
        self.mapping = {**_USUAL_MAP, **mapping}

    def named(self, scheme: str) -> str:
        """The colour of a name of the theme or of the map; empty where there is none."""
        return self.scheme.get(self.mapping.get(scheme, scheme), self.scheme.get(scheme, ""))

    def all(self) -> dict[str, str]:
        """Every colour of the map that the theme has."""
        return {each: self.named(each) for each in MAPPED if self.named(each)}

    def remapped(self, mapping: Mapping[str, str]) -> Palette:
        """The same theme under another map."""
        return Palette(self.scheme, {**self.mapping, **mapping})

    def of(self, holder: Element | None, placed: str = "") -> Paint | None:
        """The first colour inside an element; `placed`: what `phClr` stands for. None where there is none."""
        for child in () if holder is None else holder:
            rgb = self._plain(child, placed)
            if rgb:
                return _changed(rgb, child)
        return None

    def _plain(self, color: Element, placed: str) -> str:
        kind, value = local(color), color.get("val") or ""
        if kind == "schemeClr":
            return placed if value == "phClr" else self.named(value)
        if kind == "srgbClr":
            return value.upper() if _is_hex(value) else ""
        if kind == "sysClr":
            last = color.get("lastClr") or {"window": "FFFFFF", "windowText": "000000"}.get(value, "")
            return last.upper() if _is_hex(last) else ""
        if kind == "prstClr":
            return _preset(value)
        if kind == "scrgbClr":
            return _hex(_gamma(max(0.0, min(1.0, share(color, part, 0.0)))) for part in "rgb")
        if kind == "hslClr":
            hue = number(color, "hue") / 21_600_000 % 1
            return _hex(colorsys.hls_to_rgb(hue, _unit(share(color, "lum", 0.0)), _unit(share(color, "sat", 0.0))))
        return ""


def contrast(one: str, other: str) -> float:
    """Contrast ratio, 1–21 (WCAG 2.2)."""
    low, high = sorted(_gray(tuple(_ungamma(part) for part in _parts(rgb))) for rgb in (one, other))
    return (high + 0.05) / (low + 0.05)


def scheme_of(theme: Element | None) -> dict[str, str]:
    """`dk1`, `lt1` … of a theme, or of what overrides a theme."""
    holder = at(theme, "a:themeElements", "a:clrScheme")
    if holder is None:
        holder = at(theme, "a:clrScheme")
    plain = Palette({}, {})
    found = {local(child): plain.of(child) for child in (() if holder is None else holder)}
    return {kind: paint.rgb for kind, paint in found.items() if kind and paint}


def fill_of(holder: Element | None, palette: Palette, placed: str = "") -> Paint | None:
    """The colour that a fill shows: of a gradient or a pattern the mean. None for pictures, and where none is given."""
    for child in () if holder is None else holder:
        paint = plain_fill(child, palette, placed)
        if paint:
            return paint
    return None


def plain_fill(fill: Element, palette: Palette, placed: str = "") -> Paint | None:
    """The same for the fill itself."""
    kind = local(fill)
    if kind == "solidFill":
        return palette.of(fill, placed)
    if kind == "gradFill":
        return _mean([palette.of(stop, placed) for stop in each(fill, "a:gs")])
    if kind == "pattFill":
        return _mean([palette.of(at(fill, side), placed) for side in ("a:fgClr", "a:bgClr")])
    return None


def says_fill(holder: Element | None) -> bool:
    """Whether an element says anything of its fill, be it that there is none."""
    fills = ("noFill", "solidFill", "gradFill", "blipFill", "pattFill", "grpFill")
    return holder is not None and any(holder.find(name(f"a:{kind}")) is not None for kind in fills)


def _mean(paints: list[Paint | None]) -> Paint | None:
    there = [paint for paint in paints if paint]
    if not there:
        return None
    columns = zip(*(_parts(paint.rgb) for paint in there), strict=True)
    return Paint(_hex(sum(column) / len(there) for column in columns), sum(paint.alpha for paint in there) / len(there))


def _changed(rgb: str, color: Element) -> Paint:
    parts, alpha = _parts(rgb), 1.0
    for change in color:
        kind, amount = local(change), share(change)
        if kind == "alpha":
            alpha = _unit(amount)
        elif kind in _CHANGES:
            parts = _CHANGES[kind](parts, amount)
    return Paint(_hex(parts), alpha)


def _hsl(change: Callable[[float, float, float], tuple[float, float, float]]) -> Callable[[_Rgb], _Rgb]:
    def changed(parts: _Rgb) -> _Rgb:
        hue, light, strong = change(*colorsys.rgb_to_hls(*parts))
        return colorsys.hls_to_rgb(hue % 1, _unit(light), _unit(strong))

    return changed


def _linear(change: Callable[[float], float]) -> Callable[[_Rgb], _Rgb]:
    def changed(parts: _Rgb) -> _Rgb:
        red, green, blue = (_gamma(_unit(change(_ungamma(part)))) for part in parts)
        return red, green, blue

    return changed


_CHANGES: Mapping[str, Callable[[_Rgb, float], _Rgb]] = {
    "lumMod": lambda parts, amount: _hsl(lambda h, light, s: (h, light * amount, s))(parts),
    "lumOff": lambda parts, amount: _hsl(lambda h, light, s: (h, light + amount, s))(parts),
    "satMod": lambda parts, amount: _hsl(lambda h, light, s: (h, light, s * amount))(parts),
    "satOff": lambda parts, amount: _hsl(lambda h, light, s: (h, light, s + amount))(parts),
    "tint": lambda parts, amount: _linear(lambda part: part * amount + 1 - amount)(parts),
    "shade": lambda parts, amount: _linear(lambda part: part * amount)(parts),
    "inv": lambda parts, amount: (1 - parts[0], 1 - parts[1], 1 - parts[2]),
    "gray": lambda parts, amount: (_gray(parts),) * 3,
}
"""ECMA-376 part 1, 20.1.2.3; tint and shade in linear light, as PowerPoint shows them."""


def _gray(parts: Sequence[float]) -> float:
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def _ungamma(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def _gamma(part: float) -> float:
    return part * 12.92 if part <= 0.0031308 else float(1.055 * part ** (1 / 2.4) - 0.055)


def _unit(value: float) -> float:
    return max(0.0, min(1.0, value))


def _parts(rgb: str) -> _Rgb:
    return int(rgb[0:2], 16) / 255, int(rgb[2:4], 16) / 255, int(rgb[4:6], 16) / 255


def _hex(parts: Iterable[float]) -> str:
    return "".join(f"{round(_unit(part) * 255):02X}" for part in parts)


def _is_hex(text: str) -> bool:
    return len(text) == 6 and all(sign in "0123456789abcdefABCDEF" for sign in text)


def _preset(value: str) -> str:
    from PIL import ImageColor

    for short, long in _SHORT.items():
        if value.startswith(short) and value[len(short) : len(short) + 1].isupper():
            value = long + value[len(short) :]
    try:
        red, green, blue = ImageColor.getrgb(value.lower())[:3]
    except ValueError:
        return ""
    return f"{red:02X}{green:02X}{blue:02X}"
