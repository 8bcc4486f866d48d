"""Pause for a person between outline and slides, when that was asked for."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime
from langgraph.types import Command

from kasen.team import Deps
from kasen.teams.slides.approving import asked
from kasen.teams.slides.schemas.deck import KINDS
from kasen.teams.slides.schemas.envelope import Plan
from kasen.teams.slides.schemas.outputs import OutlineOutput
from kasen.teams.slides.schemas.request import MOST
from kasen.teams.slides.state import Asked, Intake, Planned, Story

OUTLINE: dict[str, Any] = {
    "type": "object",
    "properties": {
        "title": {"type": "string", "maxLength": 200},
        "subtitle": {"type": "string", "maxLength": 200},
        "opening": {"type": "string", "maxLength": 2000},
        "slides": {
            "type": "array",
            "minItems": 1,
            "maxItems": MOST,
            "items": {
                "type": "object",
                "properties": {
                    "kind": {"type": "string", "enum": [kind for kind in KINDS if kind not in ("sources", "image")]},
                    "title": {"type": "string", "maxLength": 200},
                    "message": {"type": "string", "maxLength": 500},
                    "covers": {"type": "string", "maxLength": 500},
                    "figure": {"type": "string", "maxLength": 50},
                },
                "required": ["kind", "title"],
                "additionalProperties": False,
            },
        },
    },
    "additionalProperties": False,
}


class Shown(Asked, Intake, Planned, Story):
    """What is asked about."""


async def approve_outline(state: Shown, runtime: Runtime[Deps]) -> Command[Any]:
    """Ask; nothing else happens in this node. A comment has the outline written again, a no ends the run."""
    deps, outline = runtime.context, state["outline"]
    rows = [f"{n} [{one.kind}] {one.title} · {one.message}" for n, one in enumerate(outline.slides, start=1)]
    question = "この構成で本文を書きますか。" if deps.lang == "ja" else "Shall the slides be written by this outline?"
    sheet = outline.model_dump(mode="json", exclude={"thinking"})
    answer = asked(deps, "outline", question, shown=rows, value=sheet, schema=OUTLINE)
    if not answer.go_on:
        return Command(goto="publisher")
    if answer.comment:
        return Command(update={"comments": [answer.comment], "plan": _again(state["plan"])}, goto="supervisor")
    slides = [{"message": "", **one} for one in answer.value["slides"]]
    edited = OutlineOutput.model_validate({**answer.value, "slides": slides})
    return Command(update={"outline": edited, "outline_seen": True}, goto="supervisor")


def _again(plan: Plan) -> Plan:
    steps = tuple(
        step.model_copy(update={"status": "pending"}) if step.mode == "outline" else step for step in plan.steps
    )
    return plan.model_copy(update={"steps": steps, "revision": plan.revision + 1})
