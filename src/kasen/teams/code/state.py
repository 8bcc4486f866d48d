"""The state of a run of the team. What becomes of the work lies in the run's folder: here is what leads to it."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, TypedDict

from pydantic import BaseModel, ConfigDict

from kasen.teams.code.schemas.request import Request
from kasen.teams.code.schemas.result import Result


class Part(BaseModel):
    """A fact that stays as it is."""

    model_config = ConfigDict(frozen=True)


class Prepared(Part):
    """The repository as it stood when the run began: `git.repository.Repository`."""

    root: Path
    common: Path
    head: str
    branch: str
    dirty: tuple[str, ...] = ()


class Question(Part):
    """What a person has to decide: `orchestrator.outcome.Asked`."""

    name: str
    question: str
    choices: tuple[str, ...]
    why: str = ""
    about: str = ""


class Over(Part):
    """How the work ended: `orchestrator.outcome.Ended`."""

    outcome: Literal["completed", "failed", "stopped", "declined"]
    reason: str = ""


class Asked(TypedDict):
    """Given at the start."""

    request: Request


class Begun(TypedDict):
    """Written by `prepare`."""

    prepared: Prepared


class Paused(TypedDict):
    """Written by `orchestrate`, when a person has to decide."""

    question: Question


class Answered(TypedDict):
    """Written by `approve`: name of a question → what was chosen."""

    answers: dict[str, str]


class Worked(TypedDict):
    """Written by `orchestrate`, at the end."""

    over: Over


class State(Asked, Begun, Paused, Answered, Worked, total=False):
    """Everything; `result` ends the run."""

    result: Result
