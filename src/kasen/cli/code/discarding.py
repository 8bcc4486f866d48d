"""`kasen code discard`: throw the work trees and branches of a run away."""

from __future__ import annotations

import json as jsonlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kasen.cli.code.said import said
from kasen.cli.code.which import Json, Run, code_run, look, place_of
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
    json: Json = False,
) -> None:
    """Remove a run's work trees and branches from the repository. What is nowhere else is named first.

    Examples:
        kasen code discard 01M8
    """

    async def work(store: Store, settings: Settings) -> None:
        from kasen.runtime.lock import is_owned
        from kasen.teams.code.git.repository import look_at
        from kasen.teams.code.taking import discarding
        from kasen.teams.code.taking.ending import end_agents
        from kasen.teams.code.taking.standing import unwritten

        row = await code_run(store, run)
        lang = settings.lang or row.lang
        if is_owned(store.folder(row.id)):
            raise UsageError(said(lang, "goes_on", run=row.id), hint=said(lang, "stop_first", run=row.id))
        place = place_of(store, row)
        await end_agents(place)
        async with unwritten(place) as noted:
            repository = noted.repository if noted else await look_at(Path(row.request["repo"]))
            left = await discarding.left_of(repository, row.id, place.trees, lang)
            if not (left.branches or left.trees or place.trees.exists()):
                print(printable(said(lang, "nothing_left", run=row.id, root=left.root)), file=sys.stderr)
                _print(json, row.id, left)
                return
            for line in lines(left, lang):
                print(printable(line), file=sys.stderr)
            _ask(yes, lang, len(left.branches), len(left.trees))
            await discarding.discard(left)
        place.root.mkdir(parents=True, exist_ok=True)
        place.discarded.touch()
        print(said(lang, "discarded", run=row.id), file=sys.stderr)
        _print(json, row.id, left)

    look(ctx, work)


def _print(json: bool, run: str, left: Left) -> None:
    """What is gone, for programs, where they asked."""
    if json:
        gone = {"branches": [one.name for one in left.branches], "trees": [str(path) for path in left.trees]}
        print(jsonlib.dumps({"run": run, **gone}, ensure_ascii=False))


def lines(left: Left, lang: str = "en") -> list[str]:
    """What would go, that which is nowhere else marked with `!`."""
    told = [f"{left.root}"]
    for branch in left.branches:
        name = "only_here_1" if branch.commits == 1 else "only_here"
        what = said(lang, name, n=branch.commits, subject=branch.subject) if branch.commits else ""
        told.append(f"{'!' if branch.commits else ' '} {branch.name}  {branch.head[:12]}  {what}")
    told += [said(lang, "uncommitted", name=name) for name in left.changed[:FILES]]
    more = len(left.changed) - FILES
    return [line.rstrip() for line in [*told, *([said(lang, "uncommitted_more", n=more)] if more > 0 else [])]]


def _ask(yes: bool, lang: str, branches: int, trees: int) -> None:
    counted = f"{branches} {'branch' if branches == 1 else 'branches'}"
    what = said(lang, "discard", branches=counted, n=branches, trees=trees)
    if yes:
        return
    if not can_ask():
        raise UsageError(said(lang, "would", what=what), hint=said(lang, "give_yes"))
    print(said(lang, "sure", what=what), end=" ", file=sys.stderr, flush=True)
    if (typed_line() or "").strip().lower() not in ("y", "yes", "はい"):
        raise UsageError(said(lang, "not_discarded"))
