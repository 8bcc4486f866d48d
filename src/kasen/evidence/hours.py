"""Spans of hours: what is open from 9:00 to 17:00 is not open from 17:00 to 9:00."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from kasen.evidence.clock import TO_ITS_END
from kasen.evidence.numbers import Number
from kasen.evidence.reading import Reading
from kasen.evidence.units import CLOCK

_SHUT = re.compile(r"closed|closes|shut|locked|(?<![a-z])not |n't|閉|休|停止|ない|ません")
_BEFORE, _BEHIND, _BEHIND_JA = 24, 30, 14
"""Characters before and behind a span in which it is said that something is shut."""
_CLAUSE = re.compile(r"[.,;:]")


def turned(claim: Reading, text: Reading) -> tuple[Number, Number] | None:
    """The ends of a span of the claim that the text gives the other way round only, in the order of the claim.

    What is shut from 17:00 to 9:00 is open from 9:00 to 17:00: both have to say the same of their span.
    """
    return next((mine for mine, is_same in _reversed(claim, text) if is_same), None)


def says_the_rest(claim: Reading, text: Reading) -> bool:
    """Whether the text says of the other hours of the day the opposite of what the claim says of its own."""
    return any(not is_same for _, is_same in _reversed(claim, text))


def spans(text: Reading) -> list[tuple[Number, Number]]:
    """Times of day of which the one is said to begin and the next to end something, in order."""
    times = [number for number in text.numbers if number.unit is CLOCK]
    return [(first, second) for first, second in pairwise(times) if _is_span(first, second, text.folded)]


def _is_span(first: Number, second: Number, folded: str) -> bool:
    between = folded[first.span[1] : second.span[0]]
    if between.strip() == "and":
        return folded[: first.span[0]].rstrip().endswith("between")
    return bool(TO_ITS_END.fullmatch(between))


def _reversed(claim: Reading, text: Reading) -> Iterator[tuple[tuple[Number, Number], bool]]:
    """Spans that the text gives the other way round only, and whether it says the same of them."""
    theirs = spans(text)
    for mine in spans(claim):
        found = [span for span in theirs if _holds((mine[1], mine[0]), span)]
        if found and not any(_holds(mine, span) for span in theirs):
            yield mine, any(_is_shut(claim, mine) == _is_shut(text, span) for span in found)


def _is_shut(text: Reading, span: tuple[Number, Number]) -> bool:
    start, end = span[0].span[0], span[1].span[1]
    behind = text.folded[end:]
    if text.is_cjk:
        return bool(_SHUT.search(behind[:_BEHIND_JA]))
    before = _CLAUSE.split(text.folded[:start])[-1]
    if before.strip() in ("", "from", "between"):
        return bool(_SHUT.search(_CLAUSE.split(behind)[0][:_BEHIND]))
    return bool(_SHUT.search(before[-_BEFORE:]))


def _holds(mine: tuple[Number, Number], theirs: tuple[Number, Number]) -> bool:
    return mine[0].holds(theirs[0]) and mine[1].holds(theirs[1])
