"""The state of a comparison, and the slices of it that nodes read and write."""

from __future__ import annotations

import operator
from typing import Annotated, TypedDict

from kasen.teams.research.schemas import Excerpt, Found, PointCoverage, Result, SearchDone
from kasen.teams.research.schemas.compare import ComparisonPlan, MatrixCell
from kasen.teams.research.schemas.verification import Verification
from kasen.teams.research.state import Analyzed, Asked, Drafted


class Compared(TypedDict):
    """Written by the planner, and by approve_plan where a person changed it."""

    comparison: ComparisonPlan


class Replanned(Asked, total=False):
    """What the planner reads; only `request` is there the first time."""

    wishes: list[str]
    """What a person who was asked to approve the plan wants otherwise."""


class Agreeing(Asked, Compared, total=False):
    """What approve_plan reads."""

    wishes: list[str]


class Gaps(TypedDict):
    """Written by the evaluator: how full the matrix is, and what is asked for the empty cells."""

    coverage: list[PointCoverage]
    """One for each cell, the criteria of the first item first."""
    rag_queries: list[str]
    web_queries: list[str]
    loop_count: int
    """Rounds searched so far, counted from 1."""


class Looked(TypedDict):
    """Written by searcher and rag_retriever; grows from round to round."""

    search_results: Annotated[list[Found], operator.add]
    rag_results: Annotated[list[Found], operator.add]
    searches: Annotated[list[SearchDone], operator.add]


class Reading(Asked, Compared, Gaps, Looked, total=False):
    """What the analyzer reads; `analyzed_data` and `seen` are those of the rounds before."""

    analyzed_data: list[Excerpt]
    seen: list[str]
    """Ids of the passages that earlier rounds found."""


class Read(Analyzed):
    """Written by the analyzer: the evidence of all cells; the point of an excerpt is its cell."""

    seen: list[str]


class Measuring(Asked, Compared, total=False):
    """What the evaluator reads; the first time there is only the plan."""

    analyzed_data: list[Excerpt]
    searches: Annotated[list[SearchDone], operator.add]
    seen: list[str]
    known: int
    """Passages known when the last round was decided."""
    loop_count: int


class Measured(Gaps):
    """Written by the evaluator."""

    known: int


class Filling(Asked, Compared, Analyzed):
    """What the comparer reads."""


class Filled(TypedDict):
    """Written by the comparer: every cell in the order of `coverage`."""

    matrix: list[MatrixCell]


class Concluding(Filling, Filled, total=False):
    """What the synthesizer reads."""

    draft_wishes: list[str]


class Checking(Concluding, Drafted):
    """What the verifier reads."""


class Checked(Drafted, Filled):
    """Written by the verifier."""

    verification: Verification


class Publishing(Reading, total=False):
    """What the publisher reads; where the plan was refused there is nothing but the plan."""

    matrix: list[MatrixCell]
    draft_wishes: list[str]
    verification: Verification
    refused: str
    """`plan` or `draft`, when a person did not approve it."""


class State(Publishing, Drafted, total=False):
    """Everything; `result` ends the run."""

    wishes: list[str]
    known: int
    result: Result
