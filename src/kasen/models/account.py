"""A provider's account, shared by all runs of a process: how many calls at once, how often, and when to leave it be.

Where processes share a database, they share the account as well: see `account_shares`.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from kasen.errors import AccountClosed, KeyRefused, Malformed, Offline, ProviderError, Refused, Retryable

if TYPE_CHECKING:
    from kasen.models.account_shares import OpenShare, Share

MINUTE = 60.0


@dataclass(frozen=True, kw_only=True)
class AccountLimits:
    """What one account is asked at most, and how long it is left alone after which failure. Seconds."""

    concurrency: int = 8
    per_minute: int | None = None
    """Calls that begin within any 60 s; None: as many as there are."""
    failures: int = 5
    """Failures in a row (5xx, nothing arrives, no connection) after which it is left alone; calls that were under way
    together count as one."""
    open_s: float = 30.0
    """How long it is left alone then; after it one call tries."""
    pause_s: float = 4.0
    """Pause of everybody after a 429 that names none."""
    longest_pause_s: float = 60.0
    """A provider that wants a longer pause than this is closed for as long, instead of waited for."""
    quota_s: float = 3600.0
    """How long a spent quota closes it when the provider does not say."""
    longest_s: float = 86400.0
    """No provider closes its account for longer than a day."""
    key_s: float = math.inf
    """How long a refused key closes it: for good in a command; some minutes in a server, where keys are replaced."""
    is_shared: bool = True
    """Whether processes with one database count together; False for what each of them has for itself."""


LIMITS: Mapping[str, AccountLimits] = {
    "local": AccountLimits(concurrency=1, is_shared=False),
    "ollama": AccountLimits(concurrency=2),
    "scripted": AccountLimits(concurrency=1000, is_shared=False),
}
"""Account, or provider, to its limits; any other has the defaults. What runs on this machine takes few at once: who
waits here does not use up the deadline of its call."""


@dataclass(frozen=True, kw_only=True)
class Turn:
    """A place in an account, held by one call."""

    _account: Account
    _epoch: int
    _is_probe: bool = False

    @contextmanager
    def judged(self) -> Iterator[None]:
        """The call itself: how it ends is what the account learns. Cancelling it says nothing."""
        try:
            yield
        except ProviderError as error:
            self._account.learn(error, self._epoch)
            raise
        else:
            self._account.learn(None, self._epoch)


@dataclass(kw_only=True)
class Account:
    """One account. Used from one event loop at a time; several one after the other are fine.

    With a `share` its places and its minute are those that all processes of an installation have together.
    """

    name: str
    limits: AccountLimits
    clock: Callable[[], float]
    sleep: Callable[[float], Awaitable[None]]
    share: Share | None = None
    _busy: int = field(default=0, init=False)
    _queue: deque[asyncio.Future[None]] = field(default_factory=deque, init=False)
    _starts: deque[float] = field(default_factory=deque, init=False)
    _paused_until: float = field(default=-math.inf, init=False)
    _closed_until: float = field(default=-math.inf, init=False)
    _why: str = field(default="", init=False)
    _offline: Offline | None = field(default=None, init=False)
    _failed: int = field(default=0, init=False)
    _epoch: int = field(default=0, init=False)
    _probing: bool = field(default=False, init=False)

    @asynccontextmanager
    async def turn(self, longest_s: float | None = None) -> AsyncIterator[Turn]:
        """A place, in the order of asking; waits at most so long for it.

        Raises AccountClosed when the account is left alone, or has no place in that time. Such a refusal is no call.
        """
        self._refuse_when_closed()
        end = math.inf if longest_s is None else self.clock() + longest_s
        await self._take_place(longest_s)
        turn: Turn | None = None
        try:
            await self._keep_pace(end)
            turn = self._admitted()
            yield turn
        finally:
            if turn is not None and turn._is_probe:
                self._probing = False
            self._give_place()

    def closed_s(self) -> float:
        """Seconds for which it is still left alone; 0: it takes calls."""
        return max(self._closed_until - self.clock(), 0.0)

    def learn(self, error: ProviderError | None, epoch: int) -> None:
        """How a call ended that began in that epoch; None: it was answered."""
        now = self.clock()
        if isinstance(error, KeyRefused):
            self._close(now + self.limits.key_s, "its key was refused")
        elif isinstance(error, Offline):
            self._close(now + self.limits.open_s, str(error), offline=error)
        elif isinstance(error, AccountClosed):
            reset = self.limits.quota_s if error.reset_s is None else error.reset_s
            self._close(now + min(reset, self.limits.longest_s), "its quota is spent")
        elif isinstance(error, Retryable) and not isinstance(error, Malformed):
            self._slow_down(error, now, epoch)
        elif type(error) is not Refused:  # that may be our own deadline, which says nothing about the account
            self._failed = 0

    def hold_back(self, seconds: float) -> None:
        """No call begins for so long: the provider said so, here or to another process."""
        self._paused_until = max(self._paused_until, self.clock() + seconds)

    def serve(self) -> None:
        """Give the places that are free to those who wait, in the order in which they came."""
        while self._queue and self._busy < self._places:
            waiting = self._queue.popleft()
            if _is_waiting(waiting):
                self._busy += 1
                waiting.set_result(None)
        self._tell()

    @property
    def _places(self) -> int:
        return self.limits.concurrency if self.share is None else self.share.places

    def _tell(self) -> None:
        if self.share is not None:
            self.share.needs(self._busy, sum(map(_is_waiting, self._queue)))

    def _slow_down(self, error: Retryable, now: float, epoch: int) -> None:
        pause = error.retry_after if error.retry_after is not None else self.limits.pause_s if error.limited else 0.0
        if pause > self.limits.longest_pause_s:
            self._close(now + min(pause, self.limits.longest_s), "it asked for a pause")
        self.hold_back(min(pause, self.limits.longest_pause_s))
        if pause and self.share is not None:
            self.share.pause(min(pause, self.limits.longest_pause_s))
        if error.limited or epoch != self._epoch:
            return
        self._epoch += 1
        self._failed += 1
        if self._failed >= self.limits.failures:
            self._close(now + self.limits.open_s, f"it failed {self._failed} times in a row")

    def _close(self, until: float, why: str, *, offline: Offline | None = None) -> None:
        if until > self._closed_until:
            self._closed_until, self._why, self._offline = until, why, offline
        while self._queue:
            waiting = self._queue.popleft()
            if _is_waiting(waiting):
                waiting.set_exception(self._refusal())
        self._tell()

    def _refusal(self) -> AccountClosed:
        left = self._closed_until - self.clock()
        if self._offline is not None:
            return Offline(self._why, hint=self._offline.hint, reset_s=max(left, 0.0))
        until = "any more" if left == math.inf else f"for another {max(left, 0):.0f} s"
        return AccountClosed(f"the account `{self.name}` is not asked {until}: {self._why}", reset_s=max(left, 0.0))

    def _refuse_when_closed(self) -> None:
        if self._closed_until > self.clock():
            raise self._refusal()

    def _admitted(self) -> Turn:
        """The turn of a call that begins now, after all waiting. Raises AccountClosed."""
        self._refuse_when_closed()
        is_probe = self._failed >= self.limits.failures
        if is_probe and self._probing:
            raise AccountClosed(f"the account `{self.name}` is being tried again by another call", reset_s=0.0)
        self._probing = self._probing or is_probe
        return Turn(_account=self, _epoch=self._epoch, _is_probe=is_probe)

    async def _take_place(self, longest_s: float | None) -> None:
        if self._busy < self._places and not any(map(_is_waiting, self._queue)):
            self._busy += 1
            self._tell()
            return
        place = asyncio.get_running_loop().create_future()
        self._queue.append(place)
        self._tell()
        try:
            async with asyncio.timeout(longest_s):
                try:
                    await place
                except asyncio.CancelledError:
                    if place.done() and not place.cancelled() and place.exception() is None:
                        self._give_place()  # it was given in the moment of giving up: the next one gets it
                    else:
                        self._tell()
                    raise
        except TimeoutError as error:
            raise AccountClosed(f"the account `{self.name}` had no place for {longest_s:g} s") from error

    def _give_place(self) -> None:
        self._busy -= 1
        self._tell()
        self.serve()

    async def _keep_pace(self, end: float) -> None:
        start = await self._booked(end)
        try:
            while (wait := max(start, self._paused_until) - self.clock()) > 0:
                self._refuse_beyond(end, wait)
                await self.sleep(wait)
                self._refuse_when_closed()
        except BaseException:
            if start in self._starts:
                self._starts.remove(start)
            raise

    def _refuse_beyond(self, end: float, wait: float) -> None:
        if self.clock() + wait > end:
            raise AccountClosed(f"the account `{self.name}` takes no call for {wait:.0f} s", reset_s=wait)

    async def _booked(self, end: float) -> float:
        """When this call may begin, so that no 60 s see more than `per_minute`. Raises AccountClosed."""
        most = self.limits.per_minute
        if most is None:
            return self.clock()
        if self.share is None:
            return self._book(most)
        wait = await self.share.start(most, end - self.clock())
        if wait is None:
            return self._book(max(1, most // self.share.processes))
        self._refuse_beyond(end, wait)
        self._starts.append(self.clock() + wait)
        return self._starts[-1]

    def _book(self, most: int) -> float:
        now = self.clock()
        while self._starts and self._starts[0] <= now - MINUTE:
            self._starts.popleft()
        start = now if len(self._starts) < most else max(now, self._starts[-most] + MINUTE)
        self._starts.append(start)
        return start


def _is_waiting(place: asyncio.Future[None]) -> bool:
    """False for one that was given up, or whose event loop is gone."""
    return not place.done() and not place.get_loop().is_closed()


def limits_of(concurrency: int, per_minute: Mapping[str, int], *, key_s: float = math.inf) -> dict[str, AccountLimits]:
    """Limits from settings: of all accounts, and calls per minute by account or provider, over those of `LIMITS`."""
    every = AccountLimits(concurrency=concurrency, key_s=key_s)
    found = {"": every, **{name: replace(known, key_s=key_s) for name, known in LIMITS.items()}}
    for name, most in per_minute.items():
        found[name] = replace(found.get(name, found.get(provider_of(name), every)), per_minute=most)
    return found


def provider_of(account: str) -> str:
    """`google` of `google:vertex:project`, `ollama` of `ollama@127.0.0.1:11434`."""
    return account.partition(":")[0].partition("@")[0]


class Accounts:
    """The accounts of a process: make one, and hand it to all that ask.

    `limits` go over `LIMITS`: by account (`ollama@127.0.0.1:11434`), by provider (`ollama`), under "" for others.
    `share` opens what this process has in an account that others use too.
    """

    def __init__(
        self,
        limits: Mapping[str, AccountLimits] | None = None,
        *,
        share: OpenShare | None = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._limits = {**LIMITS, **(limits or {})}
        self._share = share
        self._clock = clock
        self._sleep = sleep
        self._known: dict[str, Account] = {}

    def __call__(self, name: str) -> Account:
        """The account of that name: `ChatModel.account`."""
        if name not in self._known:
            known = (self._limits[key] for key in (name, provider_of(name), "") if key in self._limits)
            limits = next(known, AccountLimits())
            account = self._known[name] = Account(name=name, limits=limits, clock=self._clock, sleep=self._sleep)
            if self._share is not None and limits.is_shared:
                account.share = self._share(name, limits.concurrency, account)
        return self._known[name]
