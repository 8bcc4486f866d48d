"""Ending what is left of a run that nobody drives any more: its agents, their programs, its tmux."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress

from pydantic import ValidationError

from kasen.errors import ConfigurationError
from kasen.settings.environment import plain_environment
from kasen.teams.code.place import Place
from kasen.teams.code.processes.killing import end
from kasen.teams.code.processes.marked import end_marked, marked
from kasen.teams.code.processes.tree import Process, process
from kasen.teams.code.tmux import Tmux, TmuxFailed
from kasen.teams.code.worker.spec import MARK, Beat


async def end_agents(place: Place) -> list[Process]:
    """End all of them with all that they began; those that live still, which should be nobody.

    Nothing of the work is lost: what was not committed lies in the work trees, and the queue knows who had what.
    """
    tmux = Tmux(place.socket, plain_environment())
    try:
        panes = [process(pane.pid) for pane in await tmux.panes() if not pane.dead]
    except (TmuxFailed, ConfigurationError):  # it does not answer, or is not installed: signs of life are left
        panes = []
    shims = {one for one in [*panes, *_beating(place)] if one is not None and one.lives}
    left = [one for some in await asyncio.gather(*map(end, shims)) for one in some]
    for value in marked(MARK):
        if value.startswith(f"{place.run_id}/"):
            left += await end_marked(MARK, value)
    with suppress(TmuxFailed, ConfigurationError):
        await tmux.close()
    return [one for one in left if one.lives]


def _beating(place: Place) -> Iterator[Process]:
    """The shims by their signs of life: a tmux that was killed lists nobody."""
    folder = place.mailbox.root / "heartbeat"
    for path in folder.iterdir() if folder.is_dir() else ():
        try:
            beat = Beat.model_validate_json(path.read_bytes())
        except (OSError, ValidationError):  # that of the orchestrator says nothing; another may be half written
            continue
        yield Process(beat.pid, beat.started)
