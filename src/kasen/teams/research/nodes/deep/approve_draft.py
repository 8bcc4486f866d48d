"""Pause for a person before the report comes out, when that was asked for."""

from __future__ import annotations

from typing import Literal

from langgraph.runtime import Runtime
from langgraph.types import Command

from kasen.team import Deps
from kasen.teams.research.nodes.approve_draft import on_draft
from kasen.teams.research.state import Showable


async def approve_draft(
    state: Showable, runtime: Runtime[Deps]
) -> Command[Literal["hierarchical_synthesizer", "publisher"]]:
    """Ask; see `on_draft`."""
    return on_draft(state, runtime.context, writer="hierarchical_synthesizer")
