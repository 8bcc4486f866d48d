"""Pauses: what a person is asked, and their answer."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends
from fastapi import Path as InPath
from pydantic import BaseModel, ConfigDict, Field, model_validator

from kasen.errors import UnknownName
from kasen.runtime.approvals import approvals
from kasen.runtime.engines.embedded.line import waiting_of
from kasen.runtime.rows import ApprovalRow
from kasen.server.at_terminal import is_terminal_only
from kasen.server.caller import Caller, caller_of
from kasen.server.context import ServerDeps, deps_of
from kasen.server.going_on import go_on
from kasen.server.owned import is_left, owned_run
from kasen.server.shapes import ApprovalShown, RunBrief

router = APIRouter(prefix="/api/runs/{run_id}/approvals", tags=["approvals"])
Deps = Annotated[ServerDeps, Depends(deps_of)]
By = Annotated[Caller, Depends(caller_of)]
RunId = Annotated[str, InPath(max_length=40)]
WEB = "web"
"""Who answers where nobody has a name."""


class AnswerGiven(BaseModel):
    """An answer that fits the schema of the pause, or its default."""

    model_config = ConfigDict(extra="forbid")

    answer: Any = Field(None, examples=[{"go_on": True, "comment": "もっと短く"}])
    default: bool = Field(False, description="Answer with the default of the pause.")
    go_on: bool = Field(True, description="Carry the run on when nobody drives it.")

    @model_validator(mode="after")
    def _one(self) -> AnswerGiven:
        if ("answer" in self.model_fields_set) == self.default:
            raise ValueError("give either `answer` or `default: true`")
        return self


class Answered(BaseModel):
    """The pause as it stands now, and its run."""

    approval: ApprovalShown
    run: RunBrief
    going_on: bool
    """Whether the run is being worked on."""


@router.get("", summary="List the pauses of a run", operation_id="listApprovals")
async def list_approvals(run_id: RunId, deps: Deps, caller: By) -> list[ApprovalShown]:
    """All of them, answered or not, in the order they were asked."""
    row = await owned_run(deps, caller, run_id)
    return [ApprovalShown.of(one) for one in await approvals(deps.runner.store, row.id)]


@router.post("/{approval}", summary="Answer a pause", operation_id="answerApproval")
async def answer(
    run_id: RunId,
    approval: Annotated[str, InPath(max_length=200, description="Its name, or its id.", examples=["plan"])],
    given: AnswerGiven,
    deps: Deps,
    caller: By,
) -> Answered:
    """The first answer counts (409 for a later one). Then the run goes on, unless another pause is open."""
    row = await owned_run(deps, caller, run_id)
    store = deps.runner.store
    pause = _meant(await approvals(store, row.id), approval)
    value = pause.asked.default if given.default else given.answer
    async with deps.at_work.place(caller.owner, but=row.id):
        goes_on = given.go_on and not is_terminal_only(row.team)
        by = caller.owner or WEB
        settled = await deps.runner.answer(row.id, pause.interrupt_id, value, by=by, go_on=goes_on)
        going_on = await go_on(deps, row.id) if given.go_on else row.id in deps.runner.driven
    now = await owned_run(deps, caller, run_id)
    left = await is_left(store, now)
    ahead = (await waiting_of(deps.runner, [now])).get(now.id)
    return Answered(approval=ApprovalShown.of(settled), run=RunBrief.of(now, left, ahead), going_on=going_on)


def _meant(rows: list[ApprovalRow], name: str) -> ApprovalRow:
    """The open pause of that name or id, else the last that was answered. Raises UnknownName."""
    found = [row for row in rows if name in (row.name, row.interrupt_id)]
    if not found:
        waiting = ", ".join(row.name for row in rows if not row.answered)
        raise UnknownName(f"this run has no approval `{name}`; waiting: {waiting or 'none'}")
    return next((row for row in found if not row.answered), found[-1])
