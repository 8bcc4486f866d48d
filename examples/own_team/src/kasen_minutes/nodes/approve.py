"""Pause for a person before the minutes are written, when that was asked for."""

from __future__ import annotations

from typing import Any

from langgraph.graph import END
from langgraph.runtime import Runtime
from langgraph.types import Command

from kasen.team import PERSON_STOPPED, Deps
from kasen_minutes.schemas import Result
from kasen_minutes.state import Asked, Held, Round

ANSWER: dict[str, Any] = {
    "type": "object",
    "properties": {
        "go_on": {"type": "boolean"},
        "without": {"type": "array", "items": {"type": "integer", "minimum": 1}, "description": "Points to leave out."},
    },
    "required": ["go_on"],
    "additionalProperties": False,
}


class Seen(Asked, Round, Held):
    """What the pause shows."""


async def approve(state: Seen, runtime: Runtime[Deps]) -> Command[str]:
    """Ask, and nothing else: the node begins again when the answer is there. A no ends the run."""
    if not state["request"].ask_first:
        return Command(goto="publisher")
    noted, left_out = state["noted"], state["left_out"]
    answer = runtime.context.approve(
        "minutes",
        "Shall these minutes be written?" if runtime.context.lang == "en" else "この内容で議事録にしますか。",
        schema=ANSWER,
        default={"go_on": True},
        shown=[f"{n}. {point.text}" for n, point in enumerate(noted, 1)],
    )
    if not answer["go_on"]:
        result = Result(noted=[], left_out=left_out, rounds=state["rounds"], run_status=PERSON_STOPPED)
        return Command(update={"result": result}, goto=END)
    without = set(answer.get("without", []))
    kept = [point for n, point in enumerate(noted, 1) if n not in without]
    return Command(update=Held(noted=kept, left_out=left_out), goto="publisher")
