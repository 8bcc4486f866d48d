"""What a run did, for the person who asked for it: what the report is rendered from."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

from kasen.teams.code.messages import Finding
from kasen.teams.code.schemas.result import Result

Lang = Literal["ja", "en"]
Came = Literal["merged", "taken", "done", "open", "failed"]
"""`merged` into the branch; `taken`: accepted by a person though it did not pass; `done`, where there is nothing to
merge; `open`: not finished, or not accepted; `failed`: given up."""


class Part(BaseModel):
    """A fact that stays as it is."""

    model_config = ConfigDict(frozen=True)


class Found(Finding):
    """A finding, what became of it, and who found it."""

    state: Literal["open", "closed", "advice"]
    about: str
    by: str
    rounds: tuple[int, ...] = ()


class Looked(Part):
    """One review."""

    round: int
    by: str
    """Agent, or name of a command."""
    role: str = ""
    verdict: Literal["PASS", "FAIL", "NO_VERDICT", "INFRA_FAILED", ""]
    """Empty while it is not over."""
    summary: str = ""
    blocking: int = 0
    """Findings that sent the work back."""


class Piece(Part):
    """A piece of work, what came of it and who looked at it."""

    id: str
    phase: str
    round: int
    title: str
    role: str
    agent: str
    program: str = ""
    came: Came
    summary: str = ""
    reason: str = ""
    """Why it is open or failed."""
    files: tuple[str, ...] = ()
    not_done: tuple[str, ...] = ()
    """What its agent itself says that is not there, or that it is not sure of."""
    reviews: tuple[Looked, ...] = ()
    mended: int = 0
    """Times that it was sent back."""


class GateTold(Part):
    """One round of the gate of a phase."""

    phase: str
    round: int
    looks: tuple[Looked, ...]


class Changed(Part):
    """A file of the branch; lines are None where git counts none."""

    name: str
    added: int | None
    removed: int | None


class Unmerged(Part):
    """Work that lies on an agent's branch and nowhere else."""

    agent: str
    branch: str
    commits: int
    files: tuple[str, ...]


class Decision(Part):
    """What a person was asked, and said."""

    about: str
    answer: str


class CostTold(Part):
    """What a role has cost with one program."""

    role: str
    by: str
    turns: int
    input_tokens: int
    output_tokens: int
    usd: float | None


class Story(Part):
    """All of it."""

    run_id: str
    lang: Lang
    title: str
    requirement: str
    date: str
    """ISO 8601 day."""
    workflow: str
    root: str
    """Folder of the repository."""
    into: str = ""
    """Branch that was checked out when the run began."""
    dirty: tuple[str, ...] = ()
    result: Result
    phases: tuple[tuple[str, int], ...] = ()
    """Phase → how often it was entered, in the order of the workflow."""
    pieces: tuple[Piece, ...] = ()
    gates: tuple[GateTold, ...] = ()
    findings: tuple[Found, ...] = ()
    changed: tuple[Changed, ...] = ()
    unmerged: tuple[Unmerged, ...] = ()
    decisions: tuple[Decision, ...] = ()
    costs: tuple[CostTold, ...] = ()
    seconds: float = 0.0
