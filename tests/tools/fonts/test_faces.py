"""What font files say of characters and lines."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from kasen.tools.fonts.faces import estimate, face
from kasen.tools.fonts.found import Font, font


@pytest.mark.skipif(shutil.which("fc-match") is None, reason="no fontconfig")
def test_a_latin_face_knows_that_m_is_wider_than_i() -> None:
    read = face(font("sans-serif"))
    assert not read.estimated
    assert read.advance("m") > 2 * read.advance("i")
    assert 0.9 < read.ascent + read.descent < 2


@pytest.mark.skipif(shutil.which("fc-match") is None, reason="no fontconfig")
def test_a_japanese_face_sets_kanji_one_em_wide() -> None:
    read = face(font("Noto Sans CJK JP", lang="ja"))
    if not read.has("漢"):
        pytest.skip("no Japanese font")
    assert read.advance("漢") == pytest.approx(1.0, abs=0.02)


def test_without_a_file_full_width_is_one_em_and_latin_about_half() -> None:
    read = face(Font("Meiryo", False, "ja"))
    assert read.estimated
    assert read.advance("漢") == 1.0
    text = "the quick brown fox jumps over the lazy dog"
    assert sum(map(read.advance, text)) / len(text) == pytest.approx(0.55, abs=0.05)
    assert estimate("\u0301") == 0.0


@pytest.mark.parametrize("content", [b"", b"not a font", b"\x00\x01\x00\x00" + b"\xff" * 200, b"ttcf" + b"\x00" * 20])
def test_a_file_that_is_no_font_is_estimated(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "broken.ttf"
    path.write_bytes(content)
    assert face(Font("x", False, "", path=str(path))).estimated
    assert face(Font("x", False, "", path=str(tmp_path / "absent.ttf"))).estimated
