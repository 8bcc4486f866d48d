"""What language a file is in, at a glance."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from kasen.teams.resume.peeking import MOST, is_japanese, peeked
from kasen.teams.resume.schemas.request import Request

JAPANESE = "# 職務経歴書\n\nサーバーサイドの開発と運用に携わる。\n"
EXAMPLES = Path(__file__).parents[3] / "examples"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp932", "euc_jp"])
@pytest.mark.parametrize("suffix", [".qmd", ".md", ".txt"])
def test_a_text_is_read_in_any_usual_encoding(tmp_path: Path, encoding: str, suffix: str) -> None:
    path = tmp_path / f"cv{suffix}"
    path.write_bytes(JAPANESE.encode(encoding))
    assert peeked(path) == "ja"


def test_a_long_file_that_is_cut_in_a_letter_is_read(tmp_path: Path) -> None:
    path = tmp_path / "cv.md"
    path.write_bytes(("x" + "あ" * MOST).encode())
    assert peeked(path) == "ja"


def test_a_word_file_tells_its_language(tmp_path: Path) -> None:
    for words, expected in ((JAPANESE, "ja"), ("Backend engineer", "en")):
        path = tmp_path / f"{expected}.docx"
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("word/document.xml", f"<w:t>{words}</w:t>")
        assert peeked(path) == expected


def test_a_pdf_of_japanese_letters_is_japanese() -> None:
    assert peeked(EXAMPLES / "corpus" / "uji-cha.ja.pdf") == "ja"


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04 broken", b"%PDF-1.7", b"\x00\xff\xfe\x00"])
@pytest.mark.parametrize("suffix", [".docx", ".pdf", ".md", ".xyz"])
def test_what_tells_nothing_gives_nothing_or_a_language(tmp_path: Path, data: bytes, suffix: str) -> None:
    path = tmp_path / f"cv{suffix}"
    path.write_bytes(data)
    assert peeked(path) in ("", "ja", "en")
    assert peeked(tmp_path / "none.md") == ""


def test_a_role_of_kanji_alone_is_japanese(tmp_path: Path) -> None:
    assert is_japanese("看護師")
    assert Request(resume=str(tmp_path / "cv.pdf"), role="看護師").language() == "ja"
    assert Request(resume=str(tmp_path / "cv.pdf"), role="Nurse").language() == "en"
    assert Request(resume=str(tmp_path / "cv.pdf")).language() == ""
