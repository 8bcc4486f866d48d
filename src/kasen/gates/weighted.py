"""One score out of several, and whether it is enough."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

_EXACT = 9
"""Digits that are compared, so that 0.1 + 0.7 reaches 0.8."""


@dataclass(frozen=True, kw_only=True)
class Weighed:
    """What a weighted gate says of one piece of work."""

    overall: float | None
    """Weighted mean of what was judged, on the scale of the scores; None when nothing was."""
    passed: bool
    short: tuple[str, ...] = ()
    """Criteria below their own bound, in the order of the bounds."""
    not_judged: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class WeightedGate:
    """Passes when the weighted mean reaches `passing` and each criterion in `least` reaches its own bound.

    A criterion that nobody judged (None) has no share: the weights of the others are scaled up to 1, and
    `Weighed.not_judged` names it. One that has a bound of its own must be judged.
    """

    weights: Mapping[str, float]
    passing: float
    least: Mapping[str, float] = field(default_factory=dict)

    def weigh(self, scores: Mapping[str, float | None]) -> Weighed:
        """The verdict on these scores, by criterion."""
        judged = {name: score for name in self.weights if (score := scores.get(name)) is not None}
        total = sum(self.weights[name] for name in judged)
        overall = sum(self.weights[name] * score for name, score in judged.items()) / total if total else None
        short = tuple(name for name, least in self.least.items() if _below(judged.get(name), least))
        return Weighed(
            overall=None if overall is None else round(overall, _EXACT),
            passed=not short and not _below(overall, self.passing),
            short=short,
            not_judged=tuple(name for name in self.weights if name not in judged),
        )


def _below(score: float | None, least: float) -> bool:
    return score is None or round(score, _EXACT) < round(least, _EXACT)
