"""What the verifier replies, and what became of the statements that it looked at."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, Field

from kasen.evidence.types import Support
from kasen.teams.research.schemas.draft import Statement
from kasen.teams.research.schemas.ids import one_id


class Judgement(BaseModel):
    """Whether the quotations say what a statement says."""

    id: Annotated[str, BeforeValidator(partial(one_id, letter="s"))] = Field(description="Id of the statement.")
    support: Support = Field(description="What the quotations do for the statement.")
    reason: str = Field(default="", description="What the quotations do not say, in a few words.")
    repaired: str = Field(
        default="", description="The statement cut down to what the quotations say; empty when it cannot be mended."
    )


class Judgements(BaseModel):
    """Reply of the verifier."""

    judgements: list[Judgement] = Field(default_factory=list)


class StatementView(BaseModel):
    """A statement as the verifier sees it, with the words that it rests on."""

    id: str
    text: str
    quotes: list[str]


class Changed(BaseModel):
    """A statement that did not stand as it was; `after` is empty when it was taken out."""

    before: str
    after: str = ""
    reason: str = ""


class Verification(BaseModel):
    """What became of the statements: in the order given, None for one that was cut."""

    statements: list[Statement | None] = Field(default_factory=list)
    weak: list[str] = Field(default_factory=list)
    """Texts that the quotations say in part only."""
    repaired: list[Changed] = Field(default_factory=list)
    removed: list[Changed] = Field(default_factory=list)
    judged: int = 0
    """Statements that a model judged; the others were compared by code alone."""
    confirmed: list[str] = Field(default_factory=list)
    """Texts that a model judged and that stand as they are, in full or in part."""
    by: str = "rule"
    """The model's id, or `rule` when no model judged."""
