"""What a fact-check holds: claims of a text, evidence on both sides of each, rulings."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, Field, field_validator

from kasen.teams.research.schemas.found import Found
from kasen.teams.research.schemas.ids import one_id
from kasen.tools.report.model import RulingKind

MOST_CLAIMS = 20
Unruled = Literal["opinion", "question", "prediction", "instruction", "unclear"]
"""Why a sentence is not checked; `unclear`: it speaks of something that it does not name."""
Stance = Literal["for", "against", "neutral"]
By = Literal["code", "model", "both"]
"""Who says which side a quotation is on: measured, judged, or both alike."""
_SIDES = {"support": "for", "confirm": "for", "refut": "against", "contra": "against", "oppos": "against"}


def _one_of(value: Any, *, known: tuple[str, ...], other: str) -> Any:
    """A word as a careless model gives it; one that nobody knows is `other`."""
    text = str(value).strip().casefold().replace(" ", "_").replace("-", "_")
    return text if text in known else other


def _side(value: Any) -> Any:
    text = str(value).strip().casefold()
    named = next((side for start, side in _SIDES.items() if text.startswith(start)), text)
    return _one_of(named, known=("for", "against", "neutral"), other="neutral")


class SplitClaim(BaseModel):
    """One checkable statement of the text."""

    text: str = Field(description="The claim as one sentence that stands alone, in the language of the text.")
    words: str = Field(default="", description="The words of the text that make the claim, verbatim.")
    queries_for: list[str] = Field(default_factory=list, description="Queries that would find it confirmed.")
    queries_against: list[str] = Field(default_factory=list, description="Queries that would find it contradicted.")


class Uncheckable(BaseModel):
    """A sentence that is not checked, and why."""

    words: str = Field(description="The sentence, verbatim.")
    kind: Annotated[
        Unruled,
        BeforeValidator(
            partial(_one_of, known=("opinion", "question", "prediction", "instruction", "unclear"), other="unclear")
        ),
    ] = "unclear"


class Split(BaseModel):
    """Reply of the claim_splitter: claims, most checkable first, and what is none."""

    claims: list[SplitClaim] = Field(default_factory=list)
    uncheckable: list[Uncheckable] = Field(default_factory=list)


class CheckedText(BaseModel):
    """The text that is checked; of a page, where it was read. It is never evidence for itself."""

    text: str
    title: str = ""
    uri: str = ""
    source_id: str = ""
    cut: bool = False
    """The page was longer than what is checked."""


class TextClaim(BaseModel):
    """A claim and where it stands in the text: `start`–`end`, both 0 for one that a person put in."""

    text: str
    words: str = ""
    start: int = 0
    end: int = 0
    queries_for: list[str] = Field(default_factory=list)
    queries_against: list[str] = Field(default_factory=list)


class ClaimFound(BaseModel):
    """What was found for one claim, counted from 1."""

    claim: int
    found: list[Found] = Field(default_factory=list)
    queries: list[str] = Field(default_factory=list)


class Stanced(BaseModel):
    """Words of a passage, and which side of the claim they are on."""

    passage: Annotated[str, BeforeValidator(partial(one_id, letter="p"))] = Field(description="Id of the passage.")
    quote: str = Field(description="One or two whole sentences of the passage, verbatim.")
    stance: Annotated[Stance, BeforeValidator(_side)] = Field(
        default="neutral", description="Whether the quote says what the claim says, says otherwise, or neither."
    )


class Adjudication(BaseModel):
    """Reply of the adjudicator on one claim."""

    excerpts: list[Stanced] = Field(default_factory=list)
    ruling: Annotated[
        RulingKind,
        BeforeValidator(partial(_one_of, known=("supported", "refuted", "disputed", "not_enough"), other="not_enough")),
    ] = Field(default="not_enough", description="What the excerpts together say of the claim.")
    queries: list[str] = Field(default_factory=list, description="What else to search for, where they say too little.")

    @field_validator("queries")
    @classmethod
    def _few(cls, queries: list[str]) -> list[str]:
        return queries[:3]


class Weighed(BaseModel):
    """Words of a passage, `start`–`end`, on one side of a claim, found again by code."""

    claim: int
    passage_id: str
    source_id: str
    start: int
    end: int
    stance: Stance
    by: By
    """For `neutral`: who found it neither for nor against."""
    origin: str = ""
    """The same for sources that are not independent of one another."""
    agrees: bool = False
    """For `neutral`: it gives the claim's own figures for its subject."""


class Ruled(BaseModel):
    """What was ruled on one claim, and whether a model spoke on it."""

    claim: int
    ruling: RulingKind
    confidence: float | None = None
    origins_for: int = 0
    origins_against: int = 0
    judged: bool = False
    """The ruling rests on what a model judged and code could not measure."""
    both_by_one: bool = False
    """One source says both; it counts for neither side."""
    proposed: RulingKind | None = None
    """What the model proposed; None where a rule looked."""
    seen: int = 0
    """Passages that were looked at."""
    queries: list[str] = Field(default_factory=list)
    """What to search for next."""


class RulingQuote(BaseModel):
    """A quotation on one side of a claim."""

    quote: str
    stance: Stance
    by: By
    passage_id: str
    source_id: str
    title: str
    uri: str = ""
    """Of a page of the web."""
    origin: str = ""


class ClaimRuling(BaseModel):
    """A claim of the text and what was found out about it."""

    claim: str
    words: str = ""
    """The words of the text that make it, verbatim; empty for a claim that a person put in."""
    start: int = 0
    end: int = 0
    ruling: RulingKind
    confidence: float | None = None
    """0–1, from the number of independent origins and from who judged; None where there was not enough."""
    origins_for: int = 0
    origins_against: int = 0
    judged_by_model: bool = False
    note: str = ""
    quotes: list[RulingQuote] = Field(default_factory=list)
