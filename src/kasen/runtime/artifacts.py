"""Versioned files of a run, in the run's folder or at the address of the setting; nothing is overwritten.

At an address each attempt has a folder of its own: what it puts there counts only when the row that names it is
committed under its token, and a late attempt replaces nothing. What a crash leaves between goes with the run.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import re
from collections import defaultdict
from contextlib import suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, insert, select

from kasen.errors import InternalError, StoreFailed, UnknownName
from kasen.runtime.attempt import Attempt
from kasen.runtime.rows import ArtifactRow, Options, RunRow
from kasen.runtime.store import Store
from kasen.runtime.tables import ARTIFACTS

SAFE_NAME = re.compile(r"(?!\.)(?![^.]*\.v\d+(?:\.|$))[\w.\-]+")
"""No path, nothing hidden, nothing that reads like a later version of another name."""
LONGEST = 200
"""Bytes of a name; a file system allows 255."""


class RunArtifacts:
    """The artifacts of the run that an attempt drives; `here` for one whose files may not leave this machine."""

    def __init__(self, attempt: Attempt, *, here: bool = False) -> None:
        self._attempt = attempt
        self._root = "" if here else attempt.store.places.root
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def write(self, name: str, data: bytes, media_type: str) -> int:
        """Store a new version and return its number; the bytes of the latest version again are that version.

        Secrets are taken out of text; what is not UTF-8 is stored as it is.

        Raises:
            StoreFailed: the disk is full, or the store fails; nothing half-written stays.
        """
        if not SAFE_NAME.fullmatch(name) or len(name.encode()) > LONGEST:
            raise InternalError(f"`{name[:LONGEST]}` is not a name for an artifact")
        data = await asyncio.to_thread(self._attempt.store.redact.file, data)
        async with self._locks[name]:
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
        fields = {"name": name, "version": version, "media_type": media_type, "size": len(data)}
        row = {"run_id": attempt.run_id, "sha256": digest, **fields}
        await (self._put_away(row, data) if self._root else self._put(row, data))
        return version

    async def _put(self, row: dict[str, Any], data: bytes) -> None:
        attempt = self._attempt
        path = artifact_path(attempt.store, attempt.run_id, row["name"], row["version"])
        part = path.with_name(f".{path.name}.{attempt.fence}.part")
        await asyncio.to_thread(_write_part, part, data)

        def job(connection: Connection) -> None:
            """Under the token, so that a late attempt replaces no file."""
            connection.execute(insert(ARTIFACTS).values(row))
            if part.exists():
                part.replace(path)

        try:
            await attempt.write(job, [attempt.event("artifact", **_fields(row))])
        except InternalError:
            part.unlink(missing_ok=True)
            raise

    async def _put_away(self, row: dict[str, Any], data: bytes) -> None:
        """The object first, then the row that names it: what a row names is there."""
        attempt, places = self._attempt, self._attempt.store.places
        url = f"{folder_of(self._root, attempt.run_id)}/{attempt.fence}/{_file(row['name'], row['version'])}"
        await places.put(url, data, row["media_type"])
        put = insert(ARTIFACTS).values({**row, "place": url})
        try:
            await attempt.write(lambda c: c.execute(put), [attempt.event("artifact", **_fields(row))])
        except InternalError:
            with suppress(StoreFailed):
                await places.drop(url)
            raise


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
        rows = {row.version: row for row in await artifacts(self._store, self._run_id) if row.name == name}
        if not rows or (version and version not in rows):
            which = f"version {version} of " if version and rows else ""
            raise UnknownName(f"this run has no {which}artifact `{name}`")
        return await content(self._store, self._run_id, rows[version or max(rows)])


async def content(store: Store, run_id: str, row: ArtifactRow) -> bytes:
    """The bytes of a version. Raises StoreFailed when they are gone, cannot be read, or are not what was stored."""
    if not row.place:
        path = artifact_path(store, run_id, row.name, row.version)
        try:
            return await asyncio.to_thread(path.read_bytes)
        except OSError as error:
            raise StoreFailed(f"`{path}` could not be read: {error.strerror or error}") from error
    data = await store.places.get(row.place)
    if hashlib.sha256(data).hexdigest() != row.sha256:
        raise StoreFailed(f"what is kept at `{row.place}` is not what was stored there")
    return data


async def artifacts(store: Store, run_id: str) -> list[ArtifactRow]:
    """All versions of all artifacts of a run, by name and version."""
    query = select(ARTIFACTS).where(ARTIFACTS.c.run_id == run_id).order_by(ARTIFACTS.c.name, ARTIFACTS.c.version)

    def rows(connection: Connection) -> list[ArtifactRow]:
        return [ArtifactRow.model_validate(dict(row)) for row in connection.execute(query).mappings()]

    return await store.read(rows)


async def wipe(store: Store, run: RunRow) -> None:
    """Delete what a run keeps at addresses, also what a crash left there. Raises StoreFailed; rows stay."""
    rows = await artifacts(store, run.id)
    roots = {row.place.partition(f"/{run.id}/")[0] for row in rows if row.place}
    if store.places.root and not stays_here(run.options):
        roots.add(store.places.root)
    await store.places.wipe(folder_of(root, run.id) for root in sorted(roots))


def stays_here(options: Options) -> bool:
    """Whether nothing that a run makes is sent anywhere, not even to a store of its user's."""
    return options.local_only or bool(options.replay_of)


def folder_of(root: str, run_id: str) -> str:
    """Address of everything that a run keeps below that of the setting."""
    return f"{root}/{run_id}"


def artifact_path(store: Store, run_id: str, name: str, version: int) -> Path:
    """Where a version lies in the run's folder: `report.md`, then `report.v2.md` and so on."""
    return store.folder(run_id) / "artifacts" / _file(name, version)


def _file(name: str, version: int) -> str:
    stem, dot, suffix = name.partition(".")
    return name if version == 1 else f"{stem}.v{version}{dot}{suffix}"


def _fields(row: dict[str, Any]) -> dict[str, Any]:
    return {name: row[name] for name in ("name", "version", "media_type", "size")}


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
