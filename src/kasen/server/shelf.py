"""The knowledge bases of one caller: those of others do not exist."""

from __future__ import annotations

import asyncio
import os
import secrets
import shutil
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from kasen.errors import InputError, StoreFailed, UnknownName, UsageError
from kasen.knowledge.homes import home_of
from kasen.knowledge.ingest import AddReport, OnFile
from kasen.knowledge.store import KnowledgeBase
from kasen.runtime.bases import bases_of
from kasen.server.asked import SEND
from kasen.server.upload_files import UploadFiles

if TYPE_CHECKING:
    from kasen.knowledge.catalogue import Document
    from kasen.models.embedder import Steady
    from kasen.server.caller import Caller
    from kasen.server.context import ServerDeps
    from kasen.settings import Settings


class Shelf:
    """What a caller has; files that were sent lie with the base that took them."""

    def __init__(self, deps: ServerDeps, caller: Caller) -> None:
        self._settings = deps.settings
        self._caller = caller
        self._uploads = deps.uploads
        self._adding = deps.adding
        self._home = home_of(deps.settings.home, caller.owner)
        self._bases = bases_of(deps.settings, caller.owner)

    async def bases(self) -> list[KnowledgeBase]:
        """Those that a person made; what mirrors the uploads of a run goes with the run."""
        sent = str((self._settings.home / "uploads").resolve()) + os.sep
        found = [await self._open(name) for name in await self._bases.names()]
        return [base for base in found if not base.folder.startswith(sent)]

    async def create(self, name: str) -> KnowledgeBase:
        """A new base. Raises UsageError when there is one of that name, InputError for what cannot be one."""
        if name in await self._bases.names():
            raise UsageError(f"there is a knowledge base `{name}` already")
        await self._bases.change(name, _nothing, create=True, embedder=_embedder(self._settings))
        return await self._open(name)

    async def open(self, name: str) -> KnowledgeBase:
        """A base that is there. Raises UnknownName."""
        await self.check_name(name)
        return await self._open(name)

    async def _open(self, name: str) -> KnowledgeBase:
        return await self._bases.open(name, embedder=_embedder(self._settings))

    async def check_name(self, name: str) -> None:
        """Raises UnknownName for a base that is not there."""
        if name not in await self._bases.names():
            raise UnknownName(f"there is no knowledge base `{name[:80]}`", hint="GET /api/kb lists them.")

    async def check(self, name: str, uploads: Sequence[str], paths: Sequence[str]) -> None:
        """Whether documents can be read in. Raises as `add` does."""
        await self.check_name(name)
        self._named(uploads, paths)

    async def add(
        self, name: str, uploads: Sequence[str], paths: Sequence[str], *, on_file: OnFile | None = None
    ) -> AddReport:
        """Read documents in. A file of the same name takes the place of the one before.

        Raises UnknownName, InputError for what is not there and for a path that an outsider names.
        """
        await self.check_name(name)
        found = self._named(uploads, paths)
        async with self._adding.of(self._caller.owner):
            await self.check_name(name)  # it waited for its turn
            kept = await asyncio.to_thread(_keep, self._files(name), found)
            taken = [*kept, *(Path(path).expanduser().absolute() for path in paths)]
            embedder = _embedder(self._settings)
            try:
                return await self._bases.change(name, lambda base: base.add(taken, on_file=on_file), embedder=embedder)
            except UnknownName:
                if name not in await self._bases.names():
                    await asyncio.to_thread(_forget_sent, self._files(name))
                raise

    def _named(self, uploads: Sequence[str], paths: Sequence[str]) -> list[Path]:
        """The files of the uploads. Raises UnknownName, InputError."""
        if paths and self._caller.is_outside:
            raise InputError("`paths` names no file that you have sent", hint=SEND)
        if not uploads and not paths:
            raise InputError("no document is named", hint=SEND)
        return [path for one in dict.fromkeys(uploads) for path in self._sent(one)]

    async def remove(self, name: str, ids: Sequence[str]) -> int:
        """Take documents out of a base, and files that were sent off the disk; how many. Raises UnknownName."""
        base = await self.open(name)
        embedder = _embedder(self._settings)
        found = {str(one.id): one for one in await asyncio.to_thread(base.documents)}
        unknown = [id for id in ids if id not in found]
        if unknown:
            raise UnknownName(f"`{name}` has no document `{unknown[0][:40]}`")
        documents = [found[id] for id in dict.fromkeys(ids)]
        await self._bases.change(name, lambda base: self._take_out(base, documents), embedder=embedder)
        return len(documents)

    async def _take_out(self, base: KnowledgeBase, documents: Sequence[Document]) -> None:
        for path in (Path(document.path) for document in documents):
            with suppress(UnknownName):  # removed meanwhile
                await base.remove(path)
            if path.parent == self._files(base.name).resolve():
                await asyncio.to_thread(path.unlink, missing_ok=True)

    async def drop(self, name: str) -> None:
        """Delete a base with the files that were sent to it, here. Raises UnknownName."""
        await self.check_name(name)
        await self._bases.drop(name)
        await asyncio.to_thread(_forget_sent, self._files(name))

    def _files(self, name: str) -> Path:
        return self._home / "kb" / name / "files"

    def _sent(self, one: str) -> list[Path]:
        """The files of an upload. Raises UnknownName."""
        return UploadFiles(self._uploads, self._caller.owner).beside(one.removeprefix("upload:").partition("/")[0])


async def _nothing(_base: KnowledgeBase) -> None:
    """An empty base is made by opening it."""


def _keep(folder: Path, files: Sequence[Path]) -> list[Path]:
    """The files, linked into the folder under their names. Raises StoreFailed."""
    kept = []
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for path in files:
            part = folder / f".{secrets.token_hex(8)}"
            os.link(path, part)
            part.replace(folder / path.name)
            kept.append(folder / path.name)
    except OSError as error:
        raise StoreFailed(f"`{folder}` cannot be written: {error.strerror or error}") from error
    return kept


def _forget_sent(folder: Path) -> None:
    """Delete what was sent to a shared base; a base of this machine takes it along, and one that is there keeps it."""
    if not (folder.parent / "catalogue.sqlite").exists():
        shutil.rmtree(folder, ignore_errors=True)
        with suppress(OSError):
            folder.parent.rmdir()


def _embedder(settings: Settings) -> Steady | None:
    from kasen.models.embedder import embedder_of

    return embedder_of(settings)
