"""What was found: passages, and the words in them that help."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, Field

from kasen.teams.research.schemas.ids import one_id


class Quoted(BaseModel):
    """Words of a passage that help to answer a point."""

    point: int = Field(default=1, description="Number of the point, counted from 1.")
    passage: Annotated[str, BeforeValidator(partial(one_id, letter="p"))] = Field(description="Id of the passage.")
    quote: str = Field(description="One or two whole sentences of the passage, verbatim.")
    statement: str = Field(default="", description="What the quote says about the point, in the report's language.")


class Analysis(BaseModel):
    """Reply of the analyzer: what was found, most useful first."""

    excerpts: list[Quoted] = Field(default_factory=list)


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


class Found(BaseModel):
    """A passage that a query found; `score` is relative to the best of that search, 0–1."""

    passage_id: str
    source_id: str
    query: str
    score: float


class Unread(BaseModel):
    """A page that a search found and that could not be read."""

    url: str
    reason: str


class SearchDone(BaseModel):
    """One search and what came of it."""

    query: str
    where: Literal["documents", "web"]
    found: int = 0
    error: str = ""
    unread: list[Unread] = Field(default_factory=list)
    """Pages among the results that could not be read; each is named by the first search that found it."""


class Excerpt(BaseModel):
    """A piece of evidence: `start`–`end` of a passage's text, for one point."""

    id: str
    point: int
    passage_id: str
    start: int
    end: int
    statement: str = ""
