"""Reading a box: each message once, what cannot be read put aside with the reason."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from kasen.settings.regular import NoPlainFile, read_regular
from kasen.teams.code.mailbox.writing import sync_folder
from kasen.teams.code.messages import MESSAGE, AnyMessage


@dataclass(frozen=True)
class Received:
    """A message and where it lies; it comes again until it is settled."""

    message: AnyMessage
    path: Path

    def settle(self) -> None:
        """It was acted on, and that is on the disk elsewhere: it does not come again."""
        box = self.path.parent.parent if self.path.parent.name == "processing" else self.path.parent
        Path(self.path).replace(box / "done" / self.path.name)
        sync_folder(box)


@dataclass(frozen=True)
class Poison:
    """A file that is no message; it lies in `poison` now, its reason beside it."""

    path: Path
    reason: str


def waiting(box: Path) -> Iterator[Received | Poison]:
    """What lies in a box, oldest first; also what was begun and not settled before its reader died."""
    begun = _files(box / "processing")
    for path in [*begun, *_files(box)]:
        received = _read(path)
        if isinstance(received, Received) and path.parent == box:
            moved = box / "processing" / path.name
            Path(path).replace(moved)
            received = Received(received.message, moved)
        yield received if isinstance(received, Received) else _put_aside(path, box, received)


def _files(folder: Path) -> list[Path]:
    """Names sort by time, as they are ULIDs; those that begin with a dot are still being written."""
    with os.scandir(folder) as found:
        names = sorted(entry.name for entry in found if not entry.name.startswith(".") and not entry.is_dir())
    return [folder / name for name in names]


def _read(path: Path) -> Received | str:
    try:
        data = read_regular(path)
    except NoPlainFile as error:
        return str(error)
    try:
        return Received(MESSAGE.validate_json(data or b""), path)
    except ValidationError as error:
        first = error.errors()[0]
        return f"{'.'.join(map(str, first['loc'])) or 'message'}: {first['msg']}"


def _put_aside(path: Path, box: Path, reason: str) -> Poison:
    aside = box / "poison" / path.name
    Path(path).replace(aside)
    with suppress(OSError):  # a name that is as long as a name can be has no room for an ending
        (box / "poison" / f".{path.name}.reason").write_text(reason, encoding="utf-8", errors="replace")
    return Poison(aside, reason)
