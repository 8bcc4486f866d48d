"""The state of a research run, and the slices of it that nodes read and write.

Names are those of seed 001. Passages are held by id; their texts are read from the evidence of the run.
"""

from __future__ import annotations

import operator
from typing import Annotated, TypedDict

from kasen.teams.research.schemas import Evaluation, Excerpt, Found, Request, ResearchPlan, Result, SearchDone


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
    searches: Annotated[list[SearchDone], operator.add]
    evaluation: Evaluation


class Gathered(Asked, Planned):
    """What the analyzer reads."""

    search_results: Annotated[list[Found], operator.add]
    rag_results: Annotated[list[Found], operator.add]


class Weighed(Gathered, Analyzed, total=False):
    """What the evaluator reads; `evaluation` is that of the round before."""

    evaluation: Evaluation


class Settled(Gathered, Analyzed, Evaluated, Searched):
    """What the synthesizer reads."""


class State(Settled):
    """Everything; `result` ends the run."""

    result: Result
