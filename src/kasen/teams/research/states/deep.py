"""The state of mode deep, and the slices of it that nodes read and write. Names are those of `AgentState` in seed 001.

What a node writes is declared here, or it would be lost without a word. Passages are held by id.
"""

from __future__ import annotations

import operator
from typing import Annotated, TypedDict

from langgraph.managed import RemainingSteps

from kasen.teams.research.schemas import Draft, Excerpt, Found, Result, SearchDone
from kasen.teams.research.schemas.deep import Depth, ExecutionMode, LeftOut, MasterPlan, Revised, Subtask, SubtaskResult
from kasen.teams.research.schemas.verification import Verification
from kasen.teams.research.state import Asked


class Wished(Asked, total=False):
    """What the master_planner reads; `wishes` are there when a person sent the plan back."""

    wishes: list[str]


class Planned(TypedDict):
    """Written by the master_planner; the plan grows by save_result."""

    query: str
    """The user's question; no subtask's ever stands here."""
    execution_mode: ExecutionMode
    master_plan: MasterPlan
    rag_queries: list[str]
    """Every query planned for the documents."""
    web_queries: list[str]
    """Every query planned for the web."""
    allocation_strategy: str
    max_revisions: int
    max_total_subtasks: int
    revision_count: int
    """Revisions carried out so far."""


class Wave(TypedDict):
    """Which subtasks are worked next: written by the master_planner, then by save_result."""

    wave: list[str]
    """Ids of the subtasks that are worked at the same time."""
    current_subtask_id: str
    """The first of them; empty when all is worked."""
    current_subtask_index: int
    """Subtasks worked before them."""
    loop_count: int
    """Waves begun, counted from 1; in simple mode each after the first is an improvement."""


class Executed(TypedDict):
    """Written by the subtask_executor, wave by wave; everything grows."""

    subtask_results: Annotated[dict[str, SubtaskResult], operator.or_]
    searches: Annotated[list[SearchDone], operator.add]
    search_results: Annotated[list[Found], operator.add]
    rag_results: Annotated[list[Found], operator.add]
    analyzed_data: Annotated[list[Excerpt], operator.add]
    """`e1`, `e2`, … over all subtasks; `point` is the number of the subtask in the plan."""
    read: Annotated[list[str], operator.add]
    """Ids of passages that an analysis has read; no other reads them again."""


class Evaluated(TypedDict):
    """Written by the depth_evaluator."""

    evaluation: Annotated[dict[str, Depth], operator.or_]
    reason: str
    """What the last evaluation came to, in one line."""


class Revisions(TypedDict):
    """What the plan_revisor wants added."""

    plan_revisions: Annotated[list[Revised], operator.add]
    revised: list[Subtask]
    """Subtasks to be added."""


class Revising(Revisions):
    """Written by the plan_revisor."""

    revision_count: int


class Drilled(TypedDict):
    """Written by the drill_down_generator."""

    drilled: list[Subtask]
    """Subtasks to be added."""


class Stopped(TypedDict):
    """Written by save_result, and by the master_planner for what it cut."""

    left_out: Annotated[list[LeftOut], operator.add]


class Begun(Planned, Wave, Stopped):
    """Written by the master_planner."""


class Working(Asked, Planned, Wave, Executed):
    """What the subtask_executor reads."""


class Weighed(Working, Evaluated):
    """What depth_evaluator and plan_revisor read."""


class Settling(Weighed, Revisions):
    """What the drill_down_generator reads."""


class Saving(Settling, Drilled):
    """What save_result reads."""

    remaining_steps: RemainingSteps


class Settled(Saving, Stopped, total=False):
    """What the hierarchical_synthesizer reads."""

    draft_wishes: list[str]
    """What a person who was asked to approve the draft wants otherwise."""


class Agreed(Asked, Planned, Wave, total=False):
    """What approve_plan reads."""

    wishes: list[str]


class Publishable(Settled, total=False):
    """What the publisher reads; where the plan was refused there is nothing but the plan."""

    draft: Draft
    draft_by_rule: bool
    verification: Verification
    refused: str
    """`plan` or `draft`, when a person did not approve it."""


class State(Publishable, total=False):
    """Everything; `result` ends the run."""

    wishes: list[str]
    report: str
    """The report in Markdown."""
    result: Result
