"""Small real pictures, made with the standard library."""

from __future__ import annotations

import struct
import zlib


def png(width: int = 8, height: int = 8, colour: tuple[int, int, int] = (38, 94, 74)) -> bytes:
    """A PNG file of one colour (8-bit RGB; PNG specification, sections 5 and 11)."""
    row = b"\0" + bytes(colour) * width
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = _chunk(b"IHDR", header) + _chunk(b"IDAT", zlib.compress(row * height, 9)) + _chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + chunks


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
