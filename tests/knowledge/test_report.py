from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from kasen.knowledge.store import KnowledgeBase


async def test_the_report_measures_and_names(tmp_path: Path, write: Callable[..., Path], tea: str, coffee: str) -> None:
    write("docs/a.md", f"# 日本茶\n\n{tea * 3}")
    write("docs/b.txt", coffee)
    write("docs/c.txt", coffee + "\n")
    write("docs/d.pdf", b"%PDF-")
    write("docs/e.txt", "short")
    base = await KnowledgeBase.open(tmp_path, "x")
    await base.sync(tmp_path / "docs")
    report = base.report()
    assert (report.documents, report.passages, report.left_out) == (4, 3, 1)
    assert report.sizes == {"under 100": 1, "100–499": 2, "500–1000": 0, "over 1000": 0}
    assert report.uniqueness == 1.0
    assert 0 < report.diversity <= 1
    assert report.languages == {"en": 3, "ja": 1}
    assert [(Path(n.path).name, n.text) for n in report.rejected] == [("d.pdf", "is broken: not a readable PDF")]
    assert [Path(n.path).name for n in report.duplicates] == ["c.txt"]
    assert [(Path(n.path).name, n.text) for n in report.problems] == [("e.txt", "very short")]


async def test_an_empty_base_has_a_report(tmp_path: Path) -> None:
    report = (await KnowledgeBase.open(tmp_path, "x")).report()
    assert (report.documents, report.passages, report.median_size, report.uniqueness) == (0, 0, 0, 1.0)
