"""What the team gives."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel

from kasen.team import DONE, NOT_PASSED, PERSON_STOPPED
from kasen.teams.code.messages import Finding


class TaskDone(BaseModel):
    """A task and what came of it."""

    id: str
    role: str
    agent: str
    title: str
    summary: str
    files: list[str]
    rounds: int
    """Reviews that its work took."""


class Result(BaseModel):
    """A branch that was reviewed; the user's own branch and work tree are as they were."""

    outcome: Literal["completed", "failed", "stopped", "declined"]
    """`failed`: it did not pass; `stopped` by a cap of the run; `declined`: a person did not let it go on."""
    reason: str = ""
    branch: str
    base: str
    """Commit that the work began from."""
    head: str
    """Commit that the branch is at."""
    tasks: list[TaskDone]
    files: list[str]
    """Files in which `base` and `head` differ."""
    rounds: int
    """Times that the final gate sent work back."""
    open_findings: list[Finding]
    usd: float | None

    @property
    def run_status(self) -> str:
        """How the run ends with it: work that did not pass is not done."""
        return {"failed": NOT_PASSED, "declined": PERSON_STOPPED}.get(self.outcome, DONE)
