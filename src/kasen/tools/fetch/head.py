"""What a page says of itself: title, author, site, date, its own address, where it wants to send its reader."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import urljoin

from kasen.tools.fetch.dates import published

LONGEST = 300
"""Characters of a title or a name that are kept."""
_REFRESH = re.compile(
    r"\s*(\d{1,4})(?:\.\d*)?\s*[;,]\s*(?:url\s*=\s*)?['\"]?\s*([^'\"]+?)\s*['\"]?\s*\Z", re.IGNORECASE
)
_SOON_S = 10
"""A refresh later than this keeps a page current; one before it leads elsewhere."""
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}")
_WANTED = ("title", "author", "sitename")
_BROKEN = (ArithmeticError, AssertionError, AttributeError, LookupError, RuntimeError, TypeError, ValueError)
"""What trafilatura may raise on pages that it did not expect."""


@dataclass(frozen=True)
class Head:
    """All empty where the page does not tell; URLs are absolute and not to be believed as they are."""

    title: str = ""
    author: str = ""
    site: str = ""
    published: str = ""
    """ISO 8601 date."""
    language: str = ""
    canonical: str = ""
    refresh: str = ""
    """Where a `<meta http-equiv=refresh>` sends within 10 s."""


def read_head(root: Any, url: str, today: str, *, plain: bool = False) -> Head:
    """Of a tree as it was parsed. `today` (ISO date): a page cannot be from later.

    `plain` leaves out what trafilatura finds beside the marks that are meant for it.
    """
    known = dict.fromkeys(_WANTED, "") if plain else _by_trafilatura(root, url)
    metas = _metas(root)
    base = _joined(url, _first(root, "//base/@href")) or url
    author = next((a for name in ("author", "article:author", "citation_author") if (a := metas.get(name, ""))), "")
    canonical = _first(root, "//link[translate(@rel, 'CANOIL', 'canoil')='canonical']/@href")
    return Head(
        title=_short(metas.get("og:title") or known["title"] or _first(root, "//title//text()")),
        author=_short(known["author"] if not author or "://" in author else author),
        site=_short(metas.get("og:site_name") or known["sitename"]),
        published=published(root, url, today),
        language=(_LANGUAGE.match(_first(root, "/html/@lang | /html/@xml:lang")) or [""])[0].lower(),
        canonical=_joined(base, canonical) if canonical else "",
        refresh=_refresh(root, base),
    )


def _by_trafilatura(root: Any, url: str) -> dict[str, str]:
    from lxml import etree
    from trafilatura.metadata import extract_metadata

    try:
        found = extract_metadata(root, url, extensive=False)
    except (*_BROKEN, etree.LxmlError):
        return dict.fromkeys(_WANTED, "")
    return {name: str(getattr(found, name) or "") for name in _WANTED}


def _metas(root: Any) -> dict[str, str]:
    """The first that says something, of each name."""
    metas: dict[str, str] = {}
    for meta in root.iter("meta"):
        name = str(meta.get("property") or meta.get("name") or meta.get("itemprop") or "").lower()
        content = str(meta.get("content") or "").strip()
        if name and content:
            metas.setdefault(name, content)
    return metas


def _refresh(root: Any, base: str) -> str:
    for meta in root.iter("meta"):
        if str(meta.get("http-equiv") or "").lower() == "refresh":
            found = _REFRESH.match(str(meta.get("content") or "")[:5000])
            if found and int(found[1]) <= _SOON_S:
                return _joined(base, found[2])
    return ""


def _joined(base: str, target: str) -> str:
    try:
        return urljoin(base, target)
    except ValueError:
        return ""


def _first(root: Any, path: str) -> str:
    found = root.xpath(path)
    return str(found[0]).strip() if found else ""


def _short(text: str) -> str:
    return " ".join(text.split())[:LONGEST]
