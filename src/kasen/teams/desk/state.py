"""The state of a run of the desk."""

from __future__ import annotations

from typing import TypedDict

from kasen.teams.desk.schemas import Request, Result


class Asked(TypedDict):
    """Given at the start."""

    request: Request


class Decided(TypedDict):
    """Written by the coordinator."""

    result: Result


class State(Asked, Decided):
    """Everything."""
