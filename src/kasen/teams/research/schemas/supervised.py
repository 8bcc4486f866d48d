"""What mode supervised alone needs: names, defaults and JSON are those of seed 004."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, Field

from kasen.gates.decision import Severity, VerdictWord
from kasen.teams.research.schemas.draft import Draft
from kasen.teams.research.schemas.ids import ids

NextAction = Literal["research", "write", "review", "end"]
Criterion = Literal["fact_check", "completeness", "logic", "format"]
Outcome = Literal["holds", "in_part", "mended", "falls"]
"""What a check made of a statement: as it is, said in part only, put right in place, not said."""
Ended = Literal["passed", "no_gain", "iterations", "budget", "not_reviewed", "person"]
SUMMARY = 500
"""Characters of a summary at most (seed 004 §3.3)."""
SEVERITIES: dict[str, Severity] = {"high": "critical", "medium": "major", "low": "minor"}
"""Words of seed 004 and what they are as findings."""
_CRITERIA = {"fact": "fact_check", "complete": "completeness", "coverage": "completeness", "logic": "logic"}
_CRITERIA |= {"format": "format", "structure": "format", "form": "format"}


class Message(BaseModel):
    """One line of the run's conversation: who said what."""

    role: Literal["user", "supervisor", "researcher", "writer", "reviewer", "person"]
    text: str


class SearchResult(BaseModel):
    """One source that was found, and which of its passages may be cited."""

    title: str
    summary: str = Field(max_length=SUMMARY)
    """Its own words, of the passage that fits best."""
    url: str
    """Address of a page; path of a document as the user knows it."""
    source: str
    """Name of the search that found it, or `documents`."""
    published_date: str | None = None
    relevance_score: float | None = None
    """0–1, relative to the best of its search."""
    source_id: str = ""
    passage_ids: list[str] = Field(default_factory=list)


class Progress(BaseModel):
    """How far the research is, measured by code (seed 004 §3.2.5.2)."""

    data_count: int
    """Sources."""
    data_quality: float
    """0–1: mean of their relevance scores."""
    coverage: float
    """0–1: mean share of each point's words in the best passage found for it."""
    points: list[float] = Field(default_factory=list)
    """The same by point."""


def _folded(value: Any) -> Any:
    return " ".join(value.split()).casefold() if isinstance(value, str) else value


def _action(value: Any) -> Any:
    """`Write.`, `"research"`, `rewrite` … as one word; what is none of the four stays as it was said."""
    said = _folded(value)
    if not isinstance(said, str):
        return "" if said is None else value
    word = said.strip(" .。\"'`")
    named = {"rewrite": "write", "revise": "write", "search": "research", "approve": "end", "finish": "end"}
    return named.get(word, word)


class Supervision(BaseModel):
    """Reply of the supervisor: the plan, and what is to be done next where that is asked."""

    theme: str = Field(default="", description="What the report is about, in a few words.")
    investigation_points: list[str] = Field(
        default_factory=list, description="What has to be found out, each a question that stands alone."
    )
    search_queries: list[str] = Field(default_factory=list, description="Queries, most important first.")
    plan_text: str = Field(default="", description="The plan in one or two sentences.")
    next_action: Annotated[str, BeforeValidator(_action)] = Field(
        default="", description="research, write or end; only where the choice is asked for."
    )
    reasoning: str = Field(default="", description="Why, in one sentence.")


def _edit_word(value: Any) -> Any:
    said = _folded(value)
    words = {"delete": "drop", "remove": "drop", "cut": "drop", "insert": "add", "append": "add"}
    words |= {"edit": "replace", "change": "replace", "rewrite": "replace", "update": "replace"}
    return words.get(said, said) if isinstance(said, str) else said


def _place(value: Any) -> Any:
    """`[A1.2]` and `a1.2 ` are the same place."""
    return _folded(value).strip("[]()「」【】.。\"'` ") if isinstance(value, str) else value


class Edit(BaseModel):
    """One change of a draft: a statement replaced, taken out, or added to a part."""

    place: Annotated[str, BeforeValidator(_place)] = Field(
        description="Id of the statement (s1, f2, a1.3), or of the part (summary, findings, a1) that is added to."
    )
    action: Annotated[Literal["replace", "drop", "add"], BeforeValidator(_edit_word)] = "replace"
    text: str = Field(default="", description="The new statement; empty for drop.")
    evidence: Annotated[list[str], BeforeValidator(partial(ids, letter="e"))] = Field(
        default_factory=list, description="Ids of the evidence that says it."
    )


class Written(Draft):
    """Reply of the writer: a draft, or the edits of the one that it was shown."""

    edits: list[Edit] = Field(default_factory=list, description="Only where a draft is shown: the changes to it.")


class PlaceView(BaseModel):
    """A statement of the draft as writer and reviewer see it."""

    id: str
    part: str
    """`summary`, `findings`, or the point that it is about."""
    text: str
    evidence: list[str] = Field(default_factory=list)


def _score(value: Any) -> Any:
    """A number, also as a string; anything else is for the schema to refuse."""
    return value.strip() if isinstance(value, str) else value


Score = Annotated[float | None, BeforeValidator(_score)]


class Scores(BaseModel):
    """Scores by criterion, 0–1; None where nobody judged."""

    fact_check: Score = Field(default=None, ge=0.0, le=1.0, description="Do the citations say the statements?")
    completeness: Score = Field(default=None, ge=0.0, le=1.0, description="Is every point answered?")
    logic: Score = Field(default=None, ge=0.0, le=1.0, description="Does it follow, without contradiction?")
    format: Score = Field(default=None, ge=0.0, le=1.0, description="Are all parts there and in good form?")


def _criterion(value: Any) -> Any:
    """The criterion that a word is nearest to; a stranger is a matter of logic, which code does not measure."""
    said = _folded(value)
    if not isinstance(said, str):
        return value
    return next((name for start, name in _CRITERIA.items() if said.startswith(start)), "logic")


def _severity(value: Any) -> Any:
    said = _folded(value)
    words = {"critical": "high", "blocker": "high", "major": "medium", "minor": "low", "trivial": "low"}
    if not isinstance(said, str):
        return value
    return words.get(said, said if said in SEVERITIES else "medium")


class Issue(BaseModel):
    """One defect of a draft."""

    type: Annotated[Criterion, BeforeValidator(_criterion)] = "logic"
    severity: Annotated[Literal["high", "medium", "low"], BeforeValidator(_severity)] = "medium"
    description: str
    location: str = Field(default="", description="Id of the statement or the part.")
    suggested_action: str = Field(default="", description="What is to be done about it, in a few words.")


class Appraisal(BaseModel):
    """Reply of the reviewer. What it says of approval and of the whole is heard; what counts is worked out by code."""

    issues: list[Issue] = Field(default_factory=list, description="The worst first; none for a draft without fault.")
    scores: Scores = Field(default_factory=Scores)
    feedback: str = Field(default="", description="What the writer is to change, in two or three sentences.")
    suggested_action: Annotated[str, BeforeValidator(_action)] = Field(
        default="", description="end, write, or research when evidence is missing."
    )
    approved: bool | None = Field(default=None, description="Whether it can come out as it is.")


class StatementCheck(BaseModel):
    """What became of one statement; it is never looked at again."""

    text: str
    evidence: list[str]
    outcome: Outcome
    now: str = ""
    """How the statement reads since, where it was mended."""
    reason: str = ""
    quoted: bool = False
    """Whether the words are the source's own."""
    by: str = "rule"
    """Who judged: a model's id, or `rule` where code compared."""


class DraftReview(BaseModel):
    """One review of one draft: the JSON of seed 004 §3.5.6, and who said what."""

    approved: bool
    overall_score: float | None
    """Weighted mean of what was judged."""
    scores: Scores
    """The lower one of what the reviewer said and what code measured; None where nobody judged."""
    measured: Scores
    """What code measured; it measures no logic."""
    feedback: str = ""
    suggested_action: NextAction = "end"
    issues: list[Issue] = Field(default_factory=list)
    """Of the reviewer and of code; `location` holds the ids of the places that it was found to name."""
    places: list[str] = Field(default_factory=list)
    """Every place that some issue names: what a revision may change."""
    verdict: VerdictWord
    not_judged: list[Criterion] = Field(default_factory=list)
    iteration: int = 0
    by: str = "rule"


class Review(BaseModel):
    """All reviews of a run, which draft came out, and why there was no further one."""

    rounds: list[DraftReview] = Field(default_factory=list)
    best: int = 0
    """Index of the review of the draft that came out."""
    ended: Ended
    reason: str
    """The same in a sentence."""
