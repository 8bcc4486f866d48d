"""What critics say, and what code makes of it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from kasen.gates.decision import Severity, VerdictWord
from kasen.teams.resume.schemas.part import Critic, Part, Place, first

JudgedBy = Literal["model", "code", "nobody"]
SUB_SCALE = 5
"""Best value of a criterion; the worst is 0. Judges agree best with people on this scale (arXiv 2601.03444)."""
SCALE = 10.0
"""Best score of a critic and of the whole."""


class CriterionSaid(BaseModel):
    """A critic's value for one criterion that was shown to it; the reason first, so that it is thought before."""

    model_config = ConfigDict(extra="ignore")

    criterion: str = Field(max_length=60)
    why: str = Field("", max_length=400, description="One sentence: what in the text the value rests on.")
    quote: str = Field("", max_length=600, description="Words of the résumé that bear a 4 or 5, copied exactly.")
    score: int = Field(ge=0, le=SUB_SCALE)


class FindingSaid(BaseModel):
    """A defect as a critic reports it."""

    model_config = ConfigDict(extra="ignore")

    criterion: str = Field("", max_length=60)
    quote: str = Field(max_length=600, description="Words of the résumé, copied character by character.")
    severity: Severity
    problem: str = Field(max_length=600)
    suggestion: str = Field("", max_length=600)
    question: str = Field("", max_length=400, description="What only the owner knows and mending needs.")


class Critique(BaseModel):
    """The reply of every critic."""

    model_config = ConfigDict(extra="ignore")

    criteria: Annotated[list[CriterionSaid], first(40)] = Field(default_factory=list, max_length=40)
    findings: Annotated[list[FindingSaid], first(40)] = Field(default_factory=list, max_length=40)


class CriterionScore(Part):
    """One criterion, 0–5; None: nobody judged it."""

    id: str
    name: str
    """In the language of the review."""
    score: float | None = None
    by: JudgedBy = "nobody"
    note: str = ""
    """What was measured (`7 of 12 bullets hold a figure`), or a critic's reason."""
    looks: tuple[float, ...] = ()
    """The values of each look, where there was more than one."""


class Finding(Part):
    """A defect with its place. `place` is None for what concerns the whole."""

    id: str
    """Iteration, letter of the critic and number: `1R3`. Unique in the run."""
    critic: Critic
    criterion: str = ""
    severity: Severity
    text: str
    place: Place | None = None
    """In the text of the iteration that it was found in."""
    quote: str = ""
    suggestion: str = ""
    question: str = ""
    """What only the owner can say; a finding with a question is not answered by invention."""
    by: str = "rule"
    """A model's id, or `rule`."""


class Feedback(Part):
    """What one critic says in one iteration. It is written once and never changed (seed 000)."""

    agent: Critic
    iteration: int
    criteria: tuple[CriterionScore, ...] = ()
    findings: tuple[Finding, ...] = ()
    score: float | None = None
    """0–10; None when nothing was judged or measured."""
    looks: tuple[float, ...] = ()
    """Score of each look, 0–10."""
    verdict: VerdictWord = "no_verdict"
    """`no_verdict`: code measured and no model judged; `infra_failed`: models were asked and failed."""
    by: str = "rule"
    dropped: int = 0
    """Findings left out because what they quote is not in the text."""
    note: str = ""
    """What it rests on, where that is not the text alone: `same picture as in iteration 1`."""
    why: str = ""
    """Why no model judged: `no model`, `budget`, `no picture`, or the last failure."""

    @property
    def measured(self) -> int:
        """Criteria that have a value."""
        return sum(one.score is not None for one in self.criteria)


class DesignFeedback(Part):
    """The two designers together (seed 000); neither ever blocks."""

    ux: Feedback | None = None
    visual: Feedback | None = None


class Scored(Part):
    """The weighted score of one iteration, 0–10, with its spread."""

    iteration: int
    score: float | None
    """Weighted mean of the critics that have a score."""
    low: float | None = None
    high: float | None = None
    """Ends of the spread; None where code alone measured, which has none."""
    looks: int = 1
    weights: dict[str, float] = Field(default_factory=dict)
    """Critic → weight as it was counted, summing to 1."""
    by_critic: dict[str, float | None] = Field(default_factory=dict)
    left_out: tuple[str, ...] = ()
    """Critics that have no score and whose weight the others share."""
    unjudged: tuple[str, ...] = ()
    """Critics that code alone measured, or that did not answer."""
    short: tuple[str, ...] = ()
    """Critics below the floor."""
    blockers: tuple[str, ...] = ()
    """What forbids passing whatever the score is: sentences."""
    measured: int = 0
    total: int = 0
    """Criteria with a value, and all."""
    passed: bool = False
    judged: bool = False
    """True when models judged; a score by measures alone is never a pass."""
