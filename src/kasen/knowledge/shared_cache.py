"""Versions of shared knowledge bases on this machine: each in a folder of its own, which no writer touches.

FOLDER/NAME/00000012/kb/NAME     version 12, as a home that holds this one base
FOLDER/NAME/00000012.lock        held, shared, by all who read it
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import secrets
import shutil
import time
from collections.abc import AsyncGenerator, Collection
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import IO

from kasen.knowledge.shared_versions import Kept, Version, Versions

WRITE_ONCE = "index/"
"""Files below are never changed by whoever reads them: two versions can have the same ones. The catalogue is not such
a file: it keeps vectors of questions."""
REST_S = 24 * 3600.0
"""Age from which a folder that a process left half-made is deleted."""
LEFT_OUT = ("lock", "catalogue.sqlite-wal", "catalogue.sqlite-shm")


class Cache:
    """The versions of one base that this machine has."""

    def __init__(self, folder: Path, name: str) -> None:
        self._folder = folder / name
        self._name = name

    async def held(self, versions: Versions, version: Version) -> tuple[Path, IO[bytes]]:
        """The home that holds this version, fetched when it is not here, and what keeps it there until it is closed.

        Raises StoreFailed.
        """
        home = self._folder / f"{version.number:08}"
        lock = await asyncio.to_thread(self._hold, home)
        try:
            if await asyncio.to_thread(_read, home / "version.json") != version:
                await self._fetch(versions, version, home)
            await asyncio.to_thread(self._tidy, home.name)
        except BaseException:
            lock.close()
            raise
        return home, lock

    async def forget(self) -> None:
        """Delete all versions that nobody reads."""
        await asyncio.to_thread(self._tidy, "")

    @asynccontextmanager
    async def workplace(self, versions: Versions, version: Version) -> AsyncGenerator[Path]:
        """A home with a copy of that version which may be written to; deleted at the end."""
        part = self._part()
        try:
            await self._fill(versions, version, part)
            yield part
        finally:
            await asyncio.to_thread(shutil.rmtree, part, ignore_errors=True)

    def files(self, home: Path) -> dict[str, Path]:
        """What makes up the base in a home, by path."""
        folder = home / "kb" / self._name
        found = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
        return {path: file for path, file in found.items() if path not in LEFT_OUT}

    async def _fetch(self, versions: Versions, version: Version, home: Path) -> None:
        part = self._part()
        try:
            await self._fill(versions, version, part)
            await asyncio.to_thread(_sync, part)
            await asyncio.to_thread(_rename, part, home, version)
        finally:
            await asyncio.to_thread(shutil.rmtree, part, ignore_errors=True)

    async def _fill(self, versions: Versions, version: Version, home: Path) -> None:
        folder = home / "kb" / self._name
        await asyncio.to_thread(folder.mkdir, parents=True)
        missing = await asyncio.to_thread(self._link, version, folder)
        await versions.fetch(missing, folder)
        await asyncio.to_thread((home / "version.json").write_text, version.model_dump_json(), "utf-8")

    def _link(self, version: Version, folder: Path) -> list[Kept]:
        """Take what another version here has already; gives the rest."""
        have: dict[tuple[str, str], Path] = {}
        for file in sorted(self._folder.glob("[0-9]*/version.json")):
            known = _read(file) or Version()
            have |= {(one.path, one.sha256): file.parent / "kb" / self._name / one.path for one in known.files}
        return [
            one
            for one in version.files
            if not one.path.startswith(WRITE_ONCE) or not _linked(have.get((one.path, one.sha256)), folder / one.path)
        ]

    def _hold(self, home: Path) -> IO[bytes]:
        self._folder.mkdir(parents=True, exist_ok=True)
        path = home.with_suffix(".lock")
        while True:
            lock = path.open("ab")
            fcntl.flock(lock, fcntl.LOCK_SH)
            with suppress(OSError):
                if os.path.samestat(os.fstat(lock.fileno()), path.stat()):
                    return lock
            lock.close()  # deleted while we waited for it

    def _tidy(self, newest: str) -> None:
        """Delete versions that nobody reads, but for the newest, and what dead processes left."""
        for path in self._folder.glob("*.lock"):
            if path.stem != newest:
                self._tidy_one(path)
        for path in self._folder.glob(".part-*"):
            with suppress(OSError):
                if time.time() - path.stat().st_mtime > REST_S:
                    shutil.rmtree(path, ignore_errors=True)

    @staticmethod
    def _tidy_one(path: Path) -> None:
        with suppress(OSError), path.open("ab") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(path.with_suffix(""), ignore_errors=True)
            path.unlink()

    def _part(self) -> Path:
        return self._folder / f".part-{secrets.token_hex(8)}"


def _linked(source: Path | None, target: Path) -> bool:
    if source is None:
        return False
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        os.link(source, target)
    except OSError:
        return False
    return True


def _read(file: Path) -> Version | None:
    """What a folder here holds; None where nothing is, or where a power cut left half of it."""
    try:
        return Version.model_validate_json(file.read_text("utf-8"))
    except (OSError, ValueError):
        return None


def _sync(folder: Path) -> None:
    """Have all of it on the disk: after a power cut there is no folder of a version with half a file in it."""
    for path in (*folder.rglob("*"), folder):
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _rename(part: Path, home: Path, version: Version) -> None:
    for _ in range(2):
        with suppress(OSError):  # something is there
            part.rename(home)
            return
        if _read(home / "version.json") == version:  # another process was quicker
            return
        with suppress(FileNotFoundError):
            home.rename(part.with_name(f"{part.name}-gone"))  # cut short, or of another address
            shutil.rmtree(part.with_name(f"{part.name}-gone"), ignore_errors=True)
    part.rename(home)


def forget_others(folder: Path, names: Collection[str]) -> None:
    """Delete the copies of bases that are not among these, but for versions that somebody reads."""
    for one in folder.iterdir() if folder.is_dir() else ():
        if one.name not in names:
            Cache(folder, one.name)._tidy("")
