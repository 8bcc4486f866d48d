"""How good the text of a document is: a score and the names of what is wrong."""

from __future__ import annotations

import re
from collections import Counter
from typing import NamedTuple

_SAMPLE = 200_000
_LETTER = re.compile(r"[^\W_]")
_BAD = re.compile("[\ufffd\ue000-\uf8ff\x00-\x08\x0e-\x1f]")
# UTF-8 read as Latin-1 or Windows-1252, and Shift_JIS read as such.
_MOJIBAKE = re.compile(
    "[\u00c3\u00e3\u00e2][\u0080-\u00bf\u20ac\u201a-\u201e\u2020-\u2022\u0192]|\u00ef\u00bf\u00bd|繧|縺|譁|蜿|隱|荳"
)
_SENTENCE_END = re.compile(r"[。！？!?.]")

REJECT_BELOW = 0.2
"""A document with a lower score is not indexed."""


class Quality(NamedTuple):
    """0–1, and the problems that took from it, worst first."""

    score: float
    problems: list[str]


def measure(text: str) -> Quality:
    """Judge a converted text. Each problem takes a share; 1.0 is a text without any."""
    sample = text[:_SAMPLE]
    length = len("".join(sample.split()))
    if not length:
        return Quality(0.0, ["no text"])
    lost: list[tuple[float, str]] = []
    bad = len(_BAD.findall(sample)) / length
    if bad > 0.001:
        lost.append((min(0.9, 0.2 + 6 * bad), f"{bad:.1%} of the characters are unreadable"))
    mojibake = len(_MOJIBAKE.findall(sample)) / length
    if mojibake > 0.005:
        lost.append((min(0.9, 0.3 + 8 * mojibake), "text is garbled: read in a wrong charset when it was made"))
    letters = len(_LETTER.findall(sample)) / length
    if letters < 0.6:
        lost.append(
            (min(0.85, 1.6 * (0.6 - letters) + 0.1), f"only {letters:.0%} of the characters are letters or digits")
        )
    if length < 100:
        lost.append((0.2, "very short"))
    lost += _lines(sample)
    lost.sort(reverse=True)
    score = 1.0
    for share, _ in lost:
        score *= 1 - share
    return Quality(round(score, 3), [name for _, name in lost])


def _lines(sample: str) -> list[tuple[float, str]]:
    lines = [line.strip() for line in sample.split("\n") if line.strip()]
    lost: list[tuple[float, str]] = []
    repeated = len(lines) - len(Counter(lines))
    if len(lines) >= 20 and repeated > 0.4 * len(lines):
        lost.append((min(0.5, repeated / len(lines) - 0.2), f"{repeated / len(lines):.0%} of the lines repeat others"))
    if max(map(len, lines), default=0) > 20_000 and not _SENTENCE_END.search(sample):
        lost.append((0.3, "one line without sentences: data rather than text"))
    return lost
