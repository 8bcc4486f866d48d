"""One fact about a run, numbered, stored and streamed: the union that terminal, web and API all render."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter


class EventBase(BaseModel):
    """What every event carries; `seq` grows by one within a run, `attempt` is the fencing token that wrote it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    run_id: str
    seq: int
    attempt: int
    at: str
    """ISO 8601, UTC, milliseconds."""
    node: str = ""
    """Name of the node, empty for facts about the run."""
    task: str = ""
    """Id of this execution of the node; parallel and repeated executions differ."""


class RunStarted(EventBase):
    """An attempt took the run: the first (`attempt` 1) or one that continues it."""

    type: Literal["run_started"] = "run_started"
    team: str
    mode: str
    title: str
    why: str = ""
    """Why this mode, where the team chose it."""
    lang: str
    preset: str
    caps: dict[str, float] = Field(default_factory=dict)
    """The budget: `usd`, `tokens`, `seconds`, `calls`, those that are capped."""


class NodeStarted(EventBase):
    """A node began; after a crash the node that was in flight begins again with a higher attempt."""

    type: Literal["node_started"] = "node_started"


class NodeFinished(EventBase):
    """A node's result is committed; it never runs again."""

    type: Literal["node_finished"] = "node_finished"
    seconds: float
    summary: str = ""
    """One line for people: `3 points, 4 queries`."""


class Text(EventBase):
    """Words as they are written. Deltas of one `id` are replaced by one final text when the node ends.

    A final text without words takes back what was shown under its `id`: the call has failed.
    """

    type: Literal["text"] = "text"
    id: str
    text: str
    final: bool = False


class Reasoning(EventBase):
    """A model's reasoning, where the provider shows it; compacted like text."""

    type: Literal["reasoning"] = "reasoning"
    id: str
    text: str
    final: bool = False


class ModelCall(EventBase):
    """An ask was answered, by a model or by a rule."""

    type: Literal["model_call"] = "model_call"
    role: str
    by: str
    input_tokens: int = 0
    output_tokens: int = 0
    usd: float | None = 0.0
    seconds: float = 0.0
    attempts: int = 1
    why: str = ""
    reused: bool = False
    """The answer was given in an earlier run and cost nothing in this one."""


class Search(EventBase):
    """A query was searched, in documents or on the web."""

    type: Literal["search"] = "search"
    query: str
    where: Literal["documents", "web"]
    found: int
    error: str = ""


class SourceSeen(EventBase):
    """A source may be cited from now on."""

    type: Literal["source"] = "source"
    source_id: str
    title: str
    uri: str
    kind: Literal["document", "web"] = "document"


class Plan(EventBase):
    """The plan, whenever it is made or changed."""

    type: Literal["plan"] = "plan"
    steps: list[dict[str, Any]]


class Finding(EventBase):
    """One defect that a reviewer found."""

    type: Literal["finding"] = "finding"
    id: str
    severity: Literal["critical", "major", "minor"]
    text: str
    place: str = ""
    suggestion: str = ""
    state: Literal["open", "closed", "advice"] = "open"
    """Of the team `code`, which tells a finding again when it is mended; `advice` never sent anything back."""


class Verdict(EventBase):
    """What a reviewer says."""

    type: Literal["verdict"] = "verdict"
    reviewer: str
    verdict: Literal["pass", "fail", "no_verdict", "infra_failed"]
    text: str = ""


class Score(EventBase):
    """A measured value, always with its scale."""

    type: Literal["score"] = "score"
    name: str
    value: float
    scale: float


class ApprovalAsked(EventBase):
    """The run waits for a person; `answer_schema` is the JSON schema of the answer."""

    type: Literal["approval_asked"] = "approval_asked"
    approval: str
    question: str
    answer_schema: dict[str, Any]
    default: Any = None
    shown: Any = None
    deadline: str = ""
    at_deadline: Literal["default", "stop", "wait"] = "wait"


class ApprovalGiven(EventBase):
    """The pause was answered: by a person, by `--yes`, or by the deadline."""

    type: Literal["approval_given"] = "approval_given"
    approval: str
    answer: Any
    by: str


class ArtifactWritten(EventBase):
    """A version of a file that the run made."""

    type: Literal["artifact"] = "artifact"
    name: str
    version: int
    media_type: str
    size: int


class Warned(EventBase):
    """Something the reader should know: a degraded part, a skipped file, a limit that is near."""

    type: Literal["warning"] = "warning"
    text: str
    about: str = ""
    """Names the fact where it is said once per run: `account openai`, `target planner`."""


class Budget(EventBase):
    """A cap is near (`spent` below `cap`) or reached."""

    type: Literal["budget"] = "budget"
    cap: Literal["usd", "tokens", "seconds", "calls"]
    spent: float
    limit: float


class Progress(EventBase):
    """How far something long is, in its own units; `total` is 0 where nobody knows it."""

    type: Literal["progress"] = "progress"
    text: str
    done: int
    total: int


class PhaseChanged(EventBase):
    """The `code` team's work entered a phase, or left it."""

    type: Literal["phase"] = "phase"
    phase: str
    """Id from workflow.yaml; the two ends are `completed` and `failed`."""
    state: Literal["going_on", "done"]
    round: int = 1
    """How often the work has entered it; work that a gate sends back enters again."""


class AgentSaid(EventBase):
    """State of a CLI agent of the `code` team."""

    type: Literal["agent"] = "agent"
    agent: str
    state: str
    """off, starting, idle, working, reviewing, resting, limited, paused, given_up."""
    text: str = ""
    role: str = ""
    program: str = ""
    """claude-code, codex, command, team:NAME."""
    task_id: str = ""
    """What it has in hand; empty for nothing."""
    usd: float | None = 0.0
    """What its turns have cost by now; None where the price of one is unknown."""
    restarts: int = 0


class TaskChanged(EventBase):
    """State of a task of the `code` team's queue."""

    type: Literal["task"] = "task"
    task_id: str
    state: str
    """ready, claimed, done, failed, blocked, poisoned."""
    text: str = ""
    """Why, where there is something to say."""
    role: str = ""
    agent: str = ""
    """Who has it, or had it; empty while nobody does."""
    phase: str = ""
    kind: str = ""
    """work, plan, review, fix, resolve, rule, accept."""
    title: str = ""
    attempts: int = 0
    """How often an agent has taken it up."""
    files: list[str] = Field(default_factory=list)
    """Globs that it may change; nobody else gets a task for the same while it is open."""


class RunFinished(EventBase):
    """The run ended with a result. `status`: `done`, `not passed`, `stopped: WHY`, `cancelled`."""

    type: Literal["run_finished"] = "run_finished"
    status: str
    summary: str = ""
    seconds: float = 0.0
    calls: int = 0
    usd: float | None = 0.0


class RunFailed(EventBase):
    """The attempt ended in an error; what is finished is kept and the run can be continued."""

    type: Literal["run_failed"] = "run_failed"
    error: str
    message: str
    hint: str = ""


Event = Annotated[
    RunStarted
    | NodeStarted
    | NodeFinished
    | Text
    | Reasoning
    | ModelCall
    | Search
    | SourceSeen
    | Plan
    | Finding
    | Verdict
    | Score
    | ApprovalAsked
    | ApprovalGiven
    | ArtifactWritten
    | Warned
    | Budget
    | Progress
    | PhaseChanged
    | AgentSaid
    | TaskChanged
    | RunFinished
    | RunFailed,
    Field(discriminator="type"),
]
EVENT: TypeAdapter[Event] = TypeAdapter(Event)
ENDS = ("run_finished", "run_failed")
"""Types after which an attempt writes no more."""
