"""Names that clients give to files, made safe for a folder of this machine."""

from __future__ import annotations

import mimetypes
import unicodedata

LONGEST = 150
"""Bytes of a name in UTF-8: file systems take 255, and teams add words of their own."""
UNNAMED = "file"
_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Unicode categories that nobody sees, or that turn what is seen around."""
_MORE_TYPES = {
    ".csv": "text/csv",
    ".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ".md": "text/markdown",
    ".parquet": "application/vnd.apache.parquet",
    ".pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    ".qmd": "text/markdown",
    ".toml": "application/toml",
    ".webp": "image/webp",
    ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ".yaml": "application/yaml",
    ".yml": "application/yaml",
}
ANY = "application/octet-stream"


def safe_name(given: str) -> str:
    """The last part of the path that was given, in NFC: no control, no dot or space at its ends, at most 150 bytes.

    What is cut is cut from the middle: the ending says what the file is. An empty name becomes `file`.
    """
    last = unicodedata.normalize("NFC", given).replace("\\", "/").rsplit("/", 1)[-1]
    seen = "".join(letter for letter in last if unicodedata.category(letter) not in _INVISIBLE)
    return _short(seen.strip(". \t\u3000")) or UNNAMED


def _short(name: str) -> str:
    if len(name.encode()) <= LONGEST:
        return name
    stem, dot, ending = name.rpartition(".")
    if not dot or not stem or len(ending.encode()) > 16:
        stem, dot, ending = name, "", ""
    room = LONGEST - len((dot + ending).encode())
    return stem.encode()[:room].decode(errors="ignore").rstrip(". ") + dot + ending


def media_type_of(name: str) -> str:
    """What a file is by its name; this machine's own tables are not asked, so that all machines say the same."""
    ending = f".{name.rpartition('.')[2].lower()}"

    return _MORE_TYPES.get(ending) or mimetypes.MimeTypes().guess_type(name)[0] or ANY
