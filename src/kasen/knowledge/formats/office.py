"""Word and PowerPoint files by way of Markdown; zip archives are looked at before they are opened."""

from __future__ import annotations

import io
import re
import zipfile

from kasen.knowledge.document import Converted, Unreadable
from kasen.knowledge.formats.markdown import read_markdown

_MAX_UNPACKED = 1 << 30
_MAX_MEMBERS = 20_000
_MAX_RATIO = 300
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_PICTURE = re.compile(r"!\[([^\]]*)\]\([^)]*\)")
_LINK = re.compile(r"(?<!!)\[([^\]]+)\]\((?:[^()]|\([^()]*\))*\)")
_ESCAPE = re.compile(r"\\([\\`*_{}\[\]()#+\-.!|>~])")


def check_archive(data: bytes, kind: str) -> None:
    """Raise Unreadable for a file that is no sound archive of this kind, is encrypted, or unpacks to too much."""
    if not data:
        raise Unreadable("is empty")
    if data.startswith(_OLE):
        if "EncryptedPackage".encode("utf-16-le") in data:
            raise Unreadable("is encrypted")
        raise Unreadable("is in an old Office format; save it as .docx, .pptx or .xlsx")
    try:
        members = zipfile.ZipFile(io.BytesIO(data)).infolist()
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError):
        raise Unreadable(f"is broken: not {kind} file") from None
    unpacked = sum(m.file_size for m in members)
    if len(members) > _MAX_MEMBERS or unpacked > _MAX_UNPACKED or unpacked > max(len(data) * _MAX_RATIO, 1 << 26):
        raise Unreadable(f"would unpack to {unpacked >> 20} MB: it looks like an archive bomb")
    if any(m.flag_bits & 1 for m in members):
        raise Unreadable("is encrypted")


def read_word(data: bytes) -> Converted:
    """Word: headings, lists and tables stay."""
    from markitdown import StreamInfo
    from markitdown.converters import DocxConverter

    check_archive(data, "a Word")
    converter = DocxConverter()  # type: ignore[no-untyped-call]
    made = converter.convert(io.BytesIO(data), StreamInfo(extension=".docx"))
    media = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
    converted = read_markdown(_plain(str(made.markdown)), media_type=media)
    converted.title = converted.title or (made.title or "")
    return converted


def read_slides(data: bytes) -> Converted:
    """PowerPoint: `page` is the slide; notes are under the heading *Notes*."""
    from markitdown import StreamInfo
    from markitdown.converters import PptxConverter

    check_archive(data, "a PowerPoint")
    converter = PptxConverter()  # type: ignore[no-untyped-call]
    made = converter.convert(io.BytesIO(data), StreamInfo(extension=".pptx"))
    media = "application/vnd.openxmlformats-officedocument.presentationml.presentation"
    return read_markdown(_plain(str(made.markdown)), media_type=media)


def _plain(markdown: str) -> str:
    """Links become their words, pictures their description; escapes that only Markdown needs go."""
    return _ESCAPE.sub(r"\1", _LINK.sub(r"\1", _PICTURE.sub(r"\1", markdown)))
