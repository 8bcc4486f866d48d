"""Which results are the same page under another address, and which say the same in the same words elsewhere."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cached_property
from urllib.parse import urlsplit

from rapidfuzz import fuzz

from kasen.evidence.negation import denials
from kasen.evidence.types import Hit
from kasen.tools.addresses import PORTS
from kasen.tools.fetch.urls import canonical_url

SHARED = 0.8
"""Share of the shorter snippet's 5-character pieces that the other has too."""
TITLES = 85.0
"""Likeness of titles in per cent, the shorter one held against the best place of the other: sites add their names."""
_FEWEST = 36
"""Pieces, as of 40 characters; shorter snippets say too little to be compared."""
_SHORT_TITLE = 6
_PIECE = 5
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_NOT_LETTERS = re.compile(r"[\W_]+")
_INDEX = re.compile(r"/(?:index\.(?:html?|php))?$")
_ARXIV = re.compile(r"/(?:abs|pdf|html)/(?P<id>.+?)(?:v\d+)?(?:\.pdf)?/?$")


def page_key(uri: str) -> str:
    """The same for addresses of one page: with and without https, `www.`, a slash or `index.html` at the end.

    Of a paper on arXiv all forms and versions are one. Only for comparing: it is no address.
    """
    try:
        parts = urlsplit(canonical_url(uri))
    except ValueError:
        return uri
    if parts.scheme not in PORTS:  # what an MCP server says itself is told apart by what stands after `#`
        return uri
    host = parts.netloc.removeprefix("www.")
    if host in ("arxiv.org", "export.arxiv.org") and (paper := _ARXIV.fullmatch(parts.path)):
        return f"arxiv:{paper['id']}"
    query = f"?{parts.query}" if parts.query else ""
    return f"{host}{_INDEX.sub('', parts.path)}{query}"


class Print:
    """What of a result is compared; worked out when it is needed first, for titles tell most results apart."""

    def __init__(self, title: str, text: str) -> None:
        self.title = _letters(title)
        self.title_numbers = _numbers(title)
        self._text = text

    @cached_property
    def pieces(self) -> frozenset[str]:
        """Every run of five letters of the words."""
        letters = _letters(self._text)
        return frozenset(letters[at : at + _PIECE] for at in range(len(letters) - _PIECE + 1))

    @cached_property
    def numbers(self) -> frozenset[str]:
        """Those of the words."""
        return _numbers(self._text)

    @cached_property
    def denied(self) -> int:
        """How often something is denied in the words."""
        return len(denials(self._text))

    def is_copy_of(self, other: Print) -> bool:
        """The same words under nearly the same title, with the same numbers and as much denied.

        Two texts that differ in a figure or in a *not* contradict each other; folding them would hide that.
        """
        if self.title_numbers != other.title_numbers or not self._titles_agree(other):
            return False
        fewer, more = sorted((self.pieces, other.pieces), key=len)
        if len(fewer) < _FEWEST or not _within(self.numbers, other.numbers):
            return False
        if self.denied != other.denied and not fewer <= more:  # one that is cut short may lack a *not* of the end
            return False
        return len(fewer & more) >= SHARED * len(fewer)

    def _titles_agree(self, other: Print) -> bool:
        if min(len(self.title), len(other.title)) < _SHORT_TITLE:
            return self.title == other.title
        return fuzz.partial_ratio(self.title, other.title) >= TITLES


def print_of(hit: Hit) -> Print:
    """Of a result; what a model told has no words of the page to compare."""
    return Print(_folded(hit.source.title), _folded("" if hit.passage.told_by else hit.passage.text))


def first_alike(found: Print, kept: Sequence[Print]) -> int | None:
    """Place of the first that the result is a copy of."""
    return next((place for place, one in enumerate(kept) if found.is_copy_of(one)), None)


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def _letters(folded: str) -> str:
    return _NOT_LETTERS.sub("", folded)


def _numbers(text: str) -> frozenset[str]:
    return frozenset(number.replace(",", "") for number in _NUMBER.findall(text))


def _within(one: frozenset[str], other: frozenset[str]) -> bool:
    return one <= other or other <= one
