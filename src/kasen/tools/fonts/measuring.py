"""How wide text is, where its lines end and how high they are, as PowerPoint and LibreOffice set it.

Meant to err on the long side: the reader's machine has the font that was asked for, this one perhaps a substitute.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from math import inf

from kasen.tools.fonts.faces import Face, face
from kasen.tools.fonts.found import Font, font
from kasen.tools.fonts.kinsoku import is_east_asian, is_weak, pieces

SAFETY = 1.01
"""Widths are taken this much larger where the font itself, or its metric twin, is on this machine."""
SUBSTITUTE_SAFETY = 1.03
"""Likewise where another font stands in for it."""
SCRIPT_SPACE = 0.25
"""Ems that LibreOffice leaves between an East Asian character and a Latin one, beside a space that stands there."""
LEAST_LINE = 1.2
"""Ems from line to line at least: what LibreOffice takes in every .pptx, whatever the font says."""
_MOST_KEPT = 8_192
"""Texts whose measures are kept: a deck has some thousands with all the ways to cut them."""
_TAB = 72.0
"""Points between tab stops, where the file sets none."""
_ENDS = re.compile(r"\r\n|[\n\r\v\u2028\u2029]")
_KNOWN_LINES = {
    "meiryo": 1.56, "メイリオ": 1.56, "meiryo ui": 1.3, "yu gothic": 1.3, "游ゴシック": 1.3, "yu gothic ui": 1.33,
    "yu gothic medium": 1.3, "yu mincho": 1.3, "游明朝": 1.3, "segoe ui": 1.33, "calibri": 1.23, "aptos": 1.28,
    "hiragino sans": 1.1, "biz udpゴシック": 1.05, "biz udpgothic": 1.05,
}  # fmt: skip
"""Ems from line to line of fonts that come with Office and systems, for machines that lack them; on the high side."""


@dataclass(frozen=True, eq=False)
class Fonts:
    """The two fonts of a text: one for Latin characters, one for East Asian ones."""

    latin: Font
    ea: Font


@lru_cache(maxsize=128)
def fonts(latin: str, ea: str, *, bold: bool = False) -> Fonts:
    """The two fonts of a theme by their names."""
    return Fonts(font(latin, bold=bold), font(ea, bold=bold, lang="ja"))


def width(text: str, fonts: Fonts, size_pt: float) -> float:
    """Points of the text in one line, the widest of its lines where it has several."""
    return max(each.at[-1] for each in _sets(text, fonts, size_pt)) * size_pt


def lines(text: str, fonts: Fonts, size_pt: float, width_pt: float) -> list[str]:
    """The lines that the text takes in that width; an empty text takes one.

    Words stay whole unless wider than a line; Japanese breaks anywhere but where kinsoku forbids it. Spaces at the
    end of a line take no room.
    """
    room = width_pt / size_pt
    return [each.text[begin:end] for each in _sets(text, fonts, size_pt) for begin, end in each.broken(room)]


def height(
    text: str, fonts: Fonts, size_pt: float, width_pt: float, *, spacing: float = 1.0, enough: float = inf
) -> float:
    """Points from the top of its first line to the bottom of its last, with `spacing` times the usual line.

    Of a text that is far higher than `enough` only so much is said: that it is.
    """
    room = width_pt / size_pt
    sets = _sets(text, fonts, size_pt)
    at_least = sum(each.at[-1] for each in sets) / room * LEAST_LINE * size_pt * spacing
    if at_least > 2 * enough:
        return at_least
    return sum(each.height(room) for each in sets) * size_pt * spacing


def line_height(fonts: Fonts, size_pt: float, *, spacing: float = 1.0, text: str = "あA") -> float:
    """Points of one line in which that text stands."""
    each = _Set(text, fonts)
    return each.line_height(0, len(text)) * size_pt * spacing


def widest_word(text: str, fonts: Fonts, size_pt: float) -> float:
    """Points of the longest stretch that no line end divides."""
    return max(each.widest for each in _sets(text, fonts, size_pt)) * size_pt


def _sets(text: str, fonts: Fonts, size_pt: float) -> tuple[_Set, ...]:
    """Each of its lines as written, at least one."""
    if "\t" in text:
        space = max(0.05, _widths(fonts).of(" ") * size_pt)
        text = text.replace("\t", " " * int(_TAB / space + 1))
    return _written(text, fonts)


@lru_cache(maxsize=_MOST_KEPT)
def _written(text: str, fonts: Fonts) -> tuple[_Set, ...]:
    return tuple(_Set(line, fonts) for line in _ENDS.split(text))


class _Widths:
    """Ems of characters in two fonts, each looked up once."""

    def __init__(self, fonts: Fonts) -> None:
        self.latin, self.ea = face(fonts.latin), face(fonts.ea)
        self._latin_safety, self._ea_safety = _safety(fonts.latin), _safety(fonts.ea)
        self._known: dict[str, float] = {}
        self.ea_space = self.ea.advance(" ") * self._ea_safety
        self.latin_line = _line(fonts.latin, self.latin)
        self.ea_line = _line(fonts.ea, self.ea)

    def of(self, character: str) -> float:
        """Ems; of a character that may stand in either font the larger."""
        found = self._known.get(character)
        if found is None:
            found = self._known[character] = self._looked_up(character)
        return found

    def _looked_up(self, character: str) -> float:
        ea = _advance(self.ea, self.latin, character) * self._ea_safety
        if is_east_asian(character):
            return ea
        latin = _advance(self.latin, self.ea, character) * self._latin_safety
        return max(latin, ea) if is_weak(character) and character != " " else latin


def _advances(text: str, widths: _Widths) -> Iterator[float]:
    """Ems of each character, with the space before it where the script changes; a space is of the script before it."""
    before = is_east_asian(text[0]) if text else False
    for character in text:
        if character == " ":
            yield max(widths.of(" "), widths.ea_space) if before else widths.of(" ")
            continue
        now = is_east_asian(character)
        yield widths.of(character) + (SCRIPT_SPACE if now != before else 0.0)
        before = now


def _advance(first: Face, second: Face, character: str) -> float:
    return second.advance(character) if not first.has(character) and second.has(character) else first.advance(character)


def _safety(font: Font) -> float:
    return (SAFETY if font.same_widths else SUBSTITUTE_SAFETY) * (1.04 if font.emboldened else 1.0)


def _line(font: Font, face: Face) -> tuple[float, float]:
    ascent, descent = face.ascent, face.descent
    known = _KNOWN_LINES.get(font.family.strip().casefold(), 0.0) if font.substitute else 0.0
    return max(ascent, known - descent), descent


@lru_cache(maxsize=128)
def _widths(fonts: Fonts) -> _Widths:
    return _Widths(fonts)


class _Set:
    """One paragraph, measured once in ems for all sizes and widths; some forty bytes for each character."""

    __slots__ = ("_begins", "_ea", "_heights", "_stops", "at", "ends", "starts", "text", "widest")

    def __init__(self, text: str, fonts: Fonts) -> None:
        widths = _widths(fonts)
        self.text = text
        self.at = array("d", accumulate(_advances(text, widths), initial=0.0))
        whole = list(pieces(text))
        self._begins = array("l", (begin for begin, _, _ in whole))
        self._stops = array("l", (end for _, end, _ in whole))
        self.starts = array("d", (self.at[begin] for begin in self._begins))
        self.ends = array("d", (self.at[end] for end in self._stops))
        self.widest = max((end - start for start, end in zip(self.starts, self.ends, strict=True)), default=0.0)
        self._ea = array("l", accumulate(map(is_east_asian, text), initial=0))
        latin, ea = widths.latin_line, widths.ea_line
        both = max(latin[0], ea[0]) + max(latin[1], ea[1])
        self._heights = (max(LEAST_LINE, sum(latin)), max(LEAST_LINE, sum(ea)), max(LEAST_LINE, both))

    def height(self, room: float) -> float:
        """Ems of all its lines."""
        if self.at[-1] <= room:
            return self.line_height(0, len(self.text))
        return sum(self.line_height(begin, end) for begin, end in self.broken(room))

    def broken(self, room: float) -> list[tuple[int, int]]:
        """Beginnings and ends of lines at most `room` ems wide."""
        if not self._begins:
            return [(0, 0)]
        if self.ends[-1] <= room:
            return [(0, self._stops[-1])]
        found: list[tuple[int, int]] = []
        at, count = 0, len(self._begins)
        while at < count:
            after = bisect_right(self.ends, self.starts[at] + room, at)
            if after > at:
                found.append((self._begins[at], self._stops[after - 1]))
                at = after
            else:
                at = self._divided(at, room, found)
        return found

    def _divided(self, at: int, room: float, found: list[tuple[int, int]]) -> int:
        """Lines of a piece that is wider than a line; the next piece to go on with."""
        begin, end = self._begins[at], self._stops[at]
        while self.at[end] - self.at[begin] > room:
            cut = min(end, max(begin + 1, bisect_right(self.at, self.at[begin] + room, begin, end + 1) - 1))
            found.append((begin, cut))
            begin = cut
        if begin == end:
            return at + 1
        after = bisect_right(self.ends, self.at[begin] + room, at + 1)
        found.append((begin, self._stops[after - 1]))
        return after

    def line_height(self, begin: int, end: int) -> float:
        """Ems of the line from one character to another: of the fonts that stand in it."""
        east_asian = self._ea[end] - self._ea[begin]
        if east_asian == 0:
            return self._heights[0]
        return self._heights[1] if east_asian == end - begin else self._heights[2]
