"""The job posting and how the résumé meets it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from kasen.teams.resume.schemas.part import Part, Place, first

Status = Literal["met", "partly", "missing", "not_judged"]
Weight = Literal["must", "nice"]


class Hidden(Part):
    """Words that a reader does not see, or orders to a model, found in a file. They never count."""

    where: Literal["resume", "posting", "portfolio"]
    how: str
    """How they are hidden: `white text`, `zero-width characters`, `order to a model`, …"""
    text: str
    line: int = 0


class Posting(Part):
    """A posting as it was read, hidden words taken out."""

    text: str
    title: str = ""
    source: str = ""
    """File or address."""
    lang: str = ""
    whole: int = 0
    """Characters of the posting, where only the first part of it is read; else 0."""


class Said(Part):
    """Words of the résumé that speak for a requirement or a rank."""

    text: str
    place: Place | None = None


class Keyword(Part):
    """A term of the posting, and whether the résumé has it, in either language."""

    term: str
    found: bool
    as_written: str = ""
    """The form in the résumé, where it is another: 機械学習 for `machine learning`."""


class Requirement(Part):
    """One requirement of the posting, in its own words."""

    id: str
    """`R1`, `R2`, …"""
    text: str
    """A span of the posting."""
    weight: Weight = "must"
    status: Status = "not_judged"
    evidence: tuple[Said, ...] = ()
    note: str = ""
    by: str = "rule"


class Match(Part):
    """How the résumé meets the posting."""

    requirements: tuple[Requirement, ...] = ()
    keywords: tuple[Keyword, ...] = ()
    by: str = "rule"


class RequirementSaid(BaseModel):
    """One requirement as the matcher reports it."""

    model_config = ConfigDict(extra="ignore")

    requirement: str = Field(max_length=600, description="Words of the posting, copied exactly.")
    weight: Weight = "must"
    evidence: Annotated[list[str], first(6)] = Field(
        default_factory=list, max_length=6, description="Words of the résumé, copied exactly."
    )
    status: Status
    note: str = Field("", max_length=300)


class MatchSaid(BaseModel):
    """The reply of the posting matcher."""

    model_config = ConfigDict(extra="ignore")

    requirements: Annotated[list[RequirementSaid], first(60)] = Field(default_factory=list, max_length=60)
    keywords: Annotated[list[str], first(60)] = Field(
        default_factory=list, max_length=60, description="Terms of the posting as written."
    )
