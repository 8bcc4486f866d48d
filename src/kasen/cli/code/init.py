"""`kasen code init`: the files of a workflow, where they can be changed."""

from __future__ import annotations

import json as jsonlib
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from kasen.cli.code.which import Json
from kasen.cli.signals import run_async
from kasen.prompts.outside import printable

if TYPE_CHECKING:
    from kasen.teams.code.git.repository import Repository


def init(
    repo: Annotated[
        Path, typer.Argument(metavar="DIR", help="The repository.", file_okay=False, show_default=False)
    ] = Path(),
    preset: Annotated[
        Literal["five-phase", "pair"], typer.Option(help="Which of Kasen's own workflows to begin from.")
    ] = "five-phase",
    json: Json = False,
) -> None:
    """Write workflow, agents, gates and policies into `.kasen/code`, to be changed; runs here then follow them.

    Examples:
        kasen code init
        kasen code init ~/projects/shop --preset pair
    """
    from kasen.teams.code.config.writing import write

    root = run_async(_repository(repo)).root
    written = write(root, preset)
    new = [str(root / name if name == ".gitignore" else written.folder / name) for name in written.new]
    if json:
        same = [str(written.folder / name) for name in written.same]
        print(jsonlib.dumps({"folder": str(written.folder), "new": new, "same": same}, ensure_ascii=False))
    for path in [] if json else new:
        print(printable(path))
    for name in written.same:
        print(printable(f"{written.folder / name} is there already"), file=sys.stderr)
    print("what they name is run on this machine: look at them, change them, then allow them with", file=sys.stderr)
    print(printable(f"  kasen trust {shlex.quote(str(written.folder))}"), file=sys.stderr)


async def _repository(repo: Path) -> Repository:
    from kasen.teams.code.git.repository import look_at

    return await look_at(repo)
