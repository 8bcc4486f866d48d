from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from kasen.errors import InputError, UnknownName
from kasen.knowledge.open_library import open_library
from kasen.knowledge.store import KnowledgeBase, names


async def test_a_folder_is_mirrored_and_searched(
    tmp_path: Path, write: Callable[..., Path], tea: str, coffee: str
) -> None:
    folder = write("docs/a.md", f"# 日本茶\n\n{tea}").parent
    broken = write("docs/broken.pdf", b"%PDF-1.4")
    for _ in range(2):
        library = await open_library(tmp_path, [folder], [])
        assert (library.documents, library.passages) == (1, 1)
        assert [(s.path, s.reason) for s in library.skipped] == [(str(broken), "is broken: not a readable PDF")]
    write("docs/b.txt", coffee)
    library = await open_library(tmp_path, [folder, folder], [])
    assert library.documents == 2
    assert library.languages == {"ja": 1, "en": 1}
    await (await KnowledgeBase.open(tmp_path, "same")).add([folder])
    assert (await open_library(tmp_path, [folder], ["same"])).languages == {"ja": 1, "en": 1}
    assert (await library.search("日本一の茶産地"))[0].source.title == "日本茶"
    assert (await library.search("coffee", limit=1))[0].source.title == "b"
    assert [n[:10] for n in names(tmp_path)] == ["docs-docs-", "same"]


async def test_several_bases_are_searched_as_one_and_fairly(
    tmp_path: Path, write: Callable[..., Path], tea: str, coffee: str
) -> None:
    large = await KnowledgeBase.open(tmp_path, "large")
    for n in range(60):
        folder = write(f"large/{n}.txt", f"{n}番の鞄は静岡県の店に{n * 13}個あった。").parent
    await large.add([folder])
    small = await KnowledgeBase.open(tmp_path, "small")
    await small.add([write("one.txt", tea)])
    library = await open_library(tmp_path, [write("docs/c.txt", coffee).parent], ["large", "small"])
    assert library.documents == 62
    hits = await library.search("静岡県の茶産地はどこにあるか")
    assert hits[0].source.knowledge_base == "small"
    assert {h.source.knowledge_base for h in hits} >= {"large", "small"}
    assert (await library.search("Arabica"))[0].source.knowledge_base.startswith("docs-docs-")


async def test_the_same_passage_in_two_bases_is_listed_once(
    tmp_path: Path, write: Callable[..., Path], tea: str
) -> None:
    for name in ("one", "two"):
        await (await KnowledgeBase.open(tmp_path, name)).add([write("a.txt", tea)])
    assert len(await (await open_library(tmp_path, [], ["one", "two"])).search("茶産地")) == 1


async def test_coverage_and_vocabulary_are_measured(
    tmp_path: Path, write: Callable[..., Path], tea: str, coffee: str
) -> None:
    write("docs/a.txt", tea)
    write("docs/b.txt", coffee)
    library = await open_library(tmp_path, [tmp_path / "docs"], [])
    assert await library.coverage("静岡県の茶産地はどこですか？") > 0.9
    assert await library.coverage("月面基地の建設費") < 0.1
    assert await library.coverage("") == 0
    words = await library.vocabulary()
    assert {"茶産地", "牧之原台地", "coffee"} <= {w.text for w in words}
    assert all(w.passages >= 1 for w in words)
    assert len(await library.vocabulary(limit=3)) == 3


async def test_a_library_of_nothing_finds_nothing(tmp_path: Path) -> None:
    library = await open_library(tmp_path, [], [])
    assert (library.documents, library.passages, library.skipped) == (0, 0, [])
    assert await library.search("x") == []
    assert await library.coverage("x") == 0
    assert await library.vocabulary() == []


async def test_a_folder_that_is_missing_empty_or_unreadable_is_one_sentence(
    tmp_path: Path, write: Callable[..., Path]
) -> None:
    with pytest.raises(InputError, match="there is no folder") as missing:
        await open_library(tmp_path, [tmp_path / "nope"], [])
    assert missing.value.hint
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="is empty"):
        await open_library(tmp_path, [tmp_path / "empty"], [])
    write("bad/a.pdf", b"%PDF-1.4")
    write("bad/b.docx", b"PK\x03\x04")
    with pytest.raises(InputError, match=r"`a.pdf` is broken.*`b.docx` is broken") as unreadable:
        await open_library(tmp_path, [tmp_path / "bad"], [])
    assert "pdf, docx" in unreadable.value.hint
    with pytest.raises(UnknownName):
        await open_library(tmp_path, [], ["nope"])


async def test_an_emptied_folder_does_not_empty_the_base(tmp_path: Path, write: Callable[..., Path], tea: str) -> None:
    """A drive that is not mounted looks like an empty folder."""
    path = write("docs/a.txt", tea)
    await open_library(tmp_path, [path.parent], [])
    path.unlink()
    with pytest.raises(InputError):
        await open_library(tmp_path, [path.parent], [])
    assert (await KnowledgeBase.open(tmp_path, names(tmp_path)[0])).totals() == (1, 1)


async def test_opening_again_is_much_faster_than_the_first_time(tmp_path: Path, write: Callable[..., Path]) -> None:
    import time

    for n in range(400):
        write(f"docs/{n % 7}/{n}.txt", f"{n}番の畑では{n * 31}キロの茶を{n % 12 + 1}月に摘んだと書いてある。")
    times = []
    for _ in range(3):
        begun = time.perf_counter()
        await open_library(tmp_path, [tmp_path / "docs"], [])
        times.append(time.perf_counter() - begun)
    assert min(times[1:]) * 10 < times[0]


def test_importing_costs_nothing_heavy() -> None:
    heavy = ("lancedb", "pyarrow", "markitdown", "pypdfium2", "numpy", "bs4", "openpyxl")
    script = (
        "import sys, kasen.knowledge.open_library, kasen.knowledge.store\n"
        f"print([m for m in {heavy} if m in sys.modules])"
    )
    out = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert out.stdout == "[]\n"
