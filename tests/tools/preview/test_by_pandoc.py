from __future__ import annotations

from pathlib import Path

import pytest

from kasen.tools.preview.by_pandoc import fragment, reader
from kasen.tools.validation import pandoc, programs


async def test_markdown_becomes_html_without_a_file_being_read(tmp_path: Path) -> None:
    html = await fragment("# 見出し {.a}\n\n改行\nなし $x^2$ ![](/etc/hostname)\n\n::: {.b}\nc\n:::\n", name="cv.qmd")
    assert html is not None
    assert '<h1 class="a"' in html
    assert "改行なし" in html
    assert "<math" in html
    assert '<div class="b">' in html
    assert 'src="/etc/hostname"' in html


async def test_metadata_in_the_middle_is_not_read_and_lists_of_plain_markdown_are() -> None:
    html = await fragment("a\n\n---\nheader-includes: <script>\n---\n", name="cv.qmd")
    assert html is not None
    assert "header-includes" in html
    loose = await fragment("a\n- b\n", name="cv.md")
    assert loose is not None
    assert "<li>b</li>" in loose
    assert reader("cv.qmd") != reader("cv.md")


async def test_without_pandoc_or_when_it_fails_there_is_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    slow = tmp_path / "pandoc"
    slow.write_text("#!/bin/sh\nexec sleep 100\n", encoding="utf-8")
    slow.chmod(0o755)
    monkeypatch.setattr(pandoc, "SECONDS", 0.3)
    for program in ("", str(slow)):
        monkeypatch.setattr(programs, "pandoc", lambda program=program: program)
        assert await fragment("a", name="cv.qmd") is None
