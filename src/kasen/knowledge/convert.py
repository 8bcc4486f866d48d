"""Bytes of a file to text with blocks, by the kind of file that its name and its first bytes say."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePath

from kasen.knowledge.document import Converted, Unreadable
from kasen.knowledge.formats.html import read_html
from kasen.knowledge.formats.notebook import read_notebook
from kasen.knowledge.formats.office import read_slides, read_word
from kasen.knowledge.formats.pdf import read_pdf
from kasen.knowledge.formats.sheets import read_csv, read_workbook
from kasen.knowledge.formats.text import read_code, read_markdown_file, read_text

Reader = Callable[[bytes], Converted]
READERS: dict[str, Reader] = {
    ".md": read_markdown_file,
    ".markdown": read_markdown_file,
    ".qmd": read_markdown_file,
    ".rmd": read_markdown_file,
    ".txt": read_text,
    ".text": read_text,
    ".rst": read_text,
    ".tex": read_text,
    ".org": read_text,
    ".html": read_html,
    ".htm": read_html,
    ".xhtml": read_html,
    ".pdf": read_pdf,
    ".docx": read_word,
    ".docm": read_word,
    ".pptx": read_slides,
    ".pptm": read_slides,
    ".xlsx": read_workbook,
    ".xlsm": read_workbook,
    ".csv": read_csv,
    ".tsv": read_csv,
    ".ipynb": read_notebook,
}
_OLD_OFFICE = {".doc": ".docx", ".ppt": ".pptx", ".xls": ".xlsx"}
_MAGIC = (
    (b"%PDF-", ".pdf"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"PK\x03\x04", "an archive"),
    (b"\x1f\x8b", "an archive"),
    (b"7z\xbc\xaf", "an archive"),
    (b"\x7fELF", "a program"),
    (b"SQLite format 3", "a database"),
)
_MB = 1 << 20
MAX_TEXT = 20 * _MB
MAX_PACKED = 200 * _MB
"""Largest files that are read, in bytes: text and tables, and PDF and Office files."""
_PACKED = frozenset({".pdf", ".docx", ".docm", ".pptx", ".pptm", ".xlsx", ".xlsm"})


def size_limit(name: str) -> int:
    """The most bytes that a file of this name may have."""
    return MAX_PACKED if PurePath(name).suffix.lower() in _PACKED else MAX_TEXT


def convert(name: str, data: bytes) -> Converted:
    """The text of a file. Raises Unreadable with the reason; other exceptions are the readers' own on broken files."""
    suffix = PurePath(name).suffix.lower()
    if not data.strip():
        raise Unreadable("is empty")
    if suffix in _OLD_OFFICE:
        raise Unreadable(f"is in an old Office format; save it as {_OLD_OFFICE[suffix]}")
    reader = READERS.get(suffix) or _by_content(data)
    converted = reader(data)
    if not converted.text.strip():
        raise Unreadable("holds no text")
    return converted


def _by_content(data: bytes) -> Reader:
    """For names that say nothing: PDF and HTML by their beginning, text and code by having no binary in it."""
    for magic, what in _MAGIC:
        if data.startswith(magic):
            if what == ".pdf":
                return read_pdf
            raise Unreadable(f"is {what}, not a document")
    head = data[:1024].lstrip().lower()
    if head.startswith((b"<!doctype html", b"<html")):
        return read_html
    return read_code
