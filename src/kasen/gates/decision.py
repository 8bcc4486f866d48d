"""From what reviewers say to what happens next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, Field

Severity = Literal["critical", "major", "minor"]
VerdictWord = Literal["pass", "fail", "no_verdict", "infra_failed"]
Decision = Literal["pass", "back", "ask_again", "stop"]
"""Go on; back to whoever made it; ask the reviewers that said nothing; go out as it is, marked."""


class Finding(BaseModel):
    """One defect."""

    id: str
    severity: Severity
    text: str
    place: str = ""
    suggestion: str = ""


class Review(BaseModel):
    """What one reviewer says."""

    reviewer: str
    verdict: VerdictWord
    findings: list[Finding] = Field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class Gate:
    """All `required` reviewers must pass; work goes back at most until `max_rounds` rounds were written.

    A reviewer that gave no verdict never counts as a fail: it is asked again, `max_asks` times in all, then the
    work goes out as *not reviewed*.
    """

    required: tuple[str, ...]
    max_rounds: int
    max_asks: int = 3

    def decide(self, reviews: Sequence[Review], *, rounds: int, asks: int = 1) -> Decision:
        """What happens after round `rounds`, counted from 1, in which the silent were asked `asks` times."""
        said = {review.reviewer: review.verdict for review in reviews}
        verdicts = [said.get(name, "no_verdict") for name in self.required]
        if "fail" in verdicts:
            return "back" if rounds < self.max_rounds else "stop"
        if all(verdict == "pass" for verdict in verdicts):
            return "pass"
        return "ask_again" if asks < self.max_asks else "stop"
