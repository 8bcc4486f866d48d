"""Beginning runs and carrying them on, for every route that does."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

from kasen.runtime.request import parse_request
from kasen.runtime.threads import take_turn
from kasen.server.asked import OptionsGiven, options_for, request_of
from kasen.server.at_terminal import check_start
from kasen.server.owned import owned_run
from kasen.server.upload_files import keep
from kasen.team import AUTO, load

if TYPE_CHECKING:
    from kasen.runtime.rows import Options
    from kasen.server.caller import Caller
    from kasen.server.context import ServerDeps
    from kasen.team import Team


async def start_run(
    deps: ServerDeps,
    caller: Caller,
    team: str,
    values: dict[str, Any],
    *,
    mode: str | None = None,
    given: OptionsGiven | None = None,
) -> str:
    """Start a run of the caller's, or take the next turn of its thread; returns the id of the run.

    Raises:
        TerminalOnly: no server begins that team (403).
        Busy: too many runs are at work (429).
        UnknownName, InputError, UsageError, ConfigurationError: as `Runner.start`, `request_of` and `options_for`.
    """
    loaded, given = load(team), given or OptionsGiven()
    check_start(loaded)
    async with deps.at_work.place(caller.owner) as new_id:
        request = await request_of(loaded, values, caller, deps.uploads)
        options = await _options(deps, caller, loaded, request, mode, given)
        new: dict[str, Any] = {"mode": mode, "options": options, "owner": caller.owner, "run_id": new_id}
        if options.thread:
            run_id = await take_turn(deps.runner, loaded, request, **new)
        else:
            run_id = await deps.runner.start(team, request, **new)
    await asyncio.to_thread(keep, deps.uploads, caller.owner, json.dumps(request, default=str))
    return run_id


async def _options(
    deps: ServerDeps, caller: Caller, team: Team, request: dict[str, Any], mode: str | None, given: OptionsGiven
) -> Options:
    """The options, with the limits of the mode as far as it is known before the run begins."""
    if given.continues:
        before = await owned_run(deps, caller, given.continues)
        given = given.model_copy(update={"local_only": given.local_only or before.options.local_only})
    named = team.mode(mode)
    if named == AUTO and not given.continues and not given.thread:
        parsed = parse_request(team, request, reads_files=not caller.is_outside)
        named = (await asyncio.to_thread(team.mode_for, named, parsed))[0]
    return options_for(deps.settings, team, named, given, caller=caller)
