"""Fetching web pages: safely, politely, and one failing page never breaks another."""

from __future__ import annotations

import asyncio
import ssl
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from http import HTTPStatus
from importlib.metadata import version
from types import TracebackType
from typing import NamedTuple

from kasen.models.connection import DIRECT, Connection
from kasen.models.failures import retry_after
from kasen.tools.addresses import Addresses, Checked
from kasen.tools.fetch.failure import Failure
from kasen.tools.fetch.inflate import ACCEPTED
from kasen.tools.fetch.manners import Manners
from kasen.tools.fetch.media import Medium, charset
from kasen.tools.fetch.page import Page, Unfetched
from kasen.tools.fetch.passages import page_of
from kasen.tools.fetch.permits import Permits
from kasen.tools.fetch.readers import Readers, ReadingLimits
from kasen.tools.fetch.reading import Job, Reading
from kasen.tools.fetch.roads import Arrived, Roads
from kasen.tools.fetch.robots import AGENT
from kasen.tools.fetch.wire import Wire

ATTEMPTS = 3
WAIT_S = (2.0, 8.0)
"""Seconds between attempts, least and most: 2, then 4, or what the server wishes within these."""
_LANGUAGES = {"ja": "ja,en;q=0.5,*;q=0.2", "en": "en,*;q=0.3"}
_ACCEPT = "text/html,application/xhtml+xml,application/pdf;q=0.9,text/markdown;q=0.8,text/plain;q=0.8,*/*;q=0.1"
_THIN = 200
"""Characters of a page that may be there only to send its reader elsewhere."""


@dataclass(frozen=True)
class FetchLimits:
    """What fetching may cost; sizes of bodies are in `media.LIMITS`."""

    seconds: float = 10.0
    """One attempt from its URL to the last byte, redirects included; waiting for one's turn does not count."""
    per_host: int = 2
    """Requests to one host at once."""
    in_all: int = 8
    gap_s: float = 0.25
    """Seconds between the beginnings of two requests to one host, after the first two."""
    reading: ReadingLimits = field(default_factory=ReadingLimits)


class _Landed(NamedTuple):
    """Where a journey ended, and with what."""

    at: Checked
    medium: Medium
    charset: str
    data: bytes


class Fetcher:
    """`async with Fetcher(addresses) as fetcher: page = await fetcher.fetch(url)`; implements `Fetch`.

    It belongs to one event loop; processes that read pages start when they are needed and end with the block.
    `connection` has the proxy and the trusted certificates; `tls` replaces the latter, for tests.
    """

    def __init__(
        self,
        addresses: Addresses,
        *,
        limits: FetchLimits | None = None,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        tls: ssl.SSLContext | None = None,
        connection: Connection = DIRECT,
    ) -> None:
        limits = limits or FetchLimits()
        manners = Manners(sleep, clock, limits.per_host, limits.in_all, limits.gap_s)
        self._roads = Roads(addresses, Wire(tls, connection), manners, limits.seconds)
        self._permits = Permits(self._roads, _headers("text/plain,*/*;q=0.1", ""), clock)
        self._readers = Readers(limits.reading)
        self._sleep = sleep
        self._now = now

    async def __aenter__(self) -> Fetcher:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """End the processes that read pages."""
        await self._readers.close()

    async def fetch(self, url: str, *, typed: bool = False, lang: str = "") -> Page | Unfetched:
        """The page at a URL, or why there is none; it raises nothing but cancellation.

        `typed`: the user gave this very URL, so it may be private and robots.txt is not asked. `lang` (`ja`, `en`) is
        the language that the page is asked for in.
        """
        for attempt in range(1, ATTEMPTS + 1):
            try:
                return await self._fetch(url, typed=typed, headers=_headers(_ACCEPT, lang))
            except Failure as failure:
                wait = _wait(failure, attempt)
                if wait is None:
                    return failure.told(url)
            await self._sleep(wait)
        raise AssertionError("the last attempt returns")

    async def _fetch(self, url: str, *, typed: bool, headers: dict[str, str]) -> Page:
        start = await self._roads.begin(url, typed=typed)
        await self._readers.warm()
        fetched_at = self._now()
        landed = await self._land(start, headers)
        reading = await self._read(landed, fetched_at)
        if reading.refresh and len(reading.text) < _THIN:
            onward = await self._roads.beside(landed.at, reading.refresh)
            if onward.url != landed.at.url:
                landed = await self._land(onward, headers)
                reading = await self._read(landed, fetched_at)
        if reading.refusal:
            raise Failure("no_text" if reading.is_empty else "unreadable", reading.refusal)
        return page_of(
            reading,
            landed.data,
            asked=url,
            url=landed.at.url,
            medium=landed.medium,
            fetched_at=fetched_at.isoformat(timespec="seconds"),
        )

    async def _land(self, start: Checked, headers: dict[str, str]) -> _Landed:
        gate = None if start.typed else self._permits.ask
        async with self._roads.to(start, headers, gate=gate) as arrived:
            _be_a_page(arrived)
            medium, data = await arrived.answer.page()
            return _Landed(arrived.at, medium, charset(arrived.answer.headers.get("content-type", "")), data)

    async def _read(self, landed: _Landed, today: datetime) -> Reading:
        if not landed.data.strip():
            raise Failure("no_text", "is empty")
        job = Job(medium=landed.medium, charset=landed.charset, url=landed.at.url, today=today.date().isoformat())
        return await self._readers.read(job, landed.data)


@cache
def _agent() -> str:
    return f"Mozilla/5.0 (compatible; {AGENT}/{version('kasen')})"


def _headers(accept: str, lang: str) -> dict[str, str]:
    return {
        "User-Agent": _agent(),
        "Accept": accept,
        "Accept-Language": _LANGUAGES.get(lang, "*"),
        "Accept-Encoding": ACCEPTED,
    }


def _be_a_page(arrived: Arrived) -> None:
    status = arrived.answer.status
    if status in (200, 203):
        return
    name = HTTPStatus(status).phrase if status in HTTPStatus._value2member_map_ else ""
    raise Failure(
        "status",
        f"answered {status} {name}".strip(),
        again=status >= 500,
        status=status,
        retry_after=retry_after(arrived.answer.headers),
        lasting=status < 500 and status not in (408, 425, 429),
    )


def _wait(failure: Failure, attempt: int) -> float | None:
    """Seconds until the next attempt, or None when there is none."""
    least, most = WAIT_S
    wished = failure.retry_after or 0.0
    if not failure.again or attempt == ATTEMPTS or wished > most:
        return None
    return min(most, max(least * attempt, wished))
