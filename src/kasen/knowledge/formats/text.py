"""Plain text, Markdown and source code; and how bytes become text."""

from __future__ import annotations

import re

from kasen.evidence.terms import CJK
from kasen.knowledge.document import Converted, Unreadable, Writer
from kasen.knowledge.formats.markdown import read_markdown

_BOMS = (
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe\x00\x00", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
_CONTROL = re.compile("[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f\x7f]")
_JAPANESE = re.compile("[\u3001\u3002\u3041-\u3096\u30a1-\u30fc\u4e00-\u9fff\uff01-\uff5e]")
_RARE = re.compile("[\uff61-\uff9f\u0370-\u04ff\u2500-\u257f\ue000-\uf8ff]")
_MARKDOWN_HEADING = re.compile(r"^#{1,6} \S", re.MULTILINE)
_PARAGRAPH = re.compile(r"\n[^\S\n]*\n\s*")


def decode(data: bytes, hint: str = "") -> str:
    r"""The text of bytes in whatever charset: by BOM, `hint`, UTF-8, UTF-16, Japanese charsets, then statistics.

    Line ends become `\n`. Raises Unreadable for bytes that are no text.
    """
    text = _decode(data, hint)
    if len(_CONTROL.findall(text[:20_000])) > len(text[:20_000]) // 50:
        raise Unreadable("is binary, not text")
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "")


def _decode(data: bytes, hint: str) -> str:
    for bom, charset in _BOMS:
        if data.startswith(bom):
            return data.decode(charset, "replace")
    wide = _without_bom(data)
    if wide:
        return data.decode(wide, "replace")
    for charset in ("utf-8", hint):
        text = _strictly(data, charset)
        if text is not None and not ("\x1b" in text and _strictly(data, "iso2022_jp")):
            return text
    text = _japanese(data)
    return text if text is not None else _by_statistics(data)


def _without_bom(data: bytes) -> str:
    """UTF-16 without BOM shows as zeros, or as line breaks, in every other byte."""
    head = data[:4096]
    if len(head) < 4:
        return ""
    even, odd = head[0::2], head[1::2]
    for zeros, others, charset in ((odd, even, "utf-16-le"), (even, odd, "utf-16-be")):
        if zeros.count(0) > len(zeros) // 50 and not others.count(0) and _strictly(data, charset) is not None:
            return charset
    return ""


def _strictly(data: bytes, charset: str) -> str | None:
    if not charset:
        return None
    try:
        return data.decode(charset)
    except (UnicodeDecodeError, LookupError):
        return None


def _japanese(data: bytes) -> str | None:
    """The Japanese charset under which the bytes read most like Japanese; None when none does."""
    best, best_score = None, 0.5
    for charset in ("iso2022_jp", "cp932", "euc_jp"):
        text = _strictly(data, charset)
        if text is None:
            continue
        wide = sum(1 for c in text if ord(c) > 0x7F)
        score = (len(_JAPANESE.findall(text)) - len(_RARE.findall(text))) / wide if wide else 0.0
        if score > best_score:
            best, best_score = text, score
    return best


def _by_statistics(data: bytes) -> str:
    from charset_normalizer import from_bytes

    match = from_bytes(data[:200_000]).best()
    if match is None:
        raise Unreadable("is binary, not text")
    return data.decode(match.encoding, "replace")


def read_text(data: bytes) -> Converted:
    """Plain text: one block per paragraph; with headings as in Markdown it is read as that."""
    text = decode(data)
    if len(_MARKDOWN_HEADING.findall(text)) >= 2:
        return read_markdown(text, media_type="text/plain")
    writer = Writer()
    for paragraph in _PARAGRAPH.split(text):
        writer.add(paragraph.strip("\n"))
    return writer.done(title=_first_line(text))


def read_markdown_file(data: bytes) -> Converted:
    """Markdown, as it was written."""
    return read_markdown(decode(data))


def read_code(data: bytes) -> Converted:
    """Source code and configuration: one block per stretch without a blank line."""
    writer = Writer()
    for stretch in _PARAGRAPH.split(decode(data)):
        writer.add(stretch.strip("\n"), kind="code")
    return writer.done(media_type="text/x-code")


def _first_line(text: str) -> str:
    """The first line when it looks like a title: short, and no sentence."""
    line, _, rest = text.strip().partition("\n")
    line = line.strip()
    is_title = 0 < len(line) <= 60 and rest.strip() and not re.search(r"[。．.!?！？,、:;]$", line)
    return line if is_title and re.search(f"[{CJK}A-Za-z]", line) else ""
