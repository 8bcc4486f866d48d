from __future__ import annotations

from pathlib import Path

import pytest

from kasen.tools.validation import taken
from kasen.tools.validation.taken import inside_only, take

TEXT = """---
bibliography: refs.bib
format:
  html:
    css: [a.css]
---

![](img/p.png) ![](img/gone.png) ![](https://x.test/q.png) ![](up.png) ![](/img/root.png)

{{< include part.qmd >}}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "cv"
    (place / "img").mkdir(parents=True)
    for name in ("img/p.png", "img/root.png", "img/inner.png", "refs.bib", "a.css", "other.png"):
        (place / name).write_bytes(b"x")
    (place / "part.qmd").write_text("![](img/inner.png)\n\n```{r}\n1\n```\n{{< include ../x.qmd >}}", encoding="utf-8")
    (tmp_path / "up.png").write_bytes(b"secret")
    (place / "up.png").symlink_to(tmp_path / "up.png")
    return place


def test_what_is_named_is_copied_and_nothing_else(folder: Path, tmp_path: Path) -> None:
    into = tmp_path / "copy"
    into.mkdir()
    notes = take(TEXT, folder=str(folder), into=into)
    copied = sorted(one.relative_to(into).as_posix() for one in into.rglob("*") if one.is_file())
    assert copied == ["a.css", "img/inner.png", "img/p.png", "img/root.png", "part.qmd", "refs.bib"]
    part = (into / "part.qmd").read_text(encoding="utf-8")
    assert "```{.r}" in part
    assert "include" not in part
    assert len(notes) == 2
    assert all("outside the folder" in one for one in notes)


def test_too_many_and_too_big_are_left_out_and_said(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(taken, "MOST_BYTES", 2)
    notes = take(TEXT, folder=str(folder), into=tmp_path)
    assert any("too big" in one for one in notes)


def test_an_include_that_runs_something_is_left_out(folder: Path, tmp_path: Path) -> None:
    (folder / "part.qmd").write_text("---\nformat: {html: {filters: [x]}}\n---\n", encoding="utf-8")
    into = tmp_path / "copy"
    into.mkdir()
    assert any("`filters`" in one for one in take(TEXT, folder=str(folder), into=into))
    assert (into / "part.qmd").read_text(encoding="utf-8") == ""


def test_files_that_include_each_other_end(folder: Path, tmp_path: Path) -> None:
    (folder / "part.qmd").write_text("{{< include part.qmd >}}", encoding="utf-8")
    into = tmp_path / "copy"
    into.mkdir()
    take(TEXT, folder=str(folder), into=into)
    assert (into / "part.qmd").exists()


def test_without_a_folder_nothing_is_read(tmp_path: Path) -> None:
    assert take(TEXT, folder="", into=tmp_path) == []
    assert list(tmp_path.iterdir()) == []
    assert inside_only("{{< include a.qmd >}}{{< include /etc/passwd >}}", "").rstrip() == "{{< include a.qmd >}}"
    assert inside_only("{{< include ../a.qmd >}}", "").strip() == ""
    assert "embed" not in inside_only("{{< embed a.ipynb#x >}}", "")
