"""The texts of a ChromaDB store, as documents: read from its SQLite file, so that ChromaDB need not be installed.

A store of `chromadb.PersistentClient` (0.4 and later) is a folder with `chroma.sqlite3`. Texts and metadata of each
entry stand in `embedding_metadata`, the text under the key `chroma:document`; vectors are left behind, for they belong
to the model that made them. Nothing of the store is changed.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from kasen.errors import InputError

FILE = "chroma.sqlite3"
SECONDS = 120.0
"""For one question to a store: a file may be made so that a question never ends."""
_LONGEST = 64 << 20
"""Bytes of one value."""
_STEPS = 100_000
_TABLES = frozenset({"collections", "segments", "embeddings", "embedding_metadata"})
DOCUMENT = "chroma:document"
SOURCES = ("source", "file_path", "filename", "file", "url", "title")
"""Metadata that says which document an entry is a piece of, in this order."""
LONGEST_OVERLAP = 2000
"""Characters that two pieces of one document may have in common at most."""
LEAST_OVERLAP = 20
_ENTRIES = """
SELECT e.id, m.key, m.string_value, m.int_value
FROM embeddings e JOIN segments s ON e.segment_id = s.id JOIN embedding_metadata m ON m.id = e.id
WHERE s.collection IN (SELECT id FROM collections WHERE name = ?) AND s.scope = 'METADATA'
ORDER BY e.id, m.key
"""


@dataclass(frozen=True)
class Old:
    """A document as it can be put together again."""

    source: str
    """What the store says that it is from: a path, an address, a name; the name of the entry where it says nothing."""
    text: str
    pieces: int


class _Entry(NamedTuple):
    source: str
    page: int
    text: str


def collections(store: Path) -> dict[str, int]:
    """Name of each collection → its entries; those of one name, in databases or tenants of the store, count as one.

    Raises InputError for a folder that is no store.
    """
    with _read(store) as database:
        rows = database.execute(
            "SELECT c.name, COUNT(e.id) FROM collections c LEFT JOIN segments s ON s.collection = c.id AND "
            "s.scope = 'METADATA' LEFT JOIN embeddings e ON e.segment_id = s.id GROUP BY c.name ORDER BY c.name"
        )
        return {str(name): count for name, count in rows}


def documents(store: Path, collection: str) -> list[Old]:
    """What collections of that name hold: the pieces of one source put together in their order, what they share once.

    Raises InputError for a folder that is no store and a name that is no collection.
    """
    with _read(store) as database:
        if database.execute("SELECT 1 FROM collections WHERE name = ?", (collection,)).fetchone() is None:
            raise InputError(f"`{store}` has no collection `{collection}`", hint=_known(store))
        entries = list(_entries(database, collection))
    whole: dict[str, list[_Entry]] = {}
    for entry in entries:
        whole.setdefault(entry.source, []).append(entry)
    return [
        Old(source, joined([one.text for one in sorted(pieces, key=lambda one: one.page)]), len(pieces))
        for source, pieces in whole.items()
    ]


def joined(pieces: Sequence[str]) -> str:
    """One text of pieces that follow one another; the end of one that begins the next stands there once."""
    text = ""
    for piece in pieces:
        shared = _shared(text, piece)
        gap = "" if shared or not text else "\n\n"
        text += gap + piece[shared:]
    return text


def _shared(before: str, after: str) -> int:
    """Characters of the longest end of one text that begins the other."""
    tail, start = before[-LONGEST_OVERLAP:], after[:LEAST_OVERLAP]
    if len(start) < LEAST_OVERLAP:
        return 0
    place = tail.find(start)
    while place >= 0:
        if after.startswith(tail[place:]):
            return len(tail) - place
        place = tail.find(start, place + 1)
    return 0


def _entries(database: sqlite3.Connection, collection: str) -> Iterator[_Entry]:
    for number, rows in groupby(database.execute(_ENTRIES, (collection,)), key=lambda row: row[0]):
        given = {key: text if text is not None else whole for _, key, text, whole in rows}
        text = str(given.get(DOCUMENT) or "")
        if not text.strip():
            continue
        source = next((str(given[name]) for name in SOURCES if given.get(name)), f"entry-{number}")
        page = given.get("page")
        yield _Entry(source, page if isinstance(page, int) else 0, text)


@contextmanager
def _read(store: Path) -> Iterator[sqlite3.Connection]:
    """The database of a store while the block reads it. Raises InputError where it is none or is damaged."""
    path = store / FILE if store.is_dir() else store
    if not path.is_file():
        raise InputError(f"`{store}` is no ChromaDB store: there is no `{FILE}` in it")
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as database:
            _guard(database)
            found = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            if missing := sorted(_TABLES - {name for (name,) in found}):
                raise InputError(f"`{path}` cannot be read as a ChromaDB store: it has no table `{missing[0]}`")
            yield database
    except sqlite3.Error as error:
        raise InputError(f"`{path}` cannot be read as a ChromaDB store: {error}") from error


def _guard(database: sqlite3.Connection) -> None:
    """Whoever wrote the file wrote its schema too: no function of theirs runs, no value and no question is endless."""
    end = time.monotonic() + SECONDS
    database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST)
    database.set_progress_handler(lambda: time.monotonic() > end, _STEPS)
    database.execute("PRAGMA trusted_schema = OFF")


def _known(store: Path) -> str:
    return f"There is: {', '.join(collections(store)) or 'nothing'}."
