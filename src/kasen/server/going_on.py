"""Carrying runs on: after a pause was answered, with higher caps, with other models."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, Field

from kasen.errors import ConfigurationError, OtherVersion, RunBusy, UsageError
from kasen.models.access import access_of
from kasen.runtime.answering import chosen
from kasen.runtime.approvals import approvals, stay
from kasen.runtime.rows import ACTIVE
from kasen.server.asked import CAPS, capped, check_models
from kasen.server.at_terminal import check_go_on, is_terminal_only
from kasen.team import load

if TYPE_CHECKING:
    from kasen.runtime.rows import Options, RunRow
    from kasen.server.caller import Caller
    from kasen.server.context import ServerDeps

ENDING_S = 5.0
"""Seconds that an attempt which has come to a pause gets to end."""
LOOK = 0.05
"""Seconds between two looks whether it has."""


class OptionsOnward(BaseModel):
    """What is to be different from here on; what is left out stays."""

    model_config = ConfigDict(extra="forbid")

    preset: str = Field("", max_length=200, description="Which models answer from here on.")
    models: dict[str, list[str]] = Field(
        default_factory=dict, max_length=50, description="Role or tier → models that are asked in order."
    )
    budget_usd: float | None = Field(
        None, ge=0, le=1e6, description="New cap in US dollars, for the whole run.", examples=[2.5]
    )
    budget_tokens: int | None = Field(None, ge=1, le=10**12, description="New cap on tokens.")
    budget_seconds: float | None = Field(None, gt=0, le=1e8, description="New cap on seconds at work.")
    budget_calls: int | None = Field(None, ge=0, le=10**9, description="New cap on calls of models.")
    yes: bool = Field(False, description="Answer every pause with its default from here on.")


async def continue_run(deps: ServerDeps, caller: Caller, row: RunRow, given: OptionsOnward) -> None:
    """Carry a run on.

    Raises:
        TerminalOnly: no server carries it on (403).
        Busy: too many runs are at work (429).
        RunBusy, UsageError: it is being driven, or is over.
        UnknownName, InputError, ConfigurationError: of models, as when a run is started.
    """
    check_go_on(row.team, row.id)
    async with deps.at_work.place(caller.owner, but=row.id):
        await deps.runner.continue_(row.id, options=_onward(deps, caller, row, given))


def _onward(deps: ServerDeps, caller: Caller, row: RunRow, given: OptionsOnward) -> Options:
    wanted = {name: getattr(given, f"budget_{name}") for name in CAPS}
    caps = {name: capped(deps.settings, name, cap, caller) for name, cap in wanted.items() if cap is not None}
    return row.options.model_copy(
        update={**caps, **_models(deps, caller, row, given), "yes": given.yes or row.options.yes}
    )


def _models(deps: ServerDeps, caller: Caller, row: RunRow, given: OptionsOnward) -> dict[str, Any]:
    """What the run has set for single roles stays, unless it is set anew."""
    if not given.preset and not given.models:
        return {}
    check_models(given.preset, given.models, caller)
    flags = [f"{role}={','.join(chain)}" for role, chain in given.models.items()]
    wanted = deps.settings.model_copy(
        update={"preset": given.preset or row.options.preset, "models": row.options.models}
    )
    source = "`preset`" if given.preset else ""
    picked = chosen(wanted, access_of(deps.settings), team=load(row.team), flags=flags, source=source)
    return {"preset": picked.preset, "models": picked.models}


async def go_on(deps: ServerDeps, run_id: str) -> bool:
    """Carry on a run whose pauses are all answered, when nobody drives it; whether it goes on, or has gone on since.

    One that is driven at the terminal alone waits there, with the answer.
    """
    runner = deps.runner
    is_driven = run_id in runner.driven
    if is_driven:  # it has come to the pause and is about to end, or has the answer, or waits at another pause
        await _ended(deps, run_id)
    if await _is_owned(deps, run_id):
        return True
    row = await runner.store.run(run_id)
    if row.status not in ("paused", *ACTIVE):
        return is_driven
    if is_terminal_only(row.team):
        return False
    if any(not one.answered for one in await approvals(runner.store, run_id)):
        return False
    try:
        await runner.continue_(run_id)
    except RunBusy:
        return True
    except UsageError as error:  # cancelled meanwhile, or of another version
        if isinstance(error, OtherVersion) and not runner.store.is_shared:  # else a server of that version takes it
            await stay(runner.store, run_id)
        return False
    except ConfigurationError:  # what it needs is gone: the answer is kept
        await stay(runner.store, run_id)
        return False
    return True


async def _is_owned(deps: ServerDeps, run_id: str) -> bool:
    """Whether somebody drives the run.

    Another process that has noted the pause, and has not let go of the run yet, is waited for: it does not see the
    answer any more.
    """
    runner, end = deps.runner, asyncio.get_running_loop().time() + ENDING_S
    while await runner.store.is_owned(run_id):
        is_elsewhere = runner.handing is None and run_id not in runner.driven
        is_ending = is_elsewhere and (await runner.store.run(run_id)).status in ("paused", "created")
        if not is_ending or asyncio.get_running_loop().time() > end:
            return True
        await asyncio.sleep(LOOK)
    return False


async def _ended(deps: ServerDeps, run_id: str) -> None:
    if run_id in deps.runner.turns.waiting:  # it begins with the answer
        return
    try:
        async with asyncio.timeout(ENDING_S):
            await deps.runner.settled(run_id)
    except TimeoutError:
        return
