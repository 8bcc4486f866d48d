"""The state of mode supervised, and the slices of it that nodes read. Names are those of `ResearchState` in seed 004.

What must hold of it is checked in `actions`. Passages are held by id.
"""

from __future__ import annotations

import operator
from typing import Annotated, TypedDict

from kasen.teams.research.schemas import Draft, Excerpt, Found, ResearchPlan, Result, SearchDone
from kasen.teams.research.schemas.supervised import (
    DraftReview,
    Ended,
    Message,
    NextAction,
    SearchResult,
    StatementCheck,
)
from kasen.teams.research.schemas.verification import Verification
from kasen.teams.research.state import Asked


class Heard(TypedDict, total=False):
    """What a person says: put in before a node by whoever pauses there, taken out by the node that has used it."""

    human_input_required: bool
    human_input: str | None


class Begun(Asked, Heard, total=False):
    """What the supervisor reads; the first time only `request` is there."""

    messages: Annotated[list[Message], operator.add]
    """Grows only."""
    task_plan: ResearchPlan | None
    research_data: list[SearchResult]
    """One entry per source, in the order of finding."""
    current_draft: str | None
    """The draft in Markdown, as code renders `draft`."""
    feedback: str | None
    iteration_count: int
    """Executions of researcher, writer and reviewer."""
    next_action: NextAction
    found: Annotated[list[Found], operator.add]
    searches: Annotated[list[SearchDone], operator.add]
    dry_searches: int
    """Executions of the researcher in a row that found no new source."""
    draft: Draft | None
    reviews: Annotated[list[DraftReview], operator.add]
    written_from: int
    """Sources that were known when the last draft was written."""
    extra: int
    """Executions beyond the cap that a person asked for."""
    agreed: bool
    """Whether a person has agreed to the plan."""
    excerpts: list[Excerpt]
    """`e1`, `e2`, …; an id never changes its words."""
    read: list[str]
    """Ids of passages that an analysis has read; no other reads them again."""
    ended: Ended
    """Why there is no further review."""


class Planned(Begun, total=False):
    """What approve_plan and the researcher read; the supervisor has filled all of `Begun`."""


class Written(Planned, total=False):
    """What writer, reviewer and approve_draft read."""

    draft_by_rule: bool
    wished: bool
    """Whether a person wanted what the writer changed last: it then counts as the best."""
    edited: bool
    """Whether the draft differs from the one that was reviewed last."""
    checks: Annotated[list[StatementCheck], operator.add]
    verification: Verification
    """All that was verified so far."""
    best_draft: Draft | None
    best: int
    """Index of its review."""


class Publishable(Written, total=False):
    """What the publisher reads."""

    refused: str
    """`plan` or `draft`, when a person did not approve it."""


class State(Publishable, total=False):
    """Everything; `result` ends the run."""

    result: Result
