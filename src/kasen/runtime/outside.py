"""What a run of an outsider does not get: addresses that count because somebody typed them.

On a server that several people share nobody's typing is trusted (`tools.addresses`): what they give as an address may
not lie on this machine or its network, and is not read past robots.txt.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kasen.tools.fetch.page import Fetch, Page, Unfetched


class FoundOnly:
    """Implements `Fetch` around the one of a run: each address counts as found, and is remembered as such."""

    def __init__(self, fetch: Fetch) -> None:
        self._fetch = fetch

    async def fetch(self, url: str, *, typed: bool = False, lang: str = "") -> Page | Unfetched:
        """See `Fetch`; `typed` says nothing here."""
        return await self._fetch.fetch(url, typed=False, lang=lang)
