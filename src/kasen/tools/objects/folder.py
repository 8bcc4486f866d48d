"""Files in a folder of this machine, or one that is mounted: `file:///mnt/kasen`."""

from __future__ import annotations

import asyncio
import os
import secrets
from contextlib import suppress
from pathlib import Path

from kasen.errors import StoreFailed
from kasen.tools.objects.model import place_of


class Folder:
    """Implements `Objects` with plain files, each written beside its place and put there whole."""

    async def put(self, url: str, data: bytes, media_type: str) -> None:
        """See `Objects`; of `media_type` nothing is kept."""
        del media_type
        await asyncio.to_thread(_put, Path(place_of(url)), data)

    async def create(self, url: str, data: bytes, media_type: str) -> bool:
        """See `Objects`."""
        del media_type
        return await asyncio.to_thread(_put, Path(place_of(url)), data, is_new=True)

    async def get(self, url: str) -> bytes:
        """See `Objects`."""
        path = Path(place_of(url))
        try:
            return await asyncio.to_thread(path.read_bytes)
        except OSError as error:
            raise _failed(path, "read", error) from error

    async def found(self, folder: str) -> list[str]:
        """See `Objects`."""
        return await asyncio.to_thread(_found, Path(place_of(folder)))

    async def drop(self, url: str) -> None:
        """See `Objects`; a folder that this leaves empty goes too."""
        await asyncio.to_thread(_drop, Path(place_of(url)))

    async def close(self) -> None:
        """Nothing is open."""


def _put(path: Path, data: bytes, *, is_new: bool = False) -> bool:
    """Whether it was put there; always, unless it has to be new."""
    part = path.with_name(f".{secrets.token_hex(8)}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with part.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if is_new:
            return _linked(part, path)
        part.replace(path)
    except OSError as error:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise _failed(path, "written", error) from error
    return True


def _linked(part: Path, path: Path) -> bool:
    """Move it where nothing is, in one step, also on NFS; whether nothing was there."""
    try:
        os.link(part, path)
    except FileExistsError:
        return False
    finally:
        part.unlink()
    return True


def _found(folder: Path) -> list[str]:
    try:
        return sorted(f"file://{path}" for path in folder.rglob("*") if path.is_file())
    except OSError as error:
        raise _failed(folder, "listed", error) from error


def _drop(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise _failed(path, "deleted", error) from error
    with suppress(OSError):
        path.parent.rmdir()


def _failed(path: Path, what: str, error: OSError) -> StoreFailed:
    return StoreFailed(
        f"`{path}` could not be {what}: {error.strerror or error}",
        hint="Look at the folder of the setting `artifacts` or `knowledge`, then try again or continue the run.",
    )
