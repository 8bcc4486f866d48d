"""Files into a knowledge base: only what changed, many at a time, in batches that are written whole."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from kasen.knowledge.catalogue import Catalogue
from kasen.knowledge.document import Ready
from kasen.knowledge.library import Skipped
from kasen.knowledge.prepare import FORMAT
from kasen.knowledge.scan import Found
from kasen.knowledge.workers.pool import Pool, WorkerLimits
from kasen.knowledge.writing import Prepared, Writer, Written

if TYPE_CHECKING:
    from kasen.models.embedder import Embedder


class OnProgress(Protocol):
    """Told now and then, and at the end, how many files are read of those that have to be."""

    async def __call__(self, *, text: str, done: int, total: int) -> None: ...


OnFile = Callable[[str, int, int], None]
"""Told of each file that has been read: its path, how many there have been, and how many have to be."""
_BATCH_FILES = 200
_BATCH_PASSAGES = 1000
_BATCH_SECONDS = 3.0
_EVERY_SECONDS = 0.5


@dataclass
class AddReport:
    """What adding did. Numbers count files; `skipped` and `duplicates` name them with the reason."""

    added: int = 0
    updated: int = 0
    unchanged: int = 0
    removed: int = 0
    duplicates: list[Skipped] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def is_changed(self) -> bool:
        """True when the index was written to."""
        return bool(self.added or self.updated or self.removed)


class Ingest:
    """One adding of files. `run` may be called again for files that must be redone.

    `before` is called before anything is read; it raises when the base cannot take new passages. `on_file`, where it is
    set, is told of each file.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        writer: Writer,
        *,
        embedder: Embedder | None = None,
        limits: WorkerLimits | None = None,
        on_progress: OnProgress | None = None,
        before: Callable[[], None] = lambda: None,
    ) -> None:
        self._before = before
        self._catalogue = catalogue
        self._writer = writer
        self._embedder = embedder
        self._limits = limits
        self._on_progress = on_progress
        self.on_file: OnFile | None = None
        self._batch: list[Prepared] = []
        self._since = time.monotonic()
        self._told = self._since
        self._writing: asyncio.Task[Written] | None = None
        self._redo: list[str] = []
        self.report = AddReport()

    async def run(self, files: Sequence[Found]) -> None:
        """Bring these files up to date."""
        todo = await asyncio.to_thread(self._changed, files)
        done_once: set[str] = set()
        while todo:
            done_once.update(path for path, _ in todo)
            await self._prepare(todo)
            todo = [(path, "") for path in dict.fromkeys(self._redo) if path not in done_once]
            self._redo = []

    async def redo(self, paths: Sequence[str]) -> None:
        """Read files again although they have not changed."""
        await self._prepare([(path, "") for path in paths])

    def _changed(self, files: Sequence[Found]) -> list[tuple[str, str]]:
        seen = self._catalogue.seen()
        todo = []
        for path, size, mtime_ns in files:
            old = seen.get(path)
            if old is None or old.format != FORMAT:
                todo.append((path, ""))
            elif (old.size, old.mtime_ns) != (size, mtime_ns):
                todo.append((path, old.sha256))
            elif old.status == "skipped":
                self.report.skipped.append(Skipped(path, old.reason))
            else:
                self.report.unchanged += 1
        return todo

    async def _prepare(self, todo: Sequence[tuple[str, str]]) -> None:
        if not todo:
            return
        self._before()
        done = 0
        try:
            async with Pool(self._limits) as pool, aclosing(pool.prepare(todo)) as answers:
                async for path, answer in answers:
                    done += 1
                    self._batch.append(Prepared(path, answer, []))
                    await self._tell(path, done, len(todo))
                    if self._is_full():
                        await self._flush()
                await self._flush()
        finally:
            await self._settle()

    async def _write(self, batch: list[Prepared]) -> Written:
        return await asyncio.to_thread(self._writer.write, await self._with_vectors(batch))

    async def _with_vectors(self, batch: list[Prepared]) -> list[Prepared]:
        """The passages of a batch are embedded together: one call for many documents."""
        counts = [len(item.answer.chunks) if isinstance(item.answer, Ready) else 0 for item in batch]
        if self._embedder is None or not any(counts):
            return batch
        texts = [chunk.match for item in batch if isinstance(item.answer, Ready) for chunk in item.answer.chunks]
        vectors = iter(await self._embedder.embed(texts, "passage"))
        return [
            item._replace(vectors=list(itertools.islice(vectors, count)))
            for item, count in zip(batch, counts, strict=True)
        ]

    async def _tell(self, path: str, done: int, total: int) -> None:
        if self.on_file:
            self.on_file(path, done, total)
        now = time.monotonic()
        if self._on_progress and (done == total or now - self._told >= _EVERY_SECONDS):
            self._told = now
            await self._on_progress(text="documents read", done=done, total=total)

    def _is_full(self) -> bool:
        passages = sum(len(p.answer.chunks) for p in self._batch if isinstance(p.answer, Ready))
        is_large = len(self._batch) >= _BATCH_FILES or passages >= _BATCH_PASSAGES
        return is_large or time.monotonic() - self._since > _BATCH_SECONDS

    async def _flush(self) -> None:
        """Write the batch while the workers go on with the next; in order, so that of two alike the first stays."""
        await self._settle()
        if self._batch:
            batch = sorted(self._batch, key=lambda item: item.path)
            self._writing = asyncio.create_task(self._write(batch))
        self._batch, self._since = [], time.monotonic()

    async def _settle(self) -> None:
        writing, self._writing = self._writing, None
        if writing is None:
            return
        written = await writing
        self.report.added += len(written.added)
        self.report.updated += len(written.updated)
        self.report.unchanged += len(written.unchanged)
        self.report.duplicates += written.duplicates
        self.report.skipped += written.skipped
        self._redo += written.redo
