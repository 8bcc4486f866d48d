"""Words of a PDF that are not seen: invisible, tiny, off the page, without contrast to their ground, covered."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

_INVISIBLE_MODES = (3, 7)
_TINY = 2.0
"""Points; smaller words are not read by anybody."""
_CONTRAST = 14
"""Steps of 255 between the lightest and the darkest pixel of a word's box; ink on paper has more than 100."""
_SCALE = 2.0
_MAX_PAGES = 30
_TEXT, _IMAGE = 1, 3
_SCANNED = 0.5


@dataclass
class SeenPages:
    """What stands on the pages, and what only a machine finds there."""

    pages: list[str] = field(default_factory=list)
    hidden: list[tuple[str, str, int]] = field(default_factory=list)
    """How, words, page counted from 1."""
    problems: list[str] = field(default_factory=list)


def seen_pages(document: Any) -> SeenPages:
    """The text of each page of an open document without the words that nobody sees; at most 30 pages."""
    seen = SeenPages()
    for number in range(min(len(document), _MAX_PAGES)):
        page = document[number]
        try:
            text = page.get_textpage()
            try:
                _page(page, text, number + 1, seen)
            finally:
                text.close()
        finally:
            page.close()
    if len(document) > _MAX_PAGES:
        seen.problems.append(f"only the first {_MAX_PAGES} of {len(document)} pages were read")
    return seen


def _page(page: Any, text: Any, number: int, seen: SeenPages) -> None:
    look = _Look(page)
    kept: list[str] = []
    stretch: tuple[str, list[str]] = ("", [])
    hows: dict[int, str] = {}
    for how, letter in _letters(text, look, hows):
        if how != stretch[0] and not (letter.isspace() and stretch[0]):
            _tell(stretch, number, seen)
            stretch = (how, [])
        if stretch[0]:
            stretch[1].append(letter)
        else:
            kept.append(letter)
    _tell(stretch, number, seen)
    seen.pages.append("".join(kept))
    if look.is_scanned:
        seen.problems.append(f"page {number} is a picture with a text layer; what is hidden in it is not found")


def _tell(stretch: tuple[str, list[str]], number: int, seen: SeenPages) -> None:
    words = " ".join("".join(stretch[1]).split())
    if stretch[0] and words:
        seen.hidden.append((stretch[0], words, number))


def _letters(text: Any, look: _Look, hows: dict[int, str]) -> Iterator[tuple[str, str]]:
    """Each character with how it is hidden (empty: it is seen)."""
    import pypdfium2.raw as raw

    how = ""
    for index in range(text.count_chars()):
        code = raw.FPDFText_GetUnicode(text, index)
        letter = chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else ""
        if raw.FPDFText_IsGenerated(text, index) != 1:
            item = raw.FPDFText_GetTextObject(text, index)
            key = ctypes.cast(item, ctypes.c_void_p).value or 0
            if key not in hows:
                hows[key] = look.how(item) if key else ""
            how = hows[key]
        yield how, letter


class _Look:
    """A page as it is drawn, and the objects on it."""

    def __init__(self, page: Any) -> None:
        self._page = page
        self._width, self._height = page.get_size()
        self._box = page.get_cropbox()
        objects = list(page.get_objects(max_depth=4))
        texts = [one for one in objects if one.type == _TEXT]
        modes = [_mode(one.raw) for one in texts]
        large = any(one.type == _IMAGE and self._share(one.get_bounds()) > _SCANNED for one in objects)
        self.is_scanned = bool(texts) and large and all(mode in _INVISIBLE_MODES for mode in modes)
        """True for a scan whose words were recognised: all of them are invisible, over a picture of the page."""
        self._bitmap: Any = None

    def how(self, item: Any) -> str:
        """How an object of text is hidden; empty when it is seen."""
        if self.is_scanned:
            return ""
        if _mode(item) in _INVISIBLE_MODES:
            return "invisible text"
        if _size(item) < _TINY:
            return "text smaller than 2 points"
        bounds = _bounds(item)
        if bounds is None:
            return ""
        if not self._is_on_page(bounds):
            return "text off the page"
        if not self._has_contrast(bounds):
            return "text in the colour of its ground, or covered"
        return ""

    def _share(self, bounds: tuple[float, float, float, float]) -> float:
        left, bottom, right, top = bounds
        return float(abs(right - left) * abs(top - bottom) / max(self._width * self._height, 1.0))

    def _is_on_page(self, bounds: tuple[float, float, float, float]) -> bool:
        left, bottom, right, top = bounds
        x0, y0, x1, y1 = self._box
        return bool(right > x0 and left < x1 and top > y0 and bottom < y1)

    def _has_contrast(self, bounds: tuple[float, float, float, float]) -> bool:
        """True when the drawn page has more than one shade where the words stand."""
        if self._bitmap is None:
            self._bitmap = self._page.render(scale=_SCALE, prefer_bgrx=False)
            self._bytes = bytes(self._bitmap.buffer)
        x0, _, _, y1 = self._box
        left, right = ((x - x0) * _SCALE for x in (bounds[0], bounds[2]))
        top, bottom = ((y1 - y) * _SCALE for y in (bounds[3], bounds[1]))
        columns = range(max(int(left), 0), min(int(right) + 1, self._bitmap.width))
        rows = range(max(int(top), 0), min(int(bottom) + 1, self._bitmap.height))
        if not columns or not rows:
            return True
        channels, stride = self._bitmap.n_channels, self._bitmap.stride
        for channel in range(min(channels, 3)):
            lowest, highest = 255, 0
            for row in rows:
                begin = row * stride + columns[0] * channels
                shades = self._bytes[begin + channel : begin + len(columns) * channels : channels]
                lowest, highest = min(lowest, *shades, 255), max(highest, *shades, 0)
            if highest - lowest > _CONTRAST:
                return True
        return False


def _mode(item: Any) -> int:
    import pypdfium2.raw as raw

    return int(raw.FPDFTextObj_GetTextRenderMode(item))


def _size(item: Any) -> float:
    """Points in which it is drawn: its size times the scale of its matrix."""
    import pypdfium2.raw as raw

    size = ctypes.c_float()
    matrix = raw.FS_MATRIX()
    if not raw.FPDFTextObj_GetFontSize(item, ctypes.byref(size)):
        return 99.0
    scale = 1.0
    if raw.FPDFPageObj_GetMatrix(item, ctypes.byref(matrix)):
        scale = max((matrix.c**2 + matrix.d**2) ** 0.5, (matrix.a**2 + matrix.b**2) ** 0.5)
    return float(abs(size.value) * scale)


def _bounds(item: Any) -> tuple[float, float, float, float] | None:
    import pypdfium2.raw as raw

    values = [ctypes.c_float() for _ in range(4)]
    if not raw.FPDFPageObj_GetBounds(item, *(ctypes.byref(value) for value in values)):
        return None
    left, bottom, right, top = (value.value for value in values)
    return left, bottom, right, top
