"""What the orchestrator and the agents write to each other: one JSON file per message."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from kasen.gates.decision import Severity
from kasen.teams.code.programs.turn import Problem
from kasen.tools.ulid import new_ulid

Status = Literal["done", "failed", "blocked"]
Verdict = Literal["PASS", "FAIL", "NO_VERDICT", "INFRA_FAILED"]
"""What a reviewer says. An answer without a verdict, and a reviewer that could not work, are neither pass nor fail."""


def now() -> str:
    """ISO 8601 in UTC with milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class Message(BaseModel):
    """What every message carries; a consumer that has seen `msg_id` does nothing."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    msg_id: str = Field(default_factory=new_ulid)
    created_at: str = Field(default_factory=now)


class OfTask(Message):
    """A message about a task."""

    task_id: str
    token: int
    """The fencing token of the claim that this belongs to; what an older one sends is refused."""


class Context(BaseModel):
    """What an agent needs beside the instruction."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    dependencies: tuple[str, ...] = ()
    """Paths of the results of the tasks that this one builds on."""
    files: tuple[str, ...] = ()
    """Globs, relative to the repository, that the task may change."""
    policy: str = ""
    """Path of the policy of the role."""
    requirement: str = ""
    """Path of what the whole is to be; empty where the instruction says it."""
    roles: Mapping[str, tuple[str, ...]] = Field(default_factory=dict)
    """Of a plan: the roles that its tasks may have, and the globs that their agents handle."""


class Finding(BaseModel):
    """One defect that a reviewer or a gate found. `id` is given by the orchestrator and stays until it is closed."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    id: str = ""
    file: str = ""
    line: int | None = None
    severity: Severity = "major"
    issue: str
    see: str = ""
    """How to see it: a command, an input and what comes of it."""
    suggestion: str = ""


class Review(BaseModel):
    """What a reviewer says of a change. Only blocking findings send work back."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    verdict: Verdict
    blocking: tuple[Finding, ...] = ()
    non_blocking: tuple[Finding, ...] = ()


class Output(BaseModel):
    """What came of a task."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    summary: str = ""
    files_modified: tuple[str, ...] = ()
    artifacts: tuple[str, ...] = ()
    """Paths of files that were made beside the change: a plan, a report."""
    report: str = ""
    """Markdown for those that build on it: what was found, mended, run, left out."""
    not_done: tuple[str, ...] = ()
    """What was asked for and is not there, in the agent's own words."""


class Spent(BaseModel):
    """What a turn has cost; counters of resumed sessions are turned into differences first."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    input_tokens: int = 0
    output_tokens: int = 0
    usd: float | None = None
    seconds: float = 0.0


Kind = Literal["work", "plan", "fix", "resolve", "rule"]
"""`work` is new; `plan` returns tasks; `fix` mends findings; `resolve` ends a merge conflict; `rule` decides whose
change stands when two tasks want the same files (the codebase guardian)."""


class TaskAssignment(OfTask):
    """Orchestrator → agent: work."""

    type: Literal["task_assign"] = "task_assign"
    kind: Kind = "work"
    phase: str
    role: str
    title: str = ""
    instruction: str
    acceptance: tuple[str, ...] = ()
    """What has to hold for the work to be good."""
    said: tuple[str, ...] = ()
    """What a person says to the agent with this turn."""
    session: str = ""
    """The program's session to go on in; empty begins one."""
    context: Context = Field(default_factory=Context)
    findings: tuple[Finding, ...] = ()
    """The open findings that are to be mended; empty for new work."""
    lease_seconds: int = Field(gt=0)
    usd: float | None = Field(None, ge=0)
    """US dollars that the turn may cost: its share of what is left of the run's budget."""


class ReviewRequest(OfTask):
    """Orchestrator → reviewer: look at a change, or at a plan."""

    type: Literal["review_request"] = "review_request"
    subject: Literal["change", "plan"] = "change"
    """A plan lies in the first of `context.dependencies`."""
    phase: str
    role: str
    title: str = ""
    instruction: str
    acceptance: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    """What a person says to the agent with this turn."""
    session: str = ""
    files: tuple[str, ...]
    base: str
    """Commit that the change starts from."""
    head: str
    """Commit that is reviewed."""
    open: tuple[Finding, ...] = ()
    """In a re-review: the findings of the last one, and nothing else is looked at."""
    context: Context = Field(default_factory=Context)
    lease_seconds: int = Field(gt=0)
    usd: float | None = Field(None, ge=0)
    """US dollars that the turn may cost: its share of what is left of the run's budget."""


class Order(Message):
    """Person → orchestrator: what to do with an agent, or with all of them (`agent` empty).

    `say` gives words that come with the agent's next turn; `pause` lets it end its turn and gives it nothing more;
    `respawn` ends its process and goes on in its session; `kill` ends it, and its task is another's.
    """

    type: Literal["order"] = "order"
    verb: Literal["say", "pause", "unpause", "respawn", "kill"]
    agent: str = ""
    words: str = ""


class Planned(BaseModel):
    """A task of a plan."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    id: str
    role: str
    title: str = ""
    instruction: str
    files: tuple[str, ...] = ()
    """Globs of the files that it may change; no other task without an order between them may name the same."""
    depends_on: tuple[str, ...] = ()
    acceptance: tuple[str, ...] = ()


class Ruling(BaseModel):
    """What the guardian decided."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    owner: str
    """Task whose change stands where both cannot."""
    instruction: str
    """What the other does."""


class TaskResult(OfTask):
    """Agent → orchestrator: what came of a task."""

    type: Literal["task_result"] = "task_result"
    agent: str
    status: Status
    output: Output = Field(default_factory=Output)
    review: Review | None = None
    """Of a review only."""
    plan: tuple[Planned, ...] = ()
    """Of a plan only."""
    ruling: Ruling | None = None
    """Of a ruling only."""
    problem: Problem = ""
    """Why there is no answer; empty where there is one."""
    until: float = 0.0
    """Seconds since the epoch at which a limit of the account is over; 0 where nobody said."""
    reason: str = ""
    """Why it failed or is blocked, one sentence."""
    head: str = ""
    """Commit that the work ended with."""
    session: str = ""
    """The program's own session, which a next turn resumes."""
    spent: Spent = Field(default_factory=Spent)


AnyMessage = Annotated[TaskAssignment | ReviewRequest | Order | TaskResult, Field(discriminator="type")]
MESSAGE: TypeAdapter[AnyMessage] = TypeAdapter(AnyMessage)
