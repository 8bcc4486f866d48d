"""What a measure gives: a value for one criterion, and findings with their words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kasen.gates.decision import Severity

MOST_DEFECTS = 4
"""Findings per criterion that are shown, the worst first: a longer list is not read, and the note says how many."""
BEST = 5.0


@dataclass(frozen=True)
class Defect:
    """A finding of code. `start == end`: it concerns the whole, or a line where `line` is given."""

    text: str
    """One sentence in the language of the review."""
    severity: Severity = "minor"
    start: int = 0
    end: int = 0
    line: int = 0
    suggestion: str = ""
    question: str = ""
    edit: tuple[int, int, str] | None = None
    """A mechanical correction: range of the original text and the words instead."""


@dataclass(frozen=True)
class Measured:
    """A criterion of the rubric, 0–5; None: it cannot be measured here, and the note says why."""

    criterion: str
    score: float | None
    note: str
    """What was counted, in the language of the review: `7 of 12 bullets hold a figure`."""
    defects: Sequence[Defect] = ()


def by_steps(value: float, steps: Sequence[tuple[float, float]], *, beyond: float = 0.0) -> float:
    """The score of the first step whose limit the value does not exceed; `beyond` after the last."""
    return next((score for limit, score in steps if value <= limit), beyond)


def by_share(share: float, *, full: float) -> float:
    """0 at a share of 0, 5 from `full` on, straight between, to a tenth."""
    return round(min(max(share, 0.0) / full, 1.0) * BEST, 1)


def worst(defects: Sequence[Defect]) -> tuple[Defect, ...]:
    """The few that are shown, the worst first, otherwise in their order."""
    order = {"critical": 0, "major": 1, "minor": 2}
    return tuple(sorted(defects, key=lambda one: order[one.severity])[:MOST_DEFECTS])
