"""What research takes, what it gives, and what its roles reply."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, Field, field_validator

from kasen.evidence.types import Support
from kasen.prompts.outside import clean_input
from kasen.tools.report.model import Mark, Report

QUESTION_LIMIT = 2000
"""Characters of a question."""
MAX_LOOPS = 2
"""Times the evaluator may send the work back to the planner (seed 001: `loop_count` 2)."""


def _ids(value: Any, *, letter: str) -> Any:
    """Ids as a careless writer gives them: one string of many, in brackets, in capitals, as bare numbers."""
    given = value if isinstance(value, list) else [value]
    if not all(isinstance(one, str | int) for one in given):
        return value
    found: list[str] = []
    for one in map(str, given):
        named = re.findall(rf"(?i)(?<![0-9a-z])(?:{letter})?(\d{{1,4}})(?![0-9a-z])", one)
        found += [f"{letter}{number}" for number in named] or [one]
    return found


def _one_id(value: Any, *, letter: str) -> Any:
    found = _ids(value, letter=letter)
    return found[0] if isinstance(found, list) and found and not isinstance(value, list) else value


class Request(BaseModel):
    """A question, and where to look for the answer."""

    question: str = Field(description="What you want to know, in Japanese or English.")
    docs: list[Path] = Field(default_factory=list, description="Folders or files to search.")
    kb: list[str] = Field(default_factory=list, description="Names of knowledge bases to search.")
    lang: Literal["auto", "ja", "en"] = Field(default="auto", description="Language of the report.")
    loops: int = Field(
        default=MAX_LOOPS, ge=0, le=MAX_LOOPS, description="How often to search again when something is missing."
    )

    @field_validator("question")
    @classmethod
    def _usable(cls, question: str) -> str:
        cleaned = clean_input(question, name="question", limit=QUESTION_LIMIT).strip()
        if not any(character.isalnum() for character in cleaned):
            raise ValueError("the question is empty; write what you want to know")
        return cleaned


class StrategicPlan(BaseModel):
    """Reply of the planner."""

    theme: str = Field(default="", description="What the report is about, in a few words.")
    investigation_points: list[str] = Field(
        default_factory=list, description="What has to be found out, each a question that stands alone."
    )
    rag_queries: list[str] = Field(default_factory=list, description="Queries for the user's documents.")
    web_queries: list[str] = Field(default_factory=list, description="Queries for the web.")
    allocation_strategy: str = Field(default="", description="Why each query goes where it goes, in one sentence.")
    plan_text: str = Field(default="", description="The plan in one or two sentences.")


class ResearchPlan(StrategicPlan):
    """The plan of this round after code measured it: `search_queries` are all queries, best first."""

    search_queries: list[str] = Field(default_factory=list)
    created_at: str = ""
    """ISO 8601, UTC."""


class Queries(BaseModel):
    """Reply of searcher and rag_retriever: the queries as they are sent."""

    queries: list[str] = Field(default_factory=list, description="Self-contained queries without search operators.")


class Quoted(BaseModel):
    """Words of a passage that help to answer a point."""

    point: int = Field(default=1, description="Number of the point, counted from 1.")
    passage: Annotated[str, BeforeValidator(partial(_one_id, letter="p"))] = Field(description="Id of the passage.")
    quote: str = Field(description="One or two whole sentences of the passage, verbatim.")
    statement: str = Field(default="", description="What the quote says about the point, in the report's language.")


class Analysis(BaseModel):
    """Reply of the analyzer: what was found, most useful first."""

    excerpts: list[Quoted] = Field(default_factory=list)


class Assessment(BaseModel):
    """Reply of the evaluator."""

    sufficient: bool = Field(description="Whether the evidence answers every point.")
    answered: list[int] = Field(
        default_factory=list, description="Numbers of the points that some evidence answers, counted from 1."
    )
    reason: str = Field(default="", description="Why, in one sentence.")
    missing: list[str] = Field(default_factory=list, description="What no evidence says yet, each in a few words.")


class Statement(BaseModel):
    """One or two sentences and the evidence they rest on."""

    text: str
    evidence: Annotated[list[str], BeforeValidator(partial(_ids, letter="e"))] = Field(
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


class PassageView(BaseModel):
    """A passage as a role sees it; `score` is relative to the best of its search, 0–1."""

    id: str
    title: str
    text: str
    headings: tuple[str, ...] = ()
    score: float = 0.0

    @property
    def origin(self) -> str:
        """Title and headings on one line; a heading that is the title is said once."""
        return " › ".join(dict.fromkeys((self.title, *self.headings)))


class ExcerptView(BaseModel):
    """A piece of evidence as evaluator and synthesizer see it."""

    id: str
    point: int
    quote: str
    statement: str = ""
    title: str = ""
    place: str = ""
    """Page and headings, without the title."""
    coverage: float = 0.0
    """0–1: how much of the point's words stand in and around the quote, measured."""

    @property
    def origin(self) -> str:
        """Title, page and headings on one line."""
        return " › ".join(part for part in (self.title, self.place) if part)


class Measured(BaseModel):
    """A query and the share of its words that the documents hold, 0–1."""

    query: str
    coverage: float


class Found(BaseModel):
    """A passage that a query found; `score` is relative to the best of that search, 0–1."""

    passage_id: str
    source_id: str
    query: str
    score: float


class SearchDone(BaseModel):
    """One search and what came of it."""

    query: str
    where: Literal["documents", "web"]
    found: int = 0
    error: str = ""


class Excerpt(BaseModel):
    """A piece of evidence: `start`–`end` of a passage's text, for one point."""

    id: str
    point: int
    passage_id: str
    start: int
    end: int
    statement: str = ""


class PointCoverage(BaseModel):
    """How well one point is answered, measured by code."""

    point: int
    text: str
    coverage: float
    """0–1: the share of the point's words in the best place found."""
    asked: float = 0.0
    """0–1: the share of the user's own words, of that part of the question, in the best place found for the point."""
    covered: bool
    missing: list[str] = Field(default_factory=list)
    """Words of the point that stand nowhere near the evidence."""


class Evaluation(BaseModel):
    """What the evaluator decided; a model may accept what code finds in other words, never what code finds nowhere."""

    sufficient: bool
    reason: str
    coverage: list[PointCoverage]
    missing: list[str] = Field(default_factory=list)
    by_rule: bool = False
    passages: int = 0
    """Passages known when this was decided."""


class KeyFinding(BaseModel):
    """One finding of the report and the passages it rests on."""

    text: str
    passage_ids: list[str]
    support: Support
    marks: list[Mark] = Field(default_factory=list)
    quoted: bool
    """True when the words are the source's own."""


class SourceUsed(BaseModel):
    """One entry of the references."""

    number: int
    source_id: str
    title: str
    file: str = ""
    uri: str = ""


class Result(BaseModel):
    """The report and what it rests on. `report` is Markdown; `document` is the same, structured."""

    title: str
    lang: Literal["ja", "en"]
    question: str
    findings: list[KeyFinding]
    coverage: list[PointCoverage]
    not_covered: list[str]
    sources: list[SourceUsed]
    report: str
    document: Report
