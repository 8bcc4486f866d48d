"""The coordinator's question, put to the person."""

from __future__ import annotations

from typing import TypedDict

from langgraph.runtime import Runtime

from kasen.team import Deps
from kasen.teams.slides.state import Talked

MOST = 2000
"""Characters of an answer."""


class Answered(TypedDict):
    """What comes of it."""

    answers: list[str]


async def clarify(state: Talked, runtime: Runtime[Deps]) -> Answered:
    """Ask; nothing else happens in this node. No answer means: go on with what is sensible."""
    deps = runtime.context
    answer = deps.approve(
        "clarify",
        state["question"],
        schema={
            "type": "object",
            "properties": {"answer": {"type": "string", "maxLength": MOST}},
            "additionalProperties": False,
        },
        default={"answer": ""},
        shown=state.get("options") or None,
    )
    said = " ".join(str(answer.get("answer", "")).split())
    return {"answers": [f"{state['question']} → {said}"] if said else []}
