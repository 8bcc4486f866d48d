"""One page of a PDF as it is drawn: its picture, its fonts, and its words against the ground that they stand on."""

from __future__ import annotations

import ctypes
import io
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from kasen.knowledge.pdf_model import PageFont, PageRun, PageWords

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray
    from PIL.Image import Image

_SCALE = 1.5
"""Pixels a point at which words are looked at: 10-point letters are 15 pixels high."""
_CHANGED = 12
"""Levels of a channel by which a pixel differs that a letter has touched."""
_LEAST_INK = 6
"""Pixels that a letter touches at least; fewer are noise at the edge."""
_FEW = 20
"""Per cent of the ground: contrast is told for the least contrasting fifth."""
_DEPTH = 8
_SUBSET = re.compile(r"^[A-Z]{6}\+")


def picture_of(page: Any, width: int) -> Image:
    """The page, `width` pixels wide."""
    wide, high = page.get_size()
    picture: Image = page.render(scale=width / wide).to_pil().convert("RGB")
    # pdfium rounds both up, each by itself.
    return picture.crop((0, 0, width, round(width * high / wide)))


def png_of(picture: Image) -> bytes:
    """A picture as PNG; several can be made at once in threads."""
    into = io.BytesIO()
    picture.save(into, "PNG", compress_level=3)
    return into.getvalue()


def fonts_of(page: Any, known: dict[str, PageFont]) -> None:
    """Add the fonts that words of the page are drawn with."""
    import pypdfium2.raw as raw

    for item in _texts(page):
        font = raw.FPDFTextObj_GetFont(item)
        name = _font_name(font)
        embedded = raw.FPDFFont_GetIsEmbedded(font) == 1
        if name not in known or (known[name].embedded and not embedded):
            known[name] = PageFont(name=name, embedded=embedded)


def words_of(page: Any) -> PageWords:
    """The words of the page, each stretch with its colour and what is behind it."""
    import pypdfium2.raw as raw

    width, height = page.get_size()
    letters = list(_stretches(page, height))
    full = _pixels(page)
    for item in _texts(page):
        raw.FPDFTextObj_SetTextRenderMode(item, raw.FPDF_TEXTRENDERMODE_INVISIBLE)
    bare = _pixels(page)
    return PageWords(width=width, height=height, runs=tuple(_run(stretch, full, bare) for stretch in letters))


@dataclass
class _Stretch:
    """What one object of text draws."""

    font: str
    size: float
    color: tuple[int, int, int, int]
    letters: list[str] = field(default_factory=list)
    left: float = 1e9
    top: float = 1e9
    right: float = -1e9
    bottom: float = -1e9

    def add(self, letter: str, box: tuple[float, float, float, float]) -> None:
        """One letter, with its left, top, right and bottom edge."""
        self.letters.append(letter)
        if letter.strip():
            self.left, self.top = min(self.left, box[0]), min(self.top, box[1])
            self.right, self.bottom = max(self.right, box[2]), max(self.bottom, box[3])


def _texts(page: Any) -> Iterator[Any]:
    import pypdfium2.raw as raw

    for one in page.get_objects(filter=(raw.FPDF_PAGEOBJ_TEXT,), max_depth=_DEPTH):
        yield one.raw


def _stretches(page: Any, height: float) -> Iterator[_Stretch]:
    """Letters by the object that draws them; positions are those of the page, however deep the object lies."""
    import pypdfium2.raw as raw

    text = page.get_textpage()
    left, bottom, _, _ = page.get_mediabox()
    current, key = None, None
    try:
        for index in range(text.count_chars()):
            if raw.FPDFText_IsGenerated(text, index) == 1:
                continue
            item = raw.FPDFText_GetTextObject(text, index)
            address = ctypes.cast(item, ctypes.c_void_p).value
            if current is None or address != key:
                if current is not None and "".join(current.letters).strip():
                    yield current
                current, key = _Stretch(_font_name(raw.FPDFTextObj_GetFont(item)), _size(item), _color(item)), address
            code = raw.FPDFText_GetUnicode(text, index)
            letter = chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else "\ufffd"
            x0, y0, x1, y1 = text.get_charbox(index)
            current.add(letter, (x0 - left, height - (y1 - bottom), x1 - left, height - (y0 - bottom)))
        if current is not None and "".join(current.letters).strip():
            yield current
    finally:
        text.close()


def _run(stretch: _Stretch, full: NDArray[Any], bare: NDArray[Any]) -> PageRun:
    import numpy as np

    rows = slice(max(int(stretch.top * _SCALE) - 1, 0), max(int(stretch.bottom * _SCALE) + 2, 0))
    columns = slice(max(int(stretch.left * _SCALE) - 1, 0), max(int(stretch.right * _SCALE) + 2, 0))
    after, ground = full[rows, columns].astype(int), bare[rows, columns].astype(int)
    inked = np.abs(after - ground).max(axis=2) > _CHANGED if after.size else np.zeros((0, 0), dtype=bool)
    seen = int(inked.sum()) >= _LEAST_INK
    off_page = not after.size
    behind = _few(ground[inked] if seen else ground.reshape(-1, 3))
    color, alpha = np.array(stretch.color[:3]), stretch.color[3] / 255
    ratios = _ratios(color * alpha + behind * (1 - alpha), behind) if len(behind) else np.array([1.0])
    contrast = float(np.percentile(ratios, _FEW)) if seen else 21.0 if off_page else 1.0
    return PageRun(
        text="".join(stretch.letters),
        box=(stretch.left, stretch.top, stretch.right - stretch.left, stretch.bottom - stretch.top),
        size=round(stretch.size, 2),
        font=stretch.font,
        color="{:02X}{:02X}{:02X}".format(*stretch.color[:3]),
        ground=_most(behind),
        contrast=round(contrast, 2),
        seen=seen or off_page,
    )


def _ratios(ink: NDArray[Any], ground: NDArray[Any]) -> NDArray[Any]:
    """WCAG 2.2, contrast ratio, of each pair of colours."""
    import numpy as np

    one, other = _luminance(ink), _luminance(ground)
    ratios: NDArray[Any] = (np.maximum(one, other) + 0.05) / (np.minimum(one, other) + 0.05)
    return ratios


def _luminance(colors: NDArray[Any]) -> NDArray[Any]:
    """WCAG 2.2, relative luminance."""
    import numpy as np

    share = colors / 255
    linear = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    luminance: NDArray[Any] = linear @ np.array([0.2126, 0.7152, 0.0722])
    return luminance


def _few(colors: NDArray[Any]) -> NDArray[Any]:
    """Of a ground of one colour, which is most grounds, one pixel."""
    return colors[:1] if len(colors) and (colors == colors[0]).all() else colors


def _most(colors: NDArray[Any]) -> str:
    import numpy as np

    if not len(colors):
        return "FFFFFF"
    found, counts = np.unique(colors @ np.array([1 << 16, 1 << 8, 1]), return_counts=True)
    return f"{int(found[counts.argmax()]):06X}"


def _pixels(page: Any) -> NDArray[Any]:
    pixels: NDArray[Any] = page.render(scale=_SCALE, rev_byteorder=True, prefer_bgrx=False).to_numpy()[:, :, :3].copy()
    return pixels


def _font_name(font: Any) -> str:
    import pypdfium2.raw as raw

    length = raw.FPDFFont_GetBaseFontName(font, None, 0)
    into = ctypes.create_string_buffer(max(length, 1))
    raw.FPDFFont_GetBaseFontName(font, into, length)
    return _SUBSET.sub("", into.value.decode("utf-8", "replace"))


def _color(item: Any) -> tuple[int, int, int, int]:
    import pypdfium2.raw as raw

    parts = [ctypes.c_uint(255 if number == 3 else 0) for number in range(4)]
    raw.FPDFPageObj_GetFillColor(item, *(ctypes.byref(part) for part in parts))
    red, green, blue, alpha = (int(part.value) for part in parts)
    return red, green, blue, alpha


def _size(item: Any) -> float:
    """Points in which it is drawn: its size times the scale of its matrix."""
    import pypdfium2.raw as raw

    size, matrix = ctypes.c_float(), raw.FS_MATRIX()
    if not raw.FPDFTextObj_GetFontSize(item, ctypes.byref(size)):
        return 0.0
    scale = 1.0
    if raw.FPDFPageObj_GetMatrix(item, ctypes.byref(matrix)):
        scale = max((matrix.c**2 + matrix.d**2) ** 0.5, (matrix.a**2 + matrix.b**2) ** 0.5)
    return float(abs(size.value) * scale)
