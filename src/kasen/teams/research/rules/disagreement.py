"""Where two sources give different figures for the same thing: measured on their sentences, not judged.

Two sentences disagree when they share most of their words and exactly one kind of figure (years, tonnes, …) has no
value in common, while every other kind that both give has one. Different years with other figures beside them are
different times, not a disagreement.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from kasen.evidence.dates import dates
from kasen.evidence.names import swaps
from kasen.evidence.numbers import numbers
from kasen.teams.research.rules.question import GONE, content_words, folded

SAME_SUBJECT = 0.58
"""Share of the words of each sentence, figures left out, that must stand in the other."""
_LEAST = 4
"""Characters of words that a sentence must have to be about something."""
_NAMED = re.compile("[A-Z\u30a1-\u30fa]")
"""Capitals and katakana; nouns of kanji may be other words for the same."""
_YEAR = "year"
_DAY = "day"


@dataclass(frozen=True)
class Said:
    """A sentence of a source."""

    source: str
    text: str


@dataclass(frozen=True)
class Figures:
    """What a sentence counts and dates, by kind of quantity, and what it is about."""

    values: tuple[tuple[str, frozenset[str]], ...]
    subject: frozenset[str]


def disagreements(said: Sequence[Said], others: Sequence[Said]) -> list[tuple[int, int]]:
    """Pairs (index in `said`, index in `others`) from different sources whose figures differ."""
    counted = [(index, one) for index, one in enumerate(others) if figures(one.text).values]
    return [
        (index, other_index)
        for index, one in enumerate(said)
        for other_index, other in counted
        if one.source != other.source and differ(one.text, other.text)
    ]


def differ(one: str, other: str) -> bool:
    """Whether two sentences are about the same thing and give different figures for it."""
    ours, theirs = figures(one), figures(other)
    mine, yours = dict(ours.values), dict(theirs.values)
    both = mine.keys() & yours.keys()
    apart = [kind for kind in both if not mine[kind] & yours[kind]]
    if len(apart) != 1 or not _same_subject(ours.subject, theirs.subject) or _of_others(one, other):
        return False
    if apart[0] in (_YEAR, _DAY):
        return len(both) == 1 and mine.keys() == yours.keys()
    return (_YEAR in mine) == (_YEAR in yours)


def _of_others(one: str, other: str) -> bool:
    """Whether the same words are said of two things by name: the price of the Alpha and that of the Beta."""
    return any(_NAMED.search(swap.mine) and _NAMED.search(swap.theirs) for swap in swaps(one, other))


def _same_subject(one: frozenset[str], other: frozenset[str]) -> bool:
    if min(sum(map(len, one)), sum(map(len, other))) < _LEAST:
        return False
    stems, their_stems = _single(one), _single(other)
    if stems and their_stems and not stems & their_stems:
        return False
    return _shared(one, other) >= SAME_SUBJECT and _shared(other, one) >= SAME_SUBJECT


def _single(words: frozenset[str]) -> frozenset[str]:
    """Single ideographs are mostly stems of verbs: what begins does not disagree with what ends."""
    return frozenset(word for word in words if len(word) == 1)


def _shared(one: frozenset[str], other: frozenset[str]) -> float:
    """0–1: the words that stand in the other text, parts of compounds too, longer words weigh more."""
    found = sum(math.sqrt(len(a)) for a in one if any(a == b or (len(b) > 1 and (a in b or b in a)) for b in other))
    return found / sum(math.sqrt(len(a)) for a in one)


@lru_cache(maxsize=4096)
def figures(sentence: str) -> Figures:
    """The figures of a sentence by kind, and its other words."""
    text = folded(sentence)
    when = dates(text)
    values: dict[str, set[str]] = {}
    for date in when:
        if date.first is not None:
            values.setdefault(_YEAR, set()).add(f"{date.first}-{date.last}")
        if date.month is not None:
            values.setdefault(_DAY, set()).add(f"{date.month}-{date.day}")
    counted = numbers(text, [date.span for date in when])
    for number in counted:
        if number.unit.kind:
            values.setdefault(number.unit.kind, set()).add(str(number.base))
    rest = _without(text, [*(date.span for date in when), *(number.span for number in counted)])
    subject = frozenset(word for word in content_words(rest) if not any(c.isdigit() for c in word))
    return Figures(tuple((kind, frozenset(found)) for kind, found in values.items()), subject)


def _without(text: str, spans: Sequence[tuple[int, int]]) -> str:
    kept = list(text)
    for start, end in spans:
        kept[start:end] = GONE * (end - start)
    return "".join(kept)


def about(words: Sequence[str], text: str) -> str:
    """The first words that two sides share, as far as they stand together in one of them; four at most."""
    said = folded(text)
    kept = list(words[:1])
    for word in words[1:4]:
        if word.isascii() and not re.search(rf"\b{re.escape(kept[-1])}\W? {re.escape(word)}\b", said):
            break
        kept.append(word)
    return " ".join(kept)
