"""Talks with the person: asks back when the wish is vague, hands off when it is clear."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime
from langgraph.types import Command

from kasen.models.role import Role
from kasen.team import Deps
from kasen.teams.slides.rules.coordinator import hand_off
from kasen.teams.slides.schemas.outputs import CoordinatorOutput
from kasen.teams.slides.schemas.request import MOST
from kasen.teams.slides.state import Asked, Intake
from kasen.teams.slides.telling import materials

COORDINATOR = Role(
    name="coordinator",
    package="kasen.teams.slides",
    reply=CoordinatorOutput,
    rule=hand_off,
    tier="basic",
    answer_tokens=250,
    target_s=10.0,
    shows="reply",
)


class Met(Asked, Intake):
    """What the coordinator reads."""


async def coordinator(state: Met, runtime: Runtime[Deps]) -> Command[Any]:
    """One ask, then on: to the person, to the planner, or to the end."""
    deps, request = runtime.context, state["request"]
    answer = await deps.ask(
        COORDINATOR,
        wish=request.wish,
        audience=request.audience,
        slides=request.slides,
        materials=materials(state),
        lang=deps.lang,
    )
    said = answer.value
    update = {
        "reply": said.reply.strip(),
        "title": " ".join(said.title.split()),
        "audience": request.audience or " ".join(said.audience.split())[:200],
        "wanted": request.slides or _sensible(said.slides),
        "question": said.question.strip() if said.goto == "ask" else "",
        "options": [one.strip() for one in said.options if one.strip()],
    }
    has_material = bool(state["tables"] or state["documents"] or state["passages"])
    goto = {"planner": "planner", "ask": "clarify", "end": "publisher"}[said.goto]
    if (goto == "clarify" and not update["question"]) or (goto == "publisher" and (has_material or not said.reply)):
        goto = "planner"  # a question without words, or a refusal although there is something to show
    deps.note(said.reply.strip()[:120])
    if goto == "clarify":
        update["reply"] = ""  # it leads to the question; at the end of the run it would promise one
    return Command(update=update, goto=goto)


def _sensible(slides: int) -> int:
    return slides if 3 <= slides <= MOST else 0
