from __future__ import annotations

import pytest

from kasen.knowledge.convert import MAX_PACKED, MAX_TEXT, READERS, convert, size_limit
from kasen.knowledge.document import Unreadable


@pytest.mark.parametrize(
    ("name", "data", "text"),
    [
        ("a.md", b"# T\n\nbody", "body"),
        ("A.TXT", "お茶".encode("cp932"), "お茶"),
        ("a.csv", b"a,b\n1,2", "1 | 2"),
        ("a.py", b"def f(): ...", "def f"),
        ("README", b"plain words", "plain words"),
        ("noext", b"<!DOCTYPE html><p>page</p>", "page"),
        ("data.json", b'{"tea": 1}', "tea"),
    ],
)
def test_each_kind_by_name_or_by_content(name: str, data: bytes, text: str) -> None:
    assert text in convert(name, data).text


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("a.txt", b"", "is empty"),
        ("a.md", b" \n\t ", "is empty"),
        ("a.html", b"<script>x()</script>", "holds no text"),
        ("a.doc", b"\xd0\xcf\x11\xe0", "save it as .docx"),
        ("photo.png", b"\x89PNG\r\n", "is a picture"),
        ("a.zip", b"PK\x03\x04", "is an archive"),
        ("prog", b"\x7fELF\x02", "is a program"),
        ("a.txt", bytes(range(256)) * 9, "is binary"),
    ],
)
def test_what_is_no_document_is_named(name: str, data: bytes, reason: str) -> None:
    with pytest.raises(Unreadable, match=reason):
        convert(name, data)


def test_every_kind_that_is_promised_has_a_reader_and_a_limit() -> None:
    assert {".md", ".txt", ".html", ".pdf", ".docx", ".pptx", ".xlsx", ".csv", ".ipynb"} <= READERS.keys()
    assert (size_limit("a.PDF"), size_limit("a.txt")) == (MAX_PACKED, MAX_TEXT)
