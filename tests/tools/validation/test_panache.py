from __future__ import annotations

from pathlib import Path

import pytest

from kasen.tools.validation import panache, programs

BROKEN = "---\ntitle: x\n---\n\ntext[^nowhere] and @fig-x\n\n| a | b |\n|---|---|\n| 1 | 2 | 3 |\n\nwords ::: more\n"


async def test_its_findings_come_with_line_and_weight() -> None:
    problems, ran, missing = await panache.lint(BROKEN, name="cv.qmd")
    found = {(one.rule, one.line, one.blocking) for one in problems}
    assert ("undefined-footnote-id", 5, True) in found
    assert ("undefined-reference-label", 5, False) in found
    assert ("table-column-count", 9, True) in found
    assert ("stray-fenced-div-markers", 11, False) in found
    assert all(one.text.endswith(".") for one in problems)
    assert ran.startswith("panache 3.")
    assert missing == ""


async def test_a_plain_file_in_japanese_is_read() -> None:
    problems, _, _ = await panache.lint("# 職務経歴書\n\n- 売上128％\n", name="cv.md")
    assert problems == []


async def test_settings_beside_the_file_are_not_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "panache.toml").write_text('[lint]\nignore = ["table-column-count"]\n', encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    problems, _, _ = await panache.lint(BROKEN, name="cv.qmd")
    assert any(one.rule == "table-column-count" for one in problems)


@pytest.mark.parametrize(("script", "why"), [("exit 7", "exit 7"), ("kill -9 $$", "signal 9")])
async def test_one_that_fails_is_told_and_finds_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, script: str, why: str
) -> None:
    file = tmp_path / "panache"
    file.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    file.chmod(0o755)
    monkeypatch.setattr(programs, "panache", lambda: str(file))
    problems, ran, missing = await panache.lint(BROKEN, name="cv.qmd")
    assert (problems, ran) == ([], "")
    assert why in missing
