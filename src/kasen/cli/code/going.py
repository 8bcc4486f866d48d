"""Driving a run from here to its end or its next pause; whatever ends it, no agent is left behind."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from kasen.cli.code.detach import tell_begun
from kasen.cli.code.live import view_of
from kasen.cli.code.which import around, place_of
from kasen.cli.drive import Output, see_through
from kasen.errors import Paused, Stopped
from kasen.runtime.lock import is_owned

if TYPE_CHECKING:
    from kasen.runtime.rows import RunRow
    from kasen.runtime.runner import Runner
    from kasen.settings import Settings


async def drive(
    runner: Runner, settings: Settings, run_id: str, to: Output, *, after: int = 0, begun: int | None = None
) -> RunRow:
    """See a run through that this process has begun or taken up. `begun`: file descriptor of who waits for that.

    Raises as `see_through`, with the commands of this team as the next step.
    """
    tell_begun(begun, run_id)
    row = await runner.store.run(run_id)
    place = place_of(runner.store, row)
    view = view_of(place, around(runner.store, row, settings), json=to.json, quiet=to.quiet)
    try:
        row = await see_through(
            runner, settings, run_id, to, after=after, view=view, how=f"kasen code continue {run_id}"
        )
    except Paused as error:
        raise Paused(str(error), hint=f"Answer and go on: kasen code approve {run_id}") from error
    except Stopped as error:
        if (await runner.store.run(run_id)).status in ("cancelled", "done"):
            raise
        raise Stopped(str(error), hint=f"Go on: kasen code continue {run_id}") from error
    finally:
        if not is_owned(runner.store.folder(run_id)):
            from kasen.teams.code.taking.ending import end_agents

            await end_agents(place)
    if not (to.json or to.quiet):
        print(f"take the work over: kasen code approve {run_id}", file=sys.stderr)
    return row
