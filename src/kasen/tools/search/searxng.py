"""SearXNG: GET /search?format=json of a server that the user names (docs.searxng.org, Search API)."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from kasen.errors import ProviderError, Refused, Retryable
from kasen.evidence.types import Hit
from kasen.models.connection import Connection
from kasen.models.reach import valid_place
from kasen.tools.search.line import Line, read_json, results_in
from kasen.tools.search.result import hit_of
from kasen.tools.search.wanted import Wanted

_BANG = re.compile(r"(?<!\S)!+(?=\S)")
"""Begins a command to SearXNG (`!!g`: go to Google), which is none of the query's words."""


class SearxNG:
    """Narrows time to a day, week, month or year where its engines can; dates come where they tell them."""

    name = "searxng"
    pace_s = 0.0

    def __init__(
        self,
        address: str,
        connection: Connection,
        *,
        categories: str = "general",
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self.account = f"searxng@{valid_place(address, 'KASEN_SEARXNG_URL')}"
        self._categories = categories
        self._now = now
        self._line = Line(
            name=self.name, address=address, connection=connection, setting="searxng_url", refusal=_refusal
        )

    async def find(self, want: Wanted) -> list[Hit]:
        """Results in its order; its scores have no upper bound and are left out."""
        now = self._now()
        fields = {"q": _BANG.sub("", want.with_sites), "format": "json", "categories": self._categories}
        narrowed = want.range(now.date())
        if narrowed:
            fields["time_range"] = narrowed
        if want.lang:
            fields["language"] = want.lang
        answer = read_json(self.name, await self._line.get("/search", fields))
        fetched = now.isoformat(timespec="seconds")
        hits = (
            hit_of(
                self.name,
                rank,
                url=one.get("url"),
                title=one.get("title"),
                text=one.get("content"),
                published=one.get("publishedDate") or one.get("pubdate"),
                fetched_at=fetched,
            )
            for rank, one in enumerate(results_in(self.name, answer), start=1)
        )
        found = [hit for hit in hits if hit is not None]
        if not found:
            _raise_when_silent(answer)
        return found


def _raise_when_silent(answer: dict[str, Any]) -> None:
    """No result is no answer where none of its engines was reached."""
    silent = answer.get("unresponsive_engines")
    if not isinstance(silent, list) or not silent:
        return
    engines = ", ".join(" ".join(map(str, one)) if isinstance(one, list) else str(one) for one in silent[:5])
    raise Retryable(f"searxng found nothing, and engines of it did not answer: {' '.join(engines.split())[:200]}")


def _refusal(status: int, _said: str) -> ProviderError | None:
    if status == 403:
        return Refused(
            "searxng answered 403: it does not give its results as JSON",
            hint="Add `json` to `formats` under `search:` in its settings.yml and start it again.",
        )
    if status == 429:
        return Retryable(
            "searxng answered 429: its limiter takes us for a robot",
            hint="Set `limiter: false` under `server:` in the settings.yml of your own server; public ones forbid it.",
            limited=True,
        )
    if status == 401:
        return Refused("searxng answered 401: it wants a user and password, which Kasen cannot send to it")
    return None
