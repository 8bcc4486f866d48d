"""What is planned, and whether it was enough."""

from __future__ import annotations

from pydantic import BaseModel, Field


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


class Before(BaseModel):
    """The report that a run goes on from."""

    question: str
    findings: list[str] = Field(default_factory=list)


class PlanningNotes(BaseModel):
    """What a plan has to keep to, beside the question."""

    earlier: list[str] = Field(default_factory=list)
    """Queries that were sent already."""
    missing: list[str] = Field(default_factory=list)
    """What no evidence says yet."""
    before: Before | None = None
    wishes: list[str] = Field(default_factory=list)
    """What a person who sent a plan back wants otherwise."""
    outline: list[str] = Field(default_factory=list)
    """Headings that the report is to have."""


class Measured(BaseModel):
    """A query and the share of its words that the documents hold, 0–1."""

    query: str
    coverage: float


class Assessment(BaseModel):
    """Reply of the evaluator."""

    sufficient: bool = Field(description="Whether the evidence answers every point.")
    answered: list[int] = Field(
        default_factory=list, description="Numbers of the points that some evidence answers, counted from 1."
    )
    reason: str = Field(default="", description="Why, in one sentence.")
    missing: list[str] = Field(default_factory=list, description="What no evidence says yet, each in a few words.")


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
