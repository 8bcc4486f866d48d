"""Writing a message: whole or not there, and on the disk before it counts."""

from __future__ import annotations

import os
from pathlib import Path

from kasen.errors import StoreFailed
from kasen.teams.code.messages import Message


def deliver(message: Message, box: Path) -> Path:
    """Put a message into a box; where it lies now. The same message again takes its own place.

    Written beside, synced, renamed, and the folder synced: a reader sees all of it or nothing, also after a power cut.
    Raises StoreFailed.
    """
    final, part = box / f"{message.msg_id}.json", box / f".{message.msg_id}.{os.getpid()}"
    try:
        with part.open("wb") as file:
            file.write(message.model_dump_json().encode())
            file.flush()
            os.fsync(file.fileno())
        part.replace(final)
        sync_folder(box)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise StoreFailed(f"`{box}` cannot be written: {error.strerror or error}") from error
    return final


def sync_folder(folder: Path) -> None:
    """The names in a folder are on the disk."""
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
