"""`kasen code discard`: throw the work trees and branches of a run away."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kasen.cli.code.which import Run, code_run, look, place_of
from kasen.cli.pause import can_ask, typed_line
from kasen.errors import UsageError
from kasen.prompts.outside import printable

if TYPE_CHECKING:
    from kasen.runtime.store import Store
    from kasen.settings import Settings
    from kasen.teams.code.taking.discarding import Left

FILES = 10
"""Files that are named; the others are counted."""


def discard(
    ctx: typer.Context,
    run: Run = "",
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do it without asking.")] = False,
) -> None:
    """Remove a run's work trees and branches from the repository. What is nowhere else is named first."""

    async def work(store: Store, _: Settings) -> None:
        from kasen.runtime.lock import is_owned
        from kasen.teams.code.git.repository import look_at
        from kasen.teams.code.taking import discarding
        from kasen.teams.code.taking.ending import end_agents

        row = await code_run(store, run)
        if is_owned(store.folder(row.id)):
            raise UsageError(f"run {row.id} is going on", hint=f"Stop it first: kasen code stop {row.id}")
        place = place_of(store, row)
        root = (await look_at(Path(row.request["repo"]))).root
        left = await discarding.left_of(root, row.id, place.trees)
        if not (left.branches or left.trees or place.trees.exists()):
            print(f"run {row.id} has left nothing in {root}", file=sys.stderr)
            return
        for line in lines(left):
            print(printable(line), file=sys.stderr)
        _ask(yes, len(left.branches), len(left.trees))
        await end_agents(place)
        await discarding.discard(left)
        place.root.mkdir(parents=True, exist_ok=True)
        place.discarded.touch()
        print(f"discarded; what run {row.id} said and did stays: kasen runs show {row.id}", file=sys.stderr)

    look(ctx, work)


def lines(left: Left) -> list[str]:
    """What would go, that which is nowhere else marked with `!`."""
    said = [f"{left.root}"]
    for branch in left.branches:
        count = f"{branch.commits} {'commit' if branch.commits == 1 else 'commits'}"
        what = f"{count} only here: {branch.subject}" if branch.commits else ""
        said.append(f"{'!' if branch.commits else ' '} {branch.name}  {branch.head[:12]}  {what}")
    said += [f"! not committed in {name}" for name in left.changed[:FILES]]
    more = len(left.changed) - FILES
    return [line.rstrip() for line in [*said, *([f"! and {more} files more"] if more > 0 else [])]]


def _ask(yes: bool, branches: int, trees: int) -> None:
    what = f"discard {branches} {'branch' if branches == 1 else 'branches'} and {trees} work trees"
    if yes:
        return
    if not can_ask():
        raise UsageError(f"this would {what}", hint="Give --yes to do it.")
    print(f"{what}? [y/N]", end=" ", file=sys.stderr, flush=True)
    if (typed_line() or "").strip().lower() not in ("y", "yes", "はい"):
        raise UsageError("nothing was discarded")
