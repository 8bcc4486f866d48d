"""`kasen code doctor`: what the team needs of this machine."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from kasen.prompts.outside import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kasen.teams.code.machine import Seen

NEEDED = ("git", "tmux")
AGENTS = ("claude", "codex")
"""Of which one is enough; workflows of `command` agents need neither."""


def doctor(as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """Check what this team needs: git, tmux, the programs of agents, where they may work. Exit code 3 if it lacks.

    Examples:
        kasen code doctor
    """
    from kasen.cli.doctor_check import Check, check_lines, install
    from kasen.teams.code.machine import looked

    seen = looked(install)
    if as_json:
        print(json.dumps({"checks": [asdict(one) for one in seen], "ok": usable(seen)}, ensure_ascii=False, indent=2))
    else:
        for line in check_lines([Check(**asdict(one), required=one.name in NEEDED) for one in seen]):
            print(printable(line))
    if not usable(seen):
        print("kasen: no run of team `code` can work here", file=sys.stderr)
        raise typer.Exit(3)


def usable(seen: Sequence[Seen]) -> bool:
    """Whether the team's own workflows can run at all."""
    there = {one.name for one in seen if one.ok}
    return set(NEEDED) <= there and bool(set(AGENTS) & there)
