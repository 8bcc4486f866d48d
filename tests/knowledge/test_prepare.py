from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from pathlib import Path

from kasen.knowledge.convert import MAX_TEXT
from kasen.knowledge.document import Ready, Refusal
from kasen.knowledge.prepare import prepare


def refusal(path: Path, known: str = "") -> Refusal:
    answer = prepare(str(path), known)
    assert isinstance(answer, Refusal)
    return answer


def test_a_document_comes_with_everything_that_is_known_of_it(ready: Callable[..., Ready], tea: str) -> None:
    made = ready("静岡.md", f"# 日本茶\n\n{tea * 2}\n\n## 産地\n\n{tea[::-1] * 2}")
    assert (made.title, made.language, made.strategy, made.score) == ("日本茶", "ja", "markdown", 1.0)
    assert [c.headings for c in made.chunks] == [("日本茶",), ("日本茶", "産地")]
    assert made.chunks[1].match.startswith("日本茶 産地\n")
    assert made.terms["牧之原台地"] == 1
    assert 0 < made.distinct <= 1


def test_what_is_indexed_is_nfkc_and_what_is_quoted_is_not(ready: Callable[..., Ready]) -> None:
    [chunk] = ready("a.txt", "ＡＢＣ１２３ﾃﾞｰﾀ").chunks
    assert chunk.text == "ＡＢＣ１２３ﾃﾞｰﾀ"
    assert "ABC123データ" in chunk.match


def test_the_same_words_again_are_left_out(ready: Callable[..., Ready], tea: str) -> None:
    made = ready("a.md", f"# A\n\n{tea * 2}\n\n# B\n\n{tea * 2}\n")
    assert (len(made.chunks), made.repeated) == (1, 1)


def test_the_file_name_is_the_title_of_last_resort(ready: Callable[..., Ready], tea: str) -> None:
    assert ready("議事録2024.txt", tea).title == "議事録2024"


def test_known_bytes_are_not_read_again(write: Callable[..., Path], tea: str) -> None:
    path = write("a.txt", tea)
    assert refusal(path, hashlib.sha256(tea.encode()).hexdigest()).same


def test_each_reason_is_a_clause_about_the_file(write: Callable[..., Path], tmp_path: Path) -> None:
    big = tmp_path / "big.txt"
    with big.open("wb") as file:
        file.truncate(300 << 20)
    assert refusal(big).reason == f"is too large (300 MB; the limit is {MAX_TEXT >> 20} MB)"
    assert refusal(tmp_path / "none").reason == "cannot be read (No such file or directory)"
    os.mkfifo(tmp_path / "pipe")
    assert refusal(tmp_path / "pipe").reason == "is not a regular file"
    assert refusal(write("a.docx", b"PK\x03\x04 x")).reason == "is broken: not a Word file"
    assert "quality" in refusal(write("noise.txt", "+*/=%&" * 200)).reason


def test_a_reader_that_fails_on_a_broken_file_is_a_reason_and_no_traceback(write: Callable[..., Path]) -> None:
    import io
    import zipfile

    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as made:
        made.writestr("something", "else")
    for name in ("a.docx", "a.pptx", "a.xlsx"):
        answer = refusal(write(name, buffer.getvalue()))
        assert answer.reason.startswith("is broken (")
        assert answer.lasting


def test_reasons_that_may_pass_are_not_lasting(tmp_path: Path, write: Callable[..., Path]) -> None:
    assert not refusal(tmp_path / "none").lasting
    assert refusal(write("a.txt", b"")).lasting
