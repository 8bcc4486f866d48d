"""How many times as much: `2倍`, `doubled`. What bears it is the ratio of two values of a figure, or a source."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise

from kasen.teams.slides.schemas.findings import Figure

KIND = "times over"
"""Of the unit of `2倍` (`evidence.units`)."""
_NEAR = 0.15
"""Share by which a ratio may differ from a multiple that is said without decimals."""
_MOST_PAIRED = 24
"""Values of a series of which every pair is looked at."""
_WORDS = re.compile(r"(?<![a-z])(doubl|tripl|quadrupl|halv)(?:ed|es|ing)(?![a-z])|(倍増|半減)")
_WORTH = {"doubl": 2.0, "tripl": 3.0, "quadrupl": 4.0, "halv": 0.5, "倍増": 2.0, "半減": 0.5}
_SAME = {
    2.0: re.compile(r"doubl|twice|two times|2倍|２倍|二倍|倍増"),
    3.0: re.compile(r"tripl|three times|3倍|３倍|三倍"),
    4.0: re.compile(r"quadrupl|four times|4倍|４倍|四倍"),
    0.5: re.compile(r"halv|half|半減|半分"),
}


def ratios(figures: Iterable[Figure]) -> list[float]:
    """Every ratio that values of the same figure have: along a series, and of series side by side."""
    found: list[float] = []
    for figure in figures:
        lists = [list(series.values) for series in figure.chart.series] if figure.chart else []
        if figure.table is not None:
            found += [number for number in figure.numbers if not float(number).is_integer()]
        beside = [list(values) for values in zip(*lists, strict=True)]
        for values in (*lists, *beside, [sum(value or 0 for value in values) for values in beside]):
            numbers = [value for value in values if value is not None and value > 0]
            pairs = combinations(numbers, 2) if len(numbers) <= _MOST_PAIRED else pairwise(numbers)
            found += [ratio for a, b in pairs for ratio in (a / b, b / a)]
            found += [numbers[-1] / numbers[0]] if numbers else []
    return found


def is_near(multiple: float, known: Sequence[float], *, decimals: bool = False) -> bool:
    """Whether one of the ratios is that multiple, as exactly as it is said."""
    slack = 0.05 if decimals else _NEAR * multiple
    return any(abs(ratio - multiple) <= slack for ratio in known)


def lost_words(folded: str, known: Sequence[float], texts: Sequence[str]) -> list[str]:
    """Words such as `doubled` that neither a ratio nor a text bears; `folded` is in lower case."""
    lost = []
    for match in _WORDS.finditer(folded):
        worth = _WORTH[match[1] or match[2]]
        if not is_near(worth, known) and not any(_SAME[worth].search(text.casefold()) for text in texts):
            lost.append(match[0])
    return lost
