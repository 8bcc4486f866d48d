"""Text as it is matched (NFKC, invisible characters gone) with a map back to the text as it was written."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

# Radicals that PDF writers put in place of the ideograph of the same shape and that NFKC leaves alone
# (Unicode, EquivalentUnifiedIdeograph.txt).
_RADICALS = dict(
    zip(
        "⺁⺈⺊⺌⺍⺎⺒⺓⺝⺠⺧⺩⺪⺬⺮⺶⺽⻁⻄⻆⻑⻗⻘⻝⻣⻤⻨⻩⻫⻭⻯⻱⻲⺅⺖⺘⺡⺣⺨⺭⻂⻌⻍⻎⻖",
        "厂刀卜小小兀巳幺月民牛王疋示竹羊臼虎西角長雨青食骨鬼麦黄斉歯竜龜亀亻忄扌氵灬犭礻衤辶辶辶阝",
        strict=True,
    )
)
_INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\U000e0100-\U000e01ef"
)
_IS_INVISIBLE = re.compile(f"[{_INVISIBLE}]")
# Characters that NFKC never changes and that never join the character before them.
_INERT = "\x00-\x7f\u3001-\u3029\u3041-\u3096\u309d\u309e\u30a1-\u30fe\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3"
_MAYBE = re.compile(f"[\\x00-\\U0010ffff]?[^{_INERT}]+")
_SPACES = re.compile(r"\s\s+|[^\S ]")


@dataclass(frozen=True)
class _Edits:
    """Which pieces of a text were replaced: parallel lists, in order."""

    at: list[int]
    """Where each replacement starts in the new text."""
    to: list[int]
    """Where it ends there."""
    old_at: list[int]
    old_to: list[int]

    def start(self, index: int) -> int:
        piece = bisect_right(self.at, index) - 1
        if piece < 0:
            return index
        if index < self.to[piece]:
            return self.old_at[piece]
        return self.old_to[piece] + index - self.to[piece]

    def stop(self, index: int) -> int:
        """Old end of the character before `index`."""
        piece = bisect_right(self.at, index - 1) - 1
        if piece < 0:
            return index
        if index <= self.to[piece]:
            return self.old_to[piece]
        return self.old_to[piece] + index - self.to[piece]


@dataclass(frozen=True)
class Normal:
    """A normalised text; offsets are counted in characters and ranges are half-open."""

    text: str
    _edits: tuple[_Edits, ...] = ()
    """Outermost last: the text was edited by the first, then by the second."""

    def start_of(self, index: int) -> int:
        """Offset in the original of the character at `index`; the end of the text maps to the end."""
        for edits in reversed(self._edits):
            index = edits.start(index)
        return index

    def original(self, start: int, end: int) -> tuple[int, int]:
        """The range of the original that gave `text[start:end]`, whole characters only."""
        if start >= end:
            here = self.start_of(start)
            return here, here
        for edits in reversed(self._edits):
            start, end = edits.start(start), edits.stop(end)
        return start, end


def normalise(text: str, *, spaces: bool = False) -> Normal:
    """NFKC of the text with invisible characters (zero width, soft hyphen, variation selectors) removed.

    Radicals become the ideographs they look like. With `spaces`, any run of white space becomes one space.
    Case is kept. Normalising twice gives the same text.
    """
    edits: list[_Edits] = []
    if not text.isascii():
        text = text.translate(_one_to_one())
        if _IS_INVISIBLE.search(text) or not unicodedata.is_normalized("NFKC", text):
            text, made = _edit(text, _compositions(text))
            edits.append(made)
    if spaces and _SPACES.search(text):
        text, made = _edit(text, ((m.start(), m.end(), " ") for m in _SPACES.finditer(text)))
        edits.append(made)
    return Normal(text, tuple(edits))


def ideographs(text: str) -> str:
    """The text with radicals, which PDF writers leave in place of ideographs, put right; nothing else changes."""
    return text if text.isascii() else text.translate(_radicals())


@lru_cache(maxsize=1)
def _radicals() -> dict[int, str]:
    kangxi = {code: unicodedata.normalize("NFKC", chr(code)) for code in range(0x2F00, 0x2FD6)}
    return kangxi | {ord(old): new for old, new in _RADICALS.items()}


@lru_cache(maxsize=1)
def _one_to_one() -> dict[int, str]:
    """Characters whose normal form is one character of their own: mapped first, since it moves nothing."""
    ranges = ((0x3000, 0x3001), (0xF900, 0xFB00), (0xFF01, 0xFF5F), (0xA0, 0xA1))
    table = dict(_radicals())
    for first, last in ranges:
        for code in range(first, last):
            folded = unicodedata.normalize("NFKC", chr(code))
            if len(folded) == 1 and folded != chr(code):
                table[code] = folded
    return table


def _compositions(text: str) -> Iterable[tuple[int, int, str]]:
    """The clusters of the text that normalisation changes."""
    for run in _MAYBE.finditer(text):
        whole = run.group()
        if unicodedata.is_normalized("NFKC", whole) and not _IS_INVISIBLE.search(whole):
            continue
        start = run.start()
        for cluster in _clusters(whole):
            folded = _fold(cluster)
            if folded != cluster:
                yield start, start + len(cluster), folded
            start += len(cluster)


def _fold(cluster: str) -> str:
    return unicodedata.normalize("NFKC", _IS_INVISIBLE.sub("", cluster))


def _clusters(run: str) -> Iterable[str]:
    """Split before each character that cannot combine with what stands before it."""
    begin = 0
    for i in range(1, len(run)):
        if not _joins(run[i]):
            yield run[begin:i]
            begin = i
    yield run[begin:]


@lru_cache(maxsize=4096)
def _joins(char: str) -> bool:
    """True for marks, conjoining jamo and invisible characters: they belong to the character before."""
    first = unicodedata.normalize("NFKD", char)[0]
    return (
        unicodedata.category(first)[0] == "M"
        or "\u1100" <= first <= "\u11ff"
        or "\U00016d63" <= first <= "\U00016d6a"
        or bool(_IS_INVISIBLE.match(char))
    )


def _edit(text: str, changes: Iterable[tuple[int, int, str]]) -> tuple[str, _Edits]:
    edits = _Edits([], [], [], [])
    parts: list[str] = []
    length = done = 0
    for start, end, new in changes:
        parts += (text[done:start], new)
        length += start - done
        edits.at.append(length)
        length += len(new)
        edits.to.append(length)
        edits.old_at.append(start)
        edits.old_to.append(end)
        done = end
    parts.append(text[done:])
    return "".join(parts), edits
