"""Teams whose runs run commands on this machine: servers show their runs, and neither begin them nor carry them on."""

from __future__ import annotations

from kasen.errors import ConfigurationError, UnknownName, UsageError
from kasen.team import Team, load


class TerminalOnly(UsageError):
    """Only whoever sits at this machine may do that; the hint is the command."""


def check_start(team: Team) -> None:
    """Raises TerminalOnly for a team that no server begins."""
    if team.terminal_only:
        raise TerminalOnly(
            f"team `{team.name}` runs commands on this machine: it is begun at the terminal there, never by a server",
            hint=f"`kasen {team.name} --help` says how.",
        )


def check_go_on(team: str, run_id: str) -> None:
    """Raises TerminalOnly for a run that no server carries on."""
    if is_terminal_only(team):
        raise TerminalOnly(
            f"run {run_id} runs commands on this machine: it is carried on at the terminal there, never by a server",
            hint=f"`kasen runs continue {run_id}`",
        )


def is_terminal_only(team: str) -> bool:
    """Whether no server drives runs of that team; False for one that is gone or cannot be loaded."""
    try:
        return load(team).terminal_only
    except (UnknownName, ConfigurationError):
        return False
