"""Where a claim stands word for word in a text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from kasen.evidence.framing import framings
from kasen.evidence.negation import denials
from kasen.evidence.normal import normalise
from kasen.evidence.reading import Reading
from kasen.evidence.sentences import sentences

_SPACES = re.compile(r"\s+")
_WRAPPING = "「」『』“”\"' \n\t。.．"
_DIGITS = "0-9〇一二三四五六七八九十百千万億兆"
_HELD_BEFORE = re.compile(rf"(?:[{_DIGITS}]|\d[.,:/]|[-+−–~〜/]|[A-Za-z])\Z")
"""Written directly before a piece that begins with a figure, it is a part of that figure."""
_HELD_BEHIND = re.compile(
    rf"[{_DIGITS}割%‰]|[.,:/]\d|[-−–~〜]\d|[A-Za-z]|\s(?:percent|per cent|hundred|thousand|million|billion|trillion)\b"
)
"""The same behind one that ends with a figure: 12 of 12.5, 12 million, 12万 or 12–15."""
_FIGURE = re.compile(f"[{_DIGITS}]")
_LETTER = re.compile("[A-Za-z]")
_NEAR = 12
"""Characters that are looked at on either side of a place."""


class Found(NamedTuple):
    """A place of a claim: the number of the text that holds it, and the words there as they were written."""

    passage: int
    quote: str
    cut: bool = False
    """The sentence it was taken from goes on with a denial, or disowns it."""


def verbatim(claim: str, texts: Sequence[Reading]) -> Found | None:
    """Where the claim stands word for word: as a whole, or sentence by sentence. White space does not count."""
    whole = _find(claim, texts)
    if whole is not None:
        return whole
    pieces = [claim[a:b] for a, b in sentences(claim)]
    if len(pieces) < 2:
        return None
    found = [_find(piece, texts) for piece in pieces]
    return max((f for f in found if f), key=lambda f: f.cut) if all(found) else None


def _find(claim: str, texts: Sequence[Reading]) -> Found | None:
    squeezed = _SPACES.sub("", normalise(claim).text)
    wanted = squeezed.strip(_WRAPPING) or squeezed
    if not wanted:
        return None
    found: Found | None = None
    for index, text in enumerate(texts):
        place = _place(wanted, text) if found is None or found.cut else None
        if place:
            start, end = place
            found = Found(index, text.original[start:end], _is_turned(claim, text, start, end))
    return found


def _place(wanted: str, text: Reading) -> tuple[int, int] | None:
    """The first place in the original that no figure or word reaches beyond: `500` does not stand in `2,500`."""
    at = text.squeezed.find(wanted)
    while at >= 0:
        start, end = text.place(at, at + len(wanted))
        before = normalise(text.original[max(0, start - _NEAR) : start]).text
        behind = normalise(text.original[end : end + _NEAR]).text
        if not _reaches_beyond(wanted, before, behind):
            return start, end
        at = text.squeezed.find(wanted, at + 1)
    return None


def _reaches_beyond(piece: str, before: str, behind: str) -> bool:
    first, last = piece[0], piece[-1]
    if (_FIGURE.match(first) and _HELD_BEFORE.search(before)) or (_FIGURE.match(last) and _HELD_BEHIND.match(behind)):
        return True
    return bool(
        (_LETTER.match(first) and _LETTER.match(before[-1:])) or (_LETTER.match(last) and _LETTER.match(behind))
    )


def _is_turned(claim: str, text: Reading, start: int, end: int) -> bool:
    """A cut quotation may say the opposite of its sentence: `Aである` of `Aであるわけではない`, or of a myth."""
    around = next((s for s in text.sentences if s.start < end <= s.end), None)
    if around is None or (around.start >= start and around.end - end <= 1):
        return False
    rest = text.original[end : around.end]
    if (
        len(rest) > 1
        and not rest.lstrip().startswith((";", "；"))
        and bool(denials(normalise("茶" + rest).text.casefold()))
    ):
        return True
    sentence = around.reading.folded
    return any(f.key in ("disowned", "not_yet") for f in framings(Reading(claim).folded, sentence, sentence))
