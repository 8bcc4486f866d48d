"""What a font file says of its characters and lines, read with fontTools once per face."""

from __future__ import annotations

import struct
import unicodedata
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from kasen.tools.fonts.found import Font

ESTIMATED_LATIN = 0.55
"""Ems of a Latin character where there is no file to ask."""
_ESTIMATED_ASCENT, _ESTIMATED_DESCENT = 0.95, 0.35
_BROAD, _NARROW = frozenset("mwMW@%"), frozenset("iljtfI.,:;!'|()[] ")


@dataclass(frozen=True, eq=False)
class Face:
    """One face: advances in ems, and how far lines reach above and below the base line, in ems."""

    ascent: float
    descent: float
    cmap: dict[int, str] = field(default_factory=dict, repr=False)
    metrics: dict[str, tuple[int, int]] = field(default_factory=dict, repr=False)
    units: int = 1000
    estimated: bool = False

    def has(self, character: str) -> bool:
        """Whether it holds a glyph for the character."""
        return ord(character) in self.cmap

    def advance(self, character: str) -> float:
        """Ems of one character; estimated where the face has none."""
        name = self.cmap.get(ord(character))
        return self.metrics[name][0] / self.units if name is not None else estimate(character)


@cache
def face(font: Font) -> Face:
    """The face of a font; estimated where there is no file, or none that can be read."""
    if font.estimated:
        return _ESTIMATED
    try:
        from fontTools.ttLib import TTFont, TTLibError
    except ImportError:
        return _ESTIMATED
    try:
        with Path(font.path).open("rb") as raw, TTFont(raw, fontNumber=font.index, lazy=True) as file:
            return _read(file)
    except (TTLibError, OSError, KeyError, ValueError, AttributeError, AssertionError, struct.error):
        return _ESTIMATED  # not an OpenType file (a bitmap or Type 1 font), or a broken one


def _read(file: Any) -> Face:
    units = int(file["head"].unitsPerEm)
    hhea = file["hhea"]
    ascents, descents = [hhea.ascent], [-hhea.descent]
    if "OS/2" in file:
        ascents.append(file["OS/2"].usWinAscent)
        descents.append(file["OS/2"].usWinDescent)
    return Face(
        ascent=max(ascents) / units,
        descent=max(descents) / units,
        cmap=dict(file.getBestCmap() or {}),
        metrics=dict(file["hmtx"].metrics),
        units=units,
    )


def estimate(character: str) -> float:
    """About how many ems a character takes in a sans-serif face: one for a full-width one."""
    if unicodedata.combining(character) or unicodedata.category(character) in {"Cf", "Cc", "Mn"}:
        return 0.0
    if unicodedata.east_asian_width(character) in {"W", "F"}:
        return 1.0
    if character in _BROAD:
        return 0.92
    if character in _NARROW:
        return 0.34
    return 0.68 if character.isupper() else ESTIMATED_LATIN + 0.03


_ESTIMATED = Face(_ESTIMATED_ASCENT, _ESTIMATED_DESCENT, estimated=True)
