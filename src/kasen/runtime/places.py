"""Where artifacts are kept that do not lie in the folders of their runs: at addresses below the setting `artifacts`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable

from kasen.tools.objects.model import Objects, scheme_of

AT_ONCE = 8
"""Files that are deleted at the same time."""
Open = Callable[[str], Objects]


class Places:
    """The stores of one process, each opened when it is first used.

    `root` is where new artifacts go; empty for the folders of the runs. What a run has written is read at the address
    that stands with it, whatever `root` has become. `open_objects` opens what keeps files at such an address.
    """

    def __init__(self, root: str = "", open_objects: Open | None = None) -> None:
        self.root = root
        self._open = open_objects
        self._opened: dict[str, Objects] = {}

    async def put(self, url: str, data: bytes, media_type: str) -> None:
        """Keep these bytes there, whole or not at all. Raises StoreFailed and ConfigurationError."""
        await self._at(url).put(url, data, media_type)

    async def get(self, url: str) -> bytes:
        """What is kept there. Raises StoreFailed and ConfigurationError."""
        return await self._at(url).get(url)

    async def drop(self, url: str) -> None:
        """Keep it no longer. Raises StoreFailed and ConfigurationError."""
        await self._at(url).drop(url)

    async def wipe(self, folders: Iterable[str]) -> None:
        """Delete everything below these addresses, also what no run knows of. Raises StoreFailed."""
        gate = asyncio.Semaphore(AT_ONCE)

        async def drop(url: str) -> None:
            async with gate:
                await self.drop(url)

        for folder in folders:
            await asyncio.gather(*(drop(url) for url in await self._at(folder).found(folder)))

    async def close(self) -> None:
        """Give back what was opened."""
        opened, self._opened = list(self._opened.values()), {}
        for objects in opened:
            await objects.close()

    def _at(self, url: str) -> Objects:
        if (scheme := scheme_of(url)) not in self._opened:
            self._opened[scheme] = self._open(url) if self._open is not None else _opened(url)
        return self._opened[scheme]


def _opened(url: str) -> Objects:
    from kasen.tools.objects.opening import opened

    return opened(url)
