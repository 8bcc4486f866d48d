"""One batch of documents written to index and catalogue: whole, under the writers' lock, the catalogue last."""

from __future__ import annotations

import fcntl
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from kasen.knowledge import dedupe
from kasen.knowledge.catalogue import Catalogue
from kasen.knowledge.chunk import Chunk
from kasen.knowledge.document import Ready, ReadyChunk, Refusal
from kasen.knowledge.index import Index
from kasen.knowledge.library import Skipped
from kasen.knowledge.prepare import FORMAT, ready_chunk

BOILERPLATE = 3
"""A short block at the edge of so many documents is kept in one of them only."""
_WRITING = "writing"


class Prepared(NamedTuple):
    """What a worker made of a file, with the vectors of its passages when there is an embedding model."""

    path: str
    answer: Ready | Refusal
    vectors: list[list[float]]


@dataclass
class Written:
    """What a batch changed. `redo`: files that must be read again because words they left to others are gone."""

    added: list[str] = field(default_factory=list)
    updated: list[str] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    duplicates: list[Skipped] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    redo: list[str] = field(default_factory=list)


@contextmanager
def writers_lock(file: Path, *, wait: bool = True) -> Iterator[bool]:
    """Hold the lock that one process at a time has; gives False when `wait` is not wanted and another has it."""
    with file.open("ab") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            yield False
            return
        yield True


class Writer:
    """Writes to one knowledge base. Methods block; call them in a thread."""

    def __init__(self, catalogue: Catalogue, index: Index, lock: Path) -> None:
        self._catalogue = catalogue
        self._index = index
        self._lock = lock

    def write(self, batch: Sequence[Prepared]) -> Written:
        """Add or replace documents. All of the batch is found afterwards, or nothing of it."""
        done = Written()
        gone: list[int] = []
        with writers_lock(self._lock), self._guarded(gone), self._catalogue.transaction():
            todo = [item for item in batch if not self._is_done(item, done)]
            for item in todo:
                old = self._catalogue.find(item.path)
                if isinstance(item.answer, Ready):
                    (done.updated if old and old.status != "skipped" else done.added).append(item.path)
                if old:
                    gone.append(old.id)
                    self._catalogue.delete(old.id)
            self._insert(todo, done)
            done.redo = [path for id in gone for path in self._catalogue.bereft(id)]
        return done

    def remove(self, paths: Sequence[str]) -> Written:
        """Forget documents."""
        done = Written()
        gone: list[int] = []
        with writers_lock(self._lock), self._guarded(gone), self._catalogue.transaction():
            for path in paths:
                old = self._catalogue.find(path)
                if old:
                    gone.append(old.id)
                    self._catalogue.delete(old.id)
            done.redo = [path for id in gone for path in self._catalogue.bereft(id)]
        return done

    def optimize(self) -> None:
        """Bring the index up to date."""
        with writers_lock(self._lock):
            self._index.optimize()

    def sweep(self) -> None:
        """Remove what a writer that died left in the index; another time when a writer is at work."""
        if not self._catalogue.get(_WRITING):
            return
        with writers_lock(self._lock, wait=False) as mine:
            if mine:
                self._index.delete(sorted(self._index.docs() - self._catalogue.ids()))
                self._catalogue.put(_WRITING, "")

    @contextmanager
    def _guarded(self, gone: list[int]) -> Iterator[None]:
        """Mark the base as being written, so that the next to open it looks for rests if we die here."""
        self._catalogue.put(_WRITING, "1")
        yield
        self._index.delete(gone)
        self._catalogue.put(_WRITING, "")

    def _is_done(self, item: Prepared, done: Written) -> bool:
        """True when there is nothing to write: the bytes are known, or the file could not be opened this time."""
        answer, old = item.answer, self._catalogue.find(item.path)
        same = old is not None and old.format == FORMAT and old.sha256 == answer.sha256 != ""
        if old and same:
            self._catalogue.touch(old.id, answer.size, answer.mtime_ns)
            if old.status == "skipped":
                done.skipped.append(Skipped(item.path, old.reason))
            else:
                done.unchanged.append(item.path)
        elif isinstance(answer, Refusal) and not answer.lasting:
            done.skipped.append(Skipped(item.path, answer.reason))
            return True
        return same

    def _insert(self, batch: Sequence[Prepared], done: Written) -> None:
        ids = {item.path: secrets.randbits(62) for item in batch}
        for item in batch:
            if isinstance(item.answer, Ready):
                self._catalogue.add_edges(ids[item.path], (edge.exact for edge in item.answer.edges))
        rows = []
        for path, answer, vectors in batch:
            if isinstance(answer, Refusal):
                self._catalogue.insert_refusal(ids[path], path, answer, FORMAT)
                done.skipped.append(Skipped(path, answer.reason))
                continue
            kept, original = self._select(ids[path], answer)
            reason = f"says the same as `{self._name(original)}`"
            self._catalogue.insert(ids[path], path, answer, [chunk for _, chunk in kept], FORMAT, reason)
            if not kept:
                done.duplicates.append(Skipped(path, reason))
            rows.append((ids[path], [c for _, c in kept], [vectors[i] for i, _ in kept] if vectors else []))
        self._index.add(rows)

    def _name(self, id: int) -> str:
        found = self._catalogue.documents([id])
        return found[0].path if found else "another document"

    def _select(self, id: int, ready: Ready) -> tuple[list[tuple[int, ReadyChunk]], int]:
        """The passages that say something new, with their numbers; and a document that holds what was left out."""
        kept, original = [], 0
        for number, whole in enumerate(ready.chunks):
            chunk = self._without_boilerplate(id, ready, whole)
            holder = self._holder(chunk)
            if holder is None:
                self._catalogue.insert_chunk(id, chunk)
                kept.append((number, chunk))
            else:
                doc, exact = holder
                original = doc
                if doc != id:
                    self._catalogue.lean(id, doc, exact)
        return kept, original

    def _holder(self, chunk: ReadyChunk) -> tuple[int, int] | None:
        """Document and hash of a passage that says the same."""
        exact = self._catalogue.holder(chunk.exact)
        if exact is not None:
            return exact, chunk.exact
        for doc, other, signature in self._catalogue.candidates(chunk.keys):
            if dedupe.likeness(chunk.signature, signature) >= dedupe.NEAR:
                return doc, other
        return None

    def _without_boilerplate(self, id: int, ready: Ready, chunk: ReadyChunk) -> ReadyChunk:
        """The passage without short blocks at its ends that many documents have, unless nothing would be left."""
        start, end = chunk.start, chunk.end
        for edge in ready.edges:
            if not (start <= edge.start and edge.end <= end and (edge.start == start or edge.end == end)):
                continue
            count, holder = self._catalogue.edge(edge.exact)
            if holder is None:
                self._catalogue.hold_edge(edge.exact, id)
            elif holder != id and count >= BOILERPLATE and edge.end - edge.start < end - start:
                self._catalogue.lean(id, holder, edge.exact)
                start, end = _cut(chunk, start, end, edge.start, edge.end)
        if (start, end) == (chunk.start, chunk.end):
            return chunk
        text = chunk.text[start - chunk.start : end - chunk.start]
        title = "" if ready.title in chunk.headings[:1] else ready.title
        return ready_chunk(text, Chunk(start, end, chunk.page, chunk.headings), title)


def _cut(chunk: ReadyChunk, start: int, end: int, cut_from: int, cut_to: int) -> tuple[int, int]:
    """The range without a piece at one of its ends and the white space that was between."""
    start, end = (cut_to, end) if cut_from == start else (start, cut_from)
    left = chunk.text[start - chunk.start : end - chunk.start]
    return start + len(left) - len(left.lstrip()), start + len(left.rstrip())
