"""Flags as the help shows them: a word that stands alone takes no value, and none is promised."""

from __future__ import annotations

from typing import Any

import typer


def without_values(command: Any) -> Any:
    """The command, in whose help, and in that of its own commands, flags stand without `<bool>`."""
    for param in (*command.params, command.get_help_option(typer.Context(command))):
        if getattr(param, "is_flag", False):
            param.metavar = ""
    for inner in getattr(command, "commands", {}).values():
        without_values(inner)
    return command
