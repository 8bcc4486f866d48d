"""Quotations found again in the text they were taken from: exactly, else with other spacing, width or marks."""

from __future__ import annotations

import bisect
import re
import unicodedata
from functools import lru_cache

from kasen.teams.resume.document.lines import split_lines
from kasen.teams.resume.document.model import Masked, Span

_QUOTES = {
    ord(mark): plain
    for marks, plain in (("‘’‚‛′`´＇", "'"), ("“”„‟″«»「」『』＂", '"'), ("‐‑‒–—―−─ｰ﹣－〜～∼~", "-"))
    for mark in marks
}
_UNSEEN = re.compile("[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufe00-\ufe0f\ufeff\U000e0000-\U000e007f]")
_WIDE = re.compile("[\u3000-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uff00-\uffef]")
_ROUND = " \t\r\n\"'“”「」『』…."
_MARKS = "*_`~"


def locate(masked: Masked, quote: str, *, line: int = 0) -> tuple[int, int] | None:
    """Range of the original that a quotation from the masked text stands at; see `Masked.locate`.

    Words are never guessed: only white space, width, dashes, quotation marks, ellipses and marks of emphasis may
    differ. White space around the quotation and marks put round it do not count.
    """
    for place in _places(masked.text, quote, line):
        original = _original(masked, place)
        if original:
            return original
    return None


def _places(text: str, quote: str, line: int) -> list[Span]:
    """Where it stands, the wanted line first; every place of the strictest reading that finds it."""
    if not re.search(r"\w", quote):
        return []
    wanted = _line_range(text, line)
    for said in dict.fromkeys((quote, quote.strip(), quote.strip(_ROUND))):
        if said.strip() and (found := _exact(text, said)):
            return _ordered(found, wanted)
    for drop in ("", _MARKS):
        plain, places = _normal(text, drop)
        said = _normal(quote.strip(_ROUND), drop)[0].strip(" ")
        if said and (found := _exact(plain, said)):
            return _ordered([(places[start], places[end - 1] + 1) for start, end in found], wanted)
    return []


def _exact(text: str, said: str, most: int = 200) -> list[Span]:
    found: list[Span] = []
    start = text.find(said)
    while start >= 0 and len(found) < most:
        found.append((start, start + len(said)))
        start = text.find(said, start + 1)
    return found


def _ordered(found: list[Span], wanted: Span | None) -> list[Span]:
    if not wanted:
        return found
    return sorted(found, key=lambda span: not (wanted[0] <= span[0] and span[1] <= wanted[1]))


def _line_range(text: str, line: int) -> Span | None:
    if line < 1:
        return None
    ranges = _ranges(text)
    return ranges[line - 1] if line <= len(ranges) else None


@lru_cache(maxsize=8)
def _ranges(text: str) -> tuple[Span, ...]:
    return tuple(split_lines(text))


@lru_cache(maxsize=16)
def _normal(text: str, drop: str) -> tuple[str, tuple[int, ...]]:
    """The text as it is compared, and for each of its characters where it came from."""
    letters: list[str] = []
    places: list[int] = []
    for place, character in enumerate(text):
        if character in drop or _UNSEEN.match(character):
            continue
        for letter in unicodedata.normalize("NFKC", character.translate(_QUOTES)).translate(_QUOTES):
            if not letter.isspace():
                letters.append(letter)
                places.append(place)
            elif letters and letters[-1] != " ":
                letters.append(" ")
                places.append(place)
    return _without_wide_spaces(letters, places)


def _without_wide_spaces(letters: list[str], places: list[int]) -> tuple[str, tuple[int, ...]]:
    """Spaces beside a Japanese character say nothing and are left out."""
    kept: list[int] = []
    for index, letter in enumerate(letters):
        if letter == " ":
            around = letters[index - 1 : index] + letters[index + 1 : index + 2]
            if any(_WIDE.match(one) for one in around):
                continue
        kept.append(index)
    return "".join(letters[index] for index in kept), tuple(places[index] for index in kept)


def _original(masked: Masked, place: Span) -> Span | None:
    """The same range in the original, when nothing in it was masked."""
    starts = _starts(masked)
    index = bisect.bisect_right(starts, place[0]) - 1
    if index < 0:
        return None
    (start, end), (origin, _) = masked.pieces[index]
    if not start <= place[0] < place[1] <= end:
        return None
    return place[0] - start + origin, place[1] - start + origin


def _starts(masked: Masked) -> list[int]:
    return [piece[0][0] for piece in masked.pieces]
