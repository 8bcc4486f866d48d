"""Which sources are independent: pages of one publisher and copies of one text count as one origin."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from urllib.parse import urlsplit

from kasen.evidence.negation import denials
from kasen.evidence.sentences import sentences
from kasen.evidence.types import Passage, Source

SHARED = 0.8
"""Share of the shorter text's five-letter pieces that the other has too, from which one is a copy of the other."""
LONG_SENTENCE = 60
"""Letters, Japanese ones counted twice, of a sentence that two texts do not come to have in common by chance."""
_FEWEST = 100
"""Pieces; shorter texts say too little to be compared by them."""
_PIECE = 5
_WIDE_FROM = 0x1100
_NOT_LETTERS = re.compile(r"[\W_]+")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_BELOW_COUNTRIES = "ac ad co com ed edu go gob gov gr info lg mil ne net nom or org sch"
_SECOND_LEVEL = frozenset(_BELOW_COUNTRIES.split())
"""Labels below a country's domain under which names are given out (`co.jp`, `ac.uk`)."""
_HOSTS = frozenset({
    "blogspot.com", "fc2.com", "github.io", "gitlab.io", "hatenablog.com", "hatenablog.jp", "livedoor.jp",
    "netlify.app", "pages.dev", "substack.com", "tumblr.com", "vercel.app", "wixsite.com", "wordpress.com",
})  # fmt: skip
"""Domains that give each writer a name of their own below them."""
_AGENCIES = {
    "reuters": r"\breuters\b|ロイター",
    "ap": r"\((?:ap)\)|\bassociated press\b",
    "afp": r"\bafp\b|afp[=＝]時事",
    "kyodo": r"\bkyodo news\b|共同通信|[（(【]共同[)）】]",
    "jiji": r"\bjiji press\b|時事通信|[（(【]時事[)）】]",
}
_CREDIT = {name: re.compile(pattern, re.IGNORECASE) for name, pattern in _AGENCIES.items()}
_CREDIT_WITHIN = 160
"""Characters at the start and the end of a passage where a news agency is named as its author."""


class Print:
    """What of a text is compared to tell copies."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._written = unicodedata.normalize("NFKC", "\n".join(texts))
        self._text = self._written.casefold()

    @cached_property
    def pieces(self) -> frozenset[str]:
        """Every run of five letters."""
        letters = _letters(self._text)
        return frozenset(letters[at : at + _PIECE] for at in range(len(letters) - _PIECE + 1))

    @cached_property
    def long(self) -> frozenset[str]:
        """The letters of its long sentences."""
        # Where a sentence begins is told by its capital.
        found = (_letters(self._written[start:end].casefold()) for start, end in sentences(self._written))
        return frozenset(text for text in found if _width(text) >= LONG_SENTENCE)

    @cached_property
    def numbers(self) -> frozenset[str]:
        """Its figures."""
        return frozenset(number.replace(",", "") for number in _NUMBER.findall(self._text))

    @cached_property
    def denied(self) -> int:
        """How often something is denied in it."""
        return len(denials(self._text))

    def is_copy_of(self, other: Print) -> bool:
        """A long sentence in common word for word, or nearly all of the shorter text with its figures and denials.

        Two texts that differ in a figure or in a *not* contradict each other and are not one origin.
        """
        if self.long & other.long:
            return True
        fewer, more = sorted((self, other), key=lambda one: len(one.pieces))
        if len(fewer.pieces) < _FEWEST or not fewer.numbers <= more.numbers:
            return False
        # One that is cut short may lack a *not* of the rest; otherwise as much is denied in both.
        if fewer.denied != more.denied and not fewer.pieces <= more.pieces:
            return False
        return len(fewer.pieces & more.pieces) >= SHARED * len(fewer.pieces)


def origins(passages: Sequence[Passage], sources: Mapping[str, Source]) -> dict[str, str]:
    """Origin of each source of these passages: the id of the first source that is not independent of it.

    Not independent are pages of one publisher, texts of one news agency, files with the same bytes, and copies.
    """
    texts: dict[str, list[str]] = {}
    for passage in passages:
        texts.setdefault(passage.source_id, []).append(passage.text)
    prints = {id: Print(own) for id, own in texts.items()}
    keys = {id: _keys(sources[id], own) for id, own in texts.items()}
    found: dict[str, str] = {}
    for id in texts:
        alike = [found[other] for other in found if keys[id] & keys[other] or prints[id].is_copy_of(prints[other])]
        first = alike[0] if alike else id
        found[id] = first
        found.update({other: first for other, origin in found.items() if origin in alike})
    return found


def _keys(source: Source, texts: Sequence[str]) -> set[str]:
    keys = {f"bytes:{source.content_hash}"} if source.content_hash else set()
    if source.kind == "web":
        keys.add(f"publisher:{publisher(source.uri) or source.publisher}")
        keys |= {f"agency:{name}" for text in texts for name in credited(text)}
    return keys


def credited(text: str) -> set[str]:
    """News agencies that a passage names as its author, at its start or its end."""
    edges = unicodedata.normalize("NFKC", f"{text[:_CREDIT_WITHIN]}\n{text[-_CREDIT_WITHIN:]}")
    return {name for name, pattern in _CREDIT.items() if pattern.search(edges)}


@lru_cache(maxsize=4096)
def publisher(uri: str) -> str:
    """The domain that was given out to somebody (`example.co.jp`), as far as the name tells; empty for no address."""
    try:
        host = (urlsplit(uri).hostname or "").rstrip(".").lower()
    except ValueError:
        return ""
    labels = host.split(".")
    if len(labels) <= 2 or labels[-1].isdigit() or ":" in host:
        return host
    two = ".".join(labels[-2:])
    country = len(labels[-1]) == 2 and labels[-2] in _SECOND_LEVEL
    return ".".join(labels[-3:]) if country or two in _HOSTS else two


def _letters(text: str) -> str:
    return _NOT_LETTERS.sub("", text)


def _width(text: str) -> int:
    return len(text) + sum(1 for char in text if ord(char) >= _WIDE_FROM)
