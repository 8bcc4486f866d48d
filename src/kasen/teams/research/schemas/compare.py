"""What a comparison plans, what its roles reply, and the matrix it comes to."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, Field

from kasen.teams.research.schemas.draft import Statement

MOST = 8
"""Items, and criteria, of one comparison."""
Better = Literal["more", "less", ""]
"""Which figure is the better one; empty where that is not a matter of more or less."""
_LESS = re.compile(r"(?i)less|low|small|short|light|cheap|few|fewer|early|min|少|低|小|短|軽|安|早")
_MORE = re.compile(r"(?i)more|high|big|large|long|heav|great|max|many|late|多|高|大|長|重|強")


def direction(value: Any) -> Any:
    """`lower is better`, `小さいほど良い` and the like as they were meant; what says neither says nothing."""
    text = str(value or "")
    less, more = _LESS.search(text), _MORE.search(text)
    if bool(less) == bool(more):
        return ""
    return "less" if less else "more"


def named(value: Any) -> Any:
    """A bare string in a list of things that have names."""
    if not isinstance(value, list):
        return value
    return [{"name": one} if isinstance(one, str) else one for one in value]


def mark(value: Any) -> Any:
    """`4`, `4.0`, `4/5`; anything else, and what is outside 0–5, is no score."""
    found = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*(?:/\s*5)?\s*", str(value)) if value is not None else None
    return float(found[1]) if found and float(found[1]) <= 5 else None


class Compared(BaseModel):
    """An item that is compared."""

    name: str = Field(description="The item as the question names it.")
    also: list[str] = Field(
        default_factory=list, description="Other names of exactly this item: in the other language, short, in full."
    )


class Criterion(BaseModel):
    """What items are compared by."""

    name: str = Field(description="The criterion in a few words.")
    also: list[str] = Field(default_factory=list, description="Other words that sources use for it.")
    better: Annotated[Better, BeforeValidator(direction)] = Field(
        default="", description="`more` or `less` where the bigger or the smaller figure is better, else empty."
    )
    comparable: bool = Field(default=True, description="Whether items can be scored by it.")


class ComparisonPlan(BaseModel):
    """Reply of the comparison_planner; the plan that a person may edit."""

    theme: str = Field(default="", description="What is compared, in a few words.")
    items: Annotated[list[Compared], BeforeValidator(named)] = Field(default_factory=list)
    criteria: Annotated[list[Criterion], BeforeValidator(named)] = Field(default_factory=list)
    plan_text: str = Field(default="", description="The plan in one or two sentences.")


class CellEvidence(BaseModel):
    """A piece of evidence for one criterion as the comparer sees it."""

    id: str
    item: int
    """Number of the item, counted from 1."""
    origin: str
    quote: str


class CellSaid(BaseModel):
    """What is said of one item."""

    item: int = Field(default=0, description="Number of the item, counted from 1.")
    statements: list[Statement] = Field(
        default_factory=list, description="One short sentence; two where the evidence contradicts itself."
    )
    score: Annotated[float | None, BeforeValidator(mark)] = Field(
        default=None, description="0 to 5 against the other items, 5 best; null where the evidence does not allow it."
    )


class CellsSaid(BaseModel):
    """Reply of the comparer: one criterion, all items that have evidence."""

    cells: list[CellSaid] = Field(default_factory=list)


class MatrixCell(BaseModel):
    """One item by one criterion; without statements it is unknown."""

    item: int
    criterion: int
    """Numbers of both, counted from 1."""
    statements: list[Statement] = Field(default_factory=list)
    disputed: bool = False
    """Sources give different figures."""
    score: float | None = None
    """0–5 against the other items."""
    scored_by: str = ""
    """`code`, or the model that gave the score."""


class MatrixView(BaseModel):
    """A known cell as the writer of the conclusion sees it."""

    item: str
    criterion: str
    text: str
    evidence: list[str]
    quotes: list[str]
    """The words of each, in the same order."""
    score: float | None = None
    disputed: bool = False


class CellFound(BaseModel):
    """One cell of the result: what is known of an item by a criterion, and the passages that say it."""

    item: str
    criterion: str
    text: str = ""
    """Empty: unknown."""
    passage_ids: list[str] = Field(default_factory=list)
    disputed: bool = False
    score: float | None = None
    scored_by: str = ""
