"""Small files that nobody but their user reads or writes: written whole or not at all."""

from __future__ import annotations

import fcntl
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kasen.errors import HomeUnusable


def private_folder(path: Path) -> Path:
    """The folder, made with 0700 where it is missing. Raises HomeUnusable."""
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise HomeUnusable(f"`{path}` cannot be made: {error.strerror or error}") from error
    return path


def write_private(path: Path, text: str) -> None:
    """Put `text` in the place of the file, 0600, in one step that survives a crash. Raises HomeUnusable."""
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        opened = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        with os.fdopen(opened, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise HomeUnusable(f"`{path}` cannot be written: {error.strerror or error}") from error


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Nobody else changes the file while the block runs; it holds up the thread until the others are done.

    Raises:
        HomeUnusable: the folder cannot be written.
    """
    private_folder(path.parent)
    try:
        opened = os.open(path.with_name(f".{path.name}.lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise HomeUnusable(f"`{path.parent}` cannot be written: {error.strerror or error}") from error
    try:
        fcntl.flock(opened, fcntl.LOCK_EX)
        yield
    finally:
        os.close(opened)
