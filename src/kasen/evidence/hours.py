"""Spans of hours: what is open from 9:00 to 17:00 is not open from 17:00 to 9:00."""

from __future__ import annotations

from itertools import pairwise

from kasen.evidence.clock import TO_ITS_END
from kasen.evidence.numbers import Number
from kasen.evidence.reading import Reading
from kasen.evidence.units import CLOCK


def turned(claim: Reading, text: Reading) -> tuple[Number, Number] | None:
    """The ends of a span of the claim that the text gives the other way round only, in the order of the claim."""
    theirs = spans(text)
    for mine in spans(claim):
        back = (mine[1], mine[0])
        if any(_holds(back, span) for span in theirs) and not any(_holds(mine, span) for span in theirs):
            return mine
    return None


def spans(text: Reading) -> list[tuple[Number, Number]]:
    """Times of day of which the one is said to begin and the next to end something, in order."""
    times = [number for number in text.numbers if number.unit is CLOCK]
    return [
        (first, second)
        for first, second in pairwise(times)
        if TO_ITS_END.fullmatch(text.folded[first.span[1] : second.span[0]])
    ]


def _holds(mine: tuple[Number, Number], theirs: tuple[Number, Number]) -> bool:
    return mine[0].holds(theirs[0]) and mine[1].holds(theirs[1])
