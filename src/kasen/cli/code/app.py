"""`kasen code`: a table of commands, each imported only when it is called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import typer
from typer.core import TyperGroup

VERBS: Mapping[str, tuple[str, str]] = {
    "run": ("kasen.cli.code.run:app", "Begin: agents build a requirement on a branch of its own."),
    "status": ("kasen.cli.code.status:status", "The board of a run: phases, agents, tasks, gates, findings, cost."),
    "attach": ("kasen.cli.code.attach:attach", "Look at the agents in their panes."),
    "logs": ("kasen.cli.code.logs:logs", "What an agent told, or what the orchestrator did."),
    "say": ("kasen.cli.code.orders:say", "Tell an agent something with its next turn."),
    "pause": ("kasen.cli.code.orders:pause", "Give an agent, or all of them, nothing more for now."),
    "unpause": ("kasen.cli.code.orders:unpause", "Give paused agents work again."),
    "respawn": ("kasen.cli.code.orders:respawn", "Start an agent again in its session."),
    "kill": ("kasen.cli.code.orders:kill", "End an agent; its task becomes another's."),
    "stop": ("kasen.cli.code.stopping:stop", "Stop a run so that it can be continued."),
    "continue": ("kasen.cli.code.continuing:app", "Go on with a run that stands."),
    "approve": ("kasen.cli.code.approving:approve", "Answer what a run asks, or take over what it has made."),
    "discard": ("kasen.cli.code.discarding:discard", "Throw a run's work trees and branches away."),
    "init": ("kasen.cli.code.init:init", "Write workflow, agents, gates and policies to be changed."),
    "doctor": ("kasen.cli.code.doctor:doctor", "Check what the team needs of this machine."),
    "worker": ("kasen.cli.code.worker:worker", "Work as one agent of a run; the orchestrator starts it."),
}
"""Name → (`module:object`, help), in the order of the help."""
HIDDEN = ("worker",)


class Code(TyperGroup):
    """The group; a shim is started by it for every agent, so it costs next to nothing."""

    def list_commands(self, ctx: Any) -> list[str]:
        """In the order of the table."""
        for name in VERBS:
            self.commands.setdefault(name, _later(name))
        return list(self.commands)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The stand-in of a command, or None. Other commands are not looked at."""
        if cmd_name in VERBS:
            return self.commands.get(cmd_name) or _later(cmd_name)
        self.list_commands(ctx)
        return None


def _later(name: str) -> Any:
    from kasen.cli.app import Later

    return Later(name, *VERBS[name], hidden=name in HIDDEN)


app = typer.Typer(cls=Code, no_args_is_help=True)


@app.callback()
def code() -> None:
    """Claude Code and Codex build, review and repair software, under an orchestrator that is no model."""
