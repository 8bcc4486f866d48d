"""The state of a research run, and the slices of it that nodes read and write.

Names are those of seed 001. Passages are held by id; their texts are read from the evidence of the run.
"""

from __future__ import annotations

import operator
from typing import Annotated, TypedDict

from kasen.teams.research.schemas import (
    Draft,
    Evaluation,
    Excerpt,
    Found,
    Request,
    ResearchPlan,
    Result,
    SearchDone,
)
from kasen.teams.research.schemas.verification import Verification


class Asked(TypedDict):
    """Given at the start."""

    request: Request


class Planned(TypedDict):
    """Written by the planner, once per round."""

    plan: ResearchPlan
    loop_count: int
    """Rounds planned so far, counted from 1."""


class Searched(TypedDict):
    """Written by searcher and rag_retriever in parallel; grows from round to round."""

    searches: Annotated[list[SearchDone], operator.add]


class WebFound(Searched):
    """Written by the searcher."""

    search_results: Annotated[list[Found], operator.add]


class DocumentsFound(Searched):
    """Written by the rag_retriever."""

    rag_results: Annotated[list[Found], operator.add]


class Analyzed(TypedDict):
    """Written by the analyzer: everything found so far, most useful first."""

    analyzed_data: list[Excerpt]


class Evaluated(TypedDict):
    """Written by the evaluator."""

    evaluation: Evaluation


class Retried(Asked, total=False):
    """What the planner reads; only `request` is there in the first round."""

    plan: ResearchPlan
    loop_count: int
    wishes: list[str]
    """What a person who was asked to approve the plan wants otherwise."""
    searches: Annotated[list[SearchDone], operator.add]
    evaluation: Evaluation


class Agreed(Asked, Planned, total=False):
    """What approve_plan reads."""

    wishes: list[str]


class Gathered(Asked, Planned):
    """What the analyzer reads."""

    search_results: Annotated[list[Found], operator.add]
    rag_results: Annotated[list[Found], operator.add]


class Weighed(Gathered, Analyzed, total=False):
    """What the evaluator reads; `evaluation` is that of the round before."""

    evaluation: Evaluation


class Settled(Gathered, Analyzed, Evaluated, Searched, total=False):
    """What the synthesizer reads."""

    draft_wishes: list[str]
    """What a person who was asked to approve the draft wants otherwise."""


class Drafted(TypedDict):
    """Written by the synthesizer of any mode."""

    draft: Draft
    draft_by_rule: bool


class Checkable(Asked, Analyzed, Drafted):
    """What the verifier reads, in any mode: the draft and the evidence it may rest on."""


class Verified(TypedDict):
    """Written by the verifier."""

    draft: Draft
    verification: Verification


class Showable(Asked, Drafted, total=False):
    """What approve_draft reads, in any mode."""

    draft_wishes: list[str]


class Publishable(Settled, total=False):
    """What the publisher reads; where the plan was refused there is nothing but the plan."""

    draft: Draft
    draft_by_rule: bool
    verification: Verification
    refused: str
    """`plan` or `draft`, when a person did not approve it."""


class State(Publishable, total=False):
    """Everything; `result` ends the run."""

    wishes: list[str]
    result: Result
