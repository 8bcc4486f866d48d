"""What a shim is told before it starts, and what it says of itself while it lives: files in the run's folder."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict

from kasen.teams.code.config.agents import Agent
from kasen.teams.code.config.workflow import Limits
from kasen.teams.code.messages import Spent

MARK = "KASEN_AGENT"
"""Variable that all processes of an agent carry: `RUN/AGENT`. What lost its parents is found by it."""


class Spec(BaseModel):
    """`agents/ID/spec.json`, written by the orchestrator before the shim starts; secrets are named, never held."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    run_id: str
    agent: Agent
    folder: Path
    """The work tree of the agent."""
    shared: tuple[Path, ...] = ()
    """Folders of git that a program in a sandbox must be able to write."""
    writes: bool = True
    """False for those that only look."""
    lang: str = "en"
    policy: str = ""
    limits: Limits = Limits()


class Beat(BaseModel):
    """`heartbeat/ID`: replaced whole every `heartbeat_seconds` and whenever something of it changes."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    agent: str
    pid: int
    started: int
    """Of the shim: `processes.tree.Process`."""
    program: int = 0
    """Number of the program's process while a turn goes on."""
    state: Literal["idle", "working"] = "idle"
    task_id: str = ""
    token: int = 0
    session: str = ""
    since: float = 0.0
    """Seconds since the epoch: when the turn began."""
    last_event: float = 0.0
    """When the program last told something."""
    tool: str = ""
    """The tool that it is running."""
    turns: int = 0
    spent: Spent = Spent()
    """Of all turns by now."""
