"""Reading a file that somebody else may have put there: a pipe is not waited for, and nothing is read without end."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

LARGEST = 1 << 20
"""Bytes of a file of settings, or of another that `kasen trust` shows: nobody reads more."""
_NOT_THERE = frozenset({errno.ENOENT, errno.ENOTDIR, errno.ELOOP, errno.ENXIO})


class NoPlainFile(OSError):
    """What is there is a pipe, a device or a folder, or more than `LARGEST` bytes."""


def read_regular(path: Path) -> bytes | None:
    """The bytes of a file; None when none is there. Raises NoPlainFile, and OSError for one that cannot be read."""
    try:
        # Without O_NONBLOCK a pipe would be waited for until somebody writes into it.
        opened = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOCTTY)
    except OSError as error:
        if error.errno in _NOT_THERE:
            return None
        raise
    if not stat.S_ISREG(os.fstat(opened).st_mode):
        os.close(opened)
        raise NoPlainFile(errno.EINVAL, "it is not a plain file")
    with os.fdopen(opened, "rb") as file:
        data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise NoPlainFile(errno.EFBIG, f"it holds more than {LARGEST:,} bytes")
    return data
