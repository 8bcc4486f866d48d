"""What a measure gives: a value for one criterion, and findings with their words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kasen.gates.decision import Severity
from kasen.teams.resume.document.model import Material


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


Measure = Callable[[Material], Sequence[Measured]]
