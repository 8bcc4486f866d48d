"""Pause for a person before a report on causes comes out, when that was asked for."""

from __future__ import annotations

from typing import Literal

from langgraph.runtime import Runtime
from langgraph.types import Command

from kasen.team import Deps
from kasen.teams.research.nodes.approve_draft import approve_draft
from kasen.teams.research.state import Showable


async def approve_causes(
    state: Showable, runtime: Runtime[Deps]
) -> Command[Literal["root_cause_synthesizer", "publisher"]]:
    """Ask as `approve_draft` does; a comment goes back to the root_cause_synthesizer."""
    command = await approve_draft(state, runtime)
    if command.goto == "synthesizer":
        return Command(update=command.update, goto="root_cause_synthesizer")
    return Command(update=command.update, goto="publisher")
