from __future__ import annotations

import gzip
import hashlib
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from kasen.errors import InputError
from kasen.knowledge.chroma import FILE, collections, documents, joined

STORES = sorted((Path(__file__).parent / "chroma").glob("*.gz"))
NAME = "research_agent_collection"
WHOLE = "".join(f"Sentence {n} of the first document tells of tea garden {n}. " for n in range(40))


def unpacked(packed: Path, folder: Path) -> Path:
    """A store that ChromaDB wrote (`chroma/make.py`), as a folder."""
    folder.mkdir(exist_ok=True)
    (folder / FILE).write_bytes(gzip.decompress(packed.read_bytes()))
    return folder


@pytest.fixture(params=STORES, ids=lambda path: path.name.partition(".sqlite3")[0])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return unpacked(request.param, tmp_path / "chroma_db")


def test_stores_of_three_versions_are_there() -> None:
    assert [path.name for path in STORES] == ["0.4.24.sqlite3.gz", "0.5.23.sqlite3.gz", "1.3.5.sqlite3.gz"]


def test_collections_are_listed_with_their_entries(store: Path) -> None:
    assert collections(store) == {"empty": 0, NAME: 9}


def test_pieces_become_whole_documents_again(store: Path) -> None:
    before = hashlib.sha256((store / FILE).read_bytes()).hexdigest()
    tea, uji, other = documents(store, NAME)
    assert (tea.source, tea.pieces) == ("documents/tea.md", 6)
    assert tea.text == WHOLE, "what two pieces share stands there once"
    assert uji.source == "/srv/old/宇治茶.pdf"
    assert uji.text.index("一ページ目") < uji.text.index("二ページ目"), "pages stand in their order"
    assert (other.text, other.pieces) == ("An entry of which nothing else is known.", 1)
    assert other.source.startswith("entry-")
    assert hashlib.sha256((store / FILE).read_bytes()).hexdigest() == before
    assert [path.name for path in store.iterdir()] == [FILE], "nothing is written beside it"


def test_an_empty_collection_holds_nothing_and_an_unknown_one_is_said(store: Path) -> None:
    assert documents(store, "empty") == []
    with pytest.raises(InputError, match="no collection `other`") as raised:
        documents(store, "other")
    assert NAME in raised.value.hint


def test_a_page_that_is_damaged_further_on_is_said_too(store: Path) -> None:
    file = store / FILE
    whole = bytearray(file.read_bytes())
    with closing(sqlite3.connect(file)) as database:
        size = database.execute("PRAGMA page_size").fetchone()[0]
        roots = database.execute("SELECT rootpage FROM sqlite_master WHERE tbl_name = 'embedding_metadata'").fetchall()
    for root in (row[0] for row in roots):
        whole[(root - 1) * size : root * size] = b"\xff" * size
    file.write_bytes(whole)
    with pytest.raises(InputError, match="cannot be read as a ChromaDB store"):
        documents(store, NAME)


def test_collections_of_one_name_in_several_databases_are_taken_together(store: Path) -> None:
    with closing(sqlite3.connect(store / FILE)) as database:
        database.execute("PRAGMA foreign_keys = OFF")
        columns = [row[1] for row in database.execute("PRAGMA table_info(collections)")]
        other = {"id": "'other'", "database_id": "'00000000-0000-0000-0000-00000000beef'"}
        taken = ", ".join(other.get(name, name) for name in columns)
        database.execute(f"INSERT INTO collections SELECT {taken} FROM collections WHERE name = ?", [NAME])
        last = database.execute("SELECT MAX(e.id) FROM embeddings e").fetchone()
        columns = [row[1] for row in database.execute("PRAGMA table_info(segments)")]
        taken = ", ".join({"id": "'other-metadata'", "collection": "'other'"}.get(name, name) for name in columns)
        database.execute(
            f"INSERT INTO segments SELECT {taken} FROM segments WHERE scope = 'METADATA' AND collection = "
            "(SELECT id FROM collections WHERE name = ? AND id != 'other')",
            [NAME],
        )
        database.execute("UPDATE embeddings SET segment_id = 'other-metadata' WHERE id = ?", last)
        database.commit()
    assert collections(store) == {"empty": 0, NAME: 9}
    assert sum(one.pieces for one in documents(store, NAME)) == 9


@pytest.mark.parametrize("content", [None, b"", b"not a database", b"SQLite format 3\0" + b"\0" * 200])
def test_what_is_no_store_is_said(tmp_path: Path, content: bytes | None) -> None:
    if content is not None:
        (tmp_path / FILE).write_bytes(content)
    with pytest.raises(InputError, match="ChromaDB store"):
        collections(tmp_path)


@pytest.mark.parametrize(
    ("pieces", "text"),
    [
        (["one", "two"], "one\n\ntwo"),
        (
            ["x" * 30 + "the same words, twenty", "the same words, twenty and on"],
            "x" * 30 + "the same words, twenty and on",
        ),
        (["short end", "end"], "short end\n\nend"),
        (["a" * 3000, "a" * 3000], "a" * 4000),
        ([], ""),
    ],
)
def test_pieces_are_joined_where_they_overlap(pieces: list[str], text: str) -> None:
    assert joined(pieces) == text


ENDLESS = (
    "WITH RECURSIVE n(id, name, key) AS (SELECT 1, 'x', 'y' UNION ALL SELECT id + 1, name, key FROM n) SELECT * FROM n"
)


def test_a_store_whose_tables_are_questions_without_end_is_refused(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / FILE)) as database:
        for table in ("segments", "embeddings", "embedding_metadata"):
            database.execute(f"CREATE TABLE {table} (id)")
        database.execute(f"CREATE VIEW collections AS {ENDLESS}")
        database.commit()
    with pytest.raises(InputError, match="it has no table `collections`"):
        collections(tmp_path)


def test_a_value_without_end_is_refused(store: Path) -> None:
    with closing(sqlite3.connect(store / FILE)) as database:
        database.execute(
            "UPDATE embedding_metadata SET string_value = zeroblob(70000000)"
            " WHERE id = (SELECT max(id) FROM embedding_metadata) AND key = 'chroma:document'"
        )
        database.commit()
    with pytest.raises(InputError, match="ChromaDB store"):
        documents(store, NAME)
