"""A picture as it is put into a deck: no larger than a screen shows, without what a camera or service wrote into it."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, NamedTuple

from kasen.models.pictures import encoded

if TYPE_CHECKING:
    from PIL.Image import Image

WIDEST = 1920
"""Pixels of the longer side: a full slide on a large screen."""
FLAT = 0.2
"""Colours for each pixel of a small copy, up to which a picture counts as drawn, not photographed."""
MOST_PNG = 3_000_000
"""Bytes from which even a drawn picture is kept as JPEG."""
QUALITY = 90
_SMALL = (160, 90)


class Converted(NamedTuple):
    """Bytes for the deck."""

    data: bytes
    media_type: str
    suffix: str
    width: int
    height: int


def for_deck(data: bytes) -> Converted:
    """PNG for what is drawn or see-through, JPEG for what is photographed; blocking.

    The picture was opened before (`models.drawing`); raises what Pillow raises for one that was not.
    """
    from PIL import Image as images
    from PIL import ImageOps

    with images.open(io.BytesIO(data)) as opened:
        image: Image = ImageOps.exif_transpose(opened)
        is_clear = image.has_transparency_data
        image = image.convert("RGBA" if is_clear else "RGB")
    scale = WIDEST / max(image.size)
    if scale < 1:
        size = max(round(image.width * scale), 1), max(round(image.height * scale), 1)
        image = image.resize(size, images.Resampling.LANCZOS)
    image.info.clear()
    if is_clear or _is_flat(image):
        drawn = encoded(image, "PNG", optimize=True)
        if is_clear or len(drawn) <= MOST_PNG:
            return Converted(drawn, "image/png", "png", *image.size)
    # 4:4:4: lettering keeps its edges.
    return Converted(encoded(image, "JPEG", quality=QUALITY, subsampling=0), "image/jpeg", "jpg", *image.size)


def _is_flat(image: Image) -> bool:
    from PIL.Image import Resampling

    size = min(image.width, _SMALL[0]), min(image.height, _SMALL[1])
    small = image.convert("RGB").resize(size, Resampling.NEAREST)
    pixels = small.width * small.height
    return len(small.getcolors(pixels) or ()) <= FLAT * pixels
