from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kasen.knowledge.document import Unreadable
from kasen.knowledge.formats.text import decode, read_code, read_text

JAPANESE = "日本茶の中心は静岡県である。\r\n荒茶の生産量は全国の約四割を占めた。"
LINES = JAPANESE.replace("\r\n", "\n")


@pytest.mark.parametrize(
    "charset", ["utf-8", "utf-8-sig", "cp932", "euc_jp", "iso2022_jp", "utf-16", "utf-16-le", "utf-16-be", "utf-32"]
)
def test_japanese_is_read_in_every_charset(charset: str) -> None:
    assert decode(JAPANESE.encode(charset)) == LINES


@pytest.mark.parametrize("charset", ["cp932", "euc_jp"])
def test_even_a_short_japanese_text_is_told_apart(charset: str) -> None:
    assert decode("お茶の手引き".encode(charset)) == "お茶の手引き"


def test_latin_text_in_an_old_charset_is_read() -> None:
    text = "Le café est cultivé à l'ombre, près de la forêt équatoriale où il pleut très souvent en été. " * 4
    assert "café" in decode(text.encode("cp1252"))


def test_a_declared_charset_comes_before_guessing() -> None:
    assert decode("смола и чай".encode("koi8_r"), "koi8-r") == "смола и чай"


def test_bytes_that_are_no_text_are_refused() -> None:
    for data in (bytes(range(256)) * 8, b"\x00\x01\x02" * 300):
        with pytest.raises(Unreadable, match="binary"):
            decode(data)


@given(st.text(st.characters(exclude_categories=["Cc", "Cs"]), min_size=1))
def test_utf8_is_never_taken_for_something_else(text: str) -> None:
    if not text.startswith("\ufeff"):
        assert decode(text.encode()) == text


def test_paragraphs_are_blocks_and_a_short_first_line_is_the_title() -> None:
    made = read_text("お茶について\n\n一つ目の段落。\n続き。\n\n二つ目。\n".encode())
    assert [made.text[b.start : b.end] for b in made.blocks] == ["お茶について", "一つ目の段落。\n続き。", "二つ目。"]
    assert made.title == "お茶について"
    assert read_text("これは文である。\n次の文。".encode()).title == ""


def test_a_text_with_headings_is_read_as_markdown() -> None:
    made = read_text(b"# Tea\n\nbody\n\n## Green\n\nmore")
    assert made.blocks[-1].headings == ("Tea", "Green")


def test_code_is_cut_at_blank_lines() -> None:
    made = read_code(b"import os\n\n\ndef f():\n    return 1\n")
    assert [b.kind for b in made.blocks] == ["code", "code"]
    assert made.text.endswith("    return 1")
