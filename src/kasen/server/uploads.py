"""Files that callers send: streamed to disk, private, each caller's own, gone after a day when no run took them."""

from __future__ import annotations

import asyncio
import re
import secrets
import shutil
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from pydantic import BaseModel, ConfigDict, Field

from kasen.errors import HomeUnusable, UnknownName
from kasen.server.errors import Rejected
from kasen.server.limits import ServerLimits
from kasen.server.names import media_type_of, safe_name
from kasen.server.private import private_folder

KEPT_S = 24 * 3600.0
"""Seconds that an upload waits for a run."""
MINE = "_"
"""Folder of this machine's own user; no token has that name."""
PARTIAL = ".partial"
TAKEN = ".taken"
_ID = re.compile(r"[0-9a-f]{32}")


class Upload(BaseModel):
    """A file that was received; runs name it `upload:ID`."""

    model_config = ConfigDict(frozen=True)

    id: str = Field(examples=["0f8fad5bd9cb469fa16570867728950e"])
    name: str = Field(examples=["市場調査.pdf"])
    """As it is kept: no folders, no control characters."""
    size: int = Field(examples=[48213])
    """Bytes."""
    media_type: str = Field(examples=["application/pdf"])
    """Guessed from the name."""


class Uploads:
    """The uploads under one home: `uploads/OWNER/ID/NAME`, folders 0700, files 0600."""

    def __init__(self, home: Path, limits: ServerLimits | None = None) -> None:
        self._folder = home / "uploads"
        self._limits = limits or ServerLimits()
        self._arriving: dict[str, int] = {}
        self._ending = asyncio.Lock()

    @property
    def most_bytes(self) -> int:
        """Most bytes of one file."""
        return self._limits.upload_bytes

    async def receive(self, owner: str, name: str, chunks: AsyncIterator[bytes]) -> Upload:
        """Write what comes to disk. Nothing is left of what does not come whole.

        Raises:
            Rejected: 413 for more than one file, or all waiting files of a caller, may hold.
            HomeUnusable: the disk is full or refuses.
        """
        upload_id, kept = secrets.token_hex(16), safe_name(name)
        folder = private_folder(private_folder(self._of(owner)) / upload_id)
        try:
            waiting = await asyncio.to_thread(self.waiting_bytes, owner)
            size = await self._write(folder / PARTIAL, owner, waiting, chunks)
            async with self._ending:  # others have come meanwhile: each is counted before the next is let in
                self._check(size, await asyncio.to_thread(self.waiting_bytes, owner) + size)
                (folder / PARTIAL).replace(folder / kept)
        except BaseException:  # also when the client goes away: the part is removed, and the error goes on
            shutil.rmtree(folder, ignore_errors=True)
            raise
        return Upload(id=upload_id, name=kept, size=size, media_type=media_type_of(kept))

    async def _write(self, path: Path, owner: str, waiting: int, chunks: AsyncIterator[bytes]) -> int:
        size = 0
        file = await asyncio.to_thread(_private_file, path)
        try:
            async for chunk in chunks:
                size += len(chunk)
                self._arriving[owner] = self._arriving.get(owner, 0) + len(chunk)
                self._check(size, waiting + self._arriving[owner])
                await asyncio.to_thread(_put, file, chunk)
        finally:
            self._arriving[owner] = self._arriving.get(owner, 0) - size
            if self._arriving[owner] <= 0:
                del self._arriving[owner]
            file.close()
        return size

    def _check(self, size: int, in_all: int) -> None:
        if size > self._limits.upload_bytes:
            raise Rejected(413, f"the file is larger than {_in_words(self._limits.upload_bytes)}")
        if in_all > self._limits.uploads_bytes:
            raise Rejected(
                413,
                f"your uploads that no run has taken hold more than {_in_words(self._limits.uploads_bytes)}",
                hint="Start a run with them, or delete some.",
            )

    def look(self, owner: str, upload_id: str) -> Path:
        """The file of an upload. Raises UnknownName for one that is not there or another caller's."""
        folder = self._found(owner, upload_id)
        return next(_files(folder))

    def taken(self, owner: str, upload_id: str) -> Path:
        """The file of an upload for a run, which keeps it. Raises UnknownName as `look` does."""
        path = self.look(owner, upload_id)
        with suppress(OSError):  # it only counts against its caller, and is kept while a run names it
            (path.parent / TAKEN).touch(mode=0o600)
        return path

    def delete(self, owner: str, upload_id: str) -> None:
        """Remove an upload. Raises UnknownName, and Rejected (409) for one that a run has taken."""
        folder = self._found(owner, upload_id)
        if (folder / TAKEN).exists():
            raise Rejected(409, f"the upload `{upload_id}` belongs to a run", hint="It goes when the run is deleted.")
        shutil.rmtree(folder, ignore_errors=True)

    def drop(self, owner: str, upload_id: str) -> None:
        """Remove an upload whose run is gone; one that is not there is no fault. It blocks."""
        if _ID.fullmatch(upload_id):
            shutil.rmtree(self._of(owner) / upload_id, ignore_errors=True)

    def folder(self, owner: str, upload_id: str) -> Path:
        """Where the files of an upload lie. Raises UnknownName as `look` does."""
        return self._found(owner, upload_id)

    def waiting_bytes(self, owner: str) -> int:
        """Bytes of the caller's uploads that no run has taken."""
        return sum(
            path.stat().st_size
            for folder in _folders(self._of(owner))
            if not (folder / TAKEN).exists()
            for path in _files(folder)
        )

    def sweep(self, is_used: Callable[[str], bool], *, now: float | None = None) -> int:
        """Remove what is older than a day and, by its id, used by no run; returns how many. It blocks."""
        before = (time.time() if now is None else now) - KEPT_S
        removed = 0
        for owner in _folders(self._folder):
            for folder in _folders(owner):
                if folder.stat().st_mtime < before and not is_used(folder.name):
                    shutil.rmtree(folder, ignore_errors=True)
                    removed += 1
        return removed

    def _of(self, owner: str) -> Path:
        private_folder(self._folder)
        return self._folder / (owner or MINE)

    def _found(self, owner: str, upload_id: str) -> Path:
        folder = self._of(owner) / upload_id
        if not _ID.fullmatch(upload_id) or next(_files(folder), None) is None:
            raise UnknownName(f"there is no upload `{upload_id[:64]}`", hint="Send the file again.")
        return folder


def _private_file(path: Path) -> BinaryIO:
    path.touch(mode=0o600, exist_ok=False)
    return path.open("wb")


def _put(file: BinaryIO, chunk: bytes) -> None:
    try:
        file.write(chunk)
    except OSError as error:
        raise HomeUnusable(f"the upload cannot be written: {error.strerror or error}") from error


def _folders(folder: Path) -> Iterator[Path]:
    if folder.is_dir():
        yield from (inner for inner in sorted(folder.iterdir()) if inner.is_dir() and not inner.is_symlink())


def _files(folder: Path) -> Iterator[Path]:
    if folder.is_dir():
        yield from (path for path in folder.iterdir() if path.name not in {PARTIAL, TAKEN} and path.is_file())


def _in_words(size: int) -> str:
    for unit, step in (("GB", 1 << 30), ("MB", 1 << 20), ("kB", 1 << 10)):
        if size >= step:
            return f"{size / step:.4g} {unit}"
    return f"{size} bytes"
