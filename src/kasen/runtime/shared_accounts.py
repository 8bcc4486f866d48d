"""Limits of accounts that hold over all processes of a PostgreSQL database.

Each process has a row for each account that it uses: how many places it has, how many calls wait. One task of the
process trades with the server, for all calls that came together in one round trip. A place that nobody wants stays with
whoever had it last for a moment, so that most calls ask nobody.
"""

from __future__ import annotations

import asyncio
import math
import socket
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from kasen.models.account_shares import Holder, shared_name
from kasen.runtime.account_part import LEASE_S, OPEN_S, Part, Start
from kasen.runtime.account_statements import (
    FORGET,
    LEAVE,
    LOCK,
    OPEN,
    PAUSE,
    START,
    TIDY,
    TRADE,
    Stands,
    key_of,
)
from kasen.runtime.logs import LOGGER
from kasen.runtime.postgres import PER_SESSION, dsn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from psycopg import AsyncConnection

ANSWER_S = 5.0
"""How long the server is waited for; then the process takes its part of the whole."""
AGAIN_S = 1.0
MINUTE_S = 60.0
PER_TRADE = (*PER_SESSION, "SET synchronous_commit = off", "SET lock_timeout = '2s'")
"""Nothing here is worth a sync of the disk: what a server forgets that loses power, it has again within a lease."""


class SharedAccounts:
    """The accounts that this process shares with others; implements `OpenShare`.

    Nothing is asked before the first call. Used from one event loop.
    `machine` is what tells this machine's own accounts from those of others.
    """

    def __init__(
        self, address: str, *, machine: str = "", minute_s: float = MINUTE_S, lease_s: float = LEASE_S
    ) -> None:
        self._address = address
        self._machine = machine or socket.gethostname()
        self._minute_s = minute_s
        self._lease_s = lease_s
        self._parts: list[Part] = []
        self._woken = asyncio.Event()
        self._connection: AsyncConnection | None = None
        self._is_away = False
        self._work: asyncio.Task[None] | None = None

    def __call__(self, name: str, concurrency: int, holder: Holder) -> Part:
        """See `OpenShare`."""
        part = Part(shared_name(name, self._machine), concurrency, holder, self._woken.set, lease_s=self._lease_s)
        if self._is_away:
            part.lost()
        self._parts.append(part)
        if self._work is None:
            self._work = asyncio.get_running_loop().create_task(self._trade_always(), name="accounts")
            self._work.add_done_callback(self._ended)
        return part

    def hear(self, word: str) -> None:
        """A word of another process, from `CHANNEL`."""
        kind, _, about = word.partition(" ")
        holder, _, account = about.partition(" ") if kind == "free" else ("", "", about)
        for part in self._parts:
            if part.account != account or part.is_away:
                continue
            if kind == "wanted":
                part.wanted()
            elif part.id == holder or kind == "paused":
                part.told()

    async def close(self) -> None:
        """Give everything back."""
        if self._work is not None:
            self._work.cancel()
            await asyncio.wait({self._work})
        if self._connection is not None:
            with suppress(Exception):  # it goes by itself, soon
                async with asyncio.timeout(AGAIN_S):
                    await self._connection.execute(LEAVE, {"holders": [part.id for part in self._parts]})
            await self._connection.close()

    def _ended(self, work: asyncio.Task[None]) -> None:
        """No call waits for a task that is not there any more: this process has its part then."""
        self._is_away = True
        if not work.cancelled() and work.exception() is not None:
            LOGGER.error("limits of accounts hold for this process alone from now on", exc_info=work.exception())
        for part in self._parts:
            part.lost()

    async def _trade_always(self) -> None:
        from psycopg import Error

        while True:
            due = await self._due()
            try:
                async with asyncio.timeout(ANSWER_S):
                    answers = await self._trade(due)
            except (Error, OSError, TimeoutError) as error:
                await self._lost(error)
                await asyncio.sleep(AGAIN_S)
                continue
            if self._is_away:
                self._is_away = False
                LOGGER.warning("the limits of accounts hold over all processes again")
            for part, stands in zip(due, answers, strict=True):
                part.found(stands)

    async def _due(self) -> Sequence[Part]:
        """Those of which the server is to be asked, when there are any. After an outage: all that were there in it."""
        now = asyncio.get_running_loop().time
        while True:
            if self._is_away:
                return list(self._parts)
            if found := [part for part in self._parts if part.is_away or part.due_at <= now()]:
                return found
            self._woken.clear()
            first = min((part.due_at for part in self._parts), default=math.inf)
            with suppress(TimeoutError):
                async with asyncio.timeout(None if first == math.inf else max(0.0, first - now())):
                    await self._woken.wait()

    async def _trade(self, due: Sequence[Part]) -> list[Stands]:
        """All in one round trip."""
        connection = await self._open()
        async with connection.pipeline():
            asked = [await _ask(connection, part, self._minute_s) for part in due]
        answers = []
        for part, (traded, starts) in zip(due, asked, strict=True):
            for one, cursor in starts:
                if (found := await cursor.fetchone()) is None:  # the clock here stood still while it was forgotten
                    part.open_until = -math.inf
                    part.due(0.0)
                elif not one.taken.done():
                    one.taken.set_result(max(0.0, found[0]))
            answers.append(Stands(*await traded.fetchone()))
        for part in due:
            part.starts = [one for one in part.starts if not one.taken.done()]
        return answers

    async def _open(self) -> AsyncConnection:
        if self._connection is None:
            from psycopg import AsyncConnection

            self._connection = await AsyncConnection.connect(dsn(self._address), autocommit=True)
            await self._connection.execute("; ".join(PER_TRADE))
        return self._connection

    async def _lost(self, error: BaseException) -> None:
        if not self._is_away:
            said = (str(error).splitlines() or [""])[0] or type(error).__name__
            LOGGER.warning("limits of accounts hold for this process alone, the database cannot be reached: %s", said)
        self._is_away = True
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(Exception):
                await connection.close()
        for part in self._parts:
            part.lost()


async def _ask(connection: AsyncConnection, part: Part, minute_s: float) -> tuple[Any, list[tuple[Start, Any]]]:
    """Everything about one account, in a transaction of its own: where the answers will be."""
    ask, about = connection.execute, {"account": part.account}
    await ask("BEGIN")
    await ask(LOCK, key_of(part.account))
    if not part.is_open:
        await ask(OPEN, about)
        await ask(TIDY)
        await ask(FORGET)
        part.open_until = asyncio.get_running_loop().time() + OPEN_S
    if seconds := part.pause_s:
        await ask(PAUSE, {**about, "seconds": seconds})
    traded = await ask(TRADE, part.offer())
    starts = []
    for one in [one for one in part.starts if not one.taken.done()]:
        given = {**about, "per_minute": one.per_minute, "within_s": one.within_s, "minute_s": minute_s}
        starts.append((one, await ask(START, given)))
    await ask("COMMIT")
    return traded, starts
