"""Pause for a person before the reviewed draft becomes the report, when that was asked for."""

from __future__ import annotations

from typing import Literal

from langgraph.runtime import Runtime
from langgraph.types import Command

from kasen.team import Deps
from kasen.teams.research.approving import draft_pause
from kasen.teams.research.nodes.approve_draft import edited, paragraphs
from kasen.teams.research.schemas import Draft
from kasen.teams.research.states.supervised import Written

ONE_MORE = 2
"""Executions that a comment grants beyond the cap: one of the writer, one of the reviewer."""


async def approve_manuscript(
    state: Written, runtime: Runtime[Deps]
) -> Command[Literal["writer", "manuscript_publisher"]]:
    """Ask; nothing else happens in this node. What a person edits is checked like what a model wrote.

    A comment sends the draft to the writer and the reviewer once more, whatever the cap; a no is said in the report.
    """
    draft = state.get("best_draft") or Draft()
    answer = draft_pause(
        runtime.context,
        state["request"],
        shown=paragraphs(draft),
        draft=draft.model_dump(mode="json"),
        schema={"type": "object"},
    )
    if answer.comment and answer.go_on:
        granted = state.get("extra", 0) + ONE_MORE
        return Command(update={"human_input": answer.comment, "extra": granted, "next_action": "write"}, goto="writer")
    update = {} if answer.go_on else {"refused": "draft"}
    return Command(update={"best_draft": edited(draft, answer.plan), **update}, goto="manuscript_publisher")
