"""A logo that somebody gave: really a picture, and not a huge one."""

from __future__ import annotations

import io
from pathlib import Path

from kasen.errors import InputError

MOST_BYTES = 20_000_000
MOST_PIXELS = 50_000_000
WIDEST = 1200
"""Pixels that a logo is brought down to."""


def media_type(data: bytes) -> str:
    """Of a logo that was checked: it is a PNG or a JPEG."""
    return "image/png" if data.startswith(b"\x89PNG") else "image/jpeg"


def checked(path: Path) -> tuple[bytes, str]:
    """The picture without metadata and its media type. Raises InputError for what is none or far too large."""
    from PIL import Image, UnidentifiedImageError

    try:
        if path.stat().st_size > MOST_BYTES:
            raise InputError(f"the logo `{path.name}` is larger than {MOST_BYTES // 1_000_000} MB")
        with Image.open(path, formats=("PNG", "JPEG")) as opened:
            if opened.width * opened.height > MOST_PIXELS:
                raise InputError(f"the logo `{path.name}` has more than {MOST_PIXELS // 1_000_000} million pixels")
            form = opened.format or "PNG"
            mode = "RGB" if form == "JPEG" else "RGBA"
            picture = opened.convert(mode)
        picture.thumbnail((WIDEST, WIDEST))
        out = io.BytesIO()
        picture.save(out, form)
    except (UnidentifiedImageError, Image.DecompressionBombError, OSError, ValueError, SyntaxError) as error:
        raise InputError(f"the logo `{path.name}` is no picture that can be read", hint="Save it as PNG.") from error
    return out.getvalue(), f"image/{form.lower()}"
