"""What the orchestrator remembers beside its tasks: notes in the queue, so that it is there after any end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from kasen.teams.code.config.agents import Agent
from kasen.teams.code.orchestrator.desk import Desk
from kasen.teams.code.queue.queue import Queue
from kasen.teams.code.queue.rows import Task

ALL = "*"
"""In `paused`: everybody."""
_NOTED = (
    *("rounds", "came", "paused", "limits", "refused", "said", "free", "usd", "shares", "wanting"),
    *("asked", "given", "agreed"),
)


@dataclass
class Standing:
    """Facts of a run. Changed here first, then noted by `note`, as a whole and by name."""

    queue: Queue
    phase: str = ""
    round: int = 0
    began: float = 0.0
    """Seconds since the epoch."""
    rounds: dict[str, int] = field(default_factory=dict)
    """Phase → how often it was entered."""
    came: list[str] = field(default_factory=list)
    """Phases in the order in which they were entered."""
    paused: list[str] = field(default_factory=list)
    limits: dict[str, float] = field(default_factory=dict)
    """Account → seconds since the epoch until which nothing is asked of it."""
    refused: dict[str, str] = field(default_factory=dict)
    """Account → what its program said when its key was refused: a person mends that."""
    said: dict[str, list[str]] = field(default_factory=dict)
    """Agent, or `TASK TOKEN` once they are on their way → words of a person for it."""
    free: dict[str, int] = field(default_factory=dict)
    """Task → ends at it in a row that were nobody's fault; account → failures of its vendor in a row."""
    usd: dict[str, float | None] = field(default_factory=dict)
    """Agent → what its turns have cost; None where the price of one is unknown."""
    shares: dict[str, float] = field(default_factory=dict)
    """`TASK TOKEN` → US dollars that the turn may cost, of claims that are worked on."""
    wanting: dict[str, float] = field(default_factory=dict)
    """Task → the last share that was too little for it, in US dollars."""
    asked: dict[str, str] = field(default_factory=dict)
    """The question that waits for a person: name, about, kind; empty where there is none."""
    given: list[str] = field(default_factory=list)
    """Names of the questions that were asked."""
    agreed: list[str] = field(default_factory=list)
    """What a person said yes to: `PHASE.ROUND.TO` of a transition."""
    spent: bool = False
    """A cap of the run is reached; known again by the next charge."""
    too_little: bool = False
    """Nothing more can be done for what is left of the budget, though no cap is reached: known by the last turn."""
    warned: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, desk: Desk) -> Standing:
        """As it was noted; nothing yet at the beginning."""
        standing = cls(desk.queue)
        phase = desk.queue.noted("phase") or {}
        standing.phase, standing.round = phase.get("id", ""), phase.get("round", 0)
        standing.began = desk.queue.noted("began") or desk.clock()
        for name in _NOTED:
            found = desk.queue.noted(name)
            if found is not None:
                setattr(standing, name, found)
        desk.sessions.update(desk.queue.noted("sessions") or {})
        return standing

    def note(self, *names: str) -> None:
        """Write those facts down."""
        self.queue.put([], self.facts(*names))

    def facts(self, *names: str) -> dict[str, Any]:
        """Those facts, to be put in together with tasks."""
        return {name: getattr(self, name) for name in names}

    def is_paused(self, agent: str) -> bool:
        """Whether a person said that it gets nothing more."""
        return agent in self.paused or ALL in self.paused

    def closed(self, agent: Agent, clock: Callable[[], float]) -> bool:
        """Whether its account takes nothing at present."""
        return agent.type in self.refused or self.limits.get(agent.type, 0.0) > clock()


def session_key(desk: Desk, agent: str, task: Task) -> str:
    """Under which name an agent's session for a task is kept: those that live across phases have one for all."""
    role = next((one.role for one in desk.config.agents.agents if one.id == agent), "")
    return agent if role in desk.config.workflow.persistent else f"{agent} {work_of(task)}"


def work_of(task: Task) -> str:
    """The piece of work that a task is about; itself for new work."""
    return str(task.body.get("about") or task.task_id)


def keep_session(desk: Desk, agent: str, task: Task, session: str) -> None:
    """The next turn of that agent at that work goes on in it; an empty one is no news."""
    key = session_key(desk, agent, task)
    if session and desk.sessions.get(key) != session:
        desk.sessions[key] = session
        desk.queue.put([], {"sessions": desk.sessions})


def forget_session(desk: Desk, agent: str, task: Task) -> None:
    """Somebody else does that work now."""
    if desk.sessions.pop(session_key(desk, agent, task), None) is not None:
        desk.queue.put([], {"sessions": desk.sessions})
