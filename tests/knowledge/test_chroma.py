from __future__ import annotations

import gzip
import hashlib
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
