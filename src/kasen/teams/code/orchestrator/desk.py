"""What the parts of the orchestrator share: where things are, and the queue that is the truth."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from pydantic import BaseModel, ConfigDict

from kasen.team import Emit
from kasen.teams.code.config.loading import Config
from kasen.teams.code.git.merging import Merging
from kasen.teams.code.git.repository import Repository
from kasen.teams.code.git.worktrees import Worktrees
from kasen.teams.code.mailbox.audit import Audit
from kasen.teams.code.messages import Finding
from kasen.teams.code.place import Place
from kasen.teams.code.queue.queue import Queue

ORCHESTRATOR = "orchestrator"
"""The role of tasks that no agent does: acceptance of work."""


class Body(BaseModel):
    """What a task's assignment is made from: `NewTask.body`, `Task.body`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: str = ""
    instruction: str = ""
    acceptance: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    """Globs that it may change; empty for those that only look."""
    returns: Literal["result", "plan", "review", "ruling"] = "result"
    about: str = ""
    """The task whose work this reviews, mends, resolves or accepts; empty for the work itself."""
    subject: Literal["change", "plan"] = "change"
    round: int = 1
    """Of reviews of one piece of work, or of the gate."""
    base: str = ""
    head: str = ""
    findings: tuple[Finding, ...] = ()
    after: str = ""
    """The task of the same work that this follows; empty for the work itself and for its acceptance."""
    reads: tuple[str, ...] = ()
    """Paths that the agent is to read beside the results of what its task needs: a plan, the two sides of a conflict.
    They come first in `context.dependencies`."""
    decided: Literal["", "accept", "give_up"] = ""
    """Of an acceptance: what a person said when it waited for one."""


@dataclass
class Desk:
    """One run's."""

    place: Place
    config: Config
    repository: Repository
    requirement: str
    lang: str
    queue: Queue
    trees: Worktrees
    merging: Merging
    audit: Audit
    emit: Emit
    clock: Callable[[], float]
    """Seconds since the epoch."""
    sessions: dict[str, str] = field(default_factory=dict)
    """Agent and task (`AGENT TASK`), or a persistent agent alone → the program's session to go on in."""
    accepting: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while work is accepted."""
