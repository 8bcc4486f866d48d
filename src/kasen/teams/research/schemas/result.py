"""What research gives."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from kasen.evidence.types import Support
from kasen.teams.research.schemas.causal import CausalGraphFound
from kasen.teams.research.schemas.compare import CellFound
from kasen.teams.research.schemas.fact_check import ClaimRuling
from kasen.teams.research.schemas.plan import PointCoverage, ResearchPlan
from kasen.teams.research.schemas.supervised import Review, SearchResult
from kasen.tools.report.model import Mark, Report


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
    matrix: list[CellFound] = Field(default_factory=list)
    """Every cell of a comparison, row by row (mode compare)."""
    causal_graph: CausalGraphFound | None = None
    """Causes and effects with their evidence (mode causal)."""
    rulings: list[ClaimRuling] = Field(default_factory=list)
    """Every claim that was checked, most checkable first (mode fact-check)."""
    plan: ResearchPlan | None = None
    """The plan as it was worked on (mode supervised)."""
    search_results: list[SearchResult] = Field(default_factory=list)
    """Every source that was found, cited or not (mode supervised)."""
    iterations: int = 0
    """Executions of researcher, writer and reviewer (mode supervised)."""
    review: Review | None = None
    """All reviews, and why there was no further one (mode supervised)."""
