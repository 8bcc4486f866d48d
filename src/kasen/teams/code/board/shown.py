"""How the work stands, for people: what `kasen code status` and the pages show. Written by the orchestrator."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

from kasen.teams.code.messages import Finding

AgentState = Literal["off", "starting", "idle", "working", "reviewing", "resting", "limited", "paused", "given_up"]
"""`resting` after an end before it is started again; `limited` by its account; `given_up` after too many ends."""


class Part(BaseModel):
    """Part of the board."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class PhaseShown(Part):
    """A phase of the workflow."""

    id: str
    state: Literal["waiting", "going_on", "done"]
    round: int = 0
    """How often it was entered."""


class AgentShown(Part):
    """An agent."""

    id: str
    role: str
    program: str
    """claude-code, codex, command, team:NAME."""
    state: AgentState
    task_id: str = ""
    title: str = ""
    tool: str = ""
    lease_s: float | None = None
    """Seconds until its lease runs out."""
    progress_s: float | None = None
    """Seconds since it last told something."""
    restarts: int = 0
    usd: float | None = 0.0
    until: float = 0.0
    """Seconds since the epoch until which it rests or is limited."""


class TaskShown(Part):
    """A task."""

    id: str
    phase: str
    role: str
    kind: str
    state: str
    agent: str = ""
    title: str = ""
    attempts: int = 0
    reason: str = ""


class GateShown(Part):
    """A gate of the phase that the work is in, or was in last: reviewers and commands with what they say."""

    name: str
    verdict: Literal["", "PASS", "FAIL", "NO_VERDICT", "INFRA_FAILED"]
    blocking: int = 0


class Board(Part):
    """`.mailbox/state/board.json`."""

    run_id: str
    phase: str
    phases: tuple[PhaseShown, ...]
    agents: tuple[AgentShown, ...]
    tasks: tuple[TaskShown, ...]
    gates: tuple[GateShown, ...] = ()
    findings: tuple[Finding, ...] = ()
    """Those that are open."""
    files: dict[str, tuple[str, ...]] = {}
    """Agent → globs that its task holds."""
    branch: str = ""
    usd: float | None = 0.0
    began: float = 0.0
    """Seconds since the epoch."""
    waits_for: str = ""
    """What a person is asked; empty while nobody is."""
    at: float = 0.0
    """When this was written."""
