"""How a request gets to where it ends: turns taken, redirects followed, every address on the way checked, time kept."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import NamedTuple

from kasen.errors import Refused, Retryable
from kasen.tools.addresses import Addresses, AddressRefused, Checked
from kasen.tools.fetch.failure import Failure
from kasen.tools.fetch.manners import Manners
from kasen.tools.fetch.wire import Answered, Wire

MAX_REDIRECTS = 5
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
Gate = Callable[[Checked], Awaitable[None]]
"""Asked before each request; raises Failure where there must be none."""


class Arrived(NamedTuple):
    """The end of the redirects, and what is answered there."""

    at: Checked
    answer: Answered


@dataclass(frozen=True)
class Roads:
    """Sends requests on their way."""

    addresses: Addresses
    wire: Wire
    manners: Manners
    seconds: float
    """For all requests from a URL to its answer's last byte, together; waiting for one's turn does not count."""

    async def begin(self, url: str, *, typed: bool = False) -> Checked:
        """The URL, checked. Raises Failure."""
        return await _checked(self.addresses.check(url, typed=typed), self.seconds)

    async def beside(self, at: Checked, location: str) -> Checked:
        """Where a link or redirect leads. Raises Failure."""
        return await _checked(self.addresses.follow(at, location), self.seconds)

    @asynccontextmanager
    async def to(
        self, start: Checked, headers: Mapping[str, str], *, gate: Gate | None = None
    ) -> AsyncIterator[Arrived]:
        """GET, through at most MAX_REDIRECTS redirects; read the answer inside the block. Raises Failure."""
        watch = _Watch(self.seconds)
        at = start
        seen = {at.url}
        for _ in range(MAX_REDIRECTS + 1):
            if gate is not None:
                await gate(at)
            async with self.manners.turn(at.host), watch.running(), self.wire.get(at, headers) as answer:
                location = answer.headers.get("location", "") if answer.status in _REDIRECTS else ""
                if not location:
                    yield Arrived(at, answer)
                    return
            async with watch.running():
                at = await self.beside(at, location)
            if at.url in seen:
                raise Failure("redirects", "redirects in a circle")
            seen.add(at.url)
        raise Failure("redirects", f"redirects more than {MAX_REDIRECTS} times")


class _Watch:
    """Seconds that are used up only while it runs."""

    def __init__(self, seconds: float) -> None:
        self._whole = self._left = seconds

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        loop = asyncio.get_running_loop()
        began = loop.time()
        try:
            async with asyncio.timeout(self._left):
                yield
        except TimeoutError as error:
            raise Failure("timeout", f"took more than {self._whole:g} s", lasting=False) from error
        finally:
            self._left = max(0.0, self._left - (loop.time() - began))


async def _checked(check: Awaitable[Checked], seconds: float) -> Checked:
    try:
        async with asyncio.timeout(seconds):
            return await check
    except AddressRefused as error:
        raise Failure("address", str(error)) from error
    except Retryable as error:
        raise Failure("unreachable", str(error), again=True) from error
    except Refused as error:
        raise Failure("unreachable", str(error)) from error
    except TimeoutError as error:
        raise Failure("unreachable", "could not be looked up in time", lasting=False) from error
