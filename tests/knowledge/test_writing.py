from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from kasen.knowledge.catalogue import Catalogue
from kasen.knowledge.document import Ready, Refusal
from kasen.knowledge.index import Index
from kasen.knowledge.prepare import prepare
from kasen.knowledge.writing import Prepared, Writer, writers_lock


@pytest.fixture
def parts(tmp_path: Path) -> tuple[Catalogue, Index, Writer]:
    catalogue, index = Catalogue(tmp_path / "catalogue.sqlite"), Index(tmp_path / "index")
    return catalogue, index, Writer(catalogue, index, tmp_path / "lock")


def item(path: Path) -> Prepared:
    return Prepared(str(path), prepare(str(path)), [])


def test_a_batch_is_written_whole_or_not_at_all(
    parts: tuple[Catalogue, Index, Writer], write: Callable[..., Path], tea: str, coffee: str
) -> None:
    catalogue, index, writer = parts
    writer.write([item(write("a.txt", tea))])
    good, bad = item(write("c.txt", tea[::-1])), item(write("b.txt", coffee))
    assert isinstance(bad.answer, Ready)
    unwritable = bad.answer.chunks[0].model_copy(update={"text": "\ud800"})
    broken = bad._replace(answer=bad.answer.model_copy(update={"chunks": [unwritable]}))
    with pytest.raises(UnicodeEncodeError):
        writer.write([good, broken])
    assert [Path(d.path).name for d in catalogue.documents()] == ["a.txt"]
    assert catalogue.get("writing") == "1"
    writer.sweep()
    assert index.docs() == catalogue.ids()
    assert catalogue.get("writing") == ""


def test_orphans_of_a_writer_that_died_are_swept(
    parts: tuple[Catalogue, Index, Writer], ready: Callable[..., Ready], tea: str
) -> None:
    catalogue, index, writer = parts
    index.add([(99, ready("a.txt", tea).chunks, [])])
    writer.sweep()
    assert index.docs() == {99}, "nobody was writing: nothing is looked for"
    catalogue.put("writing", "1")
    with writers_lock(writer._lock):
        writer.sweep()
    assert index.docs() == {99}, "somebody is writing: not now"
    writer.sweep()
    assert index.docs() == set()


def test_a_changed_document_replaces_the_old_one(
    parts: tuple[Catalogue, Index, Writer], write: Callable[..., Path], tea: str, coffee: str
) -> None:
    catalogue, index, writer = parts
    assert writer.write([item(write("a.txt", tea))]).added
    path = write("a.txt", coffee)
    assert writer.write([item(path)]).updated == [str(path)]
    assert writer.write([item(path)]).unchanged == [str(path)]
    assert index.by_words("牧之原台地", 5) == []
    assert index.docs() == catalogue.ids()


def test_the_same_words_are_kept_once_and_not_lost_with_the_first(
    parts: tuple[Catalogue, Index, Writer], write: Callable[..., Path], tea: str
) -> None:
    catalogue, _, writer = parts
    a, b = write("a.txt", tea), write("b.md", tea + "\n")
    done = writer.write([item(a), item(b)])
    assert [(Path(s.path).name, s.reason) for s in done.duplicates] == [("b.md", f"says the same as `{a}`")]
    assert catalogue.totals() == (2, 1)
    assert writer.remove([str(a)]).redo == [str(b)]
    assert writer.write([item(b)]).updated == [str(b)]
    assert catalogue.totals() == (1, 1)


def test_near_duplicates_are_left_out_and_contradictions_are_not(
    parts: tuple[Catalogue, Index, Writer], write: Callable[..., Path]
) -> None:
    catalogue, _, writer = parts
    text = "".join(f"第{chr(0x4E00 + n)}の茶畑では手摘みの新茶を育てている。" for n in range(30))
    same, other = text.replace("育てている。", "育てている", 1), text + "生産量は120トン。"
    paths = [
        write("a.txt", text),
        write("b.txt", same),
        write("c.txt", other),
        write("d.txt", other.replace("120", "210")),
    ]
    done = writer.write([item(path) for path in paths])
    assert [Path(s.path).name for s in done.duplicates] == ["b.txt"]
    assert catalogue.totals()[1] == 3


def test_boilerplate_of_many_documents_is_kept_in_one(
    parts: tuple[Catalogue, Index, Writer], write: Callable[..., Path], tea: str
) -> None:
    catalogue, index, writer = parts
    footer = "この文書は社外秘です。無断で複製してはなりません。"
    paths = [write(f"{n}.txt", f"{chr(0x8336 + n) * 120}の話。\n\n{footer}\n") for n in range(5)]
    writer.write([item(path) for path in paths])
    assert len(index.by_words("社外秘", 10)) == 1
    assert len(catalogue.documents()) == 5
    holder = index.by_words("社外秘", 10)[0].doc
    gone = next(d.path for d in catalogue.documents() if d.id == holder)
    redo = writer.remove([gone]).redo
    assert len(redo) == 4
    writer.write([item(Path(path)) for path in redo])
    assert len(index.by_words("社外秘", 10)) == 1


def test_refusals_are_remembered_unless_they_may_pass(
    parts: tuple[Catalogue, Index, Writer], write: Callable[..., Path]
) -> None:
    catalogue, _, writer = parts
    empty = write("a.txt", "")
    done = writer.write([item(empty), Prepared("/gone", Refusal(reason="cannot be read", lasting=False), [])])
    assert sorted(s.reason for s in done.skipped) == ["cannot be read", "is empty"]
    assert [d.path for d in catalogue.documents()] == [str(empty)]


def test_one_process_at_a_time_has_the_lock(tmp_path: Path) -> None:
    lock = tmp_path / "lock"
    script = (
        "import sys, pathlib; from kasen.knowledge.writing import writers_lock\n"
        "with writers_lock(pathlib.Path(sys.argv[1]), wait=False) as mine: print(mine)"
    )
    with writers_lock(lock):
        out = subprocess.run([sys.executable, "-c", script, str(lock)], capture_output=True, text=True, check=True)
        assert out.stdout == "False\n"
    out = subprocess.run([sys.executable, "-c", script, str(lock)], capture_output=True, text=True, check=True)
    assert out.stdout == "True\n"
