from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from kasen.knowledge.catalogue import Catalogue
from kasen.knowledge.index import Index
from kasen.knowledge.ingest import AddReport, Ingest
from kasen.knowledge.scan import scan
from kasen.knowledge.writing import Writer

Run = Callable[..., object]


class Told:
    def __init__(self) -> None:
        self.calls: list[tuple[str, int, int]] = []

    async def __call__(self, *, text: str, done: int, total: int) -> None:
        self.calls.append((text, done, total))


@pytest.fixture
def catalogue(tmp_path: Path) -> Catalogue:
    return Catalogue(tmp_path / "catalogue.sqlite")


@pytest.fixture
def writer(tmp_path: Path, catalogue: Catalogue) -> Writer:
    return Writer(catalogue, Index(tmp_path / "index"), tmp_path / "lock")


async def run(catalogue: Catalogue, writer: Writer, folder: Path, told: Told | None = None) -> AddReport:
    ingest = Ingest(catalogue, writer, on_progress=told)
    await ingest.run(list(scan([folder], ingest.report.skipped)))
    return ingest.report


async def test_only_what_changed_is_read_again(
    catalogue: Catalogue, writer: Writer, write: Callable[..., Path], tea: str, coffee: str
) -> None:
    a, b = write("docs/a.txt", tea), write("docs/b.txt", coffee)
    first = await run(catalogue, writer, a.parent)
    assert (first.added, first.updated, first.unchanged) == (2, 0, 0)
    told = Told()
    assert (await run(catalogue, writer, a.parent, told)).unchanged == 2
    assert told.calls == [], "nothing was read"
    write("docs/a.txt", tea * 2)
    os.utime(b, ns=(1, 1))
    again = await run(catalogue, writer, a.parent, told)
    assert (again.added, again.updated, again.unchanged) == (0, 1, 1)
    assert told.calls[-1] == ("documents read", 2, 2)
    told.calls.clear()
    await run(catalogue, writer, a.parent, told)
    assert told.calls == [], "the new time of the unchanged file is remembered"


async def test_each_file_that_is_read_is_told_of(
    catalogue: Catalogue, writer: Writer, write: Callable[..., Path], tea: str, coffee: str
) -> None:
    write("docs/a.txt", tea)
    folder = write("docs/b.txt", coffee).parent
    told: list[tuple[str, int, int]] = []
    ingest = Ingest(catalogue, writer)
    ingest.on_file = lambda path, done, total: told.append((Path(path).name, done, total))
    await ingest.run(list(scan([folder], ingest.report.skipped)))
    assert sorted(name for name, _, _ in told) == ["a.txt", "b.txt"]
    assert [(done, total) for _, done, total in told] == [(1, 2), (2, 2)]


async def test_a_broken_file_is_named_every_time_and_read_once(
    catalogue: Catalogue, writer: Writer, write: Callable[..., Path], tea: str
) -> None:
    folder = write("docs/a.txt", tea).parent
    write("docs/b.pdf", b"%PDF-1.4 broken")
    told = Told()
    for _ in range(2):
        report = await run(catalogue, writer, folder, told)
        assert [(Path(s.path).name, s.reason) for s in report.skipped] == [("b.pdf", "is broken: not a readable PDF")]
    assert [total for _, _, total in told.calls if total != 2] == []


async def test_more_files_than_one_batch(catalogue: Catalogue, writer: Writer, write: Callable[..., Path]) -> None:
    for n in range(450):
        folder = write(
            f"docs/{n}.txt", f"文書{n}は{'静岡鹿児島三重宮崎京都'[n % 11]}の茶畑{n * 7}番について述べる。"
        ).parent
    report = await run(catalogue, writer, folder)
    assert report.added == 450
    assert catalogue.totals()[0] == 450
