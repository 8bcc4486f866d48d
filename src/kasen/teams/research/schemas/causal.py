"""What a causal inquiry plans, what its roles reply, and the graph it comes to."""

from __future__ import annotations

import re
from functools import partial
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, Field

from kasen.teams.research.schemas.draft import Statement
from kasen.teams.research.schemas.ids import one_id

MOST_SYMPTOMS = 4
MOST_HYPOTHESES = 8
Kind = Literal["cause", "correlation", "sequence", "none"]
"""What a source says of two things: that one causes the other, that they go together, that one came after."""
Stance = Literal["for", "against"]
Status = Literal["supported", "contested", "refuted", "unsupported"]
"""Of a hypothesis: evidence for it, on both sides, only against it, none."""


def as_texted(value: Any) -> Any:
    """A bare string in a list of things that have a text."""
    return [{"text": one} if isinstance(one, str) else one for one in value] if isinstance(value, list) else value


def as_node(value: Any) -> Any:
    """The id of a symptom or a hypothesis as a careless writer gives it: `H1`, `(s2)`, `h-3`."""
    found = re.search(r"(?i)(?<![a-z])([hs])\W?(\d{1,2})(?!\d)", str(value or ""))
    return f"{found[1].lower()}{found[2]}" if found else ""


def as_kind(value: Any) -> Any:
    """`causal`, `caused by`, `correlated`, `after` as they were meant; anything else says nothing."""
    text = str(value or "").lower()
    if re.search(r"caus|因果|原因", text):
        return "cause"
    if re.search(r"correl|associat|相関|関連", text):
        return "correlation"
    return "sequence" if re.search(r"sequen|after|time|順|後", text) else "none"


def as_stance(value: Any) -> Any:
    """`against` and its like; everything else is for."""
    return "against" if re.search(r"(?i)against|contra|refut|deni|反|否", str(value or "")) else "for"


def as_numbered(value: Any) -> Any:
    """Numbers of symptoms: `[1, 2]`, `"s1, s2"`."""
    return [int(n) for n in re.findall(r"\d{1,2}", str(value))] if value is not None else []


class Symptom(BaseModel):
    """Something that is to be explained."""

    text: str = Field(description="What happened, in a few words of the question.")
    also: list[str] = Field(default_factory=list, description="Other words for it, in both languages.")


class IssueAnalysis(BaseModel):
    """Reply of the issue_analyzer."""

    issue: str = Field(default="", description="What is to be explained, in a few words.")
    symptoms: Annotated[list[Symptom], BeforeValidator(as_texted)] = Field(default_factory=list)


class Hypothesis(BaseModel):
    """Something that may be a cause."""

    text: str = Field(description="The possible cause, in a few words, as sources would name it.")
    also: list[str] = Field(default_factory=list, description="Other words for it, in both languages.")
    mechanism: str = Field(default="", description="How it would bring that about, in one sentence.")
    supports: str = Field(default="", description="What evidence would speak for it.")
    refutes: str = Field(default="", description="What evidence would refute it.")
    explains: Annotated[list[int], BeforeValidator(as_numbered)] = Field(
        default_factory=list, description="Numbers of the symptoms that it would explain; not all of them as a rule."
    )


class Hypotheses(BaseModel):
    """Reply of the brainstormer."""

    hypotheses: Annotated[list[Hypothesis], BeforeValidator(as_texted)] = Field(default_factory=list)


class CausalSentence(BaseModel):
    """A sentence of a source with a connective of cause and effect."""

    id: str
    origin: str
    text: str


class EvidenceQueries(BaseModel):
    """Queries for one hypothesis."""

    hypothesis: int = Field(default=0, description="Number of the hypothesis, counted from 1.")
    queries_for: list[str] = Field(default_factory=list, description="What would find evidence for it.")
    queries_against: list[str] = Field(
        default_factory=list, description="What would find evidence against it, or for another cause of the same."
    )


class EvidencePlan(BaseModel):
    """Reply of the evidence_planner."""

    plans: list[EvidenceQueries] = Field(default_factory=list)


class NodeView(BaseModel):
    """A symptom or a hypothesis as roles see it."""

    id: str
    text: str
    also: list[str] = Field(default_factory=list)

    @property
    def names(self) -> tuple[str, ...]:
        """All by which sources may name it."""
        return (self.text, *self.also)


class CausalFinding(BaseModel):
    """Words of a passage that speak for or against a link."""

    passage: Annotated[str, BeforeValidator(partial(one_id, letter="p"))] = Field(description="Id of the passage.")
    quote: str = Field(description="One or two whole sentences of the passage, verbatim.")
    cause: Annotated[str, BeforeValidator(as_node)] = Field(description="Id of what the source names as cause.")
    effect: Annotated[str, BeforeValidator(as_node)] = Field(description="Id of what the source names as effect.")
    says: Annotated[Kind, BeforeValidator(as_kind)] = Field(description="What the source says of the two.")
    stance: Annotated[Stance, BeforeValidator(as_stance)] = Field(default="for")
    confounders: list[str] = Field(
        default_factory=list, description="What else the source names that could explain both."
    )
    statement: str = Field(default="", description="What the quote says, in one sentence, in the report's language.")


class CausalFindings(BaseModel):
    """Reply of the causal_checker for one hypothesis."""

    findings: list[CausalFinding] = Field(default_factory=list)


class LinkFound(BaseModel):
    """Evidence on one link, checked by code; `evidence` is the id of an excerpt."""

    evidence: str
    cause: str
    effect: str
    kind: Kind
    stance: Stance = "for"
    hedged: bool = False
    denied: bool = False
    origin: str = ""
    """Id of the first source that is not independent of it."""
    confounders: list[str] = Field(default_factory=list)


class Validation(BaseModel):
    """Reply of the hypothesis_validator for one hypothesis that has evidence on both sides."""

    verdict: Literal["holds", "weakened", "refuted"] = Field(
        default="holds", description="What the evidence against it leaves of the hypothesis."
    )
    reasons: list[Statement] = Field(default_factory=list, description="Why, each with the ids that say it.")


class CausalEdge(BaseModel):
    """Cause and effect (ids of nodes) with the evidence for and against; `strength` is 0–1, computed by code."""

    cause: str
    effect: str
    strength: float
    kind: Kind
    origins: int
    """Independent sources that speak for it."""
    evidence: list[str]
    against: list[str] = Field(default_factory=list)


class Ranked(BaseModel):
    """A hypothesis with what the evidence makes of it; `likelihood` is 0–1, computed by code."""

    hypothesis: int
    likelihood: float
    status: Status
    is_root: bool = False
    """Nothing else that was found brings it about."""
    verdict: str = ""
    """What a model says of evidence on both sides; it may only lower the likelihood."""
    reasons: list[Statement] = Field(default_factory=list)
    confounders: list[str] = Field(default_factory=list)


class CausalGraph(BaseModel):
    """Edges that have evidence, strongest first, and the hypotheses by likelihood."""

    edges: list[CausalEdge] = Field(default_factory=list)
    ranking: list[Ranked] = Field(default_factory=list)


class CauseNodeFound(BaseModel):
    """A node of the result's graph."""

    id: str
    text: str
    kind: Literal["symptom", "cause", "root"]
    likelihood: float | None = None
    """Of a hypothesis; None for a symptom."""
    status: str = ""
    refutes: str = ""
    """What would refute it."""


class CauseEdgeFound(BaseModel):
    """An edge of the result's graph and the passages that it rests on."""

    cause: str
    effect: str
    strength: float
    kind: Kind
    passage_ids: list[str]
    against: list[str] = Field(default_factory=list)


class CausalGraphFound(BaseModel):
    """The graph of causes in the result, with the same as Mermaid."""

    nodes: list[CauseNodeFound] = Field(default_factory=list)
    edges: list[CauseEdgeFound] = Field(default_factory=list)
    mermaid: str = ""


class ConcludedView(BaseModel):
    """An edge as the writer sees it: names of both ends, what the sources say, and the words that they say it in."""

    cause: str
    effect: str
    kind: Kind
    strength: float
    evidence: list[str]
    quotes: list[str]
    against: list[str] = Field(default_factory=list)
    quotes_against: list[str] = Field(default_factory=list)


class RankedView(BaseModel):
    """A hypothesis as the writer sees it."""

    number: int
    text: str
    likelihood: float
    status: Status
    is_root: bool


class Weighed(BaseModel):
    """A piece of evidence on both sides of a hypothesis, as the validator sees it."""

    id: str
    stance: Stance
    kind: Kind
    origin: str
    quote: str
