"""Which files are meant by a list of files and folders."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from kasen.knowledge.library import Skipped

_SKIPPED_FOLDERS = frozenset(
    {"node_modules", "__pycache__", "site-packages", "__MACOSX", "$RECYCLE.BIN", "System Volume Information"}
)
_SKIPPED_FILES = frozenset({"Thumbs.db", "desktop.ini"})


class Found(NamedTuple):
    """A regular file, by its real path."""

    path: str
    size: int
    mtime_ns: int


def scan(paths: Iterable[Path], skipped: list[Skipped]) -> Iterator[Found]:
    """Each file once, in order of name. Hidden files and folders of tools are left out, loops of links are cut.

    What cannot be read is appended to `skipped`. A file that is named outright is taken even if it is hidden.
    """
    files: set[str] = set()
    folders: set[tuple[int, int]] = set()
    for path in paths:
        for found in _walk(str(path), folders, skipped, is_named=True):
            if found.path not in files:
                files.add(found.path)
                yield found


def _walk(
    path: str, folders: set[tuple[int, int]], skipped: list[Skipped], *, is_named: bool = False
) -> Iterator[Found]:
    name = Path(path).name
    if not is_named and (name.startswith((".", "~$")) or name in _SKIPPED_FILES):
        return
    try:
        about = Path(path).stat()
        if stat.S_ISREG(about.st_mode):
            yield Found(os.path.realpath(path), about.st_size, about.st_mtime_ns)
            return
        if not stat.S_ISDIR(about.st_mode):
            skipped.append(Skipped(path, "is not a regular file"))
            return
        if (about.st_dev, about.st_ino) in folders or (not is_named and name in _SKIPPED_FOLDERS):
            return
        folders.add((about.st_dev, about.st_ino))
        entries = sorted(os.listdir(path))  # noqa: PTH208 - names are enough, and 10,000 Paths are slow
    except OSError as error:
        skipped.append(Skipped(path, f"cannot be read ({error.strerror or error})"))
        return
    for entry in entries:
        yield from _walk(f"{path.rstrip('/')}/{entry}", folders, skipped)
