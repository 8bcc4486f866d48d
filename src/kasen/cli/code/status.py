"""`kasen code status`: how a run stands; with `--watch` as it goes."""

from __future__ import annotations

import asyncio
import json
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from kasen.cli.code.which import Run, around, as_data, board_of, code_run, look, place_of

if TYPE_CHECKING:
    from kasen.cli.code.board import Around
    from kasen.runtime.store import Store
    from kasen.settings import Settings
    from kasen.teams.code.board.shown import Board

PLAIN_WIDTH = 100
"""Columns where the output is no terminal."""


def status(
    ctx: typer.Context,
    run: Run = "",
    watch: Annotated[bool, typer.Option("--watch", "-w", help="Stay, and show how it goes.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON; with --watch a line per change.")] = False,
) -> None:
    """Show phases, agents, tasks, gates, open findings, cost; what the run waits for and what you can do.

    Examples:
        kasen code status
        kasen code status 01M8 --watch
    """

    async def work(store: Store, settings: Settings) -> None:
        row = await code_run(store, run)
        if watch and not as_json and sys.stdout.isatty():
            from kasen.cli.code.watching import Watching

            await Watching(store, settings, row).stay()
            return
        said = ""
        while True:
            known, board = await around(store, row, settings), board_of(place_of(store, row))
            text = json.dumps(as_data(known, board), ensure_ascii=False, indent=None if watch else 2)
            if as_json and text != said:
                print(text, flush=True)
            elif not as_json and text != said:
                show(known, board)
            said = text
            if not watch or known.status not in ("created", "running"):
                return
            await asyncio.sleep(1.0)
            row = await store.run(row.id)

    look(ctx, work)


def show(known: Around, board: Board | None) -> None:
    """The board once, on stdout, as wide as the terminal."""
    from rich.console import Console

    from kasen.cli.code.board import picture

    console = Console(highlight=False, soft_wrap=False)
    if not console.is_terminal:
        console = Console(highlight=False, width=PLAIN_WIDTH)
    console.print(picture(board, known, console.width))
