from __future__ import annotations

from pathlib import Path

import pytest

from kasen.tools.validation import pandoc, programs
from kasen.tools.validation.running import Ran


async def test_a_div_that_never_ends_blocks_at_its_line() -> None:
    problems, ran, missing = await pandoc.read("# 見出し\n\n::: {.note}\n\ntext\n")
    assert [(one.line, one.rule, one.blocking) for one in problems] == [(3, "unclosed-div", True)]
    assert ran.startswith("pandoc 3")
    assert missing == ""


async def test_broken_yaml_blocks_at_its_line() -> None:
    problems, _, _ = await pandoc.read('---\ntitle: x\nlang: "open\n---\n\ntext\n')
    assert [(one.rule, one.blocking) for one in problems] == [("yaml-parse-error", True)]
    assert problems[0].line in {3, 4}


async def test_it_reads_no_file_and_writes_none(tmp_path: Path) -> None:
    (tmp_path / "secret.md").write_text("secret", encoding="utf-8")
    done = await pandoc.pandoc(
        programs.pandoc(), ["--from=rst", "--to=html"], given=b".. include:: secret.md\n", folder=tmp_path
    )
    assert b"secret</p>" not in done.out
    assert sorted(one.name for one in tmp_path.iterdir()) == ["secret.md"]


async def test_a_text_that_takes_for_ever_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "pandoc"
    file.write_text("#!/bin/sh\nexec sleep 100\n", encoding="utf-8")
    file.chmod(0o755)
    monkeypatch.setattr(programs, "pandoc", lambda: str(file))
    monkeypatch.setattr(pandoc, "SECONDS", 0.5)
    problems, ran, missing = await pandoc.read("x")
    assert (problems, ran, missing) == ([], "", "pandoc took longer than 0.5 s, so it was not asked.")


def test_what_says_nothing_about_soundness_is_not_told() -> None:
    said = "[WARNING] Duplicate identifier 'a' at line 3 column 1\n[WARNING] Something else at line 7\n  goes on\n"
    found = pandoc.problems_of(Ran(0, b"", said))
    assert [(one.line, one.rule, one.blocking) for one in found] == [(7, "pandoc-warning", False)]
    assert "goes on" in found[0].text
    assert pandoc.problems_of(Ran(1, b"", ""))[0].text == "Pandoc cannot read it: exit 1"
