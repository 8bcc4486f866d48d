"""Long texts that are seldom read again, small enough to keep: prompts repeat themselves."""

from __future__ import annotations

import base64
import zlib

LEVEL = 6
LEAST = 200
"""Characters below which packing makes nothing smaller."""
MARK = "z:"


def packed(text: str) -> str:
    """The text in ASCII, about a third as long; a short one as it is."""
    if len(text) < LEAST and not text.startswith(MARK):
        return text
    return MARK + base64.b85encode(zlib.compress(text.encode("utf-8", "surrogatepass"), LEVEL)).decode("ascii")


def unpacked(text: str) -> str:
    """What was packed."""
    if not text.startswith(MARK):
        return text
    return zlib.decompress(base64.b85decode(text.removeprefix(MARK))).decode("utf-8", "surrogatepass")
