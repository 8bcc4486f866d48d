from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from kasen.knowledge.catalogue import Catalogue
from kasen.knowledge.document import Ready, Refusal


@pytest.fixture
def catalogue(tmp_path: Path) -> Catalogue:
    return Catalogue(tmp_path / "catalogue.sqlite")


def put(catalogue: Catalogue, id: int, path: str, ready: Ready) -> None:
    with catalogue.transaction():
        for chunk in ready.chunks:
            catalogue.insert_chunk(id, chunk)
        catalogue.insert(id, path, ready, ready.chunks, 1, "")


def test_what_is_put_in_comes_out(catalogue: Catalogue, ready: Callable[..., Ready], tea: str) -> None:
    made = ready("a.txt", tea * 3)
    put(catalogue, 7, "/a.txt", made)
    [document] = catalogue.documents()
    assert (document.id, document.status, document.title, document.problems) == (7, "indexed", made.title, [])
    assert catalogue.documents([8]) == []
    assert catalogue.seen()["/a.txt"].sha256 == made.sha256
    assert catalogue.totals() == (1, len(made.chunks))
    assert catalogue.languages() == {7: "ja"}
    assert catalogue.holder(made.chunks[0].exact) == 7
    assert ("牧之原台地", 1) in catalogue.terms(50)


def test_deleting_forgets_everything_of_a_document(catalogue: Catalogue, ready: Callable[..., Ready], tea: str) -> None:
    put(catalogue, 7, "/a.txt", ready("a.txt", tea * 3))
    with catalogue.transaction():
        catalogue.delete(7)
    assert (catalogue.totals(), catalogue.ids(), catalogue.lengths(), catalogue.terms(5)) == ((0, 0), set(), [], [])


def test_a_transaction_that_fails_leaves_nothing(catalogue: Catalogue) -> None:
    refusal = Refusal(reason="is broken", sha256="x")

    def fail() -> None:
        with catalogue.transaction():
            catalogue.insert_refusal(1, "/a", refusal, 1)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert catalogue.documents() == []
    with catalogue.transaction():
        catalogue.insert_refusal(1, "/a", refusal, 1)
    assert catalogue.documents()[0].reason == "is broken"


def test_readers_see_the_last_whole_state_while_another_thread_writes(catalogue: Catalogue) -> None:
    seen: list[int] = []
    with catalogue.transaction():
        catalogue.insert_refusal(1, "/a", Refusal(reason="x"), 1)
        reader = threading.Thread(target=lambda: seen.append(len(catalogue.documents())))
        reader.start()
        reader.join(timeout=10)
        assert len(catalogue.documents()) == 1, "the writer sees its own"
    assert seen == [0]


def test_those_who_left_words_to_others_are_named_when_the_words_are_gone(
    catalogue: Catalogue, ready: Callable[..., Ready], tea: str
) -> None:
    made = ready("a.txt", tea * 3)
    put(catalogue, 1, "/a.txt", made)
    with catalogue.transaction():
        catalogue.insert(2, "/b.txt", made, [], 1, "says the same as `/a.txt`")
        catalogue.lean(2, 1, made.chunks[0].exact)
    put(catalogue, 3, "/c.txt", made)
    with catalogue.transaction():
        catalogue.delete(1)
        assert catalogue.bereft(1) == [], "c holds the words now"
    with catalogue.transaction():
        catalogue.delete(3)
        assert catalogue.bereft(3) == ["/b.txt"]
    assert catalogue.seen()["/b.txt"].sha256 == "", "it counts as changed"


def test_a_closed_catalogue_is_closed(catalogue: Catalogue) -> None:
    catalogue.close()
    with pytest.raises(sqlite3.ProgrammingError):
        catalogue.documents()


def test_the_vector_of_a_question_is_kept_by_model_and_text(catalogue: Catalogue) -> None:
    assert catalogue.vector("a:one", "茶") == []
    catalogue.keep_vector("a:one", "茶", [0.5, -1.0])
    catalogue.keep_vector("a:one", "茶", [0.25, 2.0])
    assert catalogue.vector("a:one", "茶") == [0.25, 2.0]
    assert catalogue.vector("b:other", "茶") == catalogue.vector("a:one", "coffee") == []
