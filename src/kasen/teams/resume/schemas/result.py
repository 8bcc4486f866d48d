"""What the résumé team gives."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from kasen.teams.resume.schemas.change import Change, Decision, Refused
from kasen.teams.resume.schemas.facts import Fact, ToConfirm
from kasen.teams.resume.schemas.feedback import Feedback, Scored
from kasen.teams.resume.schemas.part import Lang, Part
from kasen.teams.resume.schemas.portfolio import RankedItem
from kasen.teams.resume.schemas.posting import Hidden, Match
from kasen.tools.screenshot.model import PageFacts
from kasen.tools.validation.model import Validation

Outcome = Literal["passed", "improved", "no_gain", "not_compared", "reviewed", "unchanged"]
"""The original passes as it is; a held-out comparison preferred the revision; it did not; edits stand and no model
compared them; a review was all that was wanted; nothing was found that could be revised."""
Why = Literal[
    "passed",
    "plateau",
    "drop",
    "budget",
    "max_iterations",
    "nothing_left",
    "review_only",
    "not_reviewed",
    "measured_only",
    "invalid",
    "ended",
]
"""Why the loop stopped; `ended`: a person ended the run before anything else did."""


class Look(Part):
    """One side of the held-out comparison; each order is asked once."""

    order: Literal["original first", "revision first"]
    preferred: Literal["original", "revision", "tie", "no_answer"]
    why: str = ""
    by: str = "rule"


class Comparison(Part):
    """Original against best revision, unlabelled, in both orders; the original wins ties."""

    looks: tuple[Look, ...] = ()
    preferred: Literal["original", "revision", "nobody"] = "nobody"
    by: str = ""
    same_vendor: bool = False
    """True where the judge is of the revisor's vendor, because there is no other."""


class Retry(Part):
    """One answer to a file that did not validate."""

    iteration: int
    attempt: int
    problems: tuple[str, ...] = ()
    ok: bool = False


class IterationCost(Part):
    """What one round of review and revision took."""

    iteration: int
    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    usd: float | None = 0.0


class CostLine(Part):
    """What one model has cost in one role."""

    role: str
    by: str
    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    usd: float | None = 0.0
    answered: bool = True


class Costs(Part):
    """The run's bill: `usd` None means that a price is unknown."""

    lines: tuple[CostLine, ...] = ()
    iterations: tuple[IterationCost, ...] = ()
    calls: int = 0
    rule_calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    usd: float | None = 0.0
    seconds: float = 0.0
    prices: str = ""
    """The price table that the costs were counted with."""


class Result(BaseModel):
    """A review, and a revision of which every edit can be taken or left. Everything that the pages show."""

    model_config = ConfigDict(extra="forbid")

    lang: Lang
    file: str
    """Name of the résumé's file."""
    form: str
    """Its suffix without the dot: qmd, md, docx, pdf, json."""
    target_role: str
    date: str
    """ISO 8601 day."""
    run_id: str = ""
    outcome: Outcome
    stopped: Why
    threshold: float
    gate: Literal["strict", "plain"]
    score: float | None
    """Of the version that the review ends with, 0–10."""
    history: list[Scored] = Field(default_factory=list)
    """One per iteration, the first is the original's."""
    best: int = 1
    """Iteration whose text is the best so far."""
    feedback: list[Feedback] = Field(default_factory=list)
    """Every critic of every iteration."""
    changes: list[Change] = Field(default_factory=list)
    decisions: list[Decision] = Field(default_factory=list)
    """One per change."""
    refused: list[Refused] = Field(default_factory=list)
    comparison: Comparison | None = None
    validation: Validation | None = None
    """Of the revised file; of the original where nothing was revised."""
    retries: list[Retry] = Field(default_factory=list)
    facts: list[Fact] = Field(default_factory=list)
    to_confirm: list[ToConfirm] = Field(default_factory=list)
    hidden: list[Hidden] = Field(default_factory=list)
    masked: dict[str, int] = Field(default_factory=dict)
    """Kind of personal data → how often it was masked before anything was sent."""
    match: Match | None = None
    portfolio: list[RankedItem] = Field(default_factory=list)
    page: PageFacts | None = None
    renderer: str = ""
    """`quarto`, `preview`, `screenshot` or empty: what the visual review looked at."""
    original: str = ""
    """The text that was reviewed; for .docx, .pdf and JSON its Markdown."""
    revised: str = ""
    """The text with the edits that were accepted; with all that stand, where nobody decided."""
    written: str = ""
    """Path of the file that was written, and `backup` of the one it replaced; empty when none was."""
    backup: str = ""
    notes: list[str] = Field(default_factory=list)
    """What the reader should know first: degraded parts, weights that were shared out, what was sent to whom."""
    costs: Costs = Field(default_factory=Costs)
