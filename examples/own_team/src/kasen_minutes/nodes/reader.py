"""Read the notes, and record each line as a passage that this run may cite."""

from __future__ import annotations

from typing import TypedDict

from langgraph.runtime import Runtime

from kasen.team import Deps
from kasen_minutes.notes import cited, read_notes
from kasen_minutes.state import Asked


class Begun(TypedDict):
    """What the reader writes: `Read` and `Round`."""

    lines: list[str]
    ids: list[str]
    rounds: int
    objections: dict[str, list[str]]


async def reader(state: Asked, runtime: Runtime[Deps]) -> Begun:
    """The file is read here once; every later node, after a restart too, works with these lines."""
    path = state["request"].notes
    lines = read_notes(path)
    hits = cited(path, lines)
    await runtime.context.evidence.add(hits)
    runtime.context.note(f"{len(lines)} lines")
    return Begun(lines=lines, ids=[hit.passage.id for hit in hits], rounds=1, objections={})
