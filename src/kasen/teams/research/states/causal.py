"""The state of a causal inquiry, and the slices of it that nodes read and write."""

from __future__ import annotations

import operator
from typing import Annotated, TypedDict

from kasen.teams.research.schemas import Excerpt, Found, PointCoverage, Result, SearchDone
from kasen.teams.research.schemas.causal import CausalGraph, EvidencePlan, Hypothesis, IssueAnalysis, LinkFound, Ranked
from kasen.teams.research.schemas.verification import Verification
from kasen.teams.research.state import Analyzed, Asked, Drafted, Searched


class Wished(Asked, total=False):
    """What the issue_analyzer reads."""

    wishes: list[str]
    """What a person who was asked to approve the hypotheses wants otherwise."""


class Analysed(TypedDict):
    """Written by the issue_analyzer."""

    issue: IssueAnalysis


class Puzzled(Asked, Analysed, total=False):
    """What the brainstormer reads."""

    wishes: list[str]


class Supposed(TypedDict):
    """Written by the brainstormer, and by approve_plan where a person changed it."""

    hypotheses: list[Hypothesis]


class Scouted(Supposed, Searched):
    """Written by the brainstormer: hypotheses, and what it found when it looked for them."""

    hypotheses_by_rule: bool
    rag_results: Annotated[list[Found], operator.add]
    search_results: Annotated[list[Found], operator.add]


class Agreeing(Puzzled, Supposed):
    """What approve_plan and the evidence_planner read."""


class Queried(TypedDict):
    """Written by the evidence_planner, and by the hypothesis_validator when it goes back."""

    evidence_plan: EvidencePlan
    rag_queries: list[str]
    web_queries: list[str]
    loop_count: int
    """Rounds searched so far, counted from 1."""


class Checking(Agreeing, Queried, total=False):
    """What the causal_checker reads; `analyzed_data`, `links` and `seen` are those of the rounds before."""

    rag_results: Annotated[list[Found], operator.add]
    search_results: Annotated[list[Found], operator.add]
    analyzed_data: list[Excerpt]
    links: list[LinkFound]
    seen: list[str]
    """Ids of the passages that earlier rounds found."""


class Checked(Analyzed):
    """Written by the causal_checker: evidence by hypothesis, and what it says of which link."""

    links: list[LinkFound]
    seen: list[str]


class Validating(Agreeing, Queried, Checked, Searched, total=False):
    """What the hypothesis_validator reads."""

    known: int
    """Passages known when the last round was decided."""


class Validated(TypedDict):
    """Written by the hypothesis_validator: every hypothesis, most likely first."""

    ranking: list[Ranked]
    coverage: list[PointCoverage]
    """One for each hypothesis."""


class Building(Agreeing, Checked, Validated):
    """What the causal_graph_builder reads."""


class Built(TypedDict):
    """Written by the causal_graph_builder."""

    causal_graph: CausalGraph


class Concluding(Building, Built, total=False):
    """What the root_cause_synthesizer reads."""

    draft_wishes: list[str]


class Verifying(Concluding, Drafted):
    """What the verifier reads."""


class Verified(Drafted, Built):
    """Written by the verifier."""

    verification: Verification


class State(Checking, Drafted, total=False):
    """Everything; where the plan was refused there is little more than the hypotheses. `result` ends the run."""

    searches: Annotated[list[SearchDone], operator.add]
    hypotheses_by_rule: bool
    known: int
    ranking: list[Ranked]
    coverage: list[PointCoverage]
    causal_graph: CausalGraph
    draft_wishes: list[str]
    verification: Verification
    refused: str
    """`plan` or `draft`, when a person did not approve it."""
    result: Result
