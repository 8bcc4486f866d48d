"""The board as it goes, in a terminal where keys can be pressed."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from rich.console import Console, RenderableType
from rich.live import Live

from kasen.cli.code.board import GOING, picture
from kasen.cli.code.keys import Keys
from kasen.cli.code.said import said
from kasen.cli.code.which import around, board_of, place_of
from kasen.cli.pause import typed_line
from kasen.errors import KasenError, Stopped
from kasen.prompts.outside import printable

if TYPE_CHECKING:
    from kasen.cli.code.board import Around
    from kasen.runtime.rows import RunRow
    from kasen.runtime.store import Store
    from kasen.settings import Settings

LOOK_S = 0.5
"""Seconds between two looks at what the orchestrator has written."""


class Watching:
    """One person at one run."""

    def __init__(self, store: Store, settings: Settings, row: RunRow) -> None:
        self._store = store
        self._settings = settings
        self._row = row
        self._lang = settings.lang or row.lang
        self._place = place_of(store, row)
        self._console = Console(highlight=False)

    async def stay(self) -> None:
        """Until `q`, or until the run does not go on; what stands there then stays on the screen."""
        keys = Keys()
        while key := await self._until_key(keys):
            if key == "q":
                return
            await self._do(key)

    async def _until_key(self, keys: Keys) -> str:
        """Show it until a key that means something; empty when there is nothing more to see."""
        has_keys = sys.stdin.isatty()
        with Live(console=self._console, auto_refresh=False, transient=False) as live:
            if not has_keys:
                return await self._shown(live, None)
            with keys.read():
                return await self._shown(live, keys)

    async def _shown(self, live: Live, keys: Keys | None) -> str:
        import asyncio

        while True:
            self._row = await self._store.run(self._row.id)
            known = await around(self._store, self._row, self._settings)
            goes_on = known.status in GOING
            live.update(self._picture(known, keys=keys is not None and goes_on), refresh=True)
            if not goes_on:
                return ""
            if keys is None:
                await asyncio.sleep(LOOK_S)
            elif (key := await keys.next(LOOK_S)) in ("a", "s", "p", "u", "q"):
                live.update(self._picture(known, keys=False), refresh=True)
                return key

    def _picture(self, known: Around, *, keys: bool) -> RenderableType:
        from dataclasses import replace

        return picture(board_of(self._place), replace(known, keys=keys), self._console.width)

    async def _do(self, key: str) -> None:
        from kasen.cli.code.attach import attach_to
        from kasen.teams.code.ordering import order

        try:
            if key == "a":
                await attach_to(self._place, self._typed("which_agent"), self._lang, replaces=False)
            elif key == "s":
                agent = self._typed("which_agent")
                order(self._place, "say", agent, self._typed("which_words"))
            else:
                order(self._place, "pause" if key == "p" else "unpause")
        except Stopped:
            raise
        except KasenError as error:
            self._say(f"{error}. {error.hint}".strip())

    def _typed(self, what: str) -> str:
        self._console.print(f" {said(self._lang, what)} ", end="")
        return (typed_line() or "").strip()

    def _say(self, text: str) -> None:
        self._console.print(f" {printable(text)}", style="yellow", markup=False)
