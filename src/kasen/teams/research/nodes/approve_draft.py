"""Pause for a person before the report comes out, when that was asked for."""

from __future__ import annotations

from typing import Any, Literal

from langgraph.runtime import Runtime
from langgraph.types import Command
from pydantic import ValidationError

from kasen.team import Deps
from kasen.teams.research.approving import draft_pause
from kasen.teams.research.schemas import Draft
from kasen.teams.research.state import Showable


def paragraphs(draft: Draft) -> list[str]:
    """A draft as a person reads it: title, then each statement with the evidence that it names."""
    every = [*draft.summary, *draft.findings, *(one for section in draft.analysis for one in section.statements)]
    return [draft.title, *(f"{one.text} [{', '.join(one.evidence)}]" for one in every)]


async def approve_draft(state: Showable, runtime: Runtime[Deps]) -> Command[Literal["synthesizer", "publisher"]]:
    """Ask; nothing else happens in this node. What a person edits is checked like what a model wrote.

    A comment sends the draft back to be written again, a no is said in the report.
    """
    return on_draft(state, runtime.context, writer="synthesizer")


def on_draft(state: Showable, deps: Deps, *, writer: str) -> Command[Any]:
    """Where a draft goes after a person has seen it: on to the publisher, or back to the node that wrote it."""
    draft = state["draft"]
    answer = draft_pause(
        deps,
        state["request"],
        shown=paragraphs(draft),
        draft=draft.model_dump(mode="json"),
        schema={"type": "object"},
    )
    if answer.comment and answer.go_on:
        wishes = [*state.get("draft_wishes", []), answer.comment]
        return Command(update={"draft_wishes": wishes}, goto=writer)
    update = {} if answer.go_on else {"refused": "draft"}
    return Command(update={"draft": edited(draft, answer.plan), **update}, goto="publisher")


def edited(draft: Draft, sheet: dict[str, object]) -> Draft:
    """The draft as a person edited it; what cannot be read as one is left out of account."""
    try:
        return Draft.model_validate(sheet)
    except ValidationError:
        return draft
