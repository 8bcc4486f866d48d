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
_HELD_BEFORE = re.compile(rf"(?:[{_DIGITS}]|氷点下|マイナス|\d[.,:/]|[-+−–~〜/]|[A-Za-z])\Z")
"""Written directly before a piece that begins with a figure, it is a part of that figure."""
_HELD_BEHIND = re.compile(
    rf"[{_DIGITS}割%‰]|[.,:/]\d|[-−–~〜]\d|[A-Za-z]|\s(?:percent|per cent|hundred|thousand|million|billion|trillion)\b"
)
"""The same behind one that ends with a figure: 12 of 12.5, 12 million, 12万 or 12–15."""
_WORD_BEFORE = re.compile("[ァ-ヴー一-龥]\\Z")
_PREFIX = re.compile("[東西南北新旧非無]\\Z")
_KATAKANA, _KANJI = re.compile("[ァ-ヴー]"), re.compile("[一-龥]")
_FIGURE = re.compile(f"[{_DIGITS}]")
_LETTER = re.compile("[A-Za-z]")
_BREAK = re.compile(
    r"(?:が|けれど|し)?[、,;；]"
    r"(?!\s*(?:which|or so|(?:only )?(?:if|unless|provided)|と(?!ても|くに|もに)"
    r"|but (?:this|that|it)\b|(?:and|although|though) (?:this|that)\b))"
    r"|\s(?:but|while|although|though|whereas)\s(?!(?:this|that|it)\b)"
)
"""Where a clause ends, unless what follows speaks of it: *which*, *but that*, とは."""
_OPENING = re.compile(r"[、,;；]\s*|\s(?:but|while|although|whereas)\s")
_CONDITION = re.compile(r"(?i:\b(?:if|unless|whether|provided)\b)|もし|仮に|場合|かどうか")
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
    if (_KATAKANA.match(first) and _WORD_BEFORE.search(before)) or (_KANJI.match(first) and _PREFIX.search(before)):
        return True
    return bool(
        (_LETTER.match(first) and _LETTER.match(before[-1:])) or (_LETTER.match(last) and _LETTER.match(behind))
    )


def _is_turned(claim: str, text: Reading, start: int, end: int) -> bool:
    """A cut quotation may say the opposite of its sentence: `Aである` of `Aであるわけではない`, or of a myth."""
    around = next((s for s in text.sentences if s.start < end <= s.end), None)
    if around is None or (around.start >= start and around.end - end <= 1):
        return False
    near = _BREAK.split(text.original[end : around.end], maxsplit=1)[0]
    if len(near) > 1 and denials(normalise("茶" + near).text.casefold()):
        return True
    head = text.original[around.start : max(start, around.start)]
    before = head if _CONDITION.search(head) else _OPENING.split(head)[-1]
    clause = Reading(before + text.original[start:end] + near).folded
    found = framings(Reading(claim).folded, clause, around.reading.folded)
    return any(f.key in ("disowned", "not_yet") for f in found)
