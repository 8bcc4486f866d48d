"""Which sentences of the passages a claim is about."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kasen.evidence.reading import Reading, Sentence
from kasen.evidence.units import CLOCK

_MOST = 4
_GAIN = 0.12
_LONGEST_QUOTE = 300
_CLAUSE = re.compile(r"[、,，;；。]|(?<=[^\s])が、| but | whereas | while | although ")


@dataclass(frozen=True)
class Aligned:
    """The sentences that hold most of a claim, best first, and all they were chosen from."""

    passage: int
    """Index of the passage that the best sentence stands in."""
    best: Sentence
    text: Reading
    """The chosen sentences of all passages, as one text."""
    whole: Reading
    """All passages, as one text."""
    share: float
    """Share of the claim's content in `text`."""
    quote: tuple[int, int]
    """Range of the supporting words in the passage."""


def align(claim: Reading, passages: Sequence[Reading], whole: Reading) -> Aligned | None:
    """The sentence that holds most of the claim, then those that add to it. None without any sentence."""
    offered = [(p, s) for p, passage in enumerate(passages) for s in passage.sentences]
    if not offered:
        return None
    total = sum(claim.weights.values()) or 1.0
    held = [s.reading.held(claim) for _, s in offered]
    chosen: list[int] = []
    covered: dict[str, float] = {}
    while len(chosen) < min(_MOST, len(offered)):
        gains = [sum(w for t, w in terms.items() if t not in covered) for terms in held]
        top = max(range(len(offered)), key=lambda i: gains[i])
        if chosen and gains[top] < _GAIN * total:
            break
        chosen.append(top)
        covered |= held[top]
    passage, best = offered[chosen[0]]
    text = Reading("\n".join(offered[i][1].reading.original for i in sorted(chosen)))
    near = [offered[i][1] for i in chosen if offered[i][0] == passage]
    return Aligned(passage, best, text, whole, sum(covered.values()) / total, _quote(best, near))


def _quote(best: Sentence, near: Sequence[Sentence]) -> tuple[int, int]:
    """All chosen sentences of the passage when they stand close together, else the best alone; cut when very long."""
    start, end = min(s.start for s in near), max(s.end for s in near)
    used = sum(s.end - s.start for s in near)
    if end - start <= _LONGEST_QUOTE and end - start <= 1.5 * used:
        return start, end
    return best.start, min(best.end, best.start + _LONGEST_QUOTE)


def clause_about(claim: Reading, text: Reading, written: str = "") -> str:
    """The clause of `text` that shares most with the claim, folded; one with its times of day before others.

    Where it is given as it is `written`, the clause is so too.
    """
    words = written or text.folded
    clauses = [c for c in _CLAUSE.split(words) if c.strip()] or [words]
    return max(clauses, key=lambda clause: _shared(claim, Reading(clause)))


def _shared(claim: Reading, clause: Reading) -> tuple[int, float]:
    """How many times of day of the claim a clause gives, and the share of the claim's content that it holds."""
    times = [one for one in claim.numbers if one.unit is CLOCK]
    return sum(any(one.holds(n) for n in clause.numbers) for one in times), clause.share_of(claim)
