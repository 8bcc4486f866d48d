"""What providers send, made fit to be stored and shown."""

from __future__ import annotations

import re
import unicodedata
from datetime import date
from email.utils import parsedate_to_datetime

_JOINERS = "\u200c\u200d"
"""Invisible, but scripts and emoji need them."""
_ISO = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)")
_EARLIEST = date(1900, 1, 1)


def visible(text: object) -> str:
    """The words of a text as they stand, without what nobody sees: control and format characters, halves of pairs.

    Lines are kept. Empty for what is no text.
    """
    if not isinstance(text, str):
        return ""
    return "".join(char for char in text if char in "\n\t" or char in _JOINERS or not _is_invisible(char)).strip()


def one_line(text: object) -> str:
    """The same on one line, white space in order."""
    return " ".join(visible(text).split())


def iso_date(text: object) -> str:
    """The day that a provider gives, as ISO 8601; empty for none, one that is no date, or one before 1900.

    Read are ISO 8601 (with or without time), `2026/1/2`, and the dates of mail and HTTP (RFC 9110).
    """
    if not isinstance(text, str) or not text.strip():
        return ""
    found = _ISO.match(text.strip())
    try:
        day = date(*map(int, found.groups())) if found else parsedate_to_datetime(text).date()
    except (ValueError, TypeError, IndexError, OverflowError):
        return ""
    return day.isoformat() if day >= _EARLIEST else ""


def _is_invisible(char: str) -> bool:
    return unicodedata.category(char) in {"Cc", "Cf", "Cs"}
