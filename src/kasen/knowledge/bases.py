"""The knowledge bases of one owner: those of this machine, or those that several machines share."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

from kasen.knowledge.store import KnowledgeBase, drop, names

if TYPE_CHECKING:
    from kasen.models.embedder import Embedder

T = TypeVar("T")
Change = Callable[[KnowledgeBase], Awaitable[T]]
"""What is done to a base; it may be done again, to a newer one, when another machine was quicker."""


class Bases(Protocol):
    """Named bases. What is opened is read; what writes is handed to `change`."""

    async def names(self) -> list[str]:
        """Their names, sorted."""
        ...

    async def open(self, name: str, *, embedder: Embedder | None = None) -> KnowledgeBase:
        """A base as it is now, for reading. Raises UnknownName, InputError for what cannot be a name."""
        ...

    async def change(self, name: str, work: Change[T], *, create: bool = False, embedder: Embedder | None = None) -> T:
        """What `work` gives; afterwards everybody who opens the base finds what it wrote.

        Raises UnknownName for one that is not there when `create` is not set, StoreFailed, and what `work` raises.
        """
        ...

    async def drop(self, name: str) -> None:
        """Delete a base with all that it holds. Raises UnknownName."""
        ...


async def check_known(bases: Bases, wanted: Iterable[str]) -> None:
    """Raises as `open` for a name that no base has; those that are there are not opened."""
    known = await bases.names()
    for name in wanted:
        if name not in known:
            await bases.open(name)


class LocalBases:
    """Implements `Bases` below `home/kb`."""

    def __init__(self, home: Path) -> None:
        self._home = home

    async def names(self) -> list[str]:
        """See `Bases`."""
        return await asyncio.to_thread(names, self._home)

    async def open(self, name: str, *, embedder: Embedder | None = None) -> KnowledgeBase:
        """See `Bases`."""
        return await KnowledgeBase.open(self._home, name, create=False, embedder=embedder)

    async def change(self, name: str, work: Change[T], *, create: bool = False, embedder: Embedder | None = None) -> T:
        """See `Bases`."""
        return await work(await KnowledgeBase.open(self._home, name, create=create, embedder=embedder))

    async def drop(self, name: str) -> None:
        """See `Bases`."""
        await drop(self._home, name)
