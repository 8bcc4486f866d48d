"""When the rounds of review end, and which version is the best."""

from __future__ import annotations

from collections.abc import Sequence

from kasen.teams.resume.schemas.feedback import Scored
from kasen.teams.resume.schemas.result import Why
from kasen.teams.resume.scoring import REQUIRED

GAIN = 0.3
"""Points that a round has to gain; less, twice in a row, is a plateau."""
PLATEAU = 2
DROP = 0.5
"""Points below the best at which revising does harm."""


def best_of(history: Sequence[Scored]) -> int:
    """Number of the iteration with the best score, the earliest of equals: the original wins ties.

    A version that models judged is better than one that code alone measured. Where nobody judged, corrections that
    do not lower what was measured stand: the last such version.
    """
    if not any(one.judged for one in history):
        first = history[0].score or 0.0
        return max((one.iteration for one in history if (one.score or 0.0) >= first), default=1)
    judged = [one for one in history if one.judged and one.score is not None]
    passed = [one for one in judged if one.passed]
    return max(passed or judged, key=lambda one: (one.score or 0.0, -one.iteration)).iteration


def why_stopped(
    history: Sequence[Scored], *, review_only: bool, max_iterations: int, spent: bool, plain: bool = False
) -> Why | None:
    """Why no further round follows the last one, or None."""
    last = history[-1]
    if last.passed:
        return "passed"
    if spent:
        return "budget"
    if review_only:
        return "review_only"
    if not last.judged and last.iteration > 1:
        return "measured_only" if not any(one.judged for one in history) else "not_reviewed"
    if _dropped(history):
        return "drop"
    if _plateau(history):
        return "plateau"
    if last.iteration >= max_iterations:
        return _at_the_end(last, plain=plain)
    return None


def _at_the_end(last: Scored, *, plain: bool) -> Why:
    if not last.judged:
        return "measured_only"
    return "not_reviewed" if set(REQUIRED) & set(last.unjudged) and not plain else "max_iterations"


def _dropped(history: Sequence[Scored]) -> bool:
    scores = [one.score for one in history if one.judged and one.score is not None]
    return len(scores) > 1 and scores[-1] < max(scores[:-1]) - DROP


def _plateau(history: Sequence[Scored]) -> bool:
    scores = [one.score for one in history if one.judged and one.score is not None]
    if len(scores) <= PLATEAU:
        return False
    return all(scores[n] - max(scores[:n]) < GAIN for n in range(len(scores) - PLATEAU, len(scores)))
