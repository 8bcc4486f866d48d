from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import orjson
import pytest

from kasen.teams.slides.data.child import BAD, GOOD, tables_of
from kasen.teams.slides.data.sheet import Unusable
from teams.slides.data.tabled import SALES, read


def answered(path: Path, *, seconds: float = 30, memory: int = 3 << 30, rows: bool = True) -> tuple[int, bytes]:
    """Exit code and answer of the process."""
    command = [sys.executable, "-m", "kasen.teams.slides.data.child", str(seconds), str(memory)]
    done = subprocess.run(command, input=orjson.dumps([str(path), "en", rows]), capture_output=True, check=False)
    return done.returncode, done.stdout


def test_tables_are_answered_with_or_without_their_rows(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text(SALES)
    code, answer = answered(path)
    assert (code, answer[:1]) == (0, GOOD)
    assert len(orjson.loads(answer[1:])[0]["rows"]) == 4
    (bare,) = orjson.loads(answered(path, rows=False)[1][1:])
    assert (bare["rows"], bare["profile"]["rows"]) == ([], 4)


def test_a_file_that_cannot_be_used_is_answered_with_why(tmp_path: Path) -> None:
    assert answered(tmp_path / "missing.csv") == (0, BAD + b"cannot be read: no such file or directory")
    os.mkfifo(tmp_path / "pipe.csv")
    assert answered(tmp_path / "pipe.csv") == (0, BAD + b"is no ordinary file")


def test_too_little_memory_or_time_ends_the_process_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("a,b\n" + f"1,{'x' * 2_000}\n" * 20_000)
    assert answered(path, memory=160 << 20) == (0, BAD + b"needs more memory than a table may use")
    code, answer = answered(path, seconds=0.05)
    assert (code, answer) == (-14, b"")


def test_several_sheets_or_tables_have_names_of_their_own() -> None:
    first, second = read("a,b\nx,1\ny,2\n\nk,n\np,3\nq,4\n", "two.csv")
    assert (first.profile.file, second.profile.file) == ("two.csv#1", "two.csv#2")
    (only,) = read(SALES)
    assert (only.profile.file, only.profile.sheet) == ("sales.csv", "")


@pytest.mark.parametrize("name", ["a.xls", "a.pdf", "a", "a.xlsm"])
def test_other_forms_are_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("x")
    with pytest.raises(Unusable, match=r"save it as \.csv"):
        tables_of(tmp_path / name, "en")
