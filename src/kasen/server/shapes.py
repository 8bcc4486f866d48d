"""What answers hold: the rows of the store as clients see them."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from kasen.evidence.types import Claim, Passage, Source
from kasen.runtime.engines.embedded.line import WAITING
from kasen.runtime.rows import ACTIVE, RESUMABLE, ApprovalRow, ArtifactRow, Options, RunRow
from kasen.server.at_terminal import is_terminal_only
from kasen.team import AtDeadline, RunFigures

RUN_ID = "01KB3V8Q5T0M8W6S1E7Z4R2N9C"
TIME = "2026-11-25T09:30:00.000+00:00"


class Shape(BaseModel):
    """What is answered never changes."""

    model_config = ConfigDict(frozen=True)


class RunBrief(Shape):
    """A run in a list."""

    id: str = Field(examples=[RUN_ID])
    team: str = Field(examples=["research"])
    mode: str = Field(examples=["quick"])
    title: str = Field(examples=["宇治が日本茶の中心になったのはなぜか"])
    lang: str = Field(examples=["ja"])
    status: str = Field(
        examples=["done"],
        description="created, waiting, running, paused, interrupted, failed, cancelled, done, not passed, "
        "or `stopped: WHY`.",
    )
    ahead: int | None = Field(None, examples=[3])
    """How many runs that wait get their turn before this one; null for one that does not wait."""
    can_continue: bool = Field(examples=[False])
    """Whether it can be carried on: it paused, failed, was interrupted, or its budget was spent."""
    created_at: str = Field(examples=[TIME])
    updated_at: str = Field(examples=[TIME])
    last_seq: int = Field(examples=[41])
    """Number of its last event."""
    continues: str = ""
    """The run that it is a follow-up of."""
    thread: str = ""
    """The conversation that it belongs to."""
    terminal_only: bool = False
    """Whether it is carried on at the terminal of the server's machine alone (403 here)."""

    @classmethod
    def of(cls, row: RunRow, is_left: bool, ahead: int | None = None) -> RunBrief:
        """The run; `is_left` for one whose process is gone (see `owned.is_left`), `ahead` for one that waits."""
        return cls(**_brief(row, is_left, ahead))


class OptionsShown(Options):
    """How a run is driven; its caps are named as whoever begins a run names them."""

    usd: float | None = Field(None, serialization_alias="budget_usd", examples=[1.5])
    tokens: int | None = Field(None, serialization_alias="budget_tokens")
    seconds: float | None = Field(None, serialization_alias="budget_seconds")
    calls: int | None = Field(None, serialization_alias="budget_calls")


class RunShown(RunBrief):
    """A run."""

    request: dict[str, Any] = Field(examples=[{"question": "宇治が日本茶の中心になったのはなぜか"}])
    options: OptionsShown
    """How it is driven."""
    result: dict[str, Any] | None = None
    """What came of it, in the shape of the team's result."""
    error: dict[str, Any] | None = None
    """Why its last attempt ended without a result: error, message, hint."""
    state_version: int = Field(examples=[1])
    """Version of its team in which its state is stored; an older one is brought over when the run goes on."""

    @classmethod
    def of(cls, row: RunRow, is_left: bool, ahead: int | None = None) -> RunShown:
        """The run; `is_left` for one whose process is gone (see `owned.is_left`), `ahead` for one that waits."""
        more = {name: getattr(row, name) for name in ("request", "result", "error", "state_version")}
        options = OptionsShown(**row.options.model_dump())
        return cls(**_brief(row, is_left, ahead), **more, options=options)


class ApprovalShown(Shape):
    """A pause: what a person is asked, and the answer when there is one."""

    id: str = Field(examples=["5f2b0f0c0d2c4b7fa3a6a3a1c2b4d5e6"])
    name: str = Field(examples=["plan"])
    question: str = Field(examples=["この計画で進めますか。"])
    answer_schema: dict[str, Any] = Field(examples=[{"type": "object"}])
    """JSON schema of an answer."""
    default: Any = None
    """The answer of who accepts."""
    shown: Any = None
    """What there is to decide on."""
    deadline: str = ""
    at_deadline: AtDeadline = "wait"
    answered: bool = False
    answer: Any = None
    answered_by: str = ""
    answered_at: str = ""

    @classmethod
    def of(cls, row: ApprovalRow) -> ApprovalShown:
        """The pause."""
        kept = row.model_dump(include={"deadline", "answered", "answer", "answered_by", "answered_at"})
        asked = row.asked.model_dump(include={"question", "answer_schema", "default", "shown", "at_deadline"})
        return cls(id=row.interrupt_id, name=row.name, **kept, **asked)


class ArtifactShown(Shape):
    """One version of a file that a run made."""

    name: str = Field(examples=["report.md"])
    version: int = Field(examples=[1])
    media_type: str = Field(examples=["text/markdown"])
    size: int = Field(examples=[20481])
    """Bytes, as they are kept."""
    url: str = Field(examples=[f"/api/runs/{RUN_ID}/artifacts/report.md?version=1"])

    @classmethod
    def of(cls, run_id: str, row: ArtifactRow) -> ArtifactShown:
        """The version."""
        from urllib.parse import quote

        url = f"/api/runs/{run_id}/artifacts/{quote(row.name, safe='')}?version={row.version}"
        return cls(**row.model_dump(include={"name", "version", "media_type", "size"}), url=url)


class CostShown(Shape):
    """What one model has cost in one role; `usd` is null for an unknown price."""

    role: str = Field(examples=["planner"])
    model: str = Field(examples=["rule"])
    calls: int = Field(examples=[1])
    input_tokens: int = Field(examples=[1200])
    output_tokens: int = Field(examples=[300])
    usd: float | None = Field(examples=[0.0021])
    answered: bool = Field(examples=[True])
    """False for a model that gave no answer that could be used."""


class CostsShown(Shape):
    """What a run has cost so far."""

    calls: int = Field(examples=[7])
    rule_calls: int = Field(examples=[3])
    input_tokens: int = Field(examples=[9000])
    output_tokens: int = Field(examples=[2500])
    usd: float | None = Field(examples=[0.013])
    seconds: float = Field(examples=[31.5])
    """Time at work; pauses are left out."""
    roles: list[CostShown]

    @classmethod
    def of(cls, figures: RunFigures) -> CostsShown:
        """The figures of a run."""
        names = ("calls", "rule_calls", "input_tokens", "output_tokens", "usd", "seconds")
        rows = [CostShown(**vars(row)) for row in figures.table()]
        return cls(**{name: getattr(figures, name) for name in names}, roles=rows)


class RunDetail(RunShown):
    """A run with all that belongs to it."""

    approvals: list[ApprovalShown]
    """Pauses that wait for an answer."""
    artifacts: list[ArtifactShown]
    costs: CostsShown
    runs: list[RunBrief]
    """Runs that it asked other teams for."""


class RunsShown(Shape):
    """A page of runs, newest first."""

    runs: list[RunBrief]
    next: str | None = Field(examples=[RUN_ID])
    """What `before` takes to get the next page; null at the end."""


def _brief(row: RunRow, is_left: bool, ahead: int | None) -> dict[str, Any]:
    names = ("id", "team", "mode", "title", "lang", "created_at", "updated_at", "last_seq")
    return {
        **{name: getattr(row, name) for name in names},
        "status": "interrupted" if is_left else row.status if ahead is None else WAITING,
        "ahead": ahead,
        "can_continue": row.status in RESUMABLE and ahead is None and (is_left or row.status not in ACTIVE),
        "continues": row.options.continues,
        "thread": row.options.thread,
        "terminal_only": is_terminal_only(row.team),
    }


class EvidenceShown(Shape):
    """What a run may cite: passages, the sources that they stand in, the claims that rest on them."""

    sources: list[Source]
    passages: list[Passage]
    claims: list[Claim]
