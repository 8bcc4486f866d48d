"""What one process has in an account that others use too: when the server is to be asked, and what of it."""

from __future__ import annotations

import asyncio
import math
import random
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import uuid4

if TYPE_CHECKING:
    from collections.abc import Callable

    from kasen.models.account_shares import Holder
    from kasen.runtime.account_statements import Stands

LEASE_S = 9.0
"""Seconds after which the places of a process that is not heard of are given to others."""
BEAT_S = 2.0
"""Seconds between two words of a process that has places."""
LOOK_S = 1.0
"""Seconds, more or less, between two looks of one that waits. A place that is given back is told at once; one whose
process died is found by looking."""
OPEN_S = 3600.0
"""Seconds after which the server is told again that the account is in use: it forgets one that is not."""
LINGER_S = 1.0
"""How long a place that is free stays where it was, when nobody waits for one."""


class Start(NamedTuple):
    """A start that a call waits for."""

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
        self.open_until = -math.inf
        """The server knows the account until then."""
        self.starts: list[Start] = []
        self._pause_until = self._pause_offered = self._pause_known = -math.inf
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
        self.starts.append(Start(per_minute, within_s, taken))
        self.due(0.0)
        return await taken

    def pause(self, seconds: float) -> None:
        """See `Share`."""
        self._pause_until = max(self._pause_until, asyncio.get_running_loop().time() + seconds)
        self.due(0.0)

    @property
    def pause_s(self) -> float:
        """What is left of a pause that the server has not heard of."""
        left = self._pause_until - asyncio.get_running_loop().time()
        return max(0.0, left) if self._pause_until > self._pause_known else 0.0

    @property
    def is_open(self) -> bool:
        """The server knows the account."""
        return asyncio.get_running_loop().time() < self.open_until

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
        self._pause_offered = self._pause_until
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
        self.is_away, self._pause_known = False, self._pause_offered
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
        self.is_away, self.open_until = True, -math.inf
        self.places = max(1, self._concurrency // self.processes)
        for one in self.starts:
            if not one.taken.done():
                one.taken.set_result(None)
        self.starts.clear()
        self._holder.serve()
