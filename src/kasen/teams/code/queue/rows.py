"""A task as the queue knows it."""

from __future__ import annotations

import sqlite3
from typing import Any, Literal

import orjson
from pydantic import BaseModel, ConfigDict, Field

State = Literal["ready", "claimed", "done", "failed", "blocked", "poisoned"]
"""`ready` waits for an agent, or for tasks that it needs; `blocked` waits for a person or an answer; `poisoned` was
given up after too many attempts."""
OVER = ("done", "failed", "poisoned")


class NewTask(BaseModel):
    """A task to be put in."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    task_id: str
    phase: str
    agent_type: str
    """The role that can do it: `impl-frontend`, `reviewer`; `orchestrator` for what no agent does."""
    agent: str = ""
    """The only agent that may have it: whoever did the work mends it."""
    kind: str = "work"
    """work, fix, review, plan …; leases are set by it."""
    needs: tuple[str, ...] = ()
    """Tasks that must be done first."""
    priority: int = 0
    """Higher ones first."""
    body: dict[str, Any] = Field(default_factory=dict)
    """What the assignment is made from."""


class Task(BaseModel):
    """A task as it stands."""

    model_config = ConfigDict(frozen=True)

    task_id: str
    phase: str
    agent_type: str
    agent: str
    kind: str
    status: State
    owner: str
    lease_until: float
    """Seconds since the epoch; 0 without an owner."""
    token: int
    """Grows by one with each claim."""
    attempts: int
    priority: int
    body: dict[str, Any]
    result: dict[str, Any] | None
    reason: str

    @classmethod
    def of(cls, row: sqlite3.Row) -> Task:
        """From its row."""
        values = {name: row[name] for name in cls.model_fields}
        result = orjson.loads(row["result"]) if row["result"] else None
        return cls(**{**values, "body": orjson.loads(row["body"]), "result": result})
