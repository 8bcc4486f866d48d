"""How wide words are, and where lines of Japanese and English may end."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from kasen.tools.report.drawing.svg import shown

NEVER_FIRST = frozenset(
    "、。，．・：；！？）］｝」』】〉》〕’”ー々ゝゞヽヾぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ…‥％℃"
)
"""What begins no line (JIS X 4051, the usual set)."""
_KANA = frozenset("ーゝゞヽヾ々ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ")
NEVER_LAST = frozenset("（［｛「『【〈《〔‘“￥＄")
_NARROW = frozenset("iljtfrI.,:;!'|()[]/ ")
_BROAD = frozenset("mwMW%@")
_STEP = 0.25
_ATOM = re.compile(r"\s+|[^\s\u1100-\U0010ffff]+|.")


def ems(text: str) -> float:
    """About how wide a text is in a sans-serif face, in ems; on the broad side."""
    return sum(map(_em, text))


def _em(character: str) -> float:
    if unicodedata.combining(character):
        return 0
    width = unicodedata.east_asian_width(character)
    if width in "WF":
        return 1
    if character in _NARROW:
        return 0.34
    if character in _BROAD:
        return 0.92
    return 0.7 if character.isupper() or (width == "A" and not character.isalnum()) else 0.59


def wrapped(text: str, most: float, *, lines: int = 4) -> list[str]:
    """The text in lines of at most `most` ems, about equally long; what does not fit into `lines` ends in `…`."""
    text = shown(text)
    greedy = _lines(text, most)
    if len(greedy) > lines:
        kept = greedy[:lines]
        return [*kept[:-1], _shortened(kept[-1], most)]
    width = most
    while width > _STEP and len(_lines(text, width - _STEP)) == len(greedy):
        width -= _STEP
    return _lines(text, width)


def _shortened(line: str, most: float) -> str:
    while line and ems(line) + 1 > most:
        line = line[:-1]
    return line.rstrip() + "…"


def _lines(text: str, most: float) -> list[str]:
    found, line = [], ""
    for atom in _atoms(text, most):
        if line and ems((line + atom).rstrip()) > most:
            found.append(line.rstrip())
            line = ""
        line += atom if line else atom.lstrip()
    return [*found, line.rstrip()] if line.strip() else found


def _atoms(text: str, most: float) -> Iterator[str]:
    """Stretches that no line end divides: words of English, and of Japanese what runs to the end of its kana."""
    held = ""
    for piece in _ATOM.findall(text):
        if held and not _joins(held[-1], piece[0]):
            yield from _cut(held, most)
            held = ""
        held += piece
    if held:
        yield from _cut(held, most)


def _joins(before: str, after: str) -> bool:
    """Whether a line may not end between the two. A word of Japanese mostly ends where hiragana do."""
    if after in NEVER_FIRST or before in NEVER_LAST or after.isspace():
        return True
    if before.isspace() or before in NEVER_FIRST - _KANA:
        return False
    return not (_is_hiragana(before) and not _is_hiragana(after)) and (_is_wide(before) or _is_wide(after))


def _is_hiragana(character: str) -> bool:
    return "ぁ" <= character <= "ん"


def _is_wide(character: str) -> bool:
    return unicodedata.east_asian_width(character) in "WF"


def _cut(atom: str, most: float) -> Iterator[str]:
    """What is wider than a line, in pieces that are not."""
    piece = ""
    for character in atom:
        if piece and ems((piece + character).rstrip()) > most and character not in NEVER_FIRST:
            yield piece
            piece = ""
        piece += character
    yield piece
