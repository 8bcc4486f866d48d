"""Pictures of pages without a browser."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping

from kasen.errors import KasenError
from kasen.tools.screenshot.model import PageFacts, Shot, View

SIZES = {"overview": (235, 400), "tile": (320, 200), "mobile": (94, 200)}
"""Width and height of the pictures of `fake_shot`."""


class FakeShoot:
    """Implements `Shoot`: the shot or error given for an address, else `fake_shot`; `asked` holds the addresses."""

    def __init__(self, shots: Mapping[str, Shot | KasenError] | None = None) -> None:
        self.shots = dict(shots or {})
        self.asked: list[str] = []

    async def __call__(self, url: str) -> Shot:
        """See `Shoot`."""
        self.asked.append(url)
        found = self.shots.get(url) or fake_shot(url)
        if isinstance(found, KasenError):
            raise found
        return found


def fake_shot(source: str, *, facts: PageFacts | None = None, tiles: int = 1) -> Shot:
    """A page that is grey all over: overview, tiles, mobile."""
    kinds = ("overview", *["tile"] * tiles, "mobile")
    views = (
        View(kind=kind, data=grey_png(*SIZES[kind]), width=SIZES[kind][0], height=SIZES[kind][1]) for kind in kinds
    )
    return Shot(
        source=source, views=tuple(views), facts=facts or PageFacts(height=1600, mobile_overflow=0, axe="4.12.1")
    )


def grey_png(width: int, height: int, shade: int = 0xEE) -> bytes:
    """A PNG of one grey, 8 bits a pixel."""
    rows = (b"\x00" + bytes([shade]) * width) * height
    parts = (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)),
        (b"IDAT", zlib.compress(rows)),
        (b"IEND", b""),
    )
    chunks = (struct.pack(">I", len(d)) + k + d + struct.pack(">I", zlib.crc32(k + d)) for k, d in parts)
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)
