"""Pause for a person before writing, when that was asked for."""

from __future__ import annotations

from typing import Any

from langgraph.graph import END
from langgraph.runtime import Runtime
from langgraph.types import Command

from kasen.team import Deps
from kasen.teams.echo.schemas import Result
from kasen.teams.echo.state import Allowed, Asked, Echoed

ANSWER: dict[str, Any] = {
    "type": "object",
    "properties": {"go_on": {"type": "boolean"}, "comment": {"type": "string", "maxLength": 2000}},
    "required": ["go_on"],
    "additionalProperties": False,
}


class Heard(Asked, Echoed):
    """What the pause shows."""


async def approve(state: Heard, runtime: Runtime[Deps]) -> Command[str]:
    """Ask; nothing else happens in this node, because it starts again when the answer is there. A no ends the run."""
    request = state["request"]
    if not request.ask_first:
        return Command(update=Allowed(comment=""), goto="writer")
    parts = [said.text for said in sorted(state["said"], key=lambda said: said.place)]
    answer = runtime.context.approve(
        "parts",
        "Shall these parts be written?" if runtime.context.lang == "en" else "この内容で書きますか。",
        schema=ANSWER,
        default={"go_on": True},
        shown=parts,
        deadline_s=request.deadline_s,
        at_deadline=request.at_deadline,
    )
    if not answer["go_on"]:
        return Command(update={"result": Result(text="", parts=parts, rounds=0, passed=False)}, goto=END)
    return Command(update=Allowed(comment=answer.get("comment", "")), goto="writer")
