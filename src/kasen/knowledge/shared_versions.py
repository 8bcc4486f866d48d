"""Versions of a knowledge base at an address: each a list of files that never change, numbered without a gap.

    ROOT/versions/NAME/00000012.json         which files version 12 is made of
    ROOT/files/NAME/00000012-RANDOM/PATH     files that came with it

Whoever creates the list of the next number has published; of two, one does. Files are there before the list that names
them, and are dropped only when no list that is kept names them, so that what can be read is always whole.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
import secrets
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Protocol

from pydantic import BaseModel, ConfigDict

from kasen.errors import StoreFailed

KEEP = 3
"""Newest versions whose files are kept: readers may be fetching one that was the newest when they looked."""
TRIES = 3
"""Times the newest version is looked for again because its list was dropped before it was read."""
AT_ONCE = 8
"""Files that are sent or fetched at the same time."""
DATA, LIST = "application/octet-stream", "application/json"


class Depot(Protocol):
    """Whole files by their address; see `tools.objects.model.Objects`, which this is a part of."""

    async def put(self, url: str, data: bytes, media_type: str) -> None: ...
    async def create(self, url: str, data: bytes, media_type: str) -> bool: ...
    async def get(self, url: str) -> bytes: ...
    async def found(self, folder: str) -> list[str]: ...
    async def drop(self, url: str) -> None: ...


class Kept(BaseModel):
    """One file of a version."""

    model_config = ConfigDict(frozen=True)

    path: str
    """Where it lies in the folder of the base, with `/`."""
    sha256: str
    place: str
    """Where it lies below `ROOT/files/NAME`."""


class Version(BaseModel):
    """What a base is made of. Number 0: it was never published."""

    model_config = ConfigDict(frozen=True)

    number: int = 0
    files: tuple[Kept, ...] = ()
    """None for a base that is deleted."""


class Outrun(Exception):
    """Another has published meanwhile: whoever meets it begins again with what is newest now."""


class Versions:
    """The versions of one base below `root`. Every method raises StoreFailed."""

    def __init__(self, depot: Depot, root: str, name: str) -> None:
        self._depot = depot
        self._lists = f"{root}/versions/{name}"
        self._files = f"{root}/files/{name}"

    async def newest(self) -> Version:
        """The version that counts now."""
        for tries_left in reversed(range(TRIES)):
            numbers = await self._numbers()
            if not numbers:
                return Version()
            try:
                return Version.model_validate_json(await self._depot.get(self._list(numbers[-1])))
            except StoreFailed:  # dropped since, when many were published meanwhile
                if not tries_left:
                    raise
        raise AssertionError

    async def fetch(self, files: Iterable[Kept], folder: Path) -> None:
        """Put files into a folder. Raises StoreFailed for one that is not what was published, too."""
        gate = asyncio.Semaphore(AT_ONCE)

        async def fetch(one: Kept) -> None:
            async with gate:
                data = await self._depot.get(f"{self._files}/{one.place}")
                await asyncio.to_thread(_write, folder / one.path, data, one)

        fetching = [asyncio.create_task(fetch(one)) for one in files]
        try:
            await asyncio.gather(*fetching)
        finally:  # else those behind one that fails would write on
            for task in fetching:
                task.cancel()
            await asyncio.gather(*fetching, return_exceptions=True)

    async def publish(self, before: Version, files: Mapping[str, Path]) -> Version:
        """Make these files, by their path in the base, the version after `before`. Raises Outrun."""
        number = before.number + 1
        known = {(one.path, one.sha256): one for one in before.files}
        prefix = f"{number:08}-{secrets.token_hex(4)}"
        gate = asyncio.Semaphore(AT_ONCE)

        async def keep(path: str, file: Path) -> Kept:
            async with gate:
                data = await asyncio.to_thread(file.read_bytes)
                sha256 = hashlib.sha256(data).hexdigest()
                if (path, sha256) in known:
                    return known[path, sha256]
                kept = Kept(path=path, sha256=sha256, place=f"{prefix}/{path}")
                await self._depot.put(f"{self._files}/{kept.place}", data, DATA)
                return kept

        kept = await asyncio.gather(*(keep(path, file) for path, file in sorted(files.items())))
        version = Version(number=number, files=tuple(kept))
        await self._publish(version)
        return version

    async def _publish(self, version: Version) -> None:
        url = self._list(version.number)
        if not await self._depot.create(url, version.model_dump_json().encode(), LIST):
            raise Outrun
        if (await self._numbers())[-1] != version.number:  # the list of that number was there, and has been dropped
            await self._depot.drop(url)
            raise Outrun

    async def sweep(self, *, keep: int = KEEP) -> None:
        """Drop versions older than the newest `keep`, and what was sent for versions that were never published."""
        numbers = await self._numbers()
        if not numbers:
            return
        kept = [await self._depot.get(self._list(number)) for number in numbers[-keep:]]
        used = {one.place for text in kept for one in Version.model_validate_json(text).files}
        for number in numbers[:-keep]:
            await self._depot.drop(self._list(number))
        for url in await self._depot.found(self._files):
            place = url.removeprefix(f"{self._files}/")
            if place not in used and int(place.partition("-")[0]) <= numbers[-1]:
                await self._depot.drop(url)

    async def _numbers(self) -> list[int]:
        return sorted(number_of(url) for url in await self._depot.found(self._lists) if is_list(url))

    def _list(self, number: int) -> str:
        return f"{self._lists}/{number:08}.json"


def is_list(url: str) -> bool:
    """False for what a dead writer left half-written beside the lists."""
    return re.fullmatch(r"\d{8,}\.json", url.rpartition("/")[2]) is not None


def number_of(url: str) -> int:
    """The number in the address of a list."""
    return int(url.rpartition("/")[2].removesuffix(".json"))


def _write(path: Path, data: bytes, one: Kept) -> None:
    if hashlib.sha256(data).hexdigest() != one.sha256:
        raise StoreFailed(f"`{one.path}` of a shared knowledge base is not what was published: it was changed since")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
