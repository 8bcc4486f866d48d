"""Runs: begin, list, look at, carry on, end, delete."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query
from fastapi import Path as InPath
from pydantic import BaseModel, ConfigDict, Field

from kasen.errors import UsageError
from kasen.runtime.approvals import approvals
from kasen.runtime.artifacts import artifacts
from kasen.runtime.engines.embedded.line import waiting_of
from kasen.runtime.ledger import figures
from kasen.runtime.nested import children
from kasen.runtime.rows import ACTIVE
from kasen.server.asked import OptionsGiven
from kasen.server.caller import Caller, caller_of
from kasen.server.context import ServerDeps, deps_of
from kasen.server.forgetting import forget_files
from kasen.server.going_on import OptionsOnward, continue_run
from kasen.server.listing import Wanted, listed
from kasen.server.owned import is_left, left_of, owned_run
from kasen.server.shapes import ApprovalShown, ArtifactShown, CostsShown, RunBrief, RunDetail, RunShown, RunsShown
from kasen.server.starting import start_run

router = APIRouter(prefix="/api/runs", tags=["runs"])
Deps = Annotated[ServerDeps, Depends(deps_of)]
By = Annotated[Caller, Depends(caller_of)]
RunId = Annotated[str, InPath(max_length=40)]


class RunGiven(BaseModel):
    """What a team is asked for."""

    model_config = ConfigDict(extra="forbid")

    team: str = Field(max_length=64, examples=["research"])
    request: dict[str, Any] = Field(
        examples=[
            {"question": "宇治が日本茶の中心になったのはなぜか", "docs": ["upload:0f8fad5bd9cb469fa16570867728950e"]}
        ]
    )
    """In the shape of the team's request; see GET /api/teams. Files are named `upload:ID`."""
    mode: str | None = Field(None, max_length=64, examples=["quick"])
    options: OptionsGiven = Field(default_factory=OptionsGiven)


class ContinueGiven(BaseModel):
    """How to carry a run on."""

    model_config = ConfigDict(extra="forbid")

    options: OptionsOnward = Field(default_factory=OptionsOnward)


@router.post("", summary="Start a run", status_code=201, operation_id="startRun")
async def start(given: RunGiven, deps: Deps, caller: By) -> RunShown:
    """It is worked on in the background: follow its events. With `thread` it may carry on a run of that thread."""
    run_id = await start_run(deps, caller, given.team, given.request, mode=given.mode, given=given.options)
    return await _shown(deps, caller, run_id)


@router.get("", summary="List runs", operation_id="listRuns")
async def list_runs(
    deps: Deps,
    caller: By,
    team: Annotated[str, Query(max_length=64)] = "",
    status: Annotated[
        str, Query(max_length=32, description="As in the answer; `stopped` means each of its kinds")
    ] = "",
    q: Annotated[str, Query(max_length=200, description="Words of the title")] = "",
    before: Annotated[str, Query(max_length=26, description="Only runs that are older than this one")] = "",
    continues: Annotated[
        str, Query(max_length=26, description="Only runs that go on from this one, or from one that does")
    ] = "",
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> RunsShown:
    """Your own, newest first; those that a run asked other teams for stand with that run."""
    wanted = Wanted(
        owner=caller.owner, team=team, status=status, words=q, before=before, continues=continues, limit=limit
    )
    rows, more = await listed(deps.runner.store, wanted)
    left = await left_of(deps.runner.store, rows)
    waiting = await waiting_of(deps.runner, rows)
    shown = [RunBrief.of(row, row.id in left, waiting.get(row.id)) for row in rows]
    return RunsShown(runs=shown, next=rows[-1].id if more else None)


@router.get("/{run_id}", summary="Show a run", operation_id="showRun")
async def show(run_id: RunId, deps: Deps, caller: By) -> RunDetail:
    """The run with its open pauses, its artifacts, what it has cost, and the runs that it asked other teams for."""
    store = deps.runner.store
    row = await owned_run(deps, caller, run_id)
    pauses = [] if row.status != "paused" else await approvals(store, row.id)
    nested = await children(store, row.id)
    left = await left_of(store, [row, *nested])
    return RunDetail(
        **RunShown.of(row, row.id in left, (await waiting_of(deps.runner, [row])).get(row.id)).model_dump(),
        approvals=[ApprovalShown.of(one) for one in pauses if not one.answered],
        artifacts=[ArtifactShown.of(row.id, one) for one in await artifacts(store, row.id)],
        costs=CostsShown.of(await store.read(lambda connection: figures(connection, row.id))),
        runs=[RunBrief.of(one, one.id in left) for one in nested],
    )


@router.delete("/{run_id}", summary="Delete a run", status_code=204, operation_id="deleteRun")
async def delete(run_id: RunId, deps: Deps, caller: By) -> None:
    """All that is known of it, with its files and uploads; 409 while it is at work."""
    row = await owned_run(deps, caller, run_id)
    await deps.runner.delete(row.id)
    await forget_files(deps, row)


@router.post("/{run_id}/cancel", summary="Cancel a run", operation_id="cancelRun")
async def cancel(run_id: RunId, deps: Deps, caller: By) -> RunShown:
    """Ends it for good, whoever drives it; 409 when it is over."""
    row = await owned_run(deps, caller, run_id)
    await deps.runner.cancel(row.id)
    return await _shown(deps, caller, row.id)


@router.post("/{run_id}/stop", summary="Stop a run after its step", status_code=202, operation_id="stopRun")
async def stop(run_id: RunId, deps: Deps, caller: By) -> RunShown:
    """It can be continued; 409 when this server does not drive it."""
    row = await owned_run(deps, caller, run_id)
    is_elsewhere = deps.runner.handing is not None and row.status in ACTIVE
    if row.id not in deps.runner.driven and not is_elsewhere:
        raise UsageError(f"run {row.id} is not at work on this server")
    deps.runner.stop(row.id)
    return await _shown(deps, caller, row.id)


@router.post("/{run_id}/continue", summary="Carry a run on", status_code=202, operation_id="continueRun")
async def carry_on(run_id: RunId, deps: Deps, caller: By, given: ContinueGiven | None = None) -> RunShown:
    """One that paused, failed, was interrupted, or whose budget was spent. What it finished is not done again."""
    row = await owned_run(deps, caller, run_id)
    await continue_run(deps, caller, row, (given or ContinueGiven()).options)
    return await _shown(deps, caller, row.id)


async def _shown(deps: ServerDeps, caller: Caller, run_id: str) -> RunShown:
    row = await owned_run(deps, caller, run_id)
    waiting = await waiting_of(deps.runner, [row])
    return RunShown.of(row, await is_left(deps.runner.store, row), waiting.get(row.id))
