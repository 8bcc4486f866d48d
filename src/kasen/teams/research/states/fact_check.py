"""The state of a fact-check, and the slices of it that nodes read and write."""

from __future__ import annotations

import operator
from typing import Annotated, TypedDict

from kasen.teams.research.schemas import Request, Result, SearchDone
from kasen.teams.research.schemas.fact_check import CheckedText, ClaimFound, Ruled, TextClaim, Uncheckable, Weighed


class Asked(TypedDict):
    """Given at the start."""

    request: Request


class ToSplit(Asked, total=False):
    """What the claim_splitter reads: a comment sends the claims back to it."""

    checked: CheckedText
    comment: str


class Split(TypedDict):
    """Written by the claim_splitter; a person may have edited the claims."""

    checked: CheckedText
    claims: list[TextClaim]
    beyond: list[str]
    """Claims that are not checked because there were too many."""
    uncheckable: list[Uncheckable]


class Agreed(Asked, Split, total=False):
    """What approve_claims reads."""

    comment: str


class Looked(TypedDict):
    """Written by the evidence_searcher; grows from round to round."""

    found: Annotated[list[ClaimFound], operator.add]
    searches: Annotated[list[SearchDone], operator.add]
    copies: Annotated[list[str], operator.add]
    """Sources that repeat the text that is checked and were left out."""


class ToSearch(Asked, Split, total=False):
    """What the evidence_searcher reads; what was written later is there from the second round on."""

    found: Annotated[list[ClaimFound], operator.add]
    rulings: list[Ruled]
    loop_count: int


class Judged(TypedDict):
    """Written by the adjudicator."""

    weighed: list[Weighed]
    rulings: list[Ruled]
    loop_count: int
    """Rounds of searching so far, counted from 1."""
    read: list[str]
    """`claim:passage` of what was shown."""


class ToJudge(Asked, Split, Looked, total=False):
    """What the adjudicator reads; its own words are there from the second round on."""

    weighed: list[Weighed]
    rulings: list[Ruled]
    loop_count: int
    read: list[str]


class Settled(Asked, Split, total=False):
    """What the ruling_writer reads; nothing was looked for where the plan was refused."""

    found: Annotated[list[ClaimFound], operator.add]
    searches: Annotated[list[SearchDone], operator.add]
    copies: Annotated[list[str], operator.add]
    weighed: list[Weighed]
    rulings: list[Ruled]
    refused: str


class State(ToJudge, total=False):
    """Everything; `result` ends the run."""

    comment: str
    refused: str
    result: Result
