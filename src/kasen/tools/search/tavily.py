"""Tavily: POST /search (docs.tavily.com, Search)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from kasen.errors import AccountClosed, ConfigurationError, KeyRefused, ProviderError
from kasen.evidence.types import Hit
from kasen.models.connection import Connection
from kasen.tools.search.line import Line, read_json, results_in
from kasen.tools.search.result import hit_of
from kasen.tools.search.wanted import Wanted

ADDRESS = "https://api.tavily.com"
_PLAN = {432: "the limit of its plan is reached", 433: "the limit of its pay-as-you-go is reached"}


class Tavily:
    """Filters time and domains itself; dates come with news only. One search costs one credit of the account."""

    name = "tavily"
    account = "tavily"
    pace_s = 0.0

    def __init__(
        self,
        key: str,
        connection: Connection,
        *,
        address: str = "",
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        if not key:
            raise ConfigurationError(
                "searching with Tavily needs a key: TAVILY_API_KEY is not set",
                hint="Set TAVILY_API_KEY, or leave `tavily` out of `search`.",
            )
        if not key.isascii() or not key.isprintable():
            raise ConfigurationError("TAVILY_API_KEY holds characters that no key has")
        self._now = now
        self._line = Line(
            name=self.name,
            address=address or ADDRESS,
            connection=connection,
            key=key,
            setting="tavily_base_url",
            refusal=_refusal,
        )

    async def find(self, want: Wanted) -> list[Hit]:
        """Results with Tavily's own relevance as score."""
        answer = read_json(self.name, await self._line.post("/search", _body(want)))
        fetched = self._now().isoformat(timespec="seconds")
        hits = (
            hit_of(
                self.name,
                rank,
                url=one.get("url"),
                title=one.get("title"),
                text=one.get("content"),
                published=one.get("published_date"),
                score=one.get("score"),
                fetched_at=fetched,
            )
            for rank, one in enumerate(results_in(self.name, answer), start=1)
        )
        return [hit for hit in hits if hit is not None]


def _body(want: Wanted) -> dict[str, Any]:
    body: dict[str, Any] = {
        "query": want.query,
        "max_results": want.max_results,
        "search_depth": "basic",
        "include_answer": False,
        "include_raw_content": False,
        "include_images": False,
    }
    if want.since:
        body["start_date"] = want.since.isoformat()
    if want.domains:
        body["include_domains"] = list(want.domains)
    if want.exclude_domains:
        body["exclude_domains"] = list(want.exclude_domains)
    return body


def _refusal(status: int, said: str) -> ProviderError | None:
    words = f": {said}" if said else ""
    if status in _PLAN:
        return AccountClosed(f"tavily answered {status}, {_PLAN[status]}{words}")
    if status in (401, 403):
        return KeyRefused(f"tavily answered {status}{words}", hint="Is TAVILY_API_KEY right?")
    return None
