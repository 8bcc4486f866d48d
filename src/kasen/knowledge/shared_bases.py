"""Knowledge bases that several machines share: published whole at an address, read from a copy on each machine."""

from __future__ import annotations

import asyncio
import sqlite3
import weakref
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, closing
from pathlib import Path
from typing import IO

from kasen.errors import StoreFailed, UnknownName
from kasen.knowledge.bases import Change, T
from kasen.knowledge.shared_cache import Cache, forget_others
from kasen.knowledge.shared_lease import BEAT_S, lease
from kasen.knowledge.shared_versions import Depot, Outrun, Version, Versions, is_list, number_of
from kasen.knowledge.store import KnowledgeBase, check_name
from kasen.models.embedder import Embedder

OpenDepot = Callable[[], AbstractAsyncContextManager[Depot]]
TRIES = 3
"""Times a change is made, or a base fetched, anew because another machine published meanwhile."""


def root_of(address: str, owner: str) -> str:
    """Where an owner's bases lie below the address of the setting; this machine's own user has no name."""
    return f"{address}/owners/{owner}" if owner else f"{address}/own"


class SharedBases:
    """Implements `Bases` at `root`, with copies below `folder`. Safe from many machines and processes at once."""

    def __init__(self, folder: Path, root: str, open_depot: OpenDepot, *, beat_s: float = BEAT_S) -> None:
        self._folder = folder
        self._root = root
        self._open = open_depot
        self._beat_s = beat_s

    async def names(self) -> list[str]:
        """See `Bases`."""
        async with self._open() as depot:
            return await self._names(depot)

    async def open(self, name: str, *, embedder: Embedder | None = None) -> KnowledgeBase:
        """See `Bases`; what is published later is found by those who open it later."""
        check_name(name)
        async with self._open() as depot:
            home, lock = await self._held(depot, name)
        try:
            base = await KnowledgeBase.open(home, name, create=False, embedder=embedder)
        except BaseException:
            lock.close()
            raise
        weakref.finalize(base, lock.close)
        return base

    async def change(self, name: str, work: Change[T], *, create: bool = False, embedder: Embedder | None = None) -> T:
        """See `Bases`. Of a change that fails nothing is published."""
        check_name(name)
        async with self._open() as depot, lease(depot, self._lease(name), beat_s=self._beat_s):
            for _ in range(TRIES):
                try:
                    return await self._changed(depot, name, work, create=create, embedder=embedder)
                except Outrun:
                    continue
        raise StoreFailed(
            f"the knowledge base `{name}` was changed from elsewhere, again and again", hint="Try again in a moment."
        )

    async def drop(self, name: str) -> None:
        """See `Bases`; of what was kept only the list stays which says that there is nothing.

        Other machines delete their copies when they next look. Dropping again ends what a failing store left.
        """
        check_name(name)
        async with self._open() as depot, lease(depot, self._lease(name), beat_s=self._beat_s):
            versions = Versions(depot, self._root, name)
            before = await versions.newest()
            if before.files:
                try:
                    await versions.publish(before, {})
                except Outrun as error:
                    text = f"the knowledge base `{name}` was changed meanwhile"
                    raise StoreFailed(text, hint="Try again.") from error
            await versions.sweep(keep=1)
            await Cache(self._folder, name).forget()
            if not before.files:
                raise await self._unknown(depot, name)

    async def _held(self, depot: Depot, name: str) -> tuple[Path, IO[bytes]]:
        """The newest version, on this machine; looked for again when it was dropped while it was fetched."""
        versions, cache = Versions(depot, self._root, name), Cache(self._folder, name)
        version = await versions.newest()
        for tries_left in reversed(range(TRIES)):
            if not version.files:
                raise await self._unknown(depot, name)
            try:
                return await cache.held(versions, version)
            except StoreFailed:
                failed, version = version, await versions.newest()
                if version.number == failed.number or not tries_left:
                    raise
        raise AssertionError

    async def _changed(self, depot: Depot, name: str, work: Change[T], *, create: bool, embedder: Embedder | None) -> T:
        """Raises Outrun, besides."""
        versions, cache = Versions(depot, self._root, name), Cache(self._folder, name)
        before = await versions.newest()
        if not before.files and not create:
            raise await self._unknown(depot, name)
        async with cache.workplace(versions, before) as home:
            base = await KnowledgeBase.open(home, name, embedder=embedder)
            try:
                done = await work(base)
            finally:
                base.close()
            await asyncio.to_thread(_settle, home / "kb" / name / "catalogue.sqlite")
            await versions.publish(before, cache.files(home))
        await versions.sweep()
        return done

    async def _names(self, depot: Depot) -> list[str]:
        lists = await depot.found(f"{self._root}/versions")
        last = {url.split("/")[-2]: url for url in sorted(filter(is_list, lists), key=number_of)}
        newest = await asyncio.gather(*(self._listed(depot, name, url) for name, url in last.items()))
        names = sorted(name for name, version in zip(last, newest, strict=True) if version.files)
        await asyncio.to_thread(forget_others, self._folder, names)
        return names

    async def _listed(self, depot: Depot, name: str, url: str) -> Version:
        try:
            return Version.model_validate_json(await depot.get(url))
        except StoreFailed:  # dropped since, when others were published meanwhile
            return await Versions(depot, self._root, name).newest()

    async def _unknown(self, depot: Depot, name: str) -> UnknownName:
        known = ", ".join(await self._names(depot)) or "none"
        return UnknownName(
            f"there is no knowledge base `{name}`; there is: {known}", hint="`kasen kb add PATH` makes one."
        )

    def _lease(self, name: str) -> str:
        return f"{self._root}/leases/{name}"


def _settle(file: Path) -> None:
    """Bring what stands in SQLite's log into the file itself."""
    with closing(sqlite3.connect(file, timeout=30)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
