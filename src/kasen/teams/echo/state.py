"""The state of a run of echo, and the slices of it that nodes read and write."""

from __future__ import annotations

import operator
from typing import Annotated, TypedDict

from kasen.teams.echo.schemas import Request, Result, Said


class Asked(TypedDict):
    """Given at the start."""

    request: Request


class Planned(TypedDict):
    """Written by the planner."""

    parts: list[str]


class Part(TypedDict):
    """What one worker is sent."""

    place: int
    part: str


class Echoed(TypedDict):
    """Written by the workers, each its own."""

    said: Annotated[list[Said], operator.add]


class Drafted(TypedDict):
    """Written by the writer."""

    draft: str
    rounds: int


class Allowed(TypedDict):
    """Written by the pause: what the person wants changed; empty when nothing."""

    comment: str


class State(Asked, Planned, Echoed, Allowed, Drafted):
    """Everything; `result` ends the run."""

    result: Result
