"""Which search the settings mean, and opening it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from kasen.errors import ConfigurationError
from kasen.models.access import Access
from kasen.models.account import AccountLimits, Accounts, limits_of
from kasen.models.connection import Connection, connection_of
from kasen.tools.search.ddgs import Ddgs
from kasen.tools.search.merged import MergedSearch
from kasen.tools.search.names import search_names
from kasen.tools.search.port import SearchProvider, WebSearch
from kasen.tools.search.steady import SEARCH_LIMITS, TIMEOUT_S, Steady

if TYPE_CHECKING:
    from kasen.models.account_shares import OpenShare
    from kasen.settings import Settings

GOOGLE_S = 30.0
"""Seconds for a grounded answer: a model searches, reads and writes."""
MCP_S = 25.0
"""Seconds for one search with a server: it may have to start first."""
_LONGER_S = {"google": GOOGLE_S, "mcp": MCP_S}
Now = Callable[[], datetime]


def open_search(
    settings: Settings,
    access: Access,
    *,
    local_only: bool = False,
    accounts: Accounts | None = None,
    share: OpenShare | None = None,
    now: Now = lambda: datetime.now(UTC),
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    clock: Callable[[], float] = time.monotonic,
) -> WebSearch | None:
    """The search of a process, for all its runs; None where nothing is to be asked. Nothing is sent yet.

    `share` is as for `Accounts`.
    Raises ConfigurationError for a provider that is named in `search` and lacks its key, address or package.
    """
    names = () if local_only else search_names(settings)
    if not names:
        return None
    known = accounts or Accounts(_limits(settings), share=share, clock=clock, sleep=sleep)
    return MergedSearch(
        [
            Steady(
                _opened(name, settings, access, now),
                accounts=known,
                timeout_s=_LONGER_S.get(name.partition(":")[0], TIMEOUT_S),
                sleep=sleep,
                clock=clock,
            )
            for name in names
        ]
    )


def _limits(settings: Settings) -> dict[str, AccountLimits]:
    """Those that the settings give, and of providers that ask for few calls at once their own number."""
    rates = settings.requests_per_minute
    own = {name: replace(limits, per_minute=rates.get(name)) for name, limits in SEARCH_LIMITS.items()}
    return {**limits_of(settings.concurrency, rates), **own}


def _opened(name: str, settings: Settings, access: Access, now: Now) -> SearchProvider:
    connection = connection_of(access)
    provider, _, model = name.partition(":")
    match provider:
        case "tavily":
            from kasen.tools.search.tavily import Tavily

            key = settings.tavily_api_key.get_secret_value() if settings.tavily_api_key else ""
            return Tavily(key, connection, address=settings.tavily_base_url, now=now)
        case "searxng":
            return _searxng(settings.searxng_url, connection, now)
        case "arxiv":
            from kasen.tools.search.arxiv import Arxiv

            return Arxiv(connection, now=now)
        case "ddgs":
            return Ddgs(connection, now=now)
        case "mcp":
            return _mcp(model, settings, connection, now)
        case _:
            return _google(model, access)


def _searxng(address: str, connection: Connection, now: Now) -> SearchProvider:
    from kasen.tools.search.searxng import SearxNG

    if not address:
        raise ConfigurationError(
            "searching with SearXNG needs the address of a server: KASEN_SEARXNG_URL is not set",
            hint="Set KASEN_SEARXNG_URL, or leave `searxng` out of `search`.",
        )
    return SearxNG(address, connection, now=now)


def _mcp(name: str, settings: Settings, connection: Connection, now: Now) -> SearchProvider:
    from kasen.tools.search.mcp.provider import McpSearch

    if name not in settings.mcp:
        known = ", ".join(f"`{one}`" for one in settings.mcp) or "none"
        raise ConfigurationError(
            f"`search` names the MCP server `{name}`, and there is no table `[mcp.{name}]`; there is: {known}",
            hint='Write it in kasen.toml, with `command = ["program"]` or `url = "https://…"`.',
        )
    return McpSearch(name, settings.mcp[name], connection, now=now)


def _google(model: str, access: Access) -> SearchProvider:
    """Without a model named: the first of the tier `basic` in the preset `gemini`."""
    from kasen.models.presets import presets
    from kasen.models.registry import opened

    named = f"google:{model}" if model else presets()["gemini"].tiers["basic"][0]
    found: SearchProvider = opened({"google": "kasen.tools.google_search:GoogleSearch"}, named, access)
    return found
