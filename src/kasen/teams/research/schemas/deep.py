"""What mode deep plans, finds and revises (seed 001: the hierarchical mode)."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, BeforeValidator, Field

from kasen.teams.research.schemas.plan import PointCoverage

ExecutionMode = Literal["simple", "hierarchical"]
Origin = Literal["plan", "drill_down", "revision"]
Trigger = Literal["none", "new_topic", "contradiction", "gap", "other"]


def numbers(value: Any) -> Any:
    """Numbers as a careless writer gives them: `2`, `"s2"`, `"1, 3"`, one that is no list; others are left out."""
    given = value if isinstance(value, list) else [] if value is None else [value]
    if not all(isinstance(one, str | int) for one in given):
        return []
    return [int(found) for one in map(str, given) for found in re.findall(r"(?<![\d.])\d{1,3}(?![\d.])", one)]


def number(value: Any) -> Any:
    """The first of them, 1 where none was given."""
    return (numbers(value) or [1])[0]


def mode(value: Any) -> Any:
    """A mode of execution; what is not plainly `simple` is settled by the number of subtasks."""
    return "simple" if str(value).strip().casefold() == "simple" else "hierarchical"


def trigger(value: Any) -> Any:
    """Why a plan is revised; an unknown word is `other`."""
    word = re.sub(r"[\s-]+", "_", str(value).strip().casefold())
    return word if word in get_args(Trigger) else "none" if word in ("", "null") else "other"


class PlanningTask(BaseModel):
    """What a plan has to keep to, beside the question."""

    parts: list[str]
    """Parts that the question falls into, counted by code."""
    most: int
    """Subtasks that the plan may have."""
    outline: list[str] = Field(default_factory=list)
    """Headings that the report is to have."""
    earlier: list[str] = Field(default_factory=list)
    """Findings of the report that this one goes on from."""
    still_open: list[str] = Field(default_factory=list)
    """What that report left open."""
    wishes: list[str] = Field(default_factory=list)
    """What a person who sent a plan back wants otherwise."""


class PlannedSubtask(BaseModel):
    """One subtask as it is proposed."""

    question: str = Field(default="", description="What is to be found out, a question that stands alone.")
    why: str = Field(default="", description="What its answer gives the whole, in a few words.")
    rag_queries: list[str] = Field(default_factory=list, description="Queries for the user's documents.")
    web_queries: list[str] = Field(default_factory=list, description="Queries for the web.")
    depends_on: Annotated[list[int], BeforeValidator(numbers)] = Field(
        default_factory=list, description="Numbers of the subtasks whose findings this one needs first, from 1."
    )


class ProposedPlan(BaseModel):
    """Reply of the master_planner."""

    theme: str = Field(default="", description="What the report is about, in a few words.")
    allocation_strategy: str = Field(default="", description="How the work is divided and why, in one sentence.")
    execution_mode: Annotated[ExecutionMode, BeforeValidator(mode)] = Field(
        default="hierarchical", description="`simple` for one question with one answer, else `hierarchical`."
    )
    subtasks: list[PlannedSubtask] = Field(default_factory=list)


class Subtask(BaseModel):
    """A subtask of the plan. Ids are `s1`, `s2`, …; those of a drill-down `s1.1`."""

    id: str
    question: str
    """Its own, from first to last."""
    why: str = ""
    rag_queries: list[str] = Field(default_factory=list)
    web_queries: list[str] = Field(default_factory=list)
    depends_on: list[str] = Field(default_factory=list)
    parent: str = ""
    depth: int = 0
    """0 for a subtask of the plan or a revision, 1 for its drill-down, and so on."""
    origin: Origin = "plan"


class MasterPlan(BaseModel):
    """The plan as it stands; subtasks are only ever added."""

    execution_mode: ExecutionMode
    theme: str = ""
    allocation_strategy: str = ""
    subtasks: list[Subtask]
    created_at: str = ""
    """ISO 8601, UTC."""


class Briefing(BaseModel):
    """Reply of the subtask_executor: a dependent subtask, put in the light of what was found for it."""

    question: str = Field(default="", description="The question with names and facts in place of what was open.")
    rag_queries: list[str] = Field(default_factory=list, description="Queries for the user's documents.")
    web_queries: list[str] = Field(default_factory=list, description="Queries for the web.")


class SubtaskResult(BaseModel):
    """What came of one subtask."""

    subtask_id: str
    asked: str
    """The question as it was looked up; another than the subtask's own only where that depends on findings."""
    excerpts: list[str] = Field(default_factory=list)
    """Ids of its evidence, most useful first."""
    coverage: PointCoverage
    passages: int = 0
    """Passages that were read for it and by no other subtask."""
    sources: int = 0
    """Different sources among its evidence."""
    error: str = ""
    """Why it could not be looked into; empty when it was."""


class DepthEvaluation(BaseModel):
    """Reply of the depth_evaluator on one subtask."""

    reason: str = Field(default="", description="What is found and what is missing, in one sentence.")
    sufficient: bool = Field(default=True, description="Whether the evidence answers the subtask's question.")
    drill_down_areas: list[str] = Field(
        default_factory=list, description="What is missing, each in a few words that can be searched for."
    )


class Depth(DepthEvaluation):
    """What was decided on one subtask, and by whom: a model's id, `rule`, or `measured` where nobody was asked."""

    by: str = "measured"


class SubtaskView(BaseModel):
    """A subtask as roles see it; `number` counts from 1 in the plan."""

    number: int
    question: str
    state: Literal["answered", "open", "searched", "waiting"] = "waiting"
    """`searched`: something was found, and nobody has judged yet whether it is enough."""
    findings: list[str] = Field(default_factory=list)
    missing: list[str] = Field(default_factory=list)
    """What its evidence does not say."""


class ChildSubtask(BaseModel):
    """A drill-down as it is proposed."""

    parent: Annotated[int, BeforeValidator(number)] = Field(
        default=1, description="Number of the subtask it belongs to."
    )
    question: str = Field(default="", description="What is still to be found out, a question that stands alone.")
    why: str = ""
    rag_queries: list[str] = Field(default_factory=list, description="Queries for the user's documents.")
    web_queries: list[str] = Field(default_factory=list, description="Queries for the web.")


class DrillDown(BaseModel):
    """Reply of the drill_down_generator."""

    subtasks: list[ChildSubtask] = Field(default_factory=list)


class PlanRevision(BaseModel):
    """Reply of the plan_revisor."""

    reason: str = Field(default="", description="What was found that the plan did not foresee, in one sentence.")
    should_revise: bool = Field(default=False, description="Whether the plan needs more subtasks.")
    trigger_type: Annotated[Trigger, BeforeValidator(trigger)] = Field(default="none", description="What calls for it.")
    new_subtasks: list[PlannedSubtask] = Field(default_factory=list)


class Revised(BaseModel):
    """One revision of the plan, as it was carried out."""

    trigger_type: Trigger
    reason: str = ""
    questions: list[str]
    by: str


class LeftOut(BaseModel):
    """A subtask that was wanted and not worked, and the limit that left it out."""

    question: str
    limit: str
