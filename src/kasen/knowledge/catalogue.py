"""What a knowledge base holds, document by document: SQLite, beside the index, written last."""

from __future__ import annotations

import json
import sqlite3
import threading
import weakref
from array import array
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal, NamedTuple

from kasen.knowledge.document import Ready, ReadyChunk, Refusal
from kasen.knowledge.library import Term

Status = Literal["indexed", "duplicate", "skipped"]
_SCHEMA = """
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS documents (
    id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, size INTEGER NOT NULL, mtime_ns INTEGER NOT NULL,
    sha256 TEXT NOT NULL, format INTEGER NOT NULL, status TEXT NOT NULL, reason TEXT NOT NULL, title TEXT NOT NULL,
    media_type TEXT NOT NULL, language TEXT NOT NULL, score REAL NOT NULL, problems TEXT NOT NULL,
    strategy TEXT NOT NULL, chars INTEGER NOT NULL, is_distinct REAL NOT NULL, chunks INTEGER NOT NULL,
    repeated INTEGER NOT NULL, added_at TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS chunks (
    id INTEGER PRIMARY KEY, doc INTEGER NOT NULL, exact INTEGER NOT NULL, length INTEGER NOT NULL,
    signature BLOB NOT NULL
);
CREATE INDEX IF NOT EXISTS chunks_by_exact ON chunks (exact);
CREATE INDEX IF NOT EXISTS chunks_by_doc ON chunks (doc);
CREATE TABLE IF NOT EXISTS keys (key INTEGER NOT NULL, chunk INTEGER NOT NULL, doc INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS keys_by_key ON keys (key);
CREATE INDEX IF NOT EXISTS keys_by_doc ON keys (doc);
CREATE TABLE IF NOT EXISTS edges (exact INTEGER NOT NULL, doc INTEGER NOT NULL, is_held INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS edges_by_exact ON edges (exact);
CREATE INDEX IF NOT EXISTS edges_by_doc ON edges (doc);
CREATE TABLE IF NOT EXISTS leans (doc INTEGER NOT NULL, on_doc INTEGER NOT NULL, exact INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS leans_by_doc ON leans (doc);
CREATE INDEX IF NOT EXISTS leans_by_on_doc ON leans (on_doc);
CREATE TABLE IF NOT EXISTS terms (term TEXT NOT NULL, doc INTEGER NOT NULL, passages INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS terms_by_doc ON terms (doc);
CREATE TABLE IF NOT EXISTS questions (
    id INTEGER PRIMARY KEY, model TEXT NOT NULL, text TEXT NOT NULL, vector BLOB NOT NULL, UNIQUE (model, text)
);
"""
_QUESTIONS = 10_000
"""Vectors of questions that are kept, the newest."""
_OF_A_DOCUMENT = ("chunks", "keys", "edges", "leans", "terms")


class Document(NamedTuple):
    """A row of the catalogue. `status`: `indexed`, `duplicate` (says only what others say), `skipped`; see `reason`."""

    id: int
    path: str
    size: int
    mtime_ns: int
    sha256: str
    format: int
    status: Status
    reason: str
    title: str
    media_type: str
    language: str
    score: float
    problems: list[str]
    strategy: str
    chars: int
    distinct: float
    chunks: int
    repeated: int
    """Passages left out because this or another document says the same."""
    added_at: str


class Seen(NamedTuple):
    """What tells whether a file has changed since it was last read."""

    id: int
    size: int
    mtime_ns: int
    sha256: str
    format: int
    status: Status
    reason: str


class Catalogue:
    """Usable from any thread: a connection for the one that writes, another for all that read meanwhile."""

    def __init__(self, file: Path, *, create: bool = True) -> None:
        self._db, self._reader = _connect(file, create=create), _connect(file, create=False)
        self._lock, self._reading = threading.RLock(), threading.Lock()
        self._writing: int | None = None
        self._db.executescript(_SCHEMA)
        self.close = weakref.finalize(self, _close, self._db, self._reader)
        """Close the connections; done at the latest when the catalogue is no longer used."""

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """BEGIN IMMEDIATE … COMMIT, or ROLLBACK when the block raises."""
        with self._lock:
            self._db.execute("BEGIN IMMEDIATE")
            self._writing = threading.get_ident()
            try:
                yield
                self._db.execute("COMMIT")
            finally:
                self._writing = None
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")

    def get(self, key: str) -> str:
        """A fact about the whole base; empty when it was never set."""
        row = self._one("SELECT value FROM meta WHERE key = ?", key)
        return str(row[0]) if row else ""

    def put(self, key: str, value: str) -> None:
        """Set a fact about the whole base."""
        with self._lock:
            self._db.execute(
                "INSERT INTO meta VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value", (key, value)
            )

    def vector(self, model: str, text: str) -> list[float]:
        """The vector that a model gave to a question before; empty when it was not asked."""
        row = self._one("SELECT vector FROM questions WHERE model = ? AND text = ?", model, text)
        return array("f", row[0]).tolist() if row else []

    def keep_vector(self, model: str, text: str, vector: Sequence[float]) -> None:
        """Keep the vector of a question, so that it is neither paid for nor sent anywhere again."""
        with self._lock:
            cursor = self._db.execute(
                "INSERT OR REPLACE INTO questions (model, text, vector) VALUES (?, ?, ?)",
                (model, text, array("f", vector).tobytes()),
            )
            self._db.execute("DELETE FROM questions WHERE id <= ?", ((cursor.lastrowid or 0) - _QUESTIONS,))

    def seen(self) -> dict[str, Seen]:
        """All files ever looked at, by real path."""
        rows = self._all("SELECT path, id, size, mtime_ns, sha256, format, status, reason FROM documents")
        return {row[0]: Seen(*row[1:]) for row in rows}

    def documents(self, ids: Sequence[int] | None = None) -> list[Document]:
        """All documents by path, or those of the ids."""
        where = "" if ids is None else f" WHERE id IN ({', '.join('?' * len(ids))})"
        rows = self._all(f"SELECT * FROM documents{where} ORDER BY path", *(ids or ()))
        return [Document._make((*row[:12], json.loads(row[12]), *row[13:])) for row in rows]

    def totals(self) -> tuple[int, int]:
        """Documents and passages that can be found."""
        row = self._one("SELECT COUNT(*), COALESCE(SUM(chunks), 0) FROM documents WHERE status != 'skipped'")
        return (int(row[0]), int(row[1])) if row else (0, 0)

    def languages(self) -> dict[int, str]:
        """Id of each document that has passages → its language."""
        return dict(self._all("SELECT id, language FROM documents WHERE status = 'indexed'"))

    def ids(self) -> set[int]:
        """Ids of all documents."""
        return {row[0] for row in self._all("SELECT id FROM documents")}

    def lengths(self) -> list[int]:
        """Characters of every passage."""
        return [row[0] for row in self._all("SELECT length FROM chunks")]

    def repeats(self) -> int:
        """Passages whose words another passage has too."""
        row = self._one("SELECT COUNT(*) - COUNT(DISTINCT exact) FROM chunks")
        return int(row[0]) if row else 0

    def terms(self, limit: int) -> list[Term]:
        """The words that stand out in most passages, counted over documents."""
        rows = self._all(
            "SELECT term, SUM(passages) AS n FROM terms GROUP BY term ORDER BY n DESC, term LIMIT ?", limit
        )
        return [Term(*row) for row in rows]

    # Within a transaction ------------------------------------------------------------------------------------------

    def insert(self, id: int, path: str, ready: Ready, kept: Sequence[ReadyChunk], format: int, reason: str) -> None:
        """A document and what was kept of it; nothing kept makes it a duplicate, for the reason given."""
        status = "indexed" if kept else "duplicate"
        row = (id, path, ready.size, ready.mtime_ns, ready.sha256, format, status, "" if kept else reason, ready.title)
        about = (ready.media_type, ready.language, ready.score, json.dumps(ready.problems, ensure_ascii=False))
        left_out = len(ready.chunks) - len(kept) + ready.repeated
        counts = (ready.strategy, ready.chars, ready.distinct, len(kept), left_out, _now())
        self._insert(row + about + counts)
        self._db.executemany("INSERT INTO terms VALUES (?, ?, ?)", [(t, id, n) for t, n in ready.terms.items()])

    def insert_chunk(self, doc: int, chunk: ReadyChunk) -> None:
        """Remember a passage's fingerprint."""
        values = (doc, chunk.exact, len(chunk.text), chunk.signature)
        cursor = self._db.execute("INSERT INTO chunks (doc, exact, length, signature) VALUES (?, ?, ?, ?)", values)
        self._db.executemany("INSERT INTO keys VALUES (?, ?, ?)", [(k, cursor.lastrowid, doc) for k in chunk.keys])

    def insert_refusal(self, id: int, path: str, refusal: Refusal, format: int) -> None:
        """A file that was not taken in, so that it is read again only when it changes."""
        row = (id, path, refusal.size, refusal.mtime_ns, refusal.sha256, format, "skipped", refusal.reason)
        self._insert((*row, Path(path).stem, "", "", 0.0, "[]", "", 0, 0.0, 0, 0, _now()))

    def touch(self, id: int, size: int, mtime_ns: int) -> None:
        """The file was rewritten with the same bytes."""
        with self._lock:
            self._db.execute("UPDATE documents SET size = ?, mtime_ns = ? WHERE id = ?", (size, mtime_ns, id))

    def delete(self, id: int) -> None:
        """Forget a document."""
        for table in _OF_A_DOCUMENT:
            self._db.execute(f"DELETE FROM {table} WHERE doc = ?", (id,))
        self._db.execute("DELETE FROM documents WHERE id = ?", (id,))

    def find(self, path: str) -> Seen | None:
        """The row of a file."""
        row = self._one("SELECT id, size, mtime_ns, sha256, format, status, reason FROM documents WHERE path = ?", path)
        return Seen(*row) if row else None

    def holder(self, exact: int) -> int | None:
        """A document that holds a passage of exactly these words."""
        row = self._one("SELECT doc FROM chunks WHERE exact = ? LIMIT 1", exact)
        return int(row[0]) if row else None

    def candidates(self, keys: Sequence[int]) -> list[tuple[int, int, bytes]]:
        """Passages that may be near duplicates: document, exact hash, signature; at most 50."""
        marks = ", ".join("?" * len(keys))
        chosen = f"SELECT DISTINCT chunk FROM keys WHERE key IN ({marks}) LIMIT 50"
        return self._all(f"SELECT doc, exact, signature FROM chunks WHERE id IN ({chosen})", *keys) if keys else []

    def add_edges(self, doc: int, exacts: Iterable[int]) -> None:
        """Remember the short blocks at a document's beginning and end."""
        self._db.executemany("INSERT INTO edges VALUES (?, ?, 0)", [(exact, doc) for exact in set(exacts)])

    def edge(self, exact: int) -> tuple[int, int | None]:
        """How many documents have this edge, and which one holds it."""
        row = self._one("SELECT COUNT(*), MAX(CASE WHEN is_held THEN doc END) FROM edges WHERE exact = ?", exact)
        return (int(row[0]), row[1]) if row else (0, None)

    def hold_edge(self, exact: int, doc: int) -> None:
        """This document keeps the words of the edge."""
        self._db.execute("UPDATE edges SET is_held = 1 WHERE exact = ? AND doc = ?", (exact, doc))

    def lean(self, doc: int, on_doc: int, exact: int) -> None:
        """`doc` left words out because `on_doc` has them."""
        self._db.execute("INSERT INTO leans VALUES (?, ?, ?)", (doc, on_doc, exact))

    def bereft(self, gone: int) -> list[str]:
        """Paths of documents that left words out because the one that is gone had them, and nobody has them now.

        They count as changed from now on. Those whose words are still held elsewhere lean on the new holder.
        """
        paths: set[str] = set()
        rows = self._all(
            "SELECT l.doc, l.exact, d.path FROM leans l JOIN documents d ON d.id = l.doc WHERE l.on_doc = ?", gone
        )
        for doc, exact, path in rows:
            holder = self.holder(exact) or self.edge(exact)[1]
            if holder is None:
                paths.add(path)
                self._db.execute("UPDATE documents SET sha256 = '', mtime_ns = 0 WHERE id = ?", (doc,))
            else:
                update = "UPDATE leans SET on_doc = ? WHERE doc = ? AND exact = ?"
                self._db.execute(update, (holder, doc, exact))
        return sorted(paths)

    def _insert(self, row: tuple[object, ...]) -> None:
        self._db.execute(f"INSERT INTO documents VALUES ({', '.join('?' * len(row))})", row)

    def _one(self, sql: str, *values: object) -> tuple[Any, ...] | None:
        rows = self._all(sql, *values)
        return rows[0] if rows else None

    def _all(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        if self._writing == threading.get_ident():
            return self._db.execute(sql, values).fetchall()
        with self._reading:
            return self._reader.execute(sql, values).fetchall()


def _connect(file: Path, *, create: bool) -> sqlite3.Connection:
    address = f"{file.absolute().as_uri()}?mode={'rwc' if create else 'rw'}"
    connection = sqlite3.connect(address, uri=True, timeout=30, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=NORMAL")
    return connection


def _close(*connections: sqlite3.Connection) -> None:
    with suppress(KeyboardInterrupt):  # a second Ctrl-C while the process ends anyway: nothing is left to be stopped
        for connection in connections:
            connection.close()


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
