"""Liveness on one machine: a lock on a file, which the kernel drops when its owner dies."""

from __future__ import annotations

import fcntl
import os
import struct
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from kasen.errors import HomeUnusable, RunBusy

LOCK = "owner.lock"
_FLOCK = "hhqqi0q"
"""Linux's `struct flock`: type, whence, start, length, pid. Open file description locks (fcntl(2)) belong to the open
file, so two tasks of one process exclude each other too, and unlike with flock(2) one can look without taking it."""


def _open(folder: Path) -> IO[str]:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return (folder / LOCK).open("a+", encoding="utf-8")
    except OSError as error:
        raise HomeUnusable(f"`{folder}` cannot be written: {error.strerror or error}") from error


@contextmanager
def owned(folder: Path, run_id: str) -> Iterator[None]:
    """Own a run while the block runs.

    Raises:
        RunBusy: another process, or another task of this one, owns it.
    """
    with _open(folder) as file:
        try:
            fcntl.fcntl(file, fcntl.F_OFD_SETLK, struct.pack(_FLOCK, fcntl.F_WRLCK, 0, 0, 0, 0))
        except OSError as error:
            raise RunBusy(
                f"run {run_id} is being driven by another process{_owner(file)}",
                hint=f"Watch it: `kasen runs show {run_id} --follow`; end it: `kasen runs cancel {run_id}`.",
            ) from error
        with suppress(OSError):  # a full disk must not keep a run from being continued
            file.truncate(0)
            file.write(str(os.getpid()))
            file.flush()
        yield


def is_owned(folder: Path) -> bool:
    """True while some process owns the run. Only looks: it never keeps anybody from owning."""
    try:
        with (folder / LOCK).open("rb") as file:
            found = fcntl.fcntl(file, fcntl.F_OFD_GETLK, struct.pack(_FLOCK, fcntl.F_WRLCK, 0, 0, 0, 0))
    except OSError:
        return False
    return bool(struct.unpack(_FLOCK, found)[0] != fcntl.F_UNLCK)


def owner_of(folder: Path) -> int | None:
    """Number of the process that owns the run; None when nobody does, or nobody knows."""
    if not is_owned(folder):
        return None
    with suppress(OSError), (folder / LOCK).open(encoding="utf-8") as file:
        pid = file.read().strip()
        return int(pid) if pid.isdigit() else None
    return None


def _owner(file: IO[str]) -> str:
    file.seek(0)
    pid = file.read().strip()
    return f" (pid {pid})" if pid.isdigit() else ""
