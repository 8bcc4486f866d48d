"""What a run knows of the web, and what it may know of others' finds."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from kasen.runtime import web_records
from kasen.runtime.web_flights import Flights
from kasen.runtime.web_records import Kept

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from kasen.runtime.attempt import Attempt
    from kasen.runtime.rows import RunRow


@dataclass(frozen=True, kw_only=True)
class Lifetimes:
    """How long what one run found may be used by others."""

    searches: timedelta = timedelta(hours=24)
    pages: timedelta = timedelta(days=7)


class Name(NamedTuple):
    """A key under which something may be known. `had`: it counts only where a page was had."""

    key: str
    had: bool = False

    def fits(self, kept: Kept | None) -> bool:
        """Whether that is what was looked for."""
        return kept is not None and (not self.had or kept.text is not None)


class Memory:
    """Looks in this run, then in the run that it repeats or in what others found lately, then lets the web be asked.

    One per attempt; `flights` are those of the process, so that runs at the same time ask once.
    """

    def __init__(
        self, attempt: Attempt, row: RunRow, flights: Flights[Kept], now: Callable[[], datetime], lives: Lifetimes
    ) -> None:
        self._attempt = attempt
        self._of_all = flights
        self._of_run: Flights[Kept | None] = Flights()
        self._fresh = row.options.fresh
        self.replay_of = row.options.replay_of
        self.lang = row.lang
        self.now = now
        self.lives = lives

    async def get(
        self, own: Sequence[Name], others: Sequence[Name], life: timedelta, make: Callable[[], Awaitable[Kept]]
    ) -> Kept | None:
        """What this run had under one of `own`, any run had under one of `others`, or `make` gives.

        It is written down under the first of `own`. None: the run that is repeated had nothing of the kind.
        """

        async def known() -> Kept:
            kept = await self._attempt.store.read(lambda c: self._shared(c, others, life))
            return kept if kept is not None else await make()

        async def found() -> Kept | None:
            await self._attempt.late_written()
            kept = await self._attempt.store.read(lambda c: self._recorded(c, own))
            if kept is not None:
                return await self._written(own[0].key, kept)
            if self.replay_of:
                return None
            async with self._of_all.join((others[0].key, self._fresh), known) as kept:
                return await self._written(own[0].key, kept)

        async with self._of_run.join(own[0].key, found) as kept:
            return kept

    def _recorded(self, connection: Connection, own: Sequence[Name]) -> Kept | None:
        runs = [self._attempt.run_id, *([self.replay_of] if self.replay_of else [])]
        looked = ((name, web_records.of_run(connection, run_id, name.key)) for run_id in runs for name in own)
        return next((kept for name, kept in looked if name.fits(kept)), None)

    def _shared(self, connection: Connection, others: Sequence[Name], life: timedelta) -> Kept | None:
        if self._fresh:
            return None
        looked = ((name, web_records.of_any(connection, name.key, self.now(), life)) for name in others)
        return next((kept for name, kept in looked if name.fits(kept)), None)

    async def _written(self, key: str, kept: Kept) -> Kept:
        run_id = self._attempt.run_id
        await self._attempt.write(lambda c: web_records.keep(c, run_id, key, kept))
        return kept
