from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kasen.knowledge.document import ReadyChunk
from kasen.knowledge.index import Index

ChunkOf = Callable[..., ReadyChunk]


@pytest.fixture
def index(tmp_path: Path, chunk_of: ChunkOf, tea: str, coffee: str) -> Index:
    made = Index(tmp_path / "index")
    made.add([(1, [chunk_of(tea)], []), (2, [chunk_of(coffee), chunk_of("緑茶のカテキン")], [])])
    return made


def test_passages_are_found_by_words_of_both_languages(index: Index) -> None:
    assert index.by_words("牧之原台地", 5)[0].doc == 1
    assert [c.doc for c in index.by_words("harvests in Brazil", 5)] == [2]
    assert index.by_words("量子力学", 5) == []
    assert index.docs() == {1, 2}


def test_words_are_found_before_and_after_optimizing(index: Index, chunk_of: ChunkOf) -> None:
    index.optimize()
    index.add([(3, [chunk_of("鹿児島県は霜の害が少ない")], [])])
    assert index.by_words("鹿児島", 5)[0].doc == 3
    index.optimize()
    assert index.by_words("鹿児島", 5)[0].doc == 3


def test_deleted_documents_are_gone(index: Index) -> None:
    index.delete([1])
    assert index.docs() == {2}
    assert index.by_words("牧之原台地", 5) == []


def test_what_a_dictionary_cut_otherwise_is_found_as_it_is(index: Index) -> None:
    assert [c.doc for c in index.containing("之原台", 5)] == [1]
    assert index.containing("it's '; --", 5) == []


def test_an_index_that_holds_nothing_finds_nothing(tmp_path: Path) -> None:
    empty = Index(tmp_path / "empty")
    assert (empty.by_words("a", 5), empty.by_vector([1.0], 5), empty.containing("a", 5), empty.docs()) == (
        [],
        [],
        [],
        set(),
    )
    assert (empty.vectors("", 5), empty.version) == ([], 0)
    empty.optimize()
    empty.delete([1])


def test_a_table_whose_first_version_is_being_written_holds_nothing_yet(
    tmp_path: Path, chunk_of: ChunkOf, tea: str
) -> None:
    begun = Index(tmp_path / "index")
    (tmp_path / "index" / "passages.lance").mkdir(parents=True)
    assert (begun.by_words("牧之原台地", 5), begun.docs(), begun.version) == ([], set(), 0)
    Index(tmp_path / "index").add([(1, [chunk_of(tea)], [])])
    assert begun.by_words("牧之原台地", 5)[0].doc == 1


def test_a_table_that_has_lost_its_versions_is_no_empty_one(index: Index, tmp_path: Path) -> None:
    shutil.rmtree(tmp_path / "index" / "passages.lance" / "_versions")
    with pytest.raises(ValueError, match="not found"):
        Index(tmp_path / "index").by_words("牧之原台地", 5)


def test_vectors_give_the_nearest_first(tmp_path: Path, chunk_of: ChunkOf) -> None:
    made = Index(tmp_path / "vectors")
    made.add([(1, [chunk_of("a"), chunk_of("b")], [[1.0, 0.0], [0.0, 1.0]])])
    found = made.by_vector([0.1, 0.9], 2)
    assert [c.text for c in found] == ["b", "a"]
    assert found[0].score > found[1].score
    version = made.version
    made.add([(2, [chunk_of("c")], [[0.1, 0.9]])])
    assert made.version > version
    assert [c.text for c in made.by_vector([0.1, 0.9], 2, "doc IN (1)")] == ["b", "a"]
    assert made.vectors("doc IN (2)", 5) == [[pytest.approx(0.1), pytest.approx(0.9)]]
    assert len(made.vectors("", 2)) == 2


@given(st.text())
@settings(max_examples=60, deadline=None)
def test_no_text_is_a_syntax_error(tmp_path_factory: pytest.TempPathFactory, query: str) -> None:
    if not _made:
        index = Index(tmp_path_factory.mktemp("any"))
        from kasen.knowledge.chunk import Chunk
        from kasen.knowledge.prepare import ready_chunk

        index.add([(1, [ready_chunk("some tea", Chunk(0, 8, None, ()), "")], [])])
        _made.append(index)
    for text in (query, f'"{query}', f"{query}\" AND (a OR *:* ~^2 ' \\"):
        _made[0].by_words(text, 3)
        _made[0].containing(text, 3)


_made: list[Index] = []
