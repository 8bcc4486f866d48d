"""Teams: what each takes, how it works, what a run may cost."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query
from fastapi import Path as InPath
from pydantic import BaseModel, ConfigDict, Field

from kasen.finding import of_each
from kasen.runtime.graphs import graph_of
from kasen.runtime.who_answers import advertised
from kasen.server.asked import OptionsGiven
from kasen.server.caller import Caller, caller_of
from kasen.server.context import ServerDeps, deps_of
from kasen.server.estimating import EstimateShown, estimate_for
from kasen.server.teams_shown import GraphShown, TeamShown, public_team, team_shown

router = APIRouter(prefix="/api/teams", tags=["teams"])
Deps = Annotated[ServerDeps, Depends(deps_of)]
By = Annotated[Caller, Depends(caller_of)]
Name = Annotated[str, InPath(max_length=64, examples=["research"])]


class EstimateGiven(BaseModel):
    """A run that may be started."""

    model_config = ConfigDict(extra="forbid")

    request: dict[str, Any] = Field(default_factory=dict, examples=[{"question": "Why did Uji become famous for tea?"}])
    """As far as it is known; it tells the mode where the team chooses one."""
    mode: str | None = Field(None, max_length=64, examples=["quick"])
    options: OptionsGiven = Field(default_factory=OptionsGiven)


@router.get("", summary="List the teams", operation_id="listTeams")
async def list_teams() -> list[TeamShown]:
    """Each with the JSON schema of its request, its modes, roles and pauses."""
    return await asyncio.to_thread(lambda: of_each(advertised(), lambda team: team_shown(team.name)))


@router.get("/{team}", summary="Show a team", operation_id="showTeam")
async def show(team: Name) -> TeamShown:
    """The team of that name."""
    return await asyncio.to_thread(team_shown, team)


@router.get("/{team}/graph", summary="Show how a mode works", operation_id="showGraph")
async def graph(team: Name, mode: Annotated[str, Query(max_length=64)] = "") -> GraphShown:
    """Nodes and arrows of the graph of a mode; `auto` is worked in one of the others and has none (422)."""
    found = public_team(team)
    drawn = await asyncio.to_thread(graph_of, found, mode or None)
    return GraphShown.of(found, found.mode(mode or None), drawn)


@router.post("/{team}/estimate", summary="Say what a run may cost", operation_id="estimateRun")
async def estimate(team: Name, given: EstimateGiven, deps: Deps, caller: By) -> EstimateShown:
    """Calls, tokens, money and time by role, least and most. Nothing is asked and nothing recorded."""
    return await estimate_for(deps, caller, public_team(team), given.request, given.mode, given.options)
