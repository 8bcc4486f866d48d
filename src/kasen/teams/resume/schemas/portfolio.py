"""Works to show, ranked for the role."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from kasen.teams.resume.schemas.part import Part, first


class PortfolioItem(Part):
    """One work, in the owner's words."""

    id: str
    """`P1`, `P2`, …, in the order given."""
    title: str
    description: str = ""
    url: str = ""
    technologies: tuple[str, ...] = ()
    text: str = ""
    """More that was read about it: a README."""


class RankedItem(Part):
    """A work with its rank and what it rests on."""

    id: str
    title: str
    url: str = ""
    rank: int
    """From 1."""
    score: float
    """0–1."""
    evidence: tuple[str, ...] = ()
    """Words of the item that meet the role or the posting."""
    meets: tuple[str, ...] = ()
    """Words of the role or posting that they meet, in the same order."""
    why: str = ""
    by: str = "rule"


class RankSaid(BaseModel):
    """One work as the ranker reports it, best first."""

    model_config = ConfigDict(extra="ignore")

    item: str = Field(max_length=20)
    evidence: Annotated[list[str], first(6)] = Field(
        default_factory=list, max_length=6, description="Words of the item, copied exactly."
    )
    meets: Annotated[list[str], first(6)] = Field(
        default_factory=list, max_length=6, description="Words of role or posting that they meet."
    )
    why: str = Field("", max_length=300)


class Ranking(BaseModel):
    """The reply of the portfolio ranker."""

    model_config = ConfigDict(extra="ignore")

    items: Annotated[list[RankSaid], first(100)] = Field(default_factory=list, max_length=100)
