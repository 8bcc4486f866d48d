"""The day a page was published, where it is marked as such: a date from somewhere in the text would be a guess."""

from __future__ import annotations

import re
import unicodedata
from copy import copy
from datetime import date
from typing import Any

from kasen.evidence.dates import dates

_LABEL = re.compile(
    r"(?:公開日?|掲載日?|投稿日?|発表日?|配信日?|発行日?|published|posted|publication date)(?:\s+on)?\s*[:：]?\s*",
    re.IGNORECASE,
)
_BEHIND = 30
"""Characters behind a label in which its date stands."""
_LOOKED_AT = 200_000
"""Characters of text that are searched for a labelled date."""
_BROKEN = (ArithmeticError, AssertionError, AttributeError, LookupError, RuntimeError, TypeError, ValueError)
"""What htmldate may raise on pages that it did not expect."""


def published(root: Any, url: str, today: str) -> str:
    """ISO 8601 date, or empty: of meta tags, structured data, a `<time>` of the article, the URL, or a label."""
    from htmldate import find_date
    from lxml import etree

    try:
        marked = find_date(_marked(root), extensive_search=False, original_date=True, url=url or None, max_date=today)
    except (*_BROKEN, etree.LxmlError):
        marked = None
    found = marked or _labelled(root)
    return found if found and found <= today else ""


def _marked(root: Any) -> Any:
    """The page without its text: what stands in its head, structured data, and times of the article."""
    from lxml import html

    page = html.Element("html")
    page.extend(copy(head) for head in root.iter("head"))
    body = html.Element("body")
    body.extend(copy(script) for script in root.iter("script") if script.get("type") == "application/ld+json")
    times = [t for place in ("article", "main") for found in root.iter(place) for t in found.iter("time")][:1]
    times = times or list(root.iter("time"))
    if len(times) == 1:
        body.append(copy(times[0]))
    page.append(body)
    return page


def _labelled(root: Any) -> str:
    pieces, size = list[str](), 0
    for piece in root.itertext():
        pieces.append(piece)
        size += len(piece)
        if size > _LOOKED_AT:
            break
    text = unicodedata.normalize("NFKC", "".join(pieces)).casefold()
    for label in _LABEL.finditer(text):
        for when in dates(text[label.end() : label.end() + _BEHIND])[:1]:
            if when.span[0] == 0 and when.first and when.month and when.day:
                return _iso(when.first, when.month, when.day)
    return ""


def _iso(year: int, month: int, day: int) -> str:
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return ""
