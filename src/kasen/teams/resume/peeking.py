"""What language a file is in, at a glance: before a run begins its language has to be known."""

from __future__ import annotations

import re
import zipfile
import zlib
from pathlib import Path

MOST = 200_000
"""Bytes that are looked at."""
_KANA = re.compile(r"[\u3040-\u30ff]")
_JAPANESE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_PDF = re.compile(rb"/Lang\s*\(\s*(?:\xfe\xff\x00)?j\x00?a|Japan1|Mincho|Gothic|CJK[-_ ]?JP|IPAex|Hiragino|Meiryo|YuGo")
_TEXTS = (".qmd", ".md", ".markdown", ".rmd", ".txt", ".json")
_ENCODINGS = ("utf-8", "euc_jp", "cp932")
_WIDE = (b"\xff\xfe", b"\xfe\xff")


def is_japanese(words: str) -> bool:
    """Whether a few words hold kana or kanji."""
    return _JAPANESE.search(words) is not None


def peeked(path: Path) -> str:
    """`ja`, `en`, or nothing where a glance does not show it. Never raises."""
    suffix = path.suffix.lower()
    try:
        if suffix == ".docx":
            return _language(_of_word(path))
        with path.open("rb") as file:
            data = file.read(MOST)
    except (OSError, zipfile.BadZipFile, KeyError, RuntimeError, NotImplementedError, zlib.error, EOFError):
        return ""
    if suffix == ".pdf":
        return "ja" if _PDF.search(data) else ""
    return _language(_decoded(data)) if suffix in _TEXTS else ""


def _of_word(path: Path) -> str:
    with zipfile.ZipFile(path) as archive, archive.open("word/document.xml") as file:
        return file.read(MOST).decode("utf-8", "ignore")


def _decoded(data: bytes) -> str:
    """The text of the first encoding that it can be: what is cut off in the middle of a letter is let be."""
    for encoding in ("utf-16",) if data.startswith(_WIDE) else _ENCODINGS:
        try:
            return data.decode(encoding)
        except UnicodeDecodeError as error:
            if error.start >= len(data) - 4:
                return data[: error.start].decode(encoding)
    return ""


def _language(text: str) -> str:
    return "ja" if _KANA.search(text) else "en" if text.strip() else ""
