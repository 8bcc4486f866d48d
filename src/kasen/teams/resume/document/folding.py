"""A text made even for searching, character for character, so that places stay what they are."""

from __future__ import annotations

_WIDE = {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
_DASHES = dict.fromkeys(map(ord, "‐‑‒–—―−－"), "-")
_OTHERS = {0x3000: " ", 0xA0: " ", 0x2019: "'", 0x2018: "'"}
_TABLE = _WIDE | _DASHES | _OTHERS


def fold(text: str) -> str:
    """Full-width ASCII, dashes, wide spaces and apostrophes as on a keyboard; as long as before."""
    return text.translate(_TABLE)
