from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kasen.server.names import LONGEST, media_type_of, safe_name


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("report.pdf", "report.pdf"),
        ("市場調査 2026.pdf", "市場調査 2026.pdf"),
        ("../../etc/passwd", "passwd"),
        ("..\\..\\boot.ini", "boot.ini"),
        ("C:\\Users\\me\\a.csv", "a.csv"),
        ("/", "file"),
        ("", "file"),
        ("..", "file"),
        (".env", "env"),
        (".partial", "partial"),
        (" a .txt ", "a .txt"),
        ("a\x00b\r\n.txt", "ab.txt"),
        ("invoice\u202efdp.exe", "invoicefdp.exe"),
        ("か\u3099.txt", "が.txt"),
        ("　資料　", "資料"),
    ],
)
def test_a_name_is_the_last_part_of_what_was_given(given: str, kept: str) -> None:
    assert safe_name(given) == kept


def test_long_names_keep_their_ending() -> None:
    assert safe_name("a" * 300 + ".pdf") == "a" * (LONGEST - 4) + ".pdf"
    assert safe_name("漢" * 300 + ".xlsx").endswith("漢.xlsx")
    assert len(safe_name("." + "a" * 300).encode()) == LONGEST
    assert len(safe_name("a." + "b" * 300).encode()) == LONGEST


@given(st.text())
def test_every_name_is_one_part_of_a_path_and_stays_so(given: str) -> None:
    kept = safe_name(given)
    assert 0 < len(kept.encode()) <= LONGEST
    assert not set(kept) & set("/\\\x00")
    assert not kept.startswith(".")
    assert not any(unicodedata.category(letter).startswith("C") for letter in kept)
    assert safe_name(kept) == kept


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("a.pdf", "application/pdf"),
        ("a.CSV", "text/csv"),
        ("a.md", "text/markdown"),
        ("a.docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
        ("a.png", "image/png"),
        ("a", "application/octet-stream"),
        ("a.unheard-of", "application/octet-stream"),
    ],
)
def test_the_kind_of_a_file_is_told_by_its_name(name: str, kind: str) -> None:
    assert media_type_of(name) == kind
