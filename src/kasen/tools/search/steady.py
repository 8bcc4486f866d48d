"""A provider as a WebSearch: deadline, pace, retries, its account left alone when it fails, results filtered."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import date

from kasen.errors import Retryable
from kasen.evidence.types import Hit
from kasen.models.account import AccountLimits, Accounts
from kasen.models.chain import Retries
from kasen.tools.search.port import Outcome, Results, Running, SearchProvider
from kasen.tools.search.wanted import Wanted, wanted

LOGGER = logging.getLogger("kasen.tools.search")
RETRIES = Retries(attempts=3, first_wait_s=2.0, longest_wait_s=8.0)
"""Seed 004 F007 and F011: three attempts, 2 to 8 s between them."""
TIMEOUT_S = 10.0
"""Seconds for one call (seed 004 F007)."""
PLACE_S = 30.0
"""Longest wait for a place in the provider's account."""
SEARCH_LIMITS: Mapping[str, AccountLimits] = {
    "arxiv": AccountLimits(concurrency=1),
    "ddgs": AccountLimits(concurrency=2),
}
"""arXiv asks for one connection at a time; of `ddgs` each call is a process."""


class Steady:
    """Implements WebSearch with one provider. Made once for a process: pace and failures are of all its runs."""

    def __init__(
        self,
        provider: SearchProvider,
        *,
        accounts: Accounts | None = None,
        retries: Retries = RETRIES,
        timeout_s: float = TIMEOUT_S,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.name = provider.name
        self._provider = provider
        self._accounts = accounts or Accounts(SEARCH_LIMITS, clock=clock, sleep=sleep)
        self._retries = retries
        self._timeout_s = timeout_s
        self._sleep = sleep
        self._clock = clock
        self._free_at = 0.0

    async def __call__(
        self,
        query: str,
        *,
        max_results: int = 5,
        since: date | None = None,
        domains: Sequence[str] = (),
        exclude_domains: Sequence[str] = (),
        lang: str = "",
    ) -> list[Hit]:
        """Results, best first; see `WebSearch`. Raises what the provider raises, after the last attempt."""
        want = wanted(
            query,
            max_results=max_results,
            since=since,
            domains=domains,
            exclude_domains=exclude_domains,
            lang=lang,
        )
        attempt = 1
        while True:
            try:
                return sifted(await self._once(want), want, self.name)
            except Retryable as error:
                wait = self._retries.wait(attempt, error)
                if wait is None:
                    raise
                LOGGER.warning("searching with %s again in %g s: %s", self.name, wait, error)
                await self._sleep(wait)
                attempt += 1

    async def close(self) -> None:
        """End what the provider has running."""
        if isinstance(self._provider, Running):
            await self._provider.close()

    async def _once(self, want: Wanted) -> list[Hit]:
        async with self._accounts(self._provider.account).turn(PLACE_S) as turn:
            await self._keep_pace()
            with turn.judged():
                try:
                    async with asyncio.timeout(self._timeout_s):
                        return await self._provider.find(want)
                except TimeoutError as error:
                    raise Retryable(f"{self.name} did not answer within {self._timeout_s:g} s") from error

    async def _keep_pace(self) -> None:
        now = self._clock()
        start = max(now, self._free_at)
        self._free_at = start + self._provider.pace_s
        if start > now:
            await self._sleep(start - now)


def sifted(hits: Sequence[Hit], want: Wanted, provider: str) -> Results:
    """The hits that are wanted, at most as many as were asked for, with what became of the others."""
    admitted = [hit for hit in hits if want.admits(hit)]
    best = admitted[: want.max_results]
    outcome = Outcome(
        provider=provider,
        found=len(best),
        left_out=len(hits) - len(admitted),
        undated=sum(1 for hit in best if not hit.source.published) if want.since else 0,
    )
    return Results(best, outcomes=[outcome])
