"""Which characters no font of this machine can show."""

from __future__ import annotations

import re
import subprocess
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable

_SECONDS = 20
_RANGE = re.compile(r"[0-9a-f]+(?:-[0-9a-f]+)?")
_SHAPELESS = frozenset({"Cc", "Cf", "Cs", "Zs", "Zl", "Zp"})
_SELECTORS = frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))


def missing(text: Iterable[str]) -> str:
    """The characters, each once and in their order, that are shown as empty boxes here; none where nobody knows.

    Renderers take a glyph from any font that has it, so what counts is all fonts together. Blocks for some
    milliseconds: fontconfig is asked each time, since fonts come and go.
    """
    wanted = [sign for sign in dict.fromkeys("".join(text)) if _has_shape(sign)]
    if not wanted:
        return ""
    begins, ends = _covered()
    if not begins:
        return ""
    return "".join(sign for sign in wanted if not _within(ord(sign), begins, ends))


def _has_shape(sign: str) -> bool:
    return sign > "~" and unicodedata.category(sign) not in _SHAPELESS and sign not in _SELECTORS


def _within(code: int, begins: list[int], ends: list[int]) -> bool:
    at = bisect_right(begins, code) - 1
    return at >= 0 and code <= ends[at]


def _covered() -> tuple[list[int], list[int]]:
    """Ranges of code points that some font has, as their first and last ones; empty without fontconfig."""
    try:
        done = subprocess.run(
            ["fc-list", ":", "charset"], capture_output=True, text=True, timeout=_SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return [], []
    spans = set()
    for line in done.stdout.splitlines():
        spans.update(_RANGE.findall(line.partition("charset=")[2]))
    begins: list[int] = []
    ends: list[int] = []
    for first, last in sorted(_span(one) for one in spans):
        if ends and first <= ends[-1] + 1:
            ends[-1] = max(ends[-1], last)
        else:
            begins.append(first)
            ends.append(last)
    return begins, ends


def _span(text: str) -> tuple[int, int]:
    first, _, last = text.partition("-")
    return int(first, 16), int(last or first, 16)
