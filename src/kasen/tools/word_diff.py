"""Which words changed between two versions of a sentence, in Japanese and English."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

_TOKEN = re.compile(
    r"\s+|[0-9０-９]+(?:[.,．，][0-9０-９]+)*|[A-Za-zÀ-ɏ]+(?:['’-][A-Za-zÀ-ɏ]+)*|[ァ-ヺー]+|[ぁ-ゖ]+|.", re.DOTALL
)
MOST_PAIRS = 4_000_000
"""Tokens before times tokens after; beyond that everything between the common ends counts as changed."""
_BRIDGE = 1
"""A common stretch of so few signs between two changes belongs to them: what is left alone must be worth reading."""


class Run(NamedTuple):
    """A stretch of words, and whether the other version has it too."""

    text: str
    changed: bool


def word_diff(old: str, new: str) -> tuple[list[Run], list[Run]]:
    """Both versions in stretches; joined they are the texts as they were given.

    Words of Latin letters, numbers, and runs of kana change as a whole, other signs one by one.
    """
    before, after = _TOKEN.findall(old), _TOKEN.findall(new)
    start = _common(before, after)
    end = _common(before[start:][::-1], after[start:][::-1])
    middle = _middle(before[start : len(before) - end], after[start : len(after) - end])
    marks_before, marks_after = bytearray(len(before)), bytearray(len(after))
    for first, last, low, high in middle:
        marks_before[start + first : start + last] = b"\1" * (last - first)
        marks_after[start + low : start + high] = b"\1" * (high - low)
    return list(_runs(before, marks_before)), list(_runs(after, marks_after))


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    count = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        count += 1
    return count


def _middle(before: Sequence[str], after: Sequence[str]) -> Iterator[tuple[int, int, int, int]]:
    from difflib import SequenceMatcher

    if not before or not after or len(before) * len(after) > MOST_PAIRS:
        yield 0, len(before), 0, len(after)
        return
    low = high = 0
    for match in SequenceMatcher(None, before, after, autojunk=False).get_matching_blocks():
        if match.size and len("".join(before[match.a : match.a + match.size]).strip()) <= _BRIDGE:
            continue
        if match.a > low or match.b > high:
            yield low, match.a, high, match.b
        low, high = match.a + match.size, match.b + match.size


def _runs(tokens: Sequence[str], marks: bytearray) -> Iterator[Run]:
    from itertools import groupby

    place = 0
    for mark, group in groupby(marks):
        size = len(list(group))
        yield Run("".join(tokens[place : place + size]), bool(mark))
        place += size
