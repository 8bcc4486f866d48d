"""What was written into `out/`, read when nothing runs any more: plain files with plain names, within a bound."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import PurePosixPath

from kasen.prompts.outside import printable
from kasen.tools.python import mounts
from kasen.tools.python.jail import open_folder

MOST_FILES = 1000


def collect(box: int, *, most: int) -> tuple[dict[str, bytes], list[str]]:
    """Name → content, `most` bytes in all, and a note on each thing that was left out."""
    files: dict[str, bytes] = {}
    notes: list[str] = []
    with ExitStack() as stack:
        folder = box
        try:
            for name in (*PurePosixPath(mounts.WORK).parts[2:], mounts.OUT):
                folder = open_folder(name, folder)
                stack.callback(os.close, folder)
            names = sorted(_names(folder))
        except OSError:
            return {}, [f"`{mounts.OUT}` is no folder any more: nothing was taken"]
        for name in names[:MOST_FILES]:
            try:
                files[name] = _content(name, folder, most)
            except _LeftOut as why:
                notes.append(f"`{' '.join(printable(name).split())[:80]}` was left out: {why}")
            else:
                most -= len(files[name])
        if len(names) > MOST_FILES:
            notes.append(f"{len(names) - MOST_FILES:,} more files were left out")
    return files, notes


class _LeftOut(Exception):
    """Why something is not taken."""


def _names(folder: int) -> Iterator[str]:
    with os.scandir(folder) as entries:
        for entry in entries:
            yield entry.name


def plain_name(name: str) -> bool:
    """Whether a file may have that name: one part, nothing hidden, nothing that a terminal or a shell would obey."""
    return bool(name) and name == printable(name).strip() and name[0] not in ".-" and not set(name) & set("/\\\n\t")


def _content(name: str, folder: int, most: int) -> bytes:
    """The bytes of a plain file. Raises _LeftOut."""
    if not plain_name(name):
        raise _LeftOut("its name is not plain")
    try:
        if not stat.S_ISREG(os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode):
            raise _LeftOut("it is not a plain file")
        descriptor = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=folder)
        with os.fdopen(descriptor, "rb") as file:
            if os.fstat(descriptor).st_size > most:
                raise _LeftOut("more than may be written in all")
            return file.read(most)
    except OSError as error:
        raise _LeftOut(error.strerror or "it cannot be read") from error
