"""Text cut where it may be cut: after a sentence, after a phrase, between words."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from kasen.tools.fonts.kinsoku import pieces

ELLIPSIS = "…"
_SENTENCE = re.compile(r"[。．！？!?]+[」』）)\]】]*|\.(?=\s|$)|\n")
_PHRASE = re.compile(r"[、，,;；:：]|[」』）)\]】]|\s+(?=\S)")


def sentences(text: str) -> list[int]:
    """Where its sentences end."""
    ends = [match.end() for match in _SENTENCE.finditer(text) if text[match.end() :].strip()]
    return [*ends, len(text)]


def divided(text: str, fits: Callable[[str], bool]) -> int:
    """How many characters of a text fit: whole sentences, else phrases, else words, else characters; 0 for none."""
    for ends in (sentences, _phrases, _words, _characters):
        found = _last(text, ends(text), fits)
        if found:
            return found
    return 0


def shortened(text: str, fits: Callable[[str], bool]) -> str:
    """The text cut until it fits: at a sentence, or at a phrase or word with an ellipsis; empty where nothing fits."""
    if fits(text):
        return text
    whole = _last(text, sentences(text), fits)
    if whole >= len(text) * 0.4:
        return text[:whole].rstrip()
    for ends in (_phrases, _words, _characters):
        found = _last(text, ends(text), lambda head: fits(_ended(head)))
        if found:
            return max(text[:whole].rstrip(), _ended(text[:found]), key=len)
    return text[:whole].rstrip()


def _ended(head: str) -> str:
    return head.rstrip().rstrip("、，,;；:：").rstrip() + ELLIPSIS


def _last(text: str, ends: Sequence[int], fits: Callable[[str], bool]) -> int:
    low, high = 0, len(ends)
    while low < high:
        middle = (low + high) // 2
        if fits(text[: ends[middle]].rstrip()):
            low = middle + 1
        else:
            high = middle
    return ends[low - 1] if low else 0


def _phrases(text: str) -> list[int]:
    return [match.end() for match in _PHRASE.finditer(text)]


def _words(text: str) -> list[int]:
    return [end for _, end, _ in pieces(text)]


def _characters(text: str) -> Sequence[int]:
    return range(1, len(text) + 1)
