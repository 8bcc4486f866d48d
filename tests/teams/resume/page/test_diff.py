from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kasen.teams.resume.page.diff import unified
from teams.resume.scenes import improved_ja

CASES = [
    ("a\nb\nc\n", "a\nB\nc\n"),
    ("a\nb", "a\nB"),
    ("a\nb\n", "a\nb"),
    ("a\nb", "a\nb\n"),
    ("a\r\nb\r\nc\r\n", "a\r\nB\r\nc\r\n"),
    ("一行目\n二行目\n", "一行目\n二行目を直した\n"),
    ("a\x0bb\u2028c\n", "a\x0bB\u2028c\n"),
    ("", "new\n"),
    ("gone\n", ""),
    ("x\n" * 300 + "end", "x\n" * 299 + "y\nend"),
]


def applied(folder: Path, before: str, patch: str, name: str) -> str:
    path = folder / name
    path.write_bytes(before.encode())
    done = subprocess.run(
        ["git", "apply", "-p1", "--whitespace=nowarn", "-"],
        cwd=folder,
        input=patch.encode(),
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode() + patch
    return path.read_bytes().decode() if path.exists() else ""


@pytest.mark.parametrize(("before", "after"), CASES)
@pytest.mark.parametrize("name", ["resume.qmd", "my cv.qmd", "履歴書.md"])
def test_git_makes_the_revised_file_of_it(tmp_path: Path, before: str, after: str, name: str) -> None:
    assert applied(tmp_path, before, unified(before, after, name), name) == after


def test_a_missing_last_line_end_is_said_and_a_carriage_return_is_kept() -> None:
    made = unified("a\r\nb", "a\r\nc", "x.md")
    assert made.splitlines()[:2] == ["--- a/x.md", "+++ b/x.md"]
    assert made.count("\\ No newline at end of file") == 2
    assert " a\r\n" in made


def test_equal_texts_have_no_patch_and_a_name_cannot_leave_its_line() -> None:
    assert unified("a\n", "a\n", "x") == ""
    assert unified("a\n", "b\n", 'x\n+++ "evil').splitlines()[0] == "--- a/x_+++ _evil\t"


@settings(deadline=None, max_examples=25)
@given(st.text("ab\n\r", max_size=12), st.text("ab\n\r", max_size=12))
def test_any_two_texts_can_be_patched(tmp_path_factory: pytest.TempPathFactory, before: str, after: str) -> None:
    patch = unified(before, after, "f.md")
    if patch:
        assert applied(tmp_path_factory.mktemp("any"), before, patch, "f.md") == after


def test_a_review_gives_the_patch_of_its_changes(tmp_path: Path) -> None:
    result = improved_ja()
    patch = unified(result.original, result.revised, result.file)
    assert applied(tmp_path, result.original, patch, result.file) == result.revised
