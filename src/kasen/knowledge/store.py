"""A named knowledge base: documents in, passages out."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import re
import secrets
import shutil
import sqlite3
import time
from array import array
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from kasen.errors import ConfigurationError, HomeUnusable, InputError, ProviderError, RunBusy, StoreFailed, UnknownName
from kasen.evidence.types import Hit, Passage, Source, content_id
from kasen.knowledge import search as ranking
from kasen.knowledge.catalogue import Catalogue, Document
from kasen.knowledge.index import Candidate, Index
from kasen.knowledge.ingest import AddReport, Ingest, OnFile, OnProgress
from kasen.knowledge.library import Skipped, Term
from kasen.knowledge.nearest import Nearest
from kasen.knowledge.report import Report, report_on
from kasen.knowledge.scan import scan
from kasen.knowledge.vectors import Embedding, embedding_in, embedding_of, numbers, put_embedding
from kasen.knowledge.workers.pool import WorkerLimits
from kasen.knowledge.writing import Writer, writers_lock

if TYPE_CHECKING:
    from kasen.models.embedder import Embedder

DEFAULT = "default"
"""The knowledge base that is meant when none is named."""
_NAME = re.compile(r"[^\W_][\w.-]{0,63}")
LOGGER = logging.getLogger("kasen.knowledge")
_FOLDER = "folder"
_SMALL = 20_000
"""Up to so many passages, all may be read to find a word that the dictionary cut otherwise (5 ms per 10,000)."""


class KnowledgeBase:
    """Documents of one name under `home/kb/`. Safe to use from several tasks and several processes at once."""

    def __init__(self, folder: Path, embedder: Embedder | None = None, *, create: bool = True) -> None:
        self.name = folder.name
        self._folder = folder
        self._embedder = embedder
        self._said: set[str] = set()
        self._catalogue = Catalogue(folder / "catalogue.sqlite", create=create)
        self._index = Index(folder / "index")
        self._nearest = Nearest(self._catalogue, self._index)
        self._writer = Writer(self._catalogue, self._index, folder / "lock")

    @classmethod
    async def open(
        cls, home: Path, name: str = DEFAULT, *, create: bool = True, embedder: Embedder | None = None
    ) -> KnowledgeBase:
        """Open a knowledge base, made if it is not there and `create` is set.

        Raises UnknownName, InputError for a name that cannot be one, HomeUnusable.
        """
        check_name(name)
        folder = home / "kb" / name
        if not create and not (folder / "catalogue.sqlite").exists():
            known = ", ".join(names(home)) or "none"
            raise UnknownName(
                f"there is no knowledge base `{name}`; there is: {known}", hint="`kasen kb add PATH` makes one."
            )
        return await asyncio.to_thread(cls._open, folder, embedder, create=create)

    @classmethod
    def _open(cls, folder: Path, embedder: Embedder | None, *, create: bool) -> KnowledgeBase:
        try:
            if create:
                folder.mkdir(parents=True, exist_ok=True)
            base = cls(folder, embedder, create=create)
            base._writer.sweep()
        except (OSError, sqlite3.Error) as error:
            if not create:
                _refuse_deleted(folder, error)
            raise HomeUnusable(f"the knowledge base `{folder.name}` in {folder} cannot be opened ({error})") from error
        return base

    async def add(
        self,
        paths: Sequence[Path],
        *,
        on_progress: OnProgress | None = None,
        on_file: OnFile | None = None,
        limits: WorkerLimits | None = None,
    ) -> AddReport:
        """Bring files and folders up to date in the base; files that did not change are not read.

        Raises InputError for a path that is not there, StoreFailed when writing fails: what was written stays whole.
        """
        missing = [path for path in paths if not path.exists()]
        if missing:
            raise InputError(f"there is no file or folder `{missing[0]}`", hint="Check the path and try again.")
        return await self._update(paths, self._ingest(on_progress, limits, on_file))

    async def sync(
        self, folder: Path, *, on_progress: OnProgress | None = None, limits: WorkerLimits | None = None
    ) -> AddReport:
        """Make the base hold exactly what is in the folder: as `add`, and what has vanished is removed."""
        with _storage(self._folder):
            self._catalogue.put(_FOLDER, str(folder.resolve()))
        return await self._update([folder], self._ingest(on_progress, limits), is_whole=True)

    def _ingest(
        self, on_progress: OnProgress | None, limits: WorkerLimits | None, on_file: OnFile | None = None
    ) -> Ingest:
        embedder = None if self._has_words_only() else self._embedder
        parts = (self._catalogue, self._writer)
        made = Ingest(*parts, embedder=embedder, limits=limits, on_progress=on_progress, before=self._check_model)
        made.on_file = on_file
        return made

    async def _update(self, paths: Sequence[Path], ingest: Ingest, *, is_whole: bool = False) -> AddReport:
        begun, report = time.monotonic(), ingest.report
        with _storage(self._folder):
            files = await asyncio.to_thread(lambda: list(scan(paths, report.skipped)))
            if is_whole and files:
                vanished = sorted((await asyncio.to_thread(self._catalogue.seen)).keys() - {f.path for f in files})
                report.removed = len(vanished)
                if vanished:
                    await self._forget(ingest, vanished)
            await ingest.run(files)
            if report.is_changed:
                await asyncio.to_thread(self._writer.optimize)
        report.seconds = time.monotonic() - begun
        return report

    async def embed(self, *, on_progress: OnProgress | None = None) -> int:
        """Give every passage a vector of the embedder's model, or take the vectors away when there is no embedder.

        Returns the number of passages. Where they have those vectors nothing is sent. The files are not read again;
        searching goes on meanwhile, by words.
        Raises RunBusy while another process writes to the base, and what the embedder raises: then it has no vectors.
        """
        embedder = self._embedder
        with _storage(self._folder), writers_lock(self._folder / "lock", wait=False) as mine:
            if not mine:
                raise RunBusy(f"the knowledge base `{self.name}` is being written to", hint="Try again in a moment.")
            if self._embedding == embedding_of(embedder):
                return self.totals()[1]
            put_embedding(self._catalogue, Embedding())
            texts = await asyncio.to_thread(self._index.matches)
            vectors = array("f") if embedder is None else await numbers(embedder, texts, on_progress)
            await asyncio.to_thread(self._index.put_vectors, vectors, len(vectors) // max(len(texts), 1))
            put_embedding(self._catalogue, embedding_of(embedder))
        return len(texts)

    async def remove(self, path: Path) -> int:
        """Remove a document, or all below a folder; gives how many. Raises UnknownName when there is none."""
        real = str(path.resolve())
        known = await asyncio.to_thread(self._catalogue.seen)
        paths = [p for p in known if p == real or p.startswith(real.rstrip("/") + "/")]
        if not paths:
            raise UnknownName(
                f"`{path}` is not in the knowledge base `{self.name}`", hint="`kasen kb report` lists what is."
            )
        with _storage(self._folder):
            await self._forget(Ingest(self._catalogue, self._writer, embedder=self._embedder), paths)
            await asyncio.to_thread(self._writer.optimize)
        return len(paths)

    async def _forget(self, ingest: Ingest, paths: Sequence[str]) -> None:
        written = await asyncio.to_thread(self._writer.remove, paths)
        await ingest.redo([path for path in written.redo if path not in paths])

    async def search(self, question: str, *, limit: int = 10) -> list[Hit]:
        """Passages that answer, best first."""
        query = ranking.parse(question)
        return self.hits((await self.ranked(query))[:limit])

    async def ranked(self, query: ranking.Query) -> list[ranking.Ranked]:
        """All candidates for a query, best first."""
        found = ranking.rank(query, [await self.candidates(query)])
        near = await self.nearest(query)
        return ranking.fuse(query, found, ranking.near([near])) if near else found

    async def candidates(self, query: ranking.Query) -> list[Candidate]:
        """The passages worth ranking, by words."""
        with _storage(self._folder):
            return await asyncio.to_thread(self._candidates, query)

    async def nearest(self, query: ranking.Query) -> list[Candidate]:
        """The passages of each language nearest in meaning; none without a model, or when it fails: words are left."""
        if self._embedder is None or query.is_empty or not self._is_mine(self._embedder):
            return []
        vector = await self._vector(self._embedder, query.text)
        if not vector:
            return []
        with _storage(self._folder):
            return await asyncio.to_thread(self._nearest.find, vector, ranking.CANDIDATES)

    async def _vector(self, embedder: Embedder, text: str) -> list[float]:
        """The vector of a question, kept for the next time; empty when the provider fails."""
        with _storage(self._folder):
            vector = await asyncio.to_thread(self._catalogue.vector, embedding_of(embedder).key, text)
        if vector:
            return vector
        try:
            vector = (await embedder.embed([text], "query"))[0]
        except (ProviderError, ConfigurationError) as error:
            self._say_once(f"`{self.name}` is searched by words only: {error}")
            return []
        with _storage(self._folder):
            await asyncio.to_thread(self._catalogue.keep_vector, embedding_of(embedder).key, text, vector)
        return vector

    def _candidates(self, query: ranking.Query) -> list[Candidate]:
        if query.is_empty:
            return []
        found = self._index.by_words(query.text, ranking.CANDIDATES)
        if self.totals()[1] <= _SMALL:
            for words in ranking.missing_words(query, found)[:2]:
                found += self._index.containing(words, ranking.CANDIDATES)
        return self._of_documents(found)

    def _of_documents(self, found: list[Candidate]) -> list[Candidate]:
        """Once each, and only those whose document is in the catalogue: the others are not (or no longer) written."""
        known = {d.id for d in self._catalogue.documents(sorted({c.doc for c in found}))}
        once = {(c.doc, c.start): c for c in reversed(found) if c.doc in known}
        return list(reversed(once.values()))

    def hits(self, ranked: Sequence[ranking.Ranked]) -> list[Hit]:
        """Ranked candidates with their sources."""
        documents = {d.id: d for d in self._catalogue.documents(sorted({r.candidate.doc for r in ranked}))}
        return [self._hit(documents[r.candidate.doc], r) for r in ranked if r.candidate.doc in documents]

    def _hit(self, document: Document, ranked: ranking.Ranked) -> Hit:
        found = ranked.candidate
        source = Source(
            id=content_id("src", document.path, document.sha256),
            kind="document",
            title=document.title,
            uri=document.path,
            media_type=document.media_type,
            content_hash=document.sha256,
            fetched_at=document.added_at,
            knowledge_base=self.name,
        )
        passage = Passage(
            id=content_id("psg", source.id, found.start, found.end, found.text),
            source_id=source.id,
            text=found.text,
            page=found.page,
            headings=found.headings,
            start=found.start,
            end=found.end,
        )
        return Hit(passage=passage, source=source, score=round(ranked.score, 6))

    def close(self) -> None:
        """Close its files; it is not used afterwards."""
        self._catalogue.close()

    @property
    def model(self) -> str:
        """The embedding model of its vectors; empty when it has none."""
        return self._embedding.model

    @property
    def _embedding(self) -> Embedding:
        return embedding_in(self._catalogue)

    @property
    def folder(self) -> str:
        """The folder that it mirrors; empty for a base that files were added to."""
        return self._catalogue.get(_FOLDER)

    def documents(self) -> list[Document]:
        """Everything it knows of, by path, skipped files included."""
        return self._catalogue.documents()

    def totals(self) -> tuple[int, int]:
        """Documents and passages."""
        return self._catalogue.totals()

    def vocabulary(self, limit: int) -> list[Term]:
        """Words that stand out, most typical first."""
        return self._catalogue.terms(limit)

    def report(self) -> Report:
        """How good the base is: sizes, uniqueness, diversity, and what was rejected."""
        return report_on(self.name, self.folder, self.model, self._catalogue)

    def _is_mine(self, embedder: Embedder) -> bool:
        own, wanted = self._embedding, embedding_of(embedder)
        if own != wanted and self.totals()[1]:
            self._say_once(
                f"`{self.name}` is searched by words only: it was made with {own}, not with {wanted};"
                f" `kasen kb embed {self.name}` gives it vectors of this one"
            )
        return own == wanted

    def _has_words_only(self) -> bool:
        """True for passages without vectors: more of the kind may be added, whatever model is set."""
        return not self.model and self.totals()[1] > 0

    def _say_once(self, text: str) -> None:
        if text not in self._said:
            self._said.add(text)
            LOGGER.warning("%s", text)

    def _check_model(self) -> None:
        """An index holds the vectors of one model, or none. Raises ConfigurationError for another."""
        own, wanted = self._embedding, embedding_of(self._embedder)
        if wanted == own or self._has_words_only():
            return
        if self.totals()[1]:
            raise ConfigurationError(
                f"the knowledge base `{self.name}` was made with {own}, not with {wanted}",
                hint=f"Set the model back, or run `kasen kb embed {self.name}` to bring it to the one that is set.",
            )
        put_embedding(self._catalogue, wanted)


@contextmanager
def _storage(folder: Path) -> Iterator[None]:
    """Say what failed when the disk or a file under the index does, or that the base was deleted meanwhile."""
    try:
        yield
    except (OSError, sqlite3.Error, RuntimeError) as error:
        _refuse_deleted(folder, error)
        reason = " ".join(str(error).split())[:200]
        raise StoreFailed(
            f"the knowledge base `{folder.name}` cannot be read or written ({reason})",
            hint="Free some disk space or mend the folder, then run the same command again; what was written is kept.",
        ) from error
    except ValueError as error:  # the index says so of a table that is gone
        _refuse_deleted(folder, error)
        raise


def _refuse_deleted(folder: Path, error: Exception) -> None:
    """Raises UnknownName, from the error, when the base is not there any more."""
    if not (folder / "catalogue.sqlite").exists():
        raise UnknownName(f"there is no knowledge base `{folder.name}` any more: it was deleted") from error


def check_name(name: str) -> None:
    """Raises InputError for what cannot name a base."""
    if not _NAME.fullmatch(name):
        raise InputError(
            f"`{name[:80]}` cannot name a knowledge base", hint="Use letters, digits, `-`, `_` and `.`; at most 64."
        )


def names(home: Path) -> list[str]:
    """Names of the knowledge bases; what is just being deleted has none."""
    found = (file.parent.name for file in (home / "kb").glob("*/catalogue.sqlite"))
    return sorted(name for name in found if _NAME.fullmatch(name))


def name_of(folder: Path) -> str:
    """The name of the base that mirrors a folder: `docs-<slug>-<hash>`, by its real path."""
    real = folder.resolve()
    slug = re.sub(r"[^\w.-]+", "-", real.name).strip("-._")[:40] or "folder"
    return f"docs-{slug}-{hashlib.sha256(str(real).encode('utf-8', 'surrogateescape')).hexdigest()[:8]}"


async def drop(home: Path, name: str) -> None:
    """Delete a knowledge base with all that it holds; the documents themselves stay. Raises UnknownName."""
    base = await KnowledgeBase.open(home, name, create=False)
    base.close()
    with _storage(home / "kb" / name):
        await asyncio.to_thread(_delete, home / "kb" / name)


def _delete(folder: Path) -> None:
    """Out of the way in one step: whoever reads meanwhile opens files, and makes some, where it was."""
    gone = folder.with_name(f".{folder.name}.{secrets.token_hex(4)}")
    with writers_lock(folder / "lock"):
        folder.rename(gone)
    shutil.rmtree(gone)


def unreadable(skipped: Sequence[Skipped], *, most: int = 5) -> str:
    """Files and reasons in one clause."""
    shown = "; ".join(f"`{Path(s.path).name}` {s.reason}" for s in skipped[:most])
    return shown + (f"; and {len(skipped) - most} more" if len(skipped) > most else "")
