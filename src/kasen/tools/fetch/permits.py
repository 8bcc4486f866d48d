"""Asking each site once what its robots.txt allows."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from kasen.tools.addresses import Checked
from kasen.tools.fetch import robots
from kasen.tools.fetch.failure import Failure
from kasen.tools.fetch.roads import Roads
from kasen.tools.fetch.wire import Answered

KEPT_S = 24 * 3600.0
"""Seconds that a robots.txt is believed (RFC 9309 §2.4)."""
FAILED_S = 60.0
"""Seconds until a server that failed over its robots.txt is asked for it again."""


@dataclass
class _Site:
    lock: asyncio.Lock
    rules: robots.Rules = robots.ALL
    until: float = float("-inf")


@dataclass
class Permits:
    """The robots.txt files of one event loop's fetches; many pages of a site wait for one request."""

    roads: Roads
    headers: Mapping[str, str]
    clock: Callable[[], float]
    _sites: dict[tuple[str, str, int], _Site] = field(default_factory=dict)

    async def ask(self, at: Checked) -> None:
        """Raises Failure where the site's robots.txt forbids the page, or the site cannot be reached."""
        site = self._sites.setdefault(at.origin, _Site(asyncio.Lock()))
        async with site.lock:
            if self.clock() >= site.until:
                site.rules = await self._rules(at)
                site.until = self.clock() + (FAILED_S if site.rules is robots.NONE else KEPT_S)
        if site.rules is robots.NONE:
            raise Failure("robots", "its site fails to say what may be fetched (robots.txt)", lasting=False)
        path = at.url.split("/", 3)[3]
        if not site.rules.allows(f"/{path}"):
            raise Failure("robots", "its site does not want it fetched (robots.txt)")

    async def _rules(self, at: Checked) -> robots.Rules:
        try:
            start = await self.roads.beside(at, "/robots.txt")
            async with self.roads.to(start, self.headers) as (_, answer):
                return await _read(answer)
        except Failure as failure:
            if failure.kind in ("unreachable", "timeout"):
                raise
            return robots.ALL if failure.kind == "redirects" else robots.NONE


async def _read(answer: Answered) -> robots.Rules:
    """2xx: its rules; 4xx: everything is allowed; anything else, and what cannot be read: nothing is."""
    if 200 <= answer.status < 300:
        text = (await answer.beginning(robots.MAX_BYTES)).decode("utf-8", "replace")
        return robots.parse(text)
    return robots.ALL if 400 <= answer.status < 500 else robots.NONE
