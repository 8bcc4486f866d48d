"""Writing over a file of the user's, on their word: only what was read, whole or not at all, with a backup."""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from itertools import count, takewhile
from pathlib import Path

from kasen.errors import InputError


def replace(path: Path, data: bytes, *, sha256: str) -> Path | None:
    """Put `data` in the place of a file whose bytes have that SHA-256 (hex); returns the backup beside it.

    Where the file holds these very bytes already, nothing is written, and the backup of an earlier try is returned,
    or None. Rights stay as they are; a link is followed, so that it stays one.

    Raises:
        InputError: the file has changed, is gone, may only be read, or cannot be written.
    """
    try:
        target = path.resolve(strict=True)
        now = target.read_bytes()
        if now == data:
            return _earlier(target, sha256)
        if hashlib.sha256(now).hexdigest() != sha256:
            raise InputError(f"`{path.name}` has changed since it was read")
        if not target.stat().st_mode & 0o222:
            raise InputError(f"`{path.name}` may only be read")
        backup = _backup(target, now)
        _put(target, data)
    except OSError as error:
        raise InputError(f"`{path.name}` cannot be written: {error.strerror or error}") from error
    return backup


def _backups(target: Path) -> Iterator[Path]:
    """`cv.qmd.bak`, then `cv.qmd.2.bak` and so on."""
    for number in count(1):
        yield target.with_name(f"{target.name}.bak" if number == 1 else f"{target.name}.{number}.bak")


def _earlier(target: Path, sha256: str) -> Path | None:
    """The backup with the bytes of that SHA-256: a run that was killed once it had written wrote it."""
    for backup in takewhile(Path.is_file, _backups(target)):
        if hashlib.sha256(backup.read_bytes()).hexdigest() == sha256:
            return backup
    return None


def _backup(target: Path, data: bytes) -> Path:
    """The bytes in a new file beside it; a backup that holds them already is taken."""
    for backup in _backups(target):
        try:
            with backup.open("xb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
        except FileExistsError:
            if backup.is_file() and backup.read_bytes() == data:
                return backup
            continue
        shutil.copystat(target, backup)
        return backup
    raise AssertionError("unreachable")


def _put(target: Path, data: bytes) -> None:
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    part = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        shutil.copymode(target, part)
        part.replace(target)
    except OSError:
        part.unlink(missing_ok=True)
        raise
