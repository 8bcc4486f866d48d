"""What a writer replies."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, Field

from kasen.teams.research.schemas.ids import ids


class Statement(BaseModel):
    """One or two sentences and the evidence they rest on."""

    text: str
    evidence: Annotated[list[str], BeforeValidator(partial(ids, letter="e"))] = Field(
        default_factory=list, description="Ids of the evidence that says it."
    )


class Section(BaseModel):
    """What the report says about one point."""

    point: int = Field(default=1, description="Number of the point, counted from 1.")
    statements: list[Statement] = Field(default_factory=list)


class Draft(BaseModel):
    """Reply of the synthesizer."""

    title: str = ""
    summary: list[Statement] = Field(default_factory=list)
    findings: list[Statement] = Field(default_factory=list)
    analysis: list[Section] = Field(default_factory=list)
