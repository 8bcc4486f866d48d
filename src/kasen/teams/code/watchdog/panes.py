"""The panes of a run that is taken up again: each belongs to an agent that lives, or goes."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from kasen.errors import ConfigurationError
from kasen.teams.code.processes.killing import end
from kasen.teams.code.processes.tree import process
from kasen.teams.code.tmux import Tmux, TmuxFailed


async def tidied(tmux: Tmux, shims: Mapping[int, str]) -> None:
    """`shims`: number of the process of each agent that lives → agent. What runs in other panes is ended.

    A tmux that cannot be asked holds nobody up: what lives is known by its marks too.
    """
    with suppress(TmuxFailed, ConfigurationError):
        for pane in await tmux.tidy(shims):
            if not pane.dead and (running := process(pane.pid)) is not None:
                await end(running, grace_s=0.0)
            await tmux.end(pane)
