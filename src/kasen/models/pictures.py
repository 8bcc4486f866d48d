"""Pictures made ready for every provider: turned upright, of a plain format, small enough, long pages in tiles.

A provider shrinks what is longer than it likes: a page of 1280 × 4000 pixels comes out at 0.39, its text of 16 pixels
at 6, and cannot be read. So such a picture is shown once as a whole and then piece by piece in its own size.
"""

from __future__ import annotations

import io
import logging
import math
import struct
import warnings
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from kasen.errors import ConfigurationError, InputError
from kasen.models.role import Picture

if TYPE_CHECKING:
    from PIL.Image import Image

log = logging.getLogger("kasen.models")
LONG_EDGE = 1568
"""Pixels up to which no provider shrinks a picture (Anthropic's limit for most models, the smallest of all)."""
LONGEST_EDGE = 65_535
"""Pixels of one side, the most that JPEG has; shrinking a strip of millions takes gigabytes for the filter alone."""
LEGIBLE = 0.6
"""Least scale at which text of a page can still be read: 16 pixels become about 10."""
TILE = (1280, 1500)
"""Width and height of a tile at most: the width of a usual page, and a height that is shrunk by a fifth at worst."""
OVERLAP = 100
"""Pixels that neighbouring tiles share, so that no line of text is cut in both."""
MOST_TILES = 12
"""Tiles of one picture at most; what is beyond is seen in the overview only, and the log says so."""
NARROW = 200
"""An overview narrower than this shows nothing, and is left out."""
LARGEST_BYTES = 3_700_000
"""Bytes of one picture: the strictest limit is 5 MiB of base64 (Anthropic)."""
_QUALITIES = (88, 75, 60)
_PLAIN = {"PNG": "image/png", "JPEG": "image/jpeg"}
"""Formats that every provider takes; GIF, WebP and others are refused by one or the other."""
_ORIENTATION = 0x0112
BROKEN = (
    *(OSError, ValueError, SyntaxError, LookupError, TypeError, EOFError, OverflowError, MemoryError),
    *(struct.error, zlib.error),
)
"""What Pillow raises for broken files."""


class _Box(NamedTuple):
    left: int
    top: int
    right: int
    bottom: int


def fit(picture: Picture) -> list[Picture]:
    """What is shown instead of `picture`: itself when it needs nothing, else one re-encoded, else overview and tiles.

    Tiles come in reading order. Decoding takes up to seconds: call it in a thread.
    Raises InputError for what is no picture, is broken, or is too large to be opened safely.
    """
    image = _opened(picture)
    if max(image.size) <= LONG_EDGE and _is_plain(image, picture):
        return [picture]
    keep_photo = image.format == "JPEG"
    with _reading():
        image = _upright(image)
    width, height = image.size
    long = max(width, height)
    if long * LEGIBLE <= LONG_EDGE:
        return [_encoded(_scaled(image, min(LONG_EDGE / long, 1.0)), photo=keep_photo)]
    scale = LONG_EDGE / long
    overview = [_scaled(image, scale)] if min(width, height) * scale >= NARROW else []
    return [_encoded(one, photo=keep_photo) for one in (*overview, *_tiles(image))]


def tokens_of(picture: Picture) -> int:
    """Tokens that a picture takes, by the rule of the provider that counts most; for budgets, not for bills.

    Anthropic: pixels / 750. OpenAI: 170 per tile of 512 pixels and 85; small models: 2.46 per patch of 32 pixels, at
    most 1,536 patches. Gemini: 258 per crop of 768 pixels. Qwen and the like (Ollama): one per 28 × 28 pixels.
    """
    width, height = _opened(picture).size
    return max(
        math.ceil(width * height / 750),
        85 + 170 * _cells(width, height, 512),
        math.ceil(2.46 * min(_cells(width, height, 32), 1536)),
        258 * _cells(width, height, 768),
        _cells(width, height, 28),
    )


def _cells(width: int, height: int, edge: int) -> int:
    return math.ceil(width / edge) * math.ceil(height / edge)


def _opened(picture: Picture) -> Image:
    """The picture with its header read and nothing decoded yet."""
    try:
        from PIL import Image
    except ModuleNotFoundError as error:
        raise ConfigurationError(
            "showing pictures to a model needs the package `pillow`, which is not installed",
            hint="Run: pip install pillow",
        ) from error
    with _reading(), warnings.catch_warnings():
        warnings.simplefilter("error", Image.DecompressionBombWarning)
        try:
            image = Image.open(io.BytesIO(picture.data))
        except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
            raise InputError(
                f"the picture is too large to be opened: more than {(Image.MAX_IMAGE_PIXELS or 0) / 1e6:.0f} megapixels"
            ) from error
    if max(image.size) > LONGEST_EDGE:
        raise InputError(f"the picture is too large to be opened: more than {LONGEST_EDGE:,} pixels on one side")
    return image


@contextmanager
def _reading() -> Iterator[None]:
    try:
        yield
    except BROKEN as error:
        raise InputError(f"the picture cannot be read: {error}") from error


def _is_plain(image: Image, picture: Picture) -> bool:
    return (
        _PLAIN.get(image.format or "") == picture.media_type
        and image.mode in ("1", "L", "P", "RGB")
        and not image.has_transparency_data
        and not getattr(image, "is_animated", False)
        and image.getexif().get(_ORIENTATION, 1) == 1
        and len(picture.data) <= LARGEST_BYTES
    )


def _upright(image: Image) -> Image:
    """The first frame in RGB or grey, turned as it was taken, on white where it was transparent."""
    from PIL import Image as images
    from PIL import ImageOps

    image.load()
    image = ImageOps.exif_transpose(image)
    if image.mode.startswith("I;16"):
        image = image.point(lambda value: value / 256).convert("L")
    if image.has_transparency_data:
        image = image.convert("RGBA")
        white = images.new("RGBA", image.size, "white")
        return images.alpha_composite(white, image).convert("RGB")
    return image if image.mode in ("L", "RGB") else image.convert("RGB")


def _scaled(image: Image, scale: float) -> Image:
    from PIL.Image import Resampling

    if scale >= 1:
        return image
    return image.resize(_size(image, scale), Resampling.LANCZOS)


def _tiles(image: Image) -> Iterator[Image]:
    """The picture piece by piece, shrunk as far as it stays legible when there would be too many pieces."""
    boxes = _grid(image.size)
    if len(boxes) > MOST_TILES:
        fitting = (percent / 100 for percent in range(95, round(LEGIBLE * 100), -5))
        scales = (s for s in fitting if len(_grid(_size(image, s))) <= MOST_TILES)
        image = _scaled(image, next(scales, LEGIBLE))
        boxes = _grid(image.size)
    if len(boxes) > MOST_TILES:
        log.warning("a picture takes %d pieces; the model is shown the first %d of them", len(boxes), MOST_TILES)
    for box in boxes[:MOST_TILES]:
        yield image.crop(box)


def _size(image: Image, scale: float) -> tuple[int, int]:
    return max(round(image.width * scale), 1), max(round(image.height * scale), 1)


def _grid(size: tuple[int, int]) -> list[_Box]:
    columns, rows = (_cuts(length, most) for length, most in zip(size, TILE, strict=True))
    return [_Box(left, top, right, bottom) for top, bottom in rows for left, right in columns]


def _cuts(length: int, most: int) -> list[tuple[int, int]]:
    """Pieces of at most `most` pixels that overlap, as even as possible."""
    if length <= most:
        return [(0, length)]
    count = math.ceil((length - OVERLAP) / (most - OVERLAP))
    size = math.ceil((length + OVERLAP * (count - 1)) / count)
    starts = [round(n * (length - size) / (count - 1)) for n in range(count)]
    return [(start, start + size) for start in starts]


def _encoded(image: Image, *, photo: bool) -> Picture:
    """PNG, which keeps text sharp; JPEG for photographs and for what would be too many bytes."""
    if not photo:
        data = encoded(image, "PNG")
        if len(data) <= LARGEST_BYTES:
            return Picture(data, "image/png")
    for quality in _QUALITIES:
        data = encoded(image, "JPEG", quality=quality)
        if len(data) <= LARGEST_BYTES:
            break
    return Picture(data, "image/jpeg")


def encoded(image: Image, kind: str, **options: int) -> bytes:
    """The picture as a file of that kind, as Pillow names it."""
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()
