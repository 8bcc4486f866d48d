"""`kasen code attach`: look at the agents of a run in their panes."""

from __future__ import annotations

import asyncio
import os
import sys
from typing import TYPE_CHECKING

import typer

from kasen.cli.code.said import said
from kasen.cli.code.which import Words, code_run, look, place_of, run_and_agent
from kasen.cli.signals import run_async
from kasen.errors import UsageError

if TYPE_CHECKING:
    from kasen.runtime.store import Store
    from kasen.settings import Settings
    from kasen.teams.code.place import Place

SEEN = ("TERM", "COLORTERM")
"""What tmux needs to draw; `TMUX` is left out, or it would refuse within another tmux."""


def attach(ctx: typer.Context, words: Words = None) -> None:
    """Look at the agents in their panes; with an agent, at that one alone. Leave with Ctrl-b d; nothing is changed.

    Examples:
        kasen code attach
        kasen code attach coder-1
    """
    run, agent = run_and_agent(words)

    async def work(store: Store, settings: Settings) -> tuple[Place, str]:
        row = await code_run(store, run)
        return place_of(store, row), settings.lang or row.lang

    place, lang = look(ctx, work)
    run_async(attach_to(place, agent, lang, replaces=True))


async def attach_to(place: Place, agent: str, lang: str = "en", *, replaces: bool) -> None:
    """Show the panes; `replaces`: tmux takes the place of this process, else it comes back here.

    Keys go to tmux alone: Ctrl-C in a pane would end an agent. Raises UsageError, UnknownName.
    """
    from kasen.settings.environment import named_environment

    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError(said(lang, "nowhere"), hint=said(lang, "read"))
    command = await shown_by(place, agent, lang)
    env = named_environment(SEEN)
    if replaces:
        os.execvpe(command[0], command, env)
    await (await asyncio.create_subprocess_exec(*command, env=env)).wait()


async def shown_by(place: Place, agent: str, lang: str = "en") -> list[str]:
    """The command that shows the session of an agent, its pane alone; without one the first session.

    Raises UsageError where no agent runs, UnknownName.
    """
    from kasen.settings.environment import plain_environment
    from kasen.teams.code.ordering import known
    from kasen.teams.code.tmux import Tmux

    tmux = Tmux(place.socket, plain_environment())
    panes = await tmux.panes()
    named = known(place, agent) if agent else ""
    pane = next((one for one in panes if not named or one.agent == named), None)
    if pane is None:
        name = "does_not_run" if named else "none_runs"
        raise UsageError(said(lang, name, agent=named, run=place.run_id), hint=said(lang, "how_it_stands"))
    await tmux.focus(pane, alone=bool(named))
    return [*tmux.attach(pane.session), "-r"]
