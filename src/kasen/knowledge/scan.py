"""Which files are meant by a list of files and folders."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from kasen.errors import InputError
from kasen.knowledge.library import Skipped

_SKIPPED = frozenset(
    {
        "node_modules",
        "__pycache__",
        "site-packages",
        "__MACOSX",
        "$RECYCLE.BIN",
        "System Volume Information",
        "Thumbs.db",
        "desktop.ini",
    }
)
"""Folders of tools and files of desktops."""


class Found(NamedTuple):
    """A regular file, by its real path."""

    path: str
    size: int
    mtime_ns: int


def check_paths(paths: Iterable[Path]) -> None:
    """Raises InputError for the first that is not there, or that this machine does not let be looked at."""
    for path in paths:
        try:
            is_there = path.exists()
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or error
            raise InputError(f"`{path}` cannot be read: {why}", hint="Check the path and try again.") from error
        if not is_there:
            raise InputError(f"there is no file or folder `{path}`", hint="Check the path and try again.")


def scan(paths: Iterable[Path], skipped: list[Skipped]) -> Iterator[Found]:
    """Each file once, in order of name. Hidden files and folders of tools are left out, loops of links are cut.

    What cannot be read is appended to `skipped`. A file that is named outright is taken even if it is hidden.
    """
    files: set[str] = set()
    folders: set[tuple[int, int]] = set()
    for path in paths:
        for found in _look(os.path.realpath(path), folders, skipped):
            if found.path not in files:
                files.add(found.path)
                yield found


def _look(path: str, folders: set[tuple[int, int]], skipped: list[Skipped]) -> Iterator[Found]:
    """The file at a real path, or those below it."""
    try:
        about = os.stat(path)  # noqa: PTH116 - a Path for each of 10,000 files is what makes this slow
    except OSError as error:
        skipped.append(Skipped(path, f"cannot be read ({error.strerror or error})"))
        return
    if not _is_text(path):
        skipped.append(Skipped(_shown(path), "has a name that is not UTF-8; rename it"))
    elif stat.S_ISREG(about.st_mode):
        yield Found(path, about.st_size, about.st_mtime_ns)
    elif not stat.S_ISDIR(about.st_mode):
        skipped.append(Skipped(path, "is not a regular file"))
    elif (about.st_dev, about.st_ino) not in folders:
        folders.add((about.st_dev, about.st_ino))
        for name, is_link in _entries(path, skipped):
            below = f"{path.rstrip('/')}/{name}"
            yield from _look(_real(below) if is_link else below, folders, skipped)


def _is_text(path: str) -> bool:
    """Names on Linux are bytes; those that are not UTF-8 come as lone surrogates, which no database takes."""
    return path == _shown(path)


def _shown(path: str) -> str:
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _entries(path: str, skipped: list[Skipped]) -> list[tuple[str, bool]]:
    """Names in a folder, and whether each is a link."""
    try:
        with os.scandir(path) as entries:
            return sorted((entry.name, entry.is_symlink()) for entry in entries if _is_wanted(entry.name))
    except OSError as error:
        skipped.append(Skipped(path, f"cannot be read ({error.strerror or error})"))
        return []


def _is_wanted(name: str) -> bool:
    return not name.startswith((".", "~$")) and name not in _SKIPPED


def _real(path: str) -> str:
    """The real path of a link, or the link itself when it leads nowhere: that is then reported under its own name."""
    real = os.path.realpath(path)
    return real if os.path.lexists(real) and not Path(real).is_symlink() else path
