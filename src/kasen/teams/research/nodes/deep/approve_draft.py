"""Pause for a person before the report comes out, when that was asked for."""

from __future__ import annotations

from typing import Literal

from langgraph.runtime import Runtime
from langgraph.types import Command

from kasen.team import Deps
from kasen.teams.research.approving import draft_pause
from kasen.teams.research.nodes.approve_draft import edited, paragraphs
from kasen.teams.research.state import Showable


async def approve_draft(
    state: Showable, runtime: Runtime[Deps]
) -> Command[Literal["hierarchical_synthesizer", "publisher"]]:
    """Ask; nothing else happens in this node. What a person edits is checked like what a model wrote.

    A comment sends the draft back to be written again, a no is said in the report.
    """
    draft = state["draft"]
    answer = draft_pause(
        runtime.context,
        state["request"],
        shown=paragraphs(draft),
        draft=draft.model_dump(mode="json"),
        schema={"type": "object"},
    )
    if answer.comment and answer.go_on:
        wishes = [*state.get("draft_wishes", []), answer.comment]
        return Command(update={"draft_wishes": wishes}, goto="hierarchical_synthesizer")
    update = {} if answer.go_on else {"refused": "draft"}
    return Command(update={"draft": edited(draft, answer.plan), **update}, goto="publisher")
