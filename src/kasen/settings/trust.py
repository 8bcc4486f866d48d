"""Which files of which folders the user has looked at and allowed, by the hash of what they held then.

The list is `trust.json` in the user's configuration folder, which no file of a folder can move.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from typing import Any, Literal

import platformdirs

from kasen.errors import ConfigurationError, UsageError
from kasen.settings.regular import read_regular

State = Literal["trusted", "changed", "unknown"]


@dataclass(frozen=True, kw_only=True)
class Trust:
    """What the user allowed in one folder."""

    files: Mapping[str, str]
    """Path within the folder → SHA-256 (hex) of the bytes that were shown."""
    at: str = ""
    """When, ISO 8601, UTC."""


def trusted(folder: Path, names: Iterable[str]) -> bool:
    """True when at least one of these files is there, and each that is there holds what the user allowed.

    What is going to be used must be read with `read_trusted`: a file may change after it was looked at.
    """
    there = [name for name in names if (folder / inside(name)).exists()]
    return bool(there) and all(read_trusted(folder, name) is not None for name in there)


def read_trusted(folder: Path, name: str) -> bytes | None:
    """The bytes of a file when they are those that the user allowed, else None."""
    try:
        data = read_regular(folder / inside(name))
    except OSError:
        return None
    return data if data is not None and state_of(folder, name, sha256(data)) == "trusted" else None


def state_of(folder: Path, name: str, digest: str) -> State:
    """Whether a file with that hash is allowed; `changed` when the user allowed it with other contents."""
    try:
        known = all_trust().get(_key(folder), Trust(files={})).files.get(name)
    except ConfigurationError:  # a list that cannot be read allows nothing; `kasen trust` says why
        return "unknown"
    return "unknown" if known is None else "trusted" if known == digest else "changed"


def sha256(data: bytes) -> str:
    """SHA-256 in hex."""
    return hashlib.sha256(data).hexdigest()


def digest_of(files: Mapping[str, str]) -> str:
    """One hash for several files and their names: what `kasen trust --sha256` takes."""
    return sha256(json.dumps(dict(files), sort_keys=True, ensure_ascii=True).encode())


def all_trust() -> dict[str, Trust]:
    """Folder → what is allowed there. Raises ConfigurationError for a list that cannot be read."""
    path = _path()
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        return {
            folder: Trust(files={str(k): str(v) for k, v in entry["files"].items()}, at=str(entry["at"]))
            for folder, entry in found["folders"].items()
        }
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise ConfigurationError(f"`{path}` cannot be read: {(error.strerror or str(error)).lower()}") from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ConfigurationError(
            f"`{path}` is not a list that Kasen wrote", hint="Move it away; the folders are then to be trusted again."
        ) from error


def allow(folder: Path, files: Mapping[str, str]) -> None:
    """Allow these files (path within the folder → SHA-256) of a folder, and no others of it."""
    known = all_trust()
    known[_key(folder)] = Trust(
        files={inside(name).as_posix(): digest for name, digest in files.items()},
        at=datetime.now(UTC).isoformat(timespec="seconds"),
    )
    _write(known)


def revoke(folder: Path) -> bool:
    """Allow nothing of a folder any more; False when nothing was."""
    known = all_trust()
    if known.pop(_key(folder), None) is None:
        return False
    _write(known)
    return True


def _path() -> Path:
    return platformdirs.user_config_path("kasen") / "trust.json"


def _key(folder: Path) -> str:
    """The folder itself, not the link that leads to it."""
    return str(folder.resolve())


def inside(name: str) -> PurePosixPath:
    """The name as a path within a folder. Raises UsageError for one that leads out of it."""
    path = PurePosixPath(name)
    if not path.parts or path.is_absolute() or ".." in path.parts:
        raise UsageError(f"`{name}` is no file of the folder")
    return path


def _write(known: Mapping[str, Trust]) -> None:
    entries: dict[str, Any] = {folder: {"files": dict(trust.files), "at": trust.at} for folder, trust in known.items()}
    text = json.dumps({"folders": entries}, ensure_ascii=False, indent=2, sort_keys=True)
    path = _path()
    part = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(part, "w", encoding="utf-8", opener=_private) as file:
            file.write(text + "\n")
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise ConfigurationError(f"`{path}` cannot be written: {(error.strerror or str(error)).lower()}") from error


def _private(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_TRUNC, 0o600)
