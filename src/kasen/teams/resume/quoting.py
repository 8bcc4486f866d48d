"""Quotations from texts beside the résumé, found again: in a posting, a role, a work."""

from __future__ import annotations

import re

from kasen.teams.resume.document.model import Masked

_LEAST = 4
_TELLING = re.compile(r"[A-Z\d\u30a1-\u30fc\u4e00-\u9fff].")


def tells(quote: str) -> bool:
    """Whether a quotation can speak for anything: four characters, or a name or ideographs of two."""
    return len(quote.strip()) >= _LEAST or _TELLING.search(quote.strip()) is not None


def quoted_in(text: str, quote: str) -> tuple[int, int] | None:
    """Range of a text at which a quotation stands, white space, width and quotation marks aside; else None."""
    if not tells(quote):
        return None
    size = len(text)
    return Masked(text=text, counts={}, pieces=(((0, size), (0, size)),)).locate(quote)
