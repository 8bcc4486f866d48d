from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from kasen.errors import InputError
from kasen.knowledge.library import Skipped
from kasen.knowledge.scan import check_paths, scan


def found(*paths: Path) -> list[str]:
    skipped: list[Skipped] = []
    return [Path(f.path).name for f in scan(paths, skipped)]


def test_hidden_files_and_folders_of_tools_are_left_out(write: Callable[..., Path], tmp_path: Path) -> None:
    for name in ("a.md", "sub/b.txt", ".git/config", ".hidden.md", "node_modules/x.js", "~$a.docx", "sub/Thumbs.db"):
        write(name, "text")
    assert found(tmp_path) == ["a.md", "b.txt"]


def test_a_file_named_outright_is_taken_even_if_hidden(write: Callable[..., Path]) -> None:
    assert found(write(".notes.md", "text")) == [".notes.md"]


def test_each_file_once_whatever_the_ways_to_it(write: Callable[..., Path], tmp_path: Path) -> None:
    real = write("docs/a.md", "text")
    (tmp_path / "docs/link.md").symlink_to(real)
    (tmp_path / "docs/loop").symlink_to(tmp_path / "docs")
    (tmp_path / "docs/self").symlink_to(tmp_path / "docs/self")
    assert found(tmp_path / "docs", real, tmp_path / "docs") == ["a.md"]


def test_what_cannot_be_read_is_named_and_never_opened(write: Callable[..., Path], tmp_path: Path) -> None:
    write("a.md", "text")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "dangling").symlink_to(tmp_path / "nothing")
    skipped: list[Skipped] = []
    assert [Path(f.path).name for f in scan([tmp_path], skipped)] == ["a.md"]
    assert {Path(s.path).name: s.reason for s in skipped} == {
        "pipe": "is not a regular file",
        "dangling": "cannot be read (No such file or directory)",
    }


def test_a_name_that_is_not_utf8_is_reported_and_the_rest_goes_on(write: Callable[..., Path], tmp_path: Path) -> None:
    write("お茶.md", "text")
    Path(os.fsdecode(bytes(tmp_path) + b"/\xff.txt")).write_text("text", encoding="utf-8")
    skipped: list[Skipped] = []
    assert [Path(f.path).name for f in scan([tmp_path], skipped)] == ["お茶.md"]
    assert [(Path(s.path).name, s.reason) for s in skipped] == [("�.txt", "has a name that is not UTF-8; rename it")]


def test_a_path_that_is_not_there_is_refused_by_name(tmp_path: Path) -> None:
    check_paths([tmp_path])
    for path, said in ((tmp_path / "nope", "there is no file or folder"), (tmp_path / ("x" * 300), "cannot be read")):
        with pytest.raises(InputError, match=said):
            check_paths([tmp_path, path])
