"""Versioned files of a run, in the run's folder; nothing is overwritten."""

from __future__ import annotations

import asyncio
import hashlib
import os
import re
from contextlib import suppress
from pathlib import Path

from sqlalchemy import Connection, insert, select

from kasen.errors import InternalError, StoreFailed, UnknownName
from kasen.runtime.attempt import Attempt
from kasen.runtime.rows import ArtifactRow
from kasen.runtime.store import Store
from kasen.runtime.tables import ARTIFACTS

SAFE_NAME = re.compile(r"(?!\.)(?![^.]*\.v\d+(?:\.|$))[\w.\-]+")
"""No path, nothing hidden, nothing that reads like a later version of another name."""
LONGEST = 200
"""Bytes of a name; a file system allows 255."""


class RunArtifacts:
    """The artifacts of the run that an attempt drives."""

    def __init__(self, attempt: Attempt) -> None:
        self._attempt = attempt
        self._lock = asyncio.Lock()

    async def write(self, name: str, data: bytes, media_type: str) -> int:
        """Store a new version and return its number; the bytes of the latest version again are that version.

        Secrets are taken out of text; what is not UTF-8 is stored as it is.

        Raises:
            StoreFailed: the disk is full or fails; nothing half-written stays.
        """
        if not SAFE_NAME.fullmatch(name) or len(name.encode()) > LONGEST:
            raise InternalError(f"`{name[:LONGEST]}` is not a name for an artifact")
        data = await asyncio.to_thread(self._attempt.store.redact.file, data)
        async with self._lock:
            return await self._write(name, data, media_type)

    async def read(self, name: str, version: int = 0) -> bytes:
        """What was stored as that version; 0 is the latest. Raises as `KeptArtifacts.read`."""
        return await KeptArtifacts(self._attempt.store, self._attempt.run_id).read(name, version)

    async def _write(self, name: str, data: bytes, media_type: str) -> int:
        attempt = self._attempt
        known = [row for row in await artifacts(attempt.store, attempt.run_id) if row.name == name]
        digest = hashlib.sha256(data).hexdigest()
        if known and known[-1].sha256 == digest:
            return known[-1].version
        version = known[-1].version + 1 if known else 1
        path = artifact_path(attempt.store, attempt.run_id, name, version)
        part = path.with_name(f".{path.name}.{attempt.fence}.part")
        await asyncio.to_thread(_write_part, part, data)
        fields = {"name": name, "version": version, "media_type": media_type, "size": len(data)}
        row = {"run_id": attempt.run_id, "sha256": digest, **fields}

        def job(connection: Connection) -> None:
            """Under the token, so that a late attempt replaces no file."""
            connection.execute(insert(ARTIFACTS).values(row))
            if part.exists():
                part.replace(path)

        try:
            await attempt.write(job, [attempt.event("artifact", **fields)])
        except InternalError:
            part.unlink(missing_ok=True)
            raise
        return version


class KeptArtifacts:
    """The artifacts of any run, to be read; implements `Artifacts` for who may not write."""

    def __init__(self, store: Store, run_id: str) -> None:
        self._store = store
        self._run_id = run_id

    async def write(self, name: str, data: bytes, media_type: str) -> int:
        """Nothing is written to a run from outside. Raises InternalError."""
        raise InternalError(f"`{name}` cannot be written to run {self._run_id}: this attempt does not drive it")

    async def read(self, name: str, version: int = 0) -> bytes:
        """What was stored as that version; 0 is the latest.

        Raises:
            UnknownName: the run has written nothing of the kind.
            StoreFailed: the file is gone or cannot be read.
        """
        rows = await artifacts(self._store, self._run_id)
        known = [row.version for row in rows if row.name == name]
        if not known or (version and version not in known):
            which = f"version {version} of " if version and known else ""
            raise UnknownName(f"this run has no {which}artifact `{name}`")
        path = artifact_path(self._store, self._run_id, name, version or known[-1])
        try:
            return await asyncio.to_thread(path.read_bytes)
        except OSError as error:
            raise StoreFailed(f"`{path}` could not be read: {error.strerror or error}") from error


async def artifacts(store: Store, run_id: str) -> list[ArtifactRow]:
    """All versions of all artifacts of a run, by name and version."""
    query = select(ARTIFACTS).where(ARTIFACTS.c.run_id == run_id).order_by(ARTIFACTS.c.name, ARTIFACTS.c.version)

    def rows(connection: Connection) -> list[ArtifactRow]:
        return [ArtifactRow.model_validate(dict(row)) for row in connection.execute(query).mappings()]

    return await store.read(rows)


def artifact_path(store: Store, run_id: str, name: str, version: int) -> Path:
    """Where a version lies: `report.md`, then `report.v2.md` and so on."""
    stem, dot, suffix = name.partition(".")
    file = name if version == 1 else f"{stem}.v{version}{dot}{suffix}"
    return store.folder(run_id) / "artifacts" / file


def _write_part(part: Path, data: bytes) -> None:
    try:
        part.parent.mkdir(parents=True, exist_ok=True)
        with part.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise StoreFailed(
            f"`{part.parent / part.name}` could not be written: {error.strerror or error}",
            hint="Free some space, then continue the run.",
        ) from error
