"""The web by the user's settings, opened when it is first asked."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING

from kasen.models.connection import Connection, connection_of
from kasen.tools.search.names import search_names
from kasen.tools.search.port import Running

if TYPE_CHECKING:
    from kasen.evidence.types import Hit
    from kasen.models.access import Access
    from kasen.models.account_shares import OpenShare
    from kasen.settings import Settings
    from kasen.tools.addresses import Addresses
    from kasen.tools.fetch.fetcher import Fetcher
    from kasen.tools.fetch.page import Page, Unfetched
    from kasen.tools.screenshot.model import Shot
    from kasen.tools.search.port import WebSearch


class LocalWeb:
    """Search and pages of one process. `addresses` is the policy of pages, the strict one unless a test hands in its.

    `share` is as for `Accounts`. Nothing is imported, opened or sent before the first search or fetch;
    `close` ends what was opened.
    """

    def __init__(
        self,
        settings: Settings,
        access: Access,
        *,
        addresses: Addresses | None = None,
        share: OpenShare | None = None,
    ) -> None:
        self._share = share
        self._settings = settings
        self._access = access
        self._addresses = addresses
        names = search_names(settings)
        self.search: WebSearch | None = _Search("+".join(names), self) if names else None
        self.fetch = _Fetch(self)
        self.shoot = _Shoot(self)
        self.shoot_public = _Shoot(self, typed=False)

    def check(self) -> None:
        """Raises ConfigurationError for a provider of search that is named in the settings and cannot be asked."""
        if self._settings.search and self.search is not None:
            _ = self.searching

    @cached_property
    def searching(self) -> WebSearch:
        """The search, opened. Raises ConfigurationError."""
        from kasen.tools.search.open_search import open_search

        search = open_search(self._settings, self._access, share=self._share)
        assert search is not None, "there are names"
        return search

    @cached_property
    def fetching(self) -> Fetcher:
        """The fetcher, opened. It has the proxy and the authorities that clients of models have."""
        from kasen.tools.fetch.fetcher import Fetcher

        return Fetcher(self.policy, connection=self.connection)

    @cached_property
    def policy(self) -> Addresses:
        """Which addresses may be asked."""
        from kasen.tools.addresses import Addresses

        return self._addresses or Addresses()

    @cached_property
    def connection(self) -> Connection:
        """The proxy and the authorities that clients of models have."""
        return connection_of(self._access)

    async def close(self) -> None:
        """End the processes that read pages, and servers that were started to search."""
        searching = self.__dict__.get("searching")
        if isinstance(searching, Running):
            await searching.close()
        if "fetching" in self.__dict__:
            await self.fetching.close()


class _Search:
    """Implements `WebSearch`."""

    def __init__(self, name: str, web: LocalWeb) -> None:
        self.name = name
        self._web = web

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
        return await self._web.searching(
            query,
            max_results=max_results,
            since=since,
            domains=domains,
            exclude_domains=exclude_domains,
            lang=lang,
        )


class _Fetch:
    """Implements `Fetch`."""

    def __init__(self, web: LocalWeb) -> None:
        self._web = web

    async def fetch(self, url: str, *, typed: bool = False, lang: str = "") -> Page | Unfetched:
        return await self._web.fetching.fetch(url, typed=typed, lang=lang)


class _Shoot:
    """Implements `Shoot`."""

    def __init__(self, web: LocalWeb, *, typed: bool = True) -> None:
        self._web = web
        self._typed = typed

    async def __call__(self, url: str) -> Shot:
        from kasen.tools.screenshot.shooting import shoot_url

        return await shoot_url(url, self._web.policy, connection=self._web.connection, typed=self._typed)
