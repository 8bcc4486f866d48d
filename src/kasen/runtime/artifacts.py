"""Versioned files of a run, in the run's folder; nothing is overwritten."""

from __future__ import annotations

import asyncio
import hashlib
import os
import re
from pathlib import Path

from sqlalchemy import Connection, insert, select

from kasen.errors import InternalError, StoreFailed
from kasen.runtime.attempt import Attempt
from kasen.runtime.rows import ArtifactRow
from kasen.runtime.store import Store
from kasen.runtime.tables import ARTIFACTS

SAFE_NAME = re.compile(r"[\w.\-]{1,120}")


class RunArtifacts:
    """The artifacts of the run that an attempt drives."""

    def __init__(self, attempt: Attempt) -> None:
        self._attempt = attempt

    async def write(self, name: str, data: bytes, media_type: str) -> int:
        """Store a new version and return its number; the bytes of the latest version again are that version.

        Raises:
            StoreFailed: the disk is full or fails; nothing half-written stays.
        """
        if not SAFE_NAME.fullmatch(name) or name.startswith("."):
            raise InternalError(f"`{name}` is not a name for an artifact")
        attempt = self._attempt
        known = [row for row in await artifacts(attempt.store, attempt.run_id) if row.name == name]
        digest = hashlib.sha256(data).hexdigest()
        if known and known[-1].sha256 == digest:
            return known[-1].version
        version = known[-1].version + 1 if known else 1
        path = artifact_path(attempt.store, attempt.run_id, name, version)
        await asyncio.to_thread(_write_whole, path, data)
        row = {
            "run_id": attempt.run_id,
            "name": name,
            "version": version,
            "media_type": media_type,
            "size": len(data),
            "sha256": digest,
        }
        fields = {"name": name, "version": version, "media_type": media_type, "size": len(data)}
        await attempt.write(lambda c: c.execute(insert(ARTIFACTS).values(row)), [attempt.event("artifact", **fields)])
        return version


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


def _write_whole(path: Path, data: bytes) -> None:
    part = path.with_name(f".{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with part.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise StoreFailed(
            f"`{path.name}` could not be written: {error.strerror or error}",
            hint="Free some space, then continue the run.",
        ) from error
