"""What the store hands out: a run, an approval, an artifact, as they stand in the database."""

from __future__ import annotations

import secrets
import time
from datetime import UTC, datetime
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from kasen.team import DONE, NOT_PASSED, PERSON_STOPPED, AtDeadline

_CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
ID_LENGTH = 26
ACTIVE = ("created", "running")
OVER = (DONE, NOT_PASSED, "cancelled", "stopped: deadline", PERSON_STOPPED, "stopped: budget")
"""States in which nothing is in flight; `prune` may delete them when they are old."""
RESUMABLE = ("created", "running", "paused", "failed", "interrupted", "stopped: budget")
"""States that `continue` accepts; the others are over."""

TALK = "desk"
"""Team whose runs are lines of a chat: listed only when they are asked for."""


def new_run_id() -> str:
    """A ULID: 48 bits of milliseconds, 80 random bits, 26 characters that sort by time (github.com/ulid/spec)."""
    number = (int(time.time() * 1000) << 80) | secrets.randbits(80)
    return "".join(_CROCKFORD[(number >> shift) & 31] for shift in range(125, -1, -5))


def number_of(run_id: str) -> int:
    """The 128 bits of a run's id; 0 for an id of another form."""
    if len(run_id) != 26 or not set(run_id) <= set(_CROCKFORD):
        return 0
    return sum(_CROCKFORD.index(letter) << (5 * place) for place, letter in enumerate(reversed(run_id))) % (1 << 128)


def timestamp(moment: datetime | None = None) -> str:
    """ISO 8601 in UTC with milliseconds; such strings sort by time."""
    now = datetime.now(UTC) if moment is None else moment.astimezone(UTC)
    return now.isoformat(timespec="milliseconds")


class Options(BaseModel):
    """How a run is to be driven; kept with it, so that continuing needs no flags."""

    model_config = ConfigDict(frozen=True)

    preset: str = "none"
    usd: float | None = None
    tokens: int | None = None
    seconds: float | None = None
    calls: int | None = None
    target_s: float | None = None
    """Seconds at work over which the run warns once."""
    steps: int = 100
    yes: bool = False
    """Answer every pause with its default."""
    models: dict[str, list[str]] = Field(default_factory=dict)
    """Overrides of the preset: role, `team.role` or tier → chain of `provider:model`."""
    reuse_answers: bool = False
    """Take answers that models gave to the same questions in earlier runs."""
    replay_of: str = ""
    """Take answers, searches and pages from what that run recorded; nothing is asked, nothing is sent."""
    fresh: bool = False
    """Search and read the web anew, whatever earlier runs found."""
    local_only: bool = False
    """Send nothing anywhere: no web, no traces, no remote embeddings, only models of this machine or rules."""
    interrupt_before: tuple[str, ...] = ()
    """Names of nodes before which the run pauses for a person, each time it comes to them (seed 004: F010)."""
    continues: str = ""
    """The run that this one is a follow-up of."""
    thread: str = ""
    """Name of the conversation that the run belongs to (seed 004: `thread_id`)."""
    parent: str = ""
    """The run that asked for this one; it has the answer, and this run goes with it."""
    out: str = ""
    """Folder that its user wants the results in, absolute; kept so that they come there after a pause too."""
    mode_why: str = ""
    """Why the mode was chosen, where the team chose it."""


class RunRow(BaseModel):
    """One run."""

    model_config = ConfigDict(frozen=True)

    id: str
    team: str
    mode: str
    title: str
    lang: str
    request: dict[str, Any]
    options: Options
    status: str
    fence: int
    last_seq: int
    cancel_asked: bool
    result: dict[str, Any] | None = None
    error: dict[str, Any] | None = None
    created_at: str
    updated_at: str
    owner: str = ""
    """Name of the token under which a server was asked; empty for this machine's own user."""
    state_version: int = 1
    """Version of the team as which its request and state are stored."""


class Question(BaseModel):
    """What a pause asks, as the graph put it: plain JSON."""

    model_config = ConfigDict(frozen=True)

    approval: str
    question: str
    answer_schema: dict[str, Any]
    default: Any = None
    shown: Any = None
    deadline_s: float | None = None
    at_deadline: AtDeadline = "wait"


class ApprovalRow(BaseModel):
    """One pause of a run, answered or not."""

    model_config = ConfigDict(frozen=True)

    run_id: str
    interrupt_id: str
    asked: Question
    deadline: str = ""
    answered: bool = False
    answer: Any = None
    answered_by: str = ""
    answered_at: str = ""

    @property
    def name(self) -> str:
        """Name of the approval: `plan`."""
        return self.asked.approval


class ArtifactRow(BaseModel):
    """One version of a file that a run made."""

    model_config = ConfigDict(frozen=True)

    name: str
    version: int
    media_type: str
    size: int
    sha256: str = Field(repr=False)
    place: str = ""
    """Address at which the bytes are kept; empty for the run's folder."""
