"""Limits of accounts that hold over all processes of a PostgreSQL database.

Each process has a row for each account that it uses: how many places it has, how many calls wait. One task of the
process trades with the server, for all calls that came together in one round trip. A place that nobody wants stays with
whoever had it last for a moment, so that most calls ask nobody.
"""

from __future__ import annotations

import asyncio
import math
import random
import socket
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import uuid4

from kasen.models.account_shares import Holder, shared_name
from kasen.runtime.account_statements import (
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
    from collections.abc import Callable, Sequence

    from psycopg import AsyncConnection

LEASE_S = 9.0
"""Seconds after which the places of a process that is not heard of are given to others."""
BEAT_S = 2.0
"""Seconds between two words of a process that has places."""
LOOK_S = 1.0
"""Seconds, more or less, between two looks of one that waits. A place that is given back is told at once; one whose
process died is found by looking."""
LINGER_S = 1.0
"""How long a place that is free stays where it was, when nobody waits for one."""
ANSWER_S = 5.0
"""How long the server is waited for; then the process takes its part of the whole."""
AGAIN_S = 1.0
MINUTE_S = 60.0
PER_TRADE = (*PER_SESSION, "SET synchronous_commit = off", "SET lock_timeout = '2s'")
"""Nothing here is worth a sync of the disk: what a server forgets that loses power, it has again within a lease."""


class _Start(NamedTuple):
    per_minute: int
    within_s: float
    taken: asyncio.Future[float | None]


class Part:
    """Implements `Share`: what this process has in one account."""

    def __init__(
        self, account: str, concurrency: int, holder: Holder, wake: Callable[[], None], *, lease_s: float = LEASE_S
    ) -> None:
        self.account = account
        self.id = uuid4().hex
        self.places = 0
        self.processes = 1
        self.due_at = math.inf
        """When the server is to be asked again, in the time of the event loop."""
        self.is_away = False
        self.is_open = False
        """The server knows the account."""
        self.starts: list[_Start] = []
        self.pause_s = 0.0
        self._concurrency = concurrency
        self._lease_s = lease_s
        self._holder = holder
        self._wake = wake
        self._busy = 0
        self._waiting = 0
        self._kept = 0
        self._asked_for = 0
        self._others_wait = False
        self._has_asked = False

    def needs(self, busy: int, waiting: int) -> None:
        """See `Share`."""
        self._busy, self._waiting = busy, waiting
        if self.is_away:
            return
        if self._others_wait:
            self.places = busy
        if bool(waiting) != bool(self._asked_for) or (self._others_wait and self._kept > busy):
            self.due(0.0)
        elif self._kept > busy:
            self.due(LINGER_S)

    async def start(self, per_minute: int, within_s: float) -> float | None:
        """See `Share`."""
        if self.is_away:
            return None
        taken: asyncio.Future[float | None] = asyncio.get_running_loop().create_future()
        self.starts.append(_Start(per_minute, within_s, taken))
        self.due(0.0)
        return await taken

    def pause(self, seconds: float) -> None:
        """See `Share`."""
        self.pause_s = max(self.pause_s, seconds)
        self.due(0.0)

    def due(self, seconds: float) -> None:
        """Ask the server in so many seconds, or before."""
        at = asyncio.get_running_loop().time() + seconds
        if at < self.due_at:
            self.due_at = at
            self._wake()

    def wanted(self) -> None:
        """Another process waits: what is free here is given back."""
        self._others_wait = True
        self.needs(self._busy, self._waiting)

    def told(self) -> None:
        """Something is to be known, if anybody here wants to know it."""
        if self._busy or self._waiting:
            self.due(0.0)

    def offer(self) -> dict[str, Any]:
        """What is asked of the server now. What is not in use is given back, and not used any more."""
        self.due_at = math.inf
        self.places = self._kept = self._busy
        self._asked_for = self._waiting
        asks = self._waiting > 0 and not self._has_asked
        self._has_asked = self._waiting > 0
        return {
            "account": self.account,
            "holder": self.id,
            "most": self._concurrency,
            "keeps": self._busy,
            "waiting": self._waiting,
            "asks": asks,
            "lease_s": self._lease_s,
        }

    def found(self, stands: Stands) -> None:
        """What the server answered."""
        self.is_away, self.is_open = False, True
        self._asked_for -= stands.places - self._kept
        self.places = self._kept = stands.places
        self.processes, self._others_wait = stands.processes, stands.others_wait
        if stands.paused_s > 0:
            self._holder.hold_back(stands.paused_s)
        self._holder.serve()
        if self._waiting:
            self.due(LOOK_S * random.uniform(0.75, 1.25))
        elif self._busy:
            self.due(BEAT_S)

    def lost(self) -> None:
        """Nobody can be asked: this process takes its part of the whole until somebody can."""
        self.is_away, self.is_open = True, False
        self.places = max(1, self._concurrency // self.processes)
        for one in self.starts:
            if not one.taken.done():
                one.taken.set_result(None)
        self.starts.clear()
        self._holder.serve()


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
        for part in self._parts:
            part.lost()
        if self._connection is not None:
            with suppress(Exception):  # it goes by itself, soon
                async with asyncio.timeout(AGAIN_S):
                    await self._connection.execute(LEAVE, {"holders": [part.id for part in self._parts]})
            await self._connection.close()

    async def _trade_always(self) -> None:
        while True:
            due = await self._due()
            try:
                async with asyncio.timeout(ANSWER_S):
                    answers = await self._trade(due)
            except Exception as error:  # noqa: BLE001 - whatever it is, calls do not wait for it
                await self._lost(error)
                await asyncio.sleep(AGAIN_S)
                continue
            if self._is_away:
                self._is_away = False
                LOGGER.warning("the limits of accounts hold over all processes again")
            for part, stands in zip(due, answers, strict=True):
                part.found(stands)

    async def _due(self) -> Sequence[Part]:
        """Those of which the server is to be asked, when there are any. After an outage: all."""
        now = asyncio.get_running_loop().time
        while True:
            if self._is_away:
                return list(self._parts)
            if found := [part for part in self._parts if part.due_at <= now()]:
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
        for traded, starts in asked:
            for one, cursor in starts:
                (wait,) = await cursor.fetchone()
                if not one.taken.done():
                    one.taken.set_result(max(0.0, wait))
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


async def _ask(connection: AsyncConnection, part: Part, minute_s: float) -> tuple[Any, list[tuple[_Start, Any]]]:
    """Everything about one account, in a transaction of its own: where the answers will be."""
    ask, about = connection.execute, {"account": part.account}
    await ask("BEGIN")
    await ask(LOCK, key_of(part.account))
    if not part.is_open:
        await ask(OPEN, about)
        await ask(TIDY, about)
    if part.pause_s:
        await ask(PAUSE, {**about, "seconds": part.pause_s})
        part.pause_s = 0.0
    traded = await ask(TRADE, part.offer())
    starts = []
    for one in [one for one in part.starts if not one.taken.done()]:
        given = {**about, "per_minute": one.per_minute, "within_s": one.within_s, "minute_s": minute_s}
        starts.append((one, await ask(START, given)))
    await ask("COMMIT")
    return traded, starts
