"""Pause for a person: work that is stuck, a gate that does not pass, a transition that is theirs to allow."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime
from langgraph.types import Command

from kasen.team import Deps
from kasen.teams.code.state import Answered, Paused, Question

ANSWER = "answer"


async def approve(state: Paused, runtime: Runtime[Deps]) -> Command[Any]:
    """Ask; nothing else happens in this node. The orchestrator goes on with the answer."""
    asked = state["question"]
    question = f"{asked.question}\n{asked.why}" if asked.why else asked.question
    said = runtime.context.approve(
        asked.name,
        question,
        schema={
            "type": "object",
            "properties": {ANSWER: {"type": "string", "enum": list(asked.choices)}},
            "required": [ANSWER],
            "additionalProperties": False,
        },
        default={ANSWER: without_anybody(asked)},
        shown=list(asked.choices),
    )
    return Command(update=Answered(answers={asked.name: str(said[ANSWER])}), goto="orchestrate")


def without_anybody(asked: Question) -> str:
    """What holds where nobody is there to be asked: the way goes on, but nothing is taken that did not pass."""
    return next((one for one in ("yes", "give_up") if one in asked.choices), asked.choices[0])
