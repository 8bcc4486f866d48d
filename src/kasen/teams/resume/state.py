"""The state of a résumé run, and the slices of it that nodes read and write. Names are those of seed 000."""

from __future__ import annotations

import operator
from typing import Annotated, Literal, TypedDict

from kasen.teams.resume.schemas.change import Change, Decision, Refused
from kasen.teams.resume.schemas.feedback import CriterionScore, DesignFeedback, Feedback, Finding, Scored
from kasen.teams.resume.schemas.part import Lang
from kasen.teams.resume.schemas.portfolio import PortfolioItem, RankedItem
from kasen.teams.resume.schemas.posting import Hidden, Match, Posting
from kasen.teams.resume.schemas.request import Request
from kasen.teams.resume.schemas.result import Comparison, IterationCost, Result, Retry, Why
from kasen.tools.screenshot.model import PageFacts
from kasen.tools.validation.model import Validation

Form = Literal["qmd", "md", "docx", "pdf", "json"]


class Asked(TypedDict):
    """Given at the start."""

    request: Request


class Intake(TypedDict):
    """Written by the reader, once: everything from outside that the run works on."""

    qmd_content: str
    """The résumé as it was read; never changed."""
    form: Form
    encoding: str
    sha256: str
    lang: Lang
    target_role: str
    job_posting_content: str
    """Text of the posting, hidden words taken out; empty without one."""
    posting: Posting | None
    portfolio_items: list[PortfolioItem]
    hidden: list[Hidden]
    confirmed: list[str]
    """Facts that the owner confirms."""
    original_validation: Validation
    notes: list[str]


class Seen(TypedDict):
    """Written by the reader, and by the validator where the page is rendered here."""

    screenshot_path: str
    """Names of the artifacts that hold the pictures, separated by spaces; empty where there is no picture."""
    page: PageFacts | None
    renderer: str
    seen_iteration: int
    """The iteration whose text the pictures show."""


class Round(TypedDict):
    """What is reviewed now."""

    iteration: int
    """From 1; it never falls."""
    revised_content: str
    """The text of this iteration; in the first the original."""
    changes: list[Change]
    """How it differs from the original."""
    measured_criteria: list[CriterionScore]
    """What code measures of it, for all critics."""
    measured_findings: list[Finding]
    snapshots: Annotated[list[IterationCost], operator.add]
    """What the run had cost when each iteration began."""


class ByRecruiter(TypedDict):
    """Written by recruiter."""

    recruiter_feedback: Feedback


class ByTechWriter(TypedDict):
    """Written by tech_writer."""

    tech_writer_feedback: Feedback


class ByCopywriter(TypedDict):
    """Written by copywriter."""

    copywriter_feedback: Feedback


class ByUx(TypedDict):
    """Written by ux_designer."""

    ux_designer_feedback: Feedback


class ByVisual(TypedDict):
    """Written by visual_designer."""

    visual_designer_feedback: Feedback


class ByMatcher(TypedDict):
    """Written by posting_matcher."""

    match: Match | None


class ByRanker(TypedDict):
    """Written by portfolio_ranker."""

    ranking: list[RankedItem]


class Aggregated(TypedDict):
    """Written by the aggregator, once per iteration."""

    current_feedback: list[Feedback]
    current_score: float | None
    design_feedback: DesignFeedback
    feedback: Annotated[list[Feedback], operator.add]
    """Of every iteration."""
    history: Annotated[list[Scored], operator.add]
    texts: Annotated[list[str], operator.add]
    """The text of each iteration."""
    versions: Annotated[list[list[Change]], operator.add]
    """The changes of each iteration."""
    best: int
    stopped: Why | None


class Revised(TypedDict, total=False):
    """Written by revisor and validator."""

    proposed: list[Change]
    """All changes with those of this iteration."""
    proposed_content: str
    refused: Annotated[list[Refused], operator.add]
    validation: Validation | None
    retries: Annotated[list[Retry], operator.add]
    attempts: int
    """Repairs asked for in this iteration."""
    unsound: list[str]
    """What the last edits would have brought that no revision may bring; they are not made."""
    problems: list[str]
    """What was wrong with the file that the last edits gave."""


class Compared(TypedDict, total=False):
    """Written by the judge and by the person who accepts."""

    comparison: Comparison | None
    decisions: list[Decision]


class Following(TypedDict, total=False):
    """Written by the reader where a run only decides on the edits of an earlier one."""

    prior: Result | None
    taken: list[str]
    edited: dict[str, str]
    """What is taken over of it, and words of the owner's, by id."""


class State(
    Asked,
    Intake,
    Seen,
    Round,
    ByRecruiter,
    ByTechWriter,
    ByCopywriter,
    ByUx,
    ByVisual,
    ByMatcher,
    ByRanker,
    Aggregated,
    Revised,
    Compared,
    Following,
    total=False,
):
    """Everything."""

    result: Result
