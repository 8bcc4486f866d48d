"""The state of a run, and the slices of it that nodes read and write."""

from __future__ import annotations

from typing import TypedDict

from kasen_minutes.schemas import Noted, Point, Request, Result


class Asked(TypedDict):
    """Given at the start."""

    request: Request


class Read(TypedDict):
    """Written by the reader: the lines, and the id of the passage that each of them is."""

    lines: list[str]
    ids: list[str]


class Round(TypedDict):
    """Begun by the reader, raised by the gate; `objections` are for the next round, by the name of the role."""

    rounds: int
    objections: dict[str, list[str]]


class Decided(TypedDict):
    """Written by `decisions`."""

    decisions: list[Point]


class Tasked(TypedDict):
    """Written by `tasks`."""

    tasks: list[Point]


class Held(TypedDict):
    """Written by the gate: what the notes bear out, and what they do not."""

    noted: list[Noted]
    left_out: list[str]


class State(Asked, Read, Round, Decided, Tasked, Held):
    """Everything; `result` ends the run."""

    result: Result
