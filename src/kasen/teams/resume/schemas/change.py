"""Edits: what a revisor proposes, what stands, what was refused."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from kasen.teams.resume.schemas.part import Part

RefusedFor = Literal["place", "words", "protected", "identity", "facts", "markup", "conflict", "empty"]
"""No such line; `old` is not there exactly once; code or markup; a name, employer, title, date or degree;
an invented, moved, inflated or lost fact; new cells, filters, includes, raw scripts; overlaps another edit;
changes nothing."""


class EditSaid(BaseModel):
    """One edit as a revisor gives it."""

    model_config = ConfigDict(extra="ignore")

    finding: str = Field("", max_length=20, description="Id of the finding that it answers: F3.")
    line: int = Field(description="Number of the line that it changes.")
    old: str = Field("", max_length=2000, description="Words of that line, copied exactly; empty: insert after it.")
    new: str = Field("", max_length=4000, description="The words instead; empty: delete the old ones.")


class Revision(BaseModel):
    """The reply of the revisor."""

    model_config = ConfigDict(extra="ignore")

    edits: list[EditSaid] = Field(default_factory=list, max_length=80)


class Change(Part):
    """One edit that stands, in places of the original text; changes never overlap."""

    id: str
    """`E1`, `E2`, …, in the order of the text."""
    line: int
    """Line of the original, counted from 1."""
    start: int
    end: int
    """Half-open range of characters of the original text; equal for an insertion."""
    old: str
    new: str
    findings: tuple[str, ...] = ()
    iterations: tuple[int, ...] = ()
    """Rounds of review in which it came to be."""
    by: str = "rule"


class Doubt(Part):
    """Why the ledger refuses an edit."""

    kind: str
    """See `kasen.teams.resume.ledger.checking.Kind`."""
    claim: str
    """Words of the edit."""
    known: str = ""
    """What the résumé says instead, where it says something."""
    why: str
    """One sentence."""
    ask: str = ""
    """What the owner would have to confirm, as a question."""


class Refused(Part):
    """An edit that was not made."""

    iteration: int
    line: int
    old: str
    new: str
    finding: str = ""
    reason: RefusedFor
    text: str
    """One sentence for people."""
    doubts: tuple[Doubt, ...] = ()


class Decision(Part):
    """What became of a change: taken over as it is, with other words, or not; `open` where nobody decided."""

    id: str
    state: Literal["accepted", "edited", "rejected", "open"]
    new: str = ""
    """The words of a person who edited it."""
